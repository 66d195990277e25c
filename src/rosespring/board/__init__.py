"""Immutable nouns: checkers, sides, steps and positions, seen by the side to act."""

from rosespring.board.checks import check_position
from rosespring.board.nouns import (
    CHECKERS,
    HOME,
    ROLLS,
    START,
    Men,
    Roll,
    Side,
    Stage,
    Step,
    moved,
    opposite,
    pip_count,
)
from rosespring.board.position import Position

__all__ = [
    "CHECKERS", "HOME", "ROLLS", "START", "Men", "Position", "Roll", "Side", "Stage", "Step", "check_position",
    "moved", "opposite", "pip_count",
]  # fmt: skip

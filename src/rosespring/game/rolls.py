"""The rolls of two dice, and which of them a position can see."""

from __future__ import annotations

from rosespring import board
from rosespring.board import Men, Position

ROLLS = tuple((roll.high, roll.low) for roll in board.ROLLS)
"""The 21 rolls, from 6-6 to 1-1."""


def throws_first(position: Position) -> bool:
    """Whether the first roll is the opening throw, and so no double (rules.md section 4, `opening`)."""
    return position.rules.opening == "play" and position.rolls == (0, 0) and position.men == Men.start()


def rolls_of(position: Position) -> list[int]:
    """The numbers of the rolls that the side to roll can have, as they stand in `ROLLS`."""
    no_doubles = throws_first(position)
    return [index for index, (high, low) in enumerate(ROLLS) if not (no_doubles and high == low)]

"""A game and a match in time."""

from rosespring.game.events import Event, Lost, Passed, Rolled, Stepped, Won
from rosespring.game.game import Action, Entry, Game, resignation_points
from rosespring.game.match import Match, Result
from rosespring.game.open_turn import OpenTurn

__all__ = [
    "Action", "Entry", "Event", "Game", "Lost", "Match", "OpenTurn", "Passed", "Result", "Rolled", "Stepped", "Won",
    "resignation_points",
]  # fmt: skip

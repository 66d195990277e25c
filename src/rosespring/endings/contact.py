"""Exact chances where each side has at most two checkers left (three, if those tables have been built)."""

from __future__ import annotations

from rosespring.board import CHECKERS, Position, Side, Step
from rosespring.endings.files import Table
from rosespring.endings.ranks import index_count, index_of, places_of
from rosespring.endings.specs import MAX_CONTACT, contact_spec
from rosespring.endings.tables import Tables
from rosespring.game import transitions
from rosespring.movegen import legal_steps

PACKAGED_MEN = 2
"""Checkers a side that the tables of the package reach."""


def win_chance(position: Position, tables: Tables) -> float | None:
    """The chance of the side to act to win; None if no table reaches the position.

    The game is not over, and all later doubles cascade or none do.
    """
    men = CHECKERS - min(position.men.own[0], position.men.other[0])
    for reach in range(max(PACKAGED_MEN, men), MAX_CONTACT + 1):
        if table := tables.find(contact_spec(position.rules, reach)):
            return _Solver(table).chance(position)
    return None


class _Solver:
    """Plays the stages of one position out in every way, each side as well as can be."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[Position, float] = {}

    def chance(self, position: Position) -> float:
        """The chance of the side to act."""
        settled, _events = transitions.settle(position)
        return self._of(settled, position.side)

    def _of(self, position: Position, side: Side) -> float:
        """The chance of `side`."""
        chance = self._of_mover(position)
        return chance if position.side is side else 1 - chance

    def _of_mover(self, position: Position) -> float:
        if position.winner is not None:
            return 1.0  # a finished position is seen by its winner
        if not position.stages:
            return self._looked_up(position)
        if position not in self._known:
            self._known[position] = max(self._after(position, step) for step in legal_steps(position))
        return self._known[position]

    def _after(self, position: Position, step: Step) -> float:
        return self._of(transitions.advance(position, step)[0], position.side)

    def _looked_up(self, position: Position) -> float:
        men = self._table.spec.men
        own, other = (index_of(places_of(counts), men) for counts in (position.men.own, position.men.other))
        return self._table.chance(own * index_count(men, self._table.spec.points) + other)

"""Exact tables where they reach, and another evaluator elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rosespring.board import Position
from rosespring.endings import Tables, probe
from rosespring.evaluation.outlook import Evaluator, Outlook


def exact_outlook(position: Position, tables: Tables | None = None) -> Outlook | None:
    """The outlook of the side to act, with stages to play or about to roll, by tables; None beyond their reach.

    Both sides play as well as can be from here on. The tables are by default those of the user's folder
    and of the package.

    :raises TableError: if a table is damaged or foreign.
    """
    found = probe(position, tables)
    return None if found is None else Outlook(*found)


@dataclass(frozen=True, slots=True)
class Exact:
    """An `Evaluator` that asks the tables of endings first, and `otherwise` where they do not reach."""

    otherwise: Evaluator
    tables: Tables | None = None

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        """See `Evaluator`."""
        found = [exact_outlook(position, self.tables) for position in positions]
        unknown = [position for position, outlook in zip(positions, found, strict=True) if outlook is None]
        others = iter(self.otherwise.outlooks(unknown) if unknown else [])
        return [outlook or next(others) for outlook in found]

"""What a side may expect of a position, and the one method of everything that judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rosespring.board import Position, Side

Utility = tuple[float, float, float, float]
"""What winning 1, winning 2, losing 1 and losing 2 are worth to the side to act."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances of one side: to win at all, to win 2 points, to lose 2 points; each from 0 to 1."""

    win: float
    win2: float
    lose2: float

    @property
    def points(self) -> float:
        """Expected points of one game, from -2 to 2."""
        return 2 * self.win - 1 + self.win2 - self.lose2

    def mirror(self) -> Outlook:
        """The same outlook for the opponent."""
        return Outlook(1 - self.win, self.lose2, self.win2)

    def seen_by(self, side: Side, acting: Side) -> Outlook:
        """This outlook of `acting`, as `side` sees it."""
        return self if side is acting else self.mirror()

    @classmethod
    def decided(cls, points: int, *, won: bool) -> Outlook:
        """The outlook of a finished game that was won or lost for `points`."""
        double = float(points == 2)
        return cls(float(won), double if won else 0.0, 0.0 if won else double)


class Evaluator(Protocol):
    """Whatever judges positions."""

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        """The outlook of the side to act in each of `positions`, in which it is about to roll or has won."""
        ...

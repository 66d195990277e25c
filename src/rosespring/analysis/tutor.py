"""The tutor: what a turn gives away, which checker should move otherwise, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rosespring.analysis.judging import Judge
from rosespring.board import Position, Step
from rosespring.game import transitions
from rosespring.language import gettext as _
from rosespring.players.thinkers import Needs


@dataclass(frozen=True, slots=True)
class Objection:
    """A turn gives away `cost` points; the checker on the own `point` should move otherwise, as in `better`.

    `point` is where the checker stood when the turn began.
    """

    cost: float
    point: int
    better: tuple[Step, ...]

    def words(self, cost: str = "") -> str:
        """What is said first: what it costs, as the reader writes `cost`, and which checker should move otherwise."""
        words = _("This turn gives away {cost} points. Look again at the checker on your {point}.")
        return words.format(cost=cost or f"{self.cost:.2f}", point=self.point)


def objection(position: Position, steps: Sequence[Step], needs: Needs | None = None) -> Objection | None:
    """What is wrong with `steps` from `position` on, a whole turn; None if nothing better is known.

    `needs`: the points that the side to act and the other need to win the match; None where points count.

    :raises PlayError: for steps that cannot be played.
    :raises WeightsError: if the network's file cannot be used.
    """
    verdict = _judge().turn(position, steps, needs)
    best = verdict.plays[0]
    if best.played or verdict.cost <= 0:
        return None
    return Objection(verdict.cost, checker_to_move(position, steps, best.steps), best.steps)


@cache
def _judge() -> Judge:
    """One for each process, which remembers: who takes a turn back asks about the same position again."""
    return Judge()


def checker_to_move(position: Position, played: Sequence[Step], better: Sequence[Step]) -> int:
    """The own point whose checker moves in `better` and stayed where it was when `played`, the highest one.

    Where the same checkers move, the origin of the first one that moves otherwise.
    """
    stayed, left = _own_after(position, played), _own_after(position, better)
    before = position.men.own
    for point in range(24, 0, -1):
        if before[point] and left[point] < min(stayed[point], before[point]):
            return point
    return _origins(better)[_first_difference(played, better)]


def _own_after(position: Position, steps: Sequence[Step]) -> tuple[int, ...]:
    """The mover's checkers after `steps`."""
    men, at = position.men, position
    for step in steps:
        men = at.men.moved(step)
        at, _events = transitions.advance(at, step)
    return men.own


def _origins(steps: Sequence[Step]) -> list[int]:
    """For each step, the point on which its checker stood at first, as far as that can be told."""
    came_from: dict[int, list[int]] = {}
    found = []
    for step in steps:
        arrived = came_from.get(step.point, [])
        found.append(arrived.pop() if arrived else step.point)
        came_from.setdefault(step.target, []).append(found[-1])
    return found


def _first_difference(played: Sequence[Step], better: Sequence[Step]) -> int:
    pairs = zip(played, better, strict=False)
    return next((index for index, (one, other) in enumerate(pairs) if one != other), len(better) - 1)

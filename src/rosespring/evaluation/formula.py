"""Hand-written judgement of positions: race, blocking, and checkers buried too deep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, log, sqrt

from rosespring.board import CHECKERS, HOME, START, Position, opposite, pip_count
from rosespring.evaluation.outlook import Outlook

MEAN_PIPS = 15.94
"""Mean pips of a roll when doubles cascade."""
SPREAD_PIPS = 21.9
"""Standard deviation of the pips of a roll when doubles cascade."""
_DEEPEST = 3
"""Points up to this one are deep: a checker there blocks nobody and can hardly move."""

Counts = Sequence[int]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each consideration adds to the logarithm of the odds of winning."""

    race: float = 0.8
    blocking: float = 1.0
    buried: float = 0.0


def normal(x: float) -> float:
    """The standard normal distribution function."""
    return 0.5 * (1 + erf(x / sqrt(2)))


def _race_spread(rolls: float, other_rolls: float) -> float:
    return sqrt((rolls + other_rolls) * (SPREAD_PIPS / MEAN_PIPS) ** 2 + 0.25)


def race_chance(pips: int, other_pips: int) -> float:
    """The chance to win a race for the side about to roll, kept within 1e-6 of 0 and 1."""
    rolls, other_rolls = pips / MEAN_PIPS, other_pips / MEAN_PIPS
    chance = normal((other_rolls - rolls + 0.5) / _race_spread(rolls, other_rolls))
    return min(max(chance, 1e-6), 1 - 1e-6)


def blocking(own: Counts, other: Counts, parallel: bool) -> float:
    """How much `own` checkers stand in the way of `other` ones.

    A quarter of the sum, over the other side's checkers on its points 24 … 7, of h²/36, where h is
    how many of the six points in front of that checker are held.
    """
    shut = [False] * (START + 1)
    for point in range(1, START + 1):
        if own[point]:
            shut[opposite(point, parallel)] = True
    held = sum(shut[HOME - 5 : HOME + 1])
    total = 0
    for point in range(HOME + 1, START + 1):
        if other[point]:
            total += other[point] * held * held
        held += shut[point] - shut[point - HOME]
    return total / 144


def buried(own: Counts) -> float:
    """Pips that checkers have gone deeper into home than the lowest three points, while others are still outside."""
    outside = CHECKERS - sum(own[: HOME + 1])
    if not outside:
        return 0.0
    depth = sum(own[point] * (_DEEPEST + 1 - point) for point in range(1, _DEEPEST + 1))
    return depth * outside / CHECKERS


def rolls_to_first_off(own: Counts) -> float:
    """About how many rolls until the first checker is off; 0 if one is."""
    if own[0]:
        return 0.0
    outside = sum(own[point] * (point - HOME) for point in range(HOME + 1, START + 1))
    lowest = next((point for point in range(1, HOME + 1) if own[point]), HOME)
    return (outside + lowest) / MEAN_PIPS


@dataclass(frozen=True, slots=True)
class Formula:
    """An `Evaluator` by formulae."""

    weights: Weights = Weights()

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        """See `Evaluator`."""
        return [self._of(position) for position in positions]

    def _of(self, position: Position) -> Outlook:
        if position.winner is not None:
            return Outlook.decided(position.points, won=position.winner is position.side)
        return self.of_counts(position.men.own, position.men.other, position.rules.parallel)

    def of_counts(self, own: Counts, other: Counts, parallel: bool) -> Outlook:
        """The outlook of the side with `own` checkers (25 counts, as are `other`), about to roll."""
        pips, other_pips = pip_count(own), pip_count(other)
        chance = race_chance(pips, other_pips)
        score = self.weights.race * log(chance / (1 - chance))
        if self.weights.blocking:
            score += self.weights.blocking * (blocking(own, other, parallel) - blocking(other, own, parallel))
        if self.weights.buried:
            score -= self.weights.buried * (buried(own) - buried(other))
        return _with_doubles(1 / (1 + exp(-score)), own, other, pips, other_pips)


def _with_doubles(win: float, own: Counts, other: Counts, pips: int, other_pips: int) -> Outlook:
    rolls, other_rolls = pips / MEAN_PIPS, other_pips / MEAN_PIPS
    spread = _race_spread(rolls, other_rolls)
    win2 = lose2 = 0.0
    if not other[0]:
        win2 = win * normal((rolls_to_first_off(other) - (rolls + 3) - 0.5) / spread)
    if not own[0]:
        lose2 = (1 - win) * normal((rolls_to_first_off(own) - (other_rolls + 3) + 0.5) / spread)
    return Outlook(win, win2, lose2)

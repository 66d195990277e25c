"""How far the race estimate is from the truth, where the truth can be computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rosespring.board import CHECKERS, HOME
from rosespring.endings.race_solver import Flags, Floats, TwoSided, solve_race, solve_two_sided
from rosespring.endings.specs import DOUBLE_KINDS, NEXT, RACE, Spec


@dataclass(frozen=True, slots=True)
class RaceError:
    """The largest and the mean absolute error of one chance over all positions of two sizes, both sides to roll."""

    rules: str
    men: int
    other_men: int
    chance: str
    largest: float
    mean: float
    positions: int


def race_errors(sizes: tuple[tuple[int, int], ...] = ((4, 4), (2, CHECKERS))) -> list[RaceError]:
    """The errors of the race estimate against exact play for expected points, both sides in home.

    `sizes`: the most checkers of either side. Against 15 only those positions count in which none is off.
    """
    return [error for rules in DOUBLE_KINDS for size in sizes for error in _errors(rules, *size)]


def _errors(rules: str, men: int, other_men: int) -> list[RaceError]:
    solved = solve_two_sided(men, other_men, rules)
    columns = solved.whole if solved.whole.any() else np.arange(len(solved.whole)) > 0
    estimates = _estimates(rules, men, other_men, columns)
    names = ("win", "win2") if solved.whole.any() else ("win",)
    errors = []
    for v, name in enumerate(names):
        difference = np.abs(estimates[:, v] - _exact(solved, v + 1, columns))
        row = rules, men, other_men, name, float(difference.max()), float(difference.mean()), difference.size
        errors.append(RaceError(*row))
    return errors


def _exact(solved: TwoSided, v: int, columns: Flags) -> Floats:
    return solved.outcomes[:, v, 1:][:, :, columns]


def _estimates(rules: str, men: int, other_men: int, columns: Flags) -> Floats:
    """``[roller, v, a, b]``: side A's chance to win and to win 2 points as `races.combined` has them."""
    own = solve_race(Spec(RACE, men, HOME, rules))[1][1:]
    other = solve_race(Spec(RACE, other_men, HOME, rules))[1][columns]
    first = solve_race(Spec(NEXT, other_men, HOME, rules))[1][columns]
    win, late = _ahead(own, other, 0), _ahead(own, other, 1)
    return np.stack(
        [
            np.stack([win, np.minimum(win, _ahead(own, first, 0))]),
            np.stack([late, np.minimum(late, _ahead(own, first, 1))]),
        ]
    )


def _ahead(own: Floats, other: Floats, margin: int) -> Floats:
    """The chance that B needs at least `margin` rolls more than A."""
    needs = np.cumsum(other[:, ::-1], axis=1)[:, ::-1]
    later = np.zeros_like(needs)
    later[:, : needs.shape[1] - margin] = needs[:, margin:]
    return own @ later.T

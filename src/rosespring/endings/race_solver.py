"""Solves races of one side, and exactly those of two sides that need not reach far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from rosespring.board import CHECKERS, HOME, START
from rosespring.endings import kernels
from rosespring.endings.ranks import all_places, index_count, index_of
from rosespring.endings.specs import CASCADING, DOUBLES, FIRST, RACE, Spec

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Progress = Callable[[float], None]

MAX_ROLLS = 64
"""More rolls than any race takes that a table reaches: at least 3 pips a roll, and at most 144 pips."""
CUT = 1e-13
"""Smaller chances at both ends of a distribution are left out of the files."""
_CHUNKS = 20


def _choose() -> NDArray[np.int64]:
    return np.array([[comb(n, k) for k in range(CHECKERS + 2)] for n in range(START + CHECKERS + 1)], np.int64)


def solve_race(spec: Spec, progress: Progress = lambda share: None) -> tuple[Floats, Floats]:
    """For each index of at most `men` checkers the expected number of rolls, and the chance of each number."""
    count, men = index_count(spec.men, spec.points), np.zeros(spec.men, np.int64)
    expected, chances = np.zeros(count), np.zeros((count, MAX_ROLLS))
    chances[0, 0] = 1.0
    work = np.zeros((count, 6, 4), np.int32), np.zeros((count, 6), np.int32)
    scratch = np.zeros((6, spec.men), np.int64), np.zeros(6, np.int64), np.zeros((6, 6), np.int64)
    choose, rules = _choose(), (spec.rules == CASCADING, spec.kind != RACE)
    bounds = np.linspace(1, count, _CHUNKS + 1).astype(int).tolist()
    for begin, end in pairwise(bounds):
        kernels.race(begin, end, men, choose, *rules, expected, chances, *work, *scratch)
        progress(end / count)
    return expected, chances


def race_content(spec: Spec, chances: Floats) -> tuple[int, list[memoryview]]:
    """The entries and the content of a file: where each index's chances begin, its fewest rolls, all chances."""
    if spec.kind == FIRST:
        chances = chances[_whole_indices(spec)]
    kept = chances >= CUT
    begin = kept.argmax(axis=1)
    end = MAX_ROLLS - kept[:, ::-1].argmax(axis=1)
    rolls = np.arange(MAX_ROLLS)
    values = chances[(rolls >= begin[:, None]) & (rolls < end[:, None])]
    offsets = np.concatenate([[0], np.cumsum(end - begin)])
    parts = offsets.astype("<u4"), begin.astype("u1"), values.astype("<f8")
    return len(chances), [memoryview(part.tobytes()) for part in parts]


def _whole_indices(spec: Spec) -> list[int]:
    """The indices, among those of at most `men` checkers, of exactly `men` in the order of their own indices."""
    return [index_of([point + 1 for point in places], spec.men) for places in all_places(spec.men, spec.points - 1)]


@dataclass(frozen=True, slots=True)
class TwoSided:
    """A race solved for both sides: ``outcomes[s, v, a, b]`` of side A, s to roll (0 is A), A at index a, B at b.

    v = 0: expected points; 1: the chance to win; 2: to win 2 points.
    """

    outcomes: Floats
    whole: Flags
    """Whether side B has all 15 checkers on the board, by its index."""


def solve_two_sided(men: int, other_men: int, rules: str) -> TwoSided:
    """Both sides in home with at most `men` and `other_men` checkers, each playing for expected points."""
    counts = index_count(men, HOME), index_count(other_men, HOME)
    whole = np.array([other_men == CHECKERS and all(places) for places in all_places(other_men, HOME)])
    outcomes = np.zeros((2, 3, *counts))
    outcomes[:, 0, 0], outcomes[:, 1, 0], outcomes[:, 2, 0] = 1.0 + whole, 1.0, whole
    outcomes[:, 0, :, 0] = -1.0
    outcomes[:, 1:, :, 0] = 0.0
    a_work = np.zeros(counts[0]), np.zeros((counts[0], 6, 4), np.int32), np.zeros((counts[0], 6), np.int32)
    b_work = np.zeros(counts), np.zeros((*counts, 6, 4), np.int32), np.zeros((*counts, 6), np.int32)
    b_work[0][:, 0] = -1.0
    sides = (*_free_moves(men), a_work, *_free_moves(other_men), b_work)
    kernels.two_sided(rules == CASCADING, outcomes, *sides, np.zeros((6, 6), np.int64))
    return TwoSided(outcomes, whole)


def _free_moves(men: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    count = index_count(men, HOME)
    moves, counts = np.zeros((count, 6, men), np.int32), np.zeros((count, 6), np.int32)
    kernels.all_free_moves(np.zeros(men, np.int64), _choose(), moves, counts)
    return moves, counts


def solve_doubles(spec: Spec) -> Floats:
    """Chances to win and to win 2 points of few checkers against an army with none off: ``[roller, v, few, army]``."""
    assert spec.kind == DOUBLES
    solved = solve_two_sided(spec.men, CHECKERS, spec.rules)
    return solved.outcomes[:, 1:, :, solved.whole]

"""Solves all endings with few checkers on both sides, in the order of the pips that both have left.

Each chance is the mean over rolls of the best play, whose results have fewer pips and are known;
only rolls of which nobody can play anything lead to the same checkers with the other side to roll. So
two chances at a time solve two linear equations (see `kernels.contact`). In each of at most 96 steps
of pips the error grows by no more than rounding: a mean, a maximum and a complement do not enlarge it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rosespring.board import START, opposite
from rosespring.endings import kernels
from rosespring.endings.race_solver import Floats, Progress
from rosespring.endings.ranks import all_places, index_of
from rosespring.endings.specs import Spec
from rosespring.rules import Rules, find_rules

Masks = NDArray[np.uint64]
Board = tuple[NDArray[np.int64], Masks, Masks, Masks, NDArray[np.int32]]

_CHUNKS = 50


@dataclass(frozen=True, slots=True)
class SolvedContact:
    """``win[a, b]``: the chance of a side at index a, about to roll, against b; 0 for what cannot be.

    `link`: the largest share of pairs of rolls of which neither side can play anything.
    """

    win: Floats
    link: float


def solve_contact(spec: Spec, progress: Progress = lambda share: None) -> SolvedContact:
    """All endings with at most `men` checkers a side under the rules of `spec`."""
    rules = find_rules(spec.rules)
    board = _board(spec.men, rules.parallel)
    men, occupied, _single, shut, _moves = board
    first, second = _pairs(men.sum(axis=1), occupied, shut)
    options, count = _options(rules), len(men)
    win, played = np.zeros((count, count)), np.empty((count, count, 6, 4))
    received = np.empty((count, count, 6, 4) if options[2] else (1, 1, 6, 4))
    link = 0.0
    bounds = np.linspace(0, len(first), _CHUNKS + 1).astype(int).tolist()
    for begin, end in pairwise(bounds):
        link = max(link, kernels.contact(begin, end, first, second, options, win, received, played, board))
        progress(end / len(first))
    return SolvedContact(win, link)


def _options(rules: Rules) -> NDArray[np.int64]:
    """The options that matter to an ending, in the order in which `kernels` reads them."""
    cascading, passes, every = rules.cascade_from > 0, rules.rest == "passes", rules.rest_scope == "every-roll"
    flags = (
        cascading,
        rules.dice_use == "all",
        passes and (cascading or every),
        passes and every,
        rules.unstarted == "passes",
        rules.receiver == "skips",
    )
    return np.array(flags, np.int64)


def _board(men: int, parallel: bool) -> Board:
    """For each index: checkers, occupied points, those with one checker, what they shut, where moves lead."""
    lists = list(all_places(men, START))
    points = [[point for point in set(places) if point] for places in lists]
    return (
        np.array(lists, np.int64),
        _masks(points),
        _masks([[p for p in held if places.count(p) == 1] for places, held in zip(lists, points, strict=True)]),
        _masks([[opposite(point, parallel) for point in held] for held in points]),
        np.array([[_moved(places, number) for number in range(1, 7)] for places in lists], np.int32),
    )


def _masks(points: list[list[int]]) -> Masks:
    return np.array([sum(1 << point for point in held) for held in points], np.uint64)


def _moved(places: tuple[int, ...], number: int) -> list[int]:
    """The index after each checker has moved by `number`, legal or not."""
    after = ((*places[:j], max(0, place - number), *places[j + 1 :]) for j, place in enumerate(places))
    return [index_of(sorted(moved, reverse=True), len(places)) for moved in after]


def _pairs(pips: NDArray[np.int64], occupied: Masks, shut: Masks) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """All pairs of indices that share no point, both with checkers left, the fewest pips first."""
    first, second = np.triu_indices(len(pips))
    possible = (first > 0) & ((occupied[first] & shut[second]) == 0)
    first, second = first[possible], second[possible]
    order = np.argsort(pips[first] + pips[second], kind="stable")
    return first[order].astype(np.int32), second[order].astype(np.int32)

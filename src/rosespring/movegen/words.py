"""Positions as machine words, for the kernels.

- A side's checkers are one *key* of 39 bits, stars and bars: read from bit 38 down, the checkers of
  point 24 as ones, a zero, those of point 23, a zero, … those of point 1, a zero, then the checkers
  that are off. Equal keys mean equal checkers.
- A *mask* has bit p set for point p, 1 … 24.
- A *stage code* is ``number | left << 3 | other << 6``: `left` dice of `number`, and one die of a
  smaller `other` number if that is not 0; 0 is an empty stage.
- `rule_words` are the options as eight integers, in the order of `R_…` below.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rosespring.board import CHECKERS, START, Men, Position, Stage, opposite
from rosespring.rules import Rules

Keys = NDArray[np.uint64]
Ints = NDArray[np.int64]

R_PARALLEL, R_CASCADE_FROM, R_COUNT_GAME, R_USE_ALL, R_PASSES, R_EVERY_ROLL, R_UNSTARTED, R_SKIPS = range(8)
ALL_OFF = (1 << CHECKERS) - 1
"""The key of a side that has borne off everything."""


def key_of(counts: Sequence[int]) -> int:
    """The key of a side given by its 25 counts."""
    key = 0
    for point in range(START, 0, -1):
        key = ((key << counts[point]) | ((1 << counts[point]) - 1)) << 1
    return (key << counts[0]) | ((1 << counts[0]) - 1)


def counts_of(key: int) -> tuple[int, ...]:
    """The 25 counts of a key."""
    groups = f"{key:039b}".split("0")
    return tuple(len(group) for group in reversed(groups))


def occupied_mask(counts: Sequence[int]) -> int:
    """The points with a checker."""
    return sum(1 << point for point in range(1, START + 1) if counts[point])


def shut_mask(men: Men, parallel: bool) -> int:
    """The own points that an opposing checker holds."""
    return sum(1 << opposite(point, parallel) for point in range(1, START + 1) if men.other[point])


def stage_code(stage: Stage) -> int:
    """The code of a stage."""
    if not stage:
        return 0
    if stage[0] != stage[-1]:
        return stage[0] | 1 << 3 | stage[1] << 6
    return stage[0] | len(stage) << 3


def stage_of(code: int) -> Stage:
    """The stage of a code."""
    number, left, other = code & 7, code >> 3 & 7, code >> 6
    return (number,) * left + ((other,) if other else ())


def rule_words(rules: Rules) -> Ints:
    """The options that matter to a game under way, as eight integers."""
    return np.array(
        [
            rules.parallel,
            rules.cascade_from,
            rules.cascade_count == "game",
            rules.dice_use == "all",
            rules.rest == "passes",
            rules.rest_scope == "every-roll",
            rules.unstarted == "passes",
            rules.receiver == "skips",
        ],
        dtype=np.int64,
    )


class Batch:
    """Many positions' current stages as arrays: `own` keys, `shut` masks, `stages` codes, and `use_all` flags."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self.own: Keys = np.array([key_of(position.men.own) for position in positions], np.uint64)
        self.shut: Keys = np.array(
            [shut_mask(position.men, position.rules.parallel) for position in positions], np.uint64
        )
        self.stages: Ints = np.array(
            [stage_code(position.stages[0]) if position.stages else 0 for position in positions], np.int64
        )
        self.use_all: Ints = np.array([position.rules.dice_use == "all" for position in positions], np.int64)

    def __len__(self) -> int:
        return len(self.own)

"""The scratch arrays of one thread's search."""

from __future__ import annotations

import numpy as np

from rosespring.evaluation.kernels import MOST_ROWS
from rosespring.search.kernels import Room, Top
from rosespring.search.turns.kernels import MOST_STAGES, Lines

MOST_RESULTS = 64
"""So many results of a stage at most can be looked at further."""
_RESULTS = 1 << 16
_TABLE = 2048
_SEEN = 1 << 18


def make_room(hidden: int, dtype: type[np.int16] | type[np.float32] = np.int16) -> Room:
    """Scratch for networks of `hidden` units; no two threads may share it. float32 is for those that learn."""
    return Room(
        keys=np.zeros(_RESULTS, np.uint64),
        codes=np.zeros(_RESULTS, np.int64),
        worth=np.zeros(_RESULTS, np.float64),
        after=np.zeros(_RESULTS, np.int64),
        fill=np.zeros(16, np.int64),
        table=np.zeros(_TABLE, np.int64),
        seen=np.zeros(_SEEN, np.uint64),
        points=np.zeros(8, np.int64),
        waiting=np.zeros(8, np.uint64),
        own_counts=np.zeros(25, np.int64),
        own_bars=np.zeros(25, np.int64),
        counts=np.zeros((2, 25), np.int64),
        active=np.zeros(MOST_ROWS, np.int64),
        base=np.zeros(hidden, dtype),
        hidden=np.zeros(hidden, dtype),
        noise=np.zeros(1, np.float64),
        noise_seed=np.zeros(1, np.uint64),
    )


def make_lines(size: int) -> Lines:
    """A pool for `size` lines."""
    return Lines(
        keys=np.zeros(size, np.uint64),
        queues=np.zeros(size, np.int64),
        who=np.zeros(size, np.int64),
        worth=np.zeros(size, np.float64),
        length=np.zeros(size, np.int64),
        path=np.zeros((size, MOST_STAGES), np.uint64),
        left=np.zeros((size, MOST_STAGES), np.int64),
        chances=np.zeros((size, 4), np.float64),
        rolls=np.zeros(size, np.int64),
        order=np.zeros(size, np.int64),
        count=np.zeros(1, np.int64),
    )


def make_pools(beam: int, ends: int) -> tuple[Lines, Lines, Lines]:
    """The pools that a search of whole turns needs: two for the lines between stages, and one for its ends."""
    return make_lines(beam), make_lines(beam), make_lines(ends)


def make_top() -> Top:
    """Room for the best results of a stage."""
    return Top(
        keys=np.zeros(MOST_RESULTS, np.uint64),
        codes=np.zeros(MOST_RESULTS, np.int64),
        worth=np.zeros(MOST_RESULTS, np.float64),
    )

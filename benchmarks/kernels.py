"""Compiled loops that only benchmarks need: many stages chosen in one call, and all ends of a cascade valued."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba

from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import kernel
from rosespring.search.kernels import greedy_stage, judge

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time


@kernel
def choose_stages(net, rules, own, others, queues, cascades, made, utility, chosen, room):
    """The best result at 0 rolls of each of n stages, as keys in `chosen`; returns how many results were valued."""
    room.fill[1] = 0
    for i in range(own.shape[0]):
        rolls = (made[i, 0], made[i, 1])
        chosen[i], _chances, _who, _queue = greedy_stage(
            net, rules, own[i], others[i], queues[i], cascades[i] != 0, rolls, utility, room
        )
    return room.fill[1]


@kernel
def judge_ends(net, rules, ends, other, code, queue, cascade, made, utility, worths, room):
    """What the ends of a cascade that leave the stage `code` are worth to its side, at 0 rolls, as `plan` values them.

    `queue` tells the number of the stage, the last number, and whether the stages were received. Returns the best one.
    """
    size = room.keys.shape[0]
    best, top = 0, -1e9
    for begin in range(0, ends.shape[0], size):
        count = min(size, ends.shape[0] - begin)
        for i in range(count):
            room.keys[i], room.codes[i] = ends[begin + i], code
        judge(net, rules, other, queue, cascade, made, utility, 0, count, room)
        for i in range(count):
            worths[begin + i] = room.worth[i]
            if room.worth[i] > top:
                best, top = begin + i, room.worth[i]
    room.fill[0] = 0
    return best

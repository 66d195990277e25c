"""The chances of a moment: by the network, from its rows, or by the formulae of the yardstick player."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from math import erf, exp, log, sqrt

import numba
from numba import float32, float64, int64, njit, uint64

from rosespring.evaluation.kernels import YARDSTICK, collect_rows, opposing, unpack
from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import kernel, lowest, ones, small

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

_summing = njit(nogil=True, _nrt=False, fastmath={"reassoc", "nsz", "contract"})  # type: ignore[call-overload]

_MEAN, _SPREAD = 15.94, 21.9
"""Pips of a roll under cascades, as the yardstick takes them."""


@small
def clear(hidden):
    """Set a hidden layer to zeros."""
    for j in range(hidden.shape[0]):
        hidden[j] = 0


@small
def add_rows(rows, phase, active, n, hidden):
    """Add the rows of the first `n` active values to a hidden layer."""
    i = 0
    while i + 4 <= n:
        a, b, c, d = active[i], active[i + 1], active[i + 2], active[i + 3]
        for j in range(hidden.shape[0]):
            hidden[j] += (rows[phase, a, j] + rows[phase, b, j]) + (rows[phase, c, j] + rows[phase, d, j])
        i += 4
    while i < n:
        row = active[i]
        for j in range(hidden.shape[0]):
            hidden[j] += rows[phase, row, j]
        i += 1


@_summing
def outputs(out, bias, phase, hidden):
    """The four chances from the sums of the first layer."""
    zero = float32(0)
    a, b, c, d = zero, zero, zero, zero
    for j in range(hidden.shape[0]):
        h = max(float32(hidden[j]), zero)
        a += h * out[phase, 0, j]
        b += h * out[phase, 1, j]
        c += h * out[phase, 2, j]
        d += h * out[phase, 3, j]
    a, b, c, d = a + bias[phase, 0], b + bias[phase, 1], c + bias[phase, 2], d + bias[phase, 3]
    top = float64(max(max(a, b), max(c, d)))
    ea, eb, ec, ed = exp(a - top), exp(b - top), exp(c - top), exp(d - top)
    total = ea + eb + ec + ed
    return ea / total, eb / total, ec / total, ed / total


@small
def possible(chances, my_off, your_off):
    """Chances without what can no longer happen: a double win over a side that has borne off, and the like."""
    a, b, c, d = chances
    if your_off:
        a, b = a + b, 0.0
    if my_off:
        c, d = c + d, 0.0
    return a, b, c, d


@small
def normal(x):
    """The standard normal distribution function."""
    return 0.5 * (1.0 + erf(x / sqrt(2.0)))


@small
def standing_in_the_way(occupied, shut, counts, seat):
    """A quarter of the sum over outside checkers of h²/36, h of the six points before each being shut."""
    total = 0
    rest = occupied & ~uint64(0x7F)
    while rest:
        point = lowest(rest)
        rest &= rest - uint64(1)
        held = ones((shut >> uint64(point - 6)) & uint64(0x3F))
        total += counts[seat, point] * held * held
    return total / 144.0


@small
def rolls_until_off(occupied, counts, seat):
    """About how many rolls until a side's first checker is off; 0 if one is."""
    if counts[seat, 0]:
        return 0.0
    need = 0
    rest = occupied & ~uint64(0x7F)
    while rest:
        point = lowest(rest)
        rest &= rest - uint64(1)
        need += (point - 6) * counts[seat, point]
    first = occupied & uint64(0x7E)
    return (need + (lowest(first) if first else 6)) / _MEAN


@small
def pips_of(occupied, counts, seat):
    """The pips of a side."""
    total = 0
    while occupied:
        point = lowest(occupied)
        occupied &= occupied - uint64(1)
        total += point * counts[seat, point]
    return total


@small
def yardstick(me, mine, yours, counts, parallel):
    """The chances of seat `me`, about to roll, by the hand-written formulae of the yardstick player."""
    you = 1 - me
    r, s = pips_of(mine, counts, me) / _MEAN, pips_of(yours, counts, you) / _MEAN
    sigma = sqrt((r + s) * (_SPREAD / _MEAN) ** 2 + 0.25)
    race = min(max(normal((s - r + 0.5) / sigma), 1e-6), 1 - 1e-6)
    score = 0.8 * log(race / (1 - race))
    score += standing_in_the_way(yours, opposing(mine, parallel), counts, you)
    score -= standing_in_the_way(mine, opposing(yours, parallel), counts, me)
    win = 1.0 / (1.0 + exp(-score))
    win2, lose2 = 0.0, 0.0
    if counts[you, 0] == 0:
        win2 = min(win, win * normal((rolls_until_off(yours, counts, you) - (r + 3) - 0.5) / sigma))
    if counts[me, 0] == 0:
        lose2 = min(1 - win, (1 - win) * normal((rolls_until_off(mine, counts, me) - (s + 3) + 0.5) / sigma))
    return win - win2, win2, 1 - win - lose2, lose2


@kernel
def values(net, own, other, queues, rules, made, chances, active, counts, hidden):
    """The chances (n, 4) of the side to act in n moments: keys of its and the other's checkers, and stages left.

    `made` (n, 2) are the rolls of both so far. `active`, `counts` (2 x 25) and `hidden` are scratch.
    """
    parallel = rules[0]
    for i in range(own.shape[0]):
        mine, yours = unpack(own[i], counts, int64(0)), unpack(other[i], counts, int64(1))
        rolls = (made[i, 0], made[i, 1])
        n, phase = collect_rows(int64(0), (mine, yours), counts, queues[i], rules, rolls, parallel, active)
        if net.kind[0] == YARDSTICK:
            a, b, c, d = yardstick(int64(0), mine, yours, counts, parallel)
        else:
            clear(hidden)
            add_rows(net.rows, phase, active, n, hidden)
            a, b, c, d = possible(outputs(net.out, net.bias, phase, hidden), counts[0, 0], counts[1, 0])
        chances[i, 0], chances[i, 1], chances[i, 2], chances[i, 3] = a, b, c, d

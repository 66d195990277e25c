"""Choosing on machine words: the best result of a stage, turns played greedily, and all 21 rolls ahead.

Seats are 0 and 1; where nothing else is said, seat 0 is the side that asks, and chances and utilities are
its: win 1, win 2, lose 1, lose 2. A moment is a seat to act and a queue of stages (see `queue_of`).
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
from numba import boolean, float64, int64, uint64

from rosespring.evaluation.chances.kernels import add_rows, clear, outputs, possible, yardstick
from rosespring.evaluation.kernels import (
    PHASES,
    YARDSTICK,
    collect_rows,
    moment_rows,
    opposing,
    pair_rows,
    phase_of,
    queue_of,
    race_row,
    solo_rows,
    unpack,
)
from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import (
    MAX_RESULTS,
    decode,
    equal_results,
    inner,
    lowest,
    mixed,
    mixed_results,
    movable,
    small,
)

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

ALL_OFF = (1 << 15) - 1
START_KEY = ALL_OFF << 24
"""The key of fifteen checkers on the 24-point."""
SURE = 1e6
"""More than any result is worth."""


class Room(NamedTuple):
    """One thread's scratch: arrays by name, with their shapes in `search.room`."""

    keys: Any
    codes: Any
    worth: Any
    after: Any
    fill: Any
    table: Any
    seen: Any
    points: Any
    waiting: Any
    own_counts: Any
    own_bars: Any
    counts: Any
    active: Any
    base: Any
    hidden: Any
    noise: Any
    noise_seed: Any


class Top(NamedTuple):
    """Room for the best results of a stage, best first."""

    keys: Any
    codes: Any
    worth: Any


@small
def occupied_of(key):
    """The occupied points of a key."""
    occupied, point = uint64(0), 0
    key >>= uint64(lowest(~key))
    while key:
        bars = lowest(key)
        point += bars
        key >>= uint64(bars)
        key >>= uint64(lowest(~key))
        occupied |= uint64(1) << uint64(point)
    return occupied


@small
def off_of(key):
    """The checkers off of a key: the ones at its low end."""
    return lowest(~key)


@small
def settle(mine, yours, rules, queue, cascade, started):
    """The moment after stages that cannot be played are resolved (rules.md section 3).

    `mine` and `yours`: the occupied points of the side that has `queue` to play and of the other.
    Returns 0 if the same side acts, else 1, and the queue.
    """
    number, left, other = queue & 7, (queue >> 3) & 7, (queue >> 6) & 7
    last, received = (queue >> 9) & 7, (queue >> 12) & 1
    me = 0
    occupied, shut = mine, opposing(yours, rules[0])
    while True:
        if left == 0 and other == 0:
            if number >= last:
                break
            number, left = number + 1, 4
        if (left and movable(occupied, shut, number)) or (other and movable(occupied, shut, other)):
            return me, queue_of(number | left << 3 | other << 6, last, received)
        if received:
            if not rules[7] or number >= last:
                break
            number, left, other = number + 1, 4, 0
        elif rules[4] and (cascade or rules[5]) and (started or rules[6]):
            me, received = 1, 1
            occupied, shut = yours, opposing(mine, rules[0])
        else:
            break
    return (me if received else 1), 0


@small
def rolled(a, b, rules, made_mine, made_all):
    """The queue of a roll, and whether it cascades; `made_mine` and `made_all` count it."""
    if a != b:
        return queue_of(max(a, b) | 1 << 3 | min(a, b) << 6, int64(0), int64(0)), False
    cascade = 0 < rules[1] <= (made_all if rules[2] else made_mine)
    return queue_of(a | 4 << 3, 6 if cascade else a, int64(0)), cascade


@inner
def generate(key, shut, code, use_all, room):
    """The distinct results of a stage in `room.keys` and `room.codes`; returns where they begin and end."""
    begin = room.fill[0]
    if begin + 2 * MAX_RESULTS > room.keys.shape[0]:
        begin = 0
        for slot in range(room.table.shape[0]):
            room.table[slot] = 0
    occupied, single = decode(key, room.own_counts, room.own_bars)
    number, left, other = code & 7, (code >> 3) & 7, (code >> 6) & 7
    if left and other:
        end = mixed_results(
            key, shut, code & 511, use_all, occupied, single, room.own_counts, room.own_bars,
            room.keys, room.codes, begin, room.table,
        )  # fmt: skip
    else:
        if left == 0:
            number, left = other, 1
        end = equal_results(
            key, shut, number, left, occupied, room.own_counts, room.own_bars, room.points, room.waiting,
            room.keys, room.codes, begin,
        )  # fmt: skip
    room.fill[0] = end
    return begin, end


@small
def left_queue(queue, code):
    """The queue after a stage's result that leaves `code`."""
    last, received = (queue >> 9) & 7, (queue >> 12) & 1
    if code == 0:
        code = queue & 7  # the number of the stage that is over
    return queue_of(code, last, received)


@small
def worth(chances, utility):
    """The expected utility of chances."""
    return chances[0] * utility[0] + chances[1] * utility[1] + chances[2] * utility[2] + chances[3] * utility[3]


@small
def turned(chances):
    """Chances as the other side sees them."""
    return chances[2], chances[3], chances[0], chances[1]


@small
def against(utility):
    """The utility of the other side."""
    return -utility[2], -utility[3], -utility[0], -utility[1]


@small
def seen_by(me, pair):
    """Something of seat 0 and of seat 1 as seat `me` sees it: its own first; and back again."""
    return pair if me == 0 else (pair[1], pair[0])


@small
def wished_by(me, utility):
    """The utility of seat `me`, from that of seat 0."""
    return utility if me == 0 else against(utility)


@small
def told_to(me, chances):
    """Chances of seat 0 as seat `me` sees them, and back again."""
    return chances if me == 0 else turned(chances)


@small
def won(other_key):
    """The chances after a win over the side of `other_key`."""
    if off_of(other_key):
        return 1.0, 0.0, 0.0, 0.0
    return 0.0, 1.0, 0.0, 0.0


@small
def bell(word):
    """A number for each word, from close to the standard normal distribution."""
    word = mixed(word)
    total = 0.0
    for _ in range(4):
        total += float64(word & uint64(0xFFFF))
        word >>= uint64(16)
    return (total / 65536.0 - 2.0) * 1.7320508


@inner
def judge(net, rules, other, queue, cascade, made, utility, begin, end, room):
    """Value the results `begin` to `end` of seat 0's stage in `room`: expected utilities in `room.worth`.

    With `room.noise` above 0 they are blurred by so much, always alike for the same checkers and seed; wins are not.
    Returns the best result's index, its chances, who is to act then (0 or 1) and the queue.
    """
    # Arrays by themselves: a call that is handed all of `room` costs as much as an evaluation.
    keys, codes, worths, afters = room.keys, room.codes, room.worth, room.after
    counts, active, base, hidden = room.counts, room.active, room.base, room.hidden
    rows, seed = net.rows, room.noise_seed[0]
    noise = room.noise[0] * (utility[0] - utility[2]) / 2  # in points: at a match score a point is worth less
    parallel = rules[0]
    yours = unpack(other, counts, int64(1))
    formulae = net.kind[0] == YARDSTICK
    known, your_pips = int64(-1), 0
    best, top = begin, -1e9
    chosen, chosen_who, chosen_queue = (0.0, 0.0, 0.0, 0.0), 0, int64(0)
    for i in range(begin, end):
        blur = 0.0
        if keys[i] == uint64(ALL_OFF):
            chances = won(other)
            who, after = 0, int64(0)
            if noise > 0.0:
                blur = SURE  # no blur of the others may hide a win
        else:
            mine = unpack(keys[i], counts, int64(0))
            who, after = settle(mine, yours, rules, left_queue(queue, codes[i]), cascade, boolean(True))
            if formulae:
                # As if the other side (of received stages: this one) were about to roll, whatever stages remain.
                if (queue >> 12) & 1:
                    chances = yardstick(int64(0), mine, yours, counts, parallel)
                else:
                    chances = turned(yardstick(int64(1), yours, mine, counts, parallel))
            else:
                phase = phase_of(mine, yours, counts[0, 0], counts[1, 0], after, parallel)
                if known != (after * 2 + who) * PHASES + phase:
                    known = (after * 2 + who) * PHASES + phase
                    n, your_pips = solo_rows(yours, counts, int64(1), 1 - who, active, int64(0))
                    rolls = made if who == 0 else (made[1], made[0])
                    n = moment_rows(after, rules, rolls, active, n)
                    clear(base)
                    add_rows(rows, phase, active, n, base)
                n, my_pips = solo_rows(mine, counts, int64(0), who, active, int64(0))
                n = pair_rows(mine, opposing(yours, parallel), counts, int64(0), who, active, n)
                n = pair_rows(yours, opposing(mine, parallel), counts, int64(1), 1 - who, active, n)
                active[n] = race_row(my_pips, your_pips) if who == 0 else race_row(your_pips, my_pips)
                for j in range(hidden.shape[0]):
                    hidden[j] = base[j]
                add_rows(rows, phase, active, n + 1, hidden)
                chances = outputs(net.out, net.bias, phase, hidden)
                if who == 0:
                    chances = possible(chances, counts[0, 0], counts[1, 0])
                else:
                    chances = turned(possible(chances, counts[1, 0], counts[0, 0]))
            if noise > 0.0:
                blur = noise * bell(keys[i] ^ seed)
        value = worth(chances, utility) + blur
        worths[i] = value
        afters[i] = after * 2 + who
        if value > top:
            best, top, chosen, chosen_who, chosen_queue = i, value, chances, who, after
    room.fill[1] += end - begin
    return best, chosen, chosen_who, chosen_queue


@inner
def value_of(net, rules, key, other, queue, made, room):
    """The network's chances for the side to act (of `key`) at a settled moment."""
    mine = unpack(key, room.counts, int64(0))
    yours = unpack(other, room.counts, int64(1))
    if net.kind[0] == YARDSTICK:
        return yardstick(int64(0), mine, yours, room.counts, rules[0])
    n, phase = collect_rows(int64(0), (mine, yours), room.counts, queue, rules, made, rules[0], room.active)
    clear(room.hidden)
    add_rows(net.rows, phase, room.active, n, room.hidden)
    return possible(outputs(net.out, net.bias, phase, room.hidden), room.counts[0, 0], room.counts[1, 0])


@inner
def greedy_stage(net, rules, key, other, queue, cascade, made, utility, room):
    """The best result of one stage at 0 rolls: its key, its chances, who acts then (0: the same side) and the queue."""
    shut = opposing(occupied_of(other), rules[0])
    begin, end = generate(key, shut, queue & 511, rules[3], room)
    best, chances, who, after = judge(net, rules, other, queue, cascade, made, utility, begin, end, room)
    return room.keys[best], chances, who, after

"""Turns played greedily, all 21 rolls ahead, and stages chosen by looking ahead.

Seats, chances, utilities and queues are those of `search.kernels`.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba
from numba import boolean, int64, uint64

from rosespring.evaluation.kernels import YARDSTICK, opposing
from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import inner, kernel
from rosespring.search.kernels import (
    ALL_OFF,
    generate,
    greedy_stage,
    judge,
    left_queue,
    occupied_of,
    rolled,
    seen_by,
    settle,
    told_to,
    value_of,
    wished_by,
    won,
    worth,
)

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time


@inner
def greedy_turn(net, rules, key, other, me, queue, cascade, made, utility, room):
    """Play greedily until somebody must roll or has won, from a settled moment with `me` (0 or 1) to act.

    `key`, `made` and `utility` are seat 0's, `other` seat 1's. Returns both keys, the seat that must roll
    (-1 after a win) and the chances of seat 0.
    """
    if queue == 0:
        mine, yours = seen_by(me, (key, other))
        chances = value_of(net, rules, mine, yours, queue, seen_by(me, made), room)
        return key, other, me, told_to(me, chances)
    while True:
        mine, yours = seen_by(me, (key, other))
        wished = wished_by(me, utility)
        mine, chances, who, queue = greedy_stage(
            net, rules, mine, yours, queue, cascade, seen_by(me, made), wished, room
        )
        over = mine == uint64(ALL_OFF)
        key, other = seen_by(me, (mine, yours))
        chances = told_to(me, chances)
        me ^= who
        if over:
            return key, other, -1, chances
        if who == 1 and net.kind[0] == YARDSTICK:
            return key, other, me, chances  # it looks at no rest
        if queue == 0:
            return key, other, me, chances


@inner
def after_roll(net, rules, key, other, a, b, made, utility, room):
    """Seat 0 rolls a and b, and both play greedily until somebody must roll; returns as `greedy_turn`."""
    counted = (made[0] + 1, made[1])
    queue, cascade = rolled(a, b, rules, counted[0], counted[0] + counted[1])
    me, queue = settle(occupied_of(key), occupied_of(other), rules, queue, cascade, boolean(False))
    if me == 1 and net.kind[0] == YARDSTICK:
        queue = int64(0)  # it looks at no rest
    return greedy_turn(net, rules, key, other, me, queue, cascade, counted, utility, room)


@inner
def rolls_ahead(net, rules, key, other, made, utility, rolls, room):
    """The mean chances of seat 0, about to roll, over its 21 rolls played greedily, then `rolls` - 1 ahead."""
    if rolls == 0:  # tells Numba the type of what is returned; nobody asks for it
        return value_of(net, rules, key, other, int64(0), made, room)
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    counted = (made[0] + 1, made[1])
    for a in range(1, 7):
        for b in range(1, a + 1):
            mine, yours, me, chances = after_roll(net, rules, key, other, a, b, made, utility, room)
            if rolls > 1 and me >= 0:
                mine, yours = seen_by(me, (mine, yours))
                wished = wished_by(me, utility)
                found = rolls_ahead(net, rules, mine, yours, seen_by(me, counted), wished, rolls - 1, room)
                chances = told_to(me, found)
            share = (1.0 if a == b else 2.0) / 36
            w += share * chances[0]
            x += share * chances[1]
            y += share * chances[2]
            z += share * chances[3]
    return w, x, y, z


@inner
def value_after_turn(net, rules, key, other, who, queue, cascade, made, utility, rolls, room):
    """Seat 0's chances at a moment with `who` to act: stages left are played greedily, then `rolls` (0 to 2) ahead."""
    if key == uint64(ALL_OFF):
        return won(other)
    key, other, me, chances = greedy_turn(net, rules, key, other, who, queue, cascade, made, utility, room)
    if rolls == 0 or me < 0:
        return chances
    mine, yours = seen_by(me, (key, other))
    found = rolls_ahead(net, rules, mine, yours, seen_by(me, made), wished_by(me, utility), rolls, room)
    return told_to(me, found)


@kernel
def look_ahead(net, own, others, queues, rules, cascades, made, rolls, chances, room):
    """The chances (n, 4) of the side to act in n settled moments, stages played greedily, `rolls` (0 to 2) ahead."""
    utility = (1.0, 2.0, -1.0, -2.0)
    for i in range(own.shape[0]):
        found = value_after_turn(
            net,
            rules,
            own[i],
            others[i],
            int64(0),
            queues[i],
            cascades[i] != 0,
            (made[i, 0], made[i, 1]),
            utility,
            rolls,
            room,
        )
        for k in range(4):
            chances[i, k] = found[k]


@inner
def keep_top(room, begin, end, count, top):
    """Copy the `count` best results to `top`, best first, of equal ones the first; returns their number."""
    kept = 0
    for i in range(begin, end):
        at = kept
        while at > 0 and top.worth[at - 1] < room.worth[i]:
            at -= 1
        if at >= count:
            continue
        kept = min(kept + 1, count)
        for j in range(kept - 1, at, -1):
            top.worth[j], top.keys[j] = top.worth[j - 1], top.keys[j - 1]
            top.codes[j] = top.codes[j - 1]
        top.worth[at], top.keys[at], top.codes[at] = room.worth[i], room.keys[i], room.codes[i]
    return kept


@inner
def value_after(net, rules, key, other, code, queue, cascade, made, utility, room):
    """Seat 0's chances one roll ahead, after its stage had the result `key` and left `code`."""
    if key == uint64(ALL_OFF):
        return won(other)
    if net.kind[0] == YARDSTICK:
        me = int64(1) - ((queue >> 12) & 1)
        mine, yours = seen_by(me, (key, other))
        found = rolls_ahead(net, rules, mine, yours, seen_by(me, made), wished_by(me, utility), int64(1), room)
        return told_to(me, found)
    mine, yours = occupied_of(key), occupied_of(other)
    who, after = settle(mine, yours, rules, left_queue(queue, code), cascade, boolean(True))
    return value_after_turn(net, rules, key, other, who, after, cascade, made, utility, int64(1), room)


@inner
def ahead_stage(net, rules, key, other, queue, cascade, made, utility, wide, top, room):
    """As `greedy_stage`, but the `wide` best results are looked at one roll further."""
    shut = opposing(occupied_of(other), rules[0])
    begin, end = generate(key, shut, queue & 511, rules[3], room)
    best, chances, who, after = judge(net, rules, other, queue, cascade, made, utility, begin, end, room)
    room.fill[2] = room.codes[best]
    if end - begin == 1 or wide < 2:
        return room.keys[best], chances, who, after
    kept = keep_top(room, begin, end, wide, top)
    chosen, most = 0, -1e9
    for i in range(kept):
        found = value_after(net, rules, top.keys[i], other, top.codes[i], queue, cascade, made, utility, room)
        if worth(found, utility) > most:
            chosen, most, chances = i, worth(found, utility), found
    key = top.keys[chosen]
    room.fill[2] = top.codes[chosen]
    if key == uint64(ALL_OFF):
        return key, chances, 0, int64(0)
    left = left_queue(queue, top.codes[chosen])
    who, after = settle(occupied_of(key), occupied_of(other), rules, left, cascade, boolean(True))
    return key, chances, who, after


@kernel
def stage_choice(net, rules, key, other, queue, cascade, made, utility, wide, top, room):
    """The result that `ahead_stage` chooses: its key and the stage code left."""
    chosen, _chances, _who, _queue = ahead_stage(net, rules, key, other, queue, cascade, made, utility, wide, top, room)
    return chosen, room.fill[2]

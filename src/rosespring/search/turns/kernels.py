"""Whole turns on machine words: a beam over the stages, then rolls ahead for its best ends.

Seats, chances, utilities and queues are those of `search.kernels`.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
from numba import boolean, int64, uint64

from rosespring.evaluation.kernels import opposing
from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import inner, kernel, mixed
from rosespring.search.ahead.kernels import value_after_turn
from rosespring.search.kernels import (
    generate,
    judge,
    left_queue,
    occupied_of,
    rolled,
    seen_by,
    settle,
    told_to,
    wished_by,
    worth,
)

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

MOST_STAGES = 8
"""More than any turn has."""


class Lines(NamedTuple):
    """A pool of the best lines of play: `keys`, `queues`, `who` acts, `worth`, and how many (`count`).

    Lines lie where there was room; `order` has their places, best first. `path` and `left` (size, 8) are the key and
    the stage code left after each stage; `length` is how many. `chances` (size, 4) and `rolls` are what was found
    further ahead, of all lines of a pool of ends.
    """

    keys: Any
    queues: Any
    who: Any
    worth: Any
    length: Any
    path: Any
    left: Any
    chances: Any
    rolls: Any
    order: Any
    count: Any


@inner
def insert(lines, worth_of, key, who, queue, code, parent, earlier, generation):
    """Put a line into a pool, unless it is there or is worse than all of a full one.

    It goes on from line `parent` of the pool `earlier`, whose lines have `generation` stages.
    """
    order, worths = lines.order, lines.worth
    size, kept = order.shape[0], lines.count[0]
    if kept == size and worth_of <= worths[order[size - 1]]:
        return
    place, end = int64(0), kept
    while place < end:
        middle = (place + end) // 2
        if worths[order[middle]] < worth_of:
            end = middle
        else:
            place = middle + 1
    i = place - 1
    while i >= 0 and worths[order[i]] == worth_of:  # the same moment is worth the same
        at = order[i]
        if lines.keys[at] == key and lines.queues[at] == queue and lines.who[at] == who:
            return
        i -= 1
    last = min(kept, size - 1)
    at = order[last] if kept == size else kept
    for k in range(last, place, -1):
        order[k] = order[k - 1]
    order[place] = at
    worths[at], lines.keys[at], lines.queues[at], lines.who[at] = worth_of, key, queue, who
    for k in range(generation):
        lines.path[at, k], lines.left[at, k] = earlier.path[parent, k], earlier.left[parent, k]
    lines.path[at, generation], lines.left[at, generation] = key, code
    lines.length[at] = generation + 1
    lines.count[0] = last + 1


@inner
def next_generation(room):
    """Forget which results have been seen, by another stamp on those that will be; once in 2^15 times all are wiped."""
    room.fill[4] = 0
    room.fill[3] += 1
    if room.fill[3] == 1 << 15:
        room.fill[3] = 1
        for at in range(room.seen.shape[0]):
            room.seen[at] = uint64(0)


@inner
def only_new(queue, begin, end, room):
    """Keep those of a line's results that no other line of this generation had; returns where they end then.

    `room.seen` holds them by hash, each with the stages left and the stamp; what it has no room for is kept twice.
    """
    seen, keys, codes, kept = room.seen, room.keys, room.codes, begin
    mask, known, stamp = uint64(seen.shape[0] - 1), room.fill[4], uint64(room.fill[3])
    for i in range(begin, end):
        word = keys[i] | uint64(left_queue(queue, codes[i]) & 511) << uint64(40) | stamp << uint64(49)
        at = mixed(word) & mask
        while seen[at] != word and seen[at] >> uint64(49) == stamp:
            at = (at + uint64(1)) & mask
        if seen[at] != word:
            if known < seen.shape[0] // 2:
                seen[at] = word
                known += 1
            keys[kept], codes[kept] = keys[i], codes[i]
            kept += 1
    room.fill[4] = known
    return kept


@inner
def two_best(ends):
    """The indices of the best and the second best of some ends; -1 where there is none."""
    best, second = -1, -1
    for i in range(ends.count[0]):
        if best < 0 or is_better(ends, i, best):
            best, second = i, best
        elif second < 0 or is_better(ends, i, second):
            second = i
    return best, second


@inner
def is_better(ends, i, j):
    """Whether end `i` is better than `j`; values of different depths do not compare: what was looked at further is."""
    return ends.rolls[i] > ends.rolls[j] or (ends.rolls[i] == ends.rolls[j] and ends.worth[i] > ends.worth[j])


@kernel
def plan(net, rules, key, other, queue, cascade, made, utility, rolls, budget, near, beam, spare, ends, room):
    """The best ways to play all of seat 0's stages, in `ends`; `beam` and `spare` keep the best lines between stages.

    As many ends as there is room for are kept, and looked at `rolls` rolls further (0: only as far as the next roll;
    -1: not even so far). If that is 1, the two best of these, if they are no more than `near` points apart (at a match
    score: than these are worth there), are looked at another roll further, for as long as about `budget` evaluations
    allow it. Returns the evaluations made.
    """
    room.fill[1] = 0
    ends.count[0] = 0
    beam.count[0] = 1
    beam.keys[0], beam.queues[0] = key, queue
    shut = opposing(occupied_of(other), rules[0])
    generation = int64(0)
    while beam.count[0] and generation < MOST_STAGES:
        spare.count[0] = 0
        next_generation(room)
        for line in range(beam.count[0]):
            begin, end = generate(beam.keys[line], shut, beam.queues[line] & 511, rules[3], room)
            end = only_new(beam.queues[line], begin, end, room)
            judge(net, rules, other, beam.queues[line], cascade, made, utility, begin, end, room)
            for i in range(begin, end):
                who, after = room.after[i] & 1, room.after[i] >> 1
                if who == 0 and after:
                    insert(spare, room.worth[i], room.keys[i], int64(0), after, room.codes[i], line, beam, generation)
                else:
                    insert(ends, room.worth[i], room.keys[i], who, after, room.codes[i], line, beam, generation)
        beam, spare = spare, beam
        generation += 1
    seen = ends.count[0] if rolls >= 0 else int64(0)
    before = room.fill[1]
    for i in range(seen):
        look(net, rules, other, cascade, made, utility, ends, i, rolls, room)
    each = (room.fill[1] - before) // max(1, seen)
    best, second = two_best(ends)
    close = second >= 0 and ends.worth[best] - ends.worth[second] <= near * (utility[0] - utility[2]) / 2
    if rolls > 0 and close and room.fill[1] + 42 * each <= budget:
        for i in (best, second):
            look(net, rules, other, cascade, made, utility, ends, i, int64(2), room)
    return room.fill[1]


@inner
def look(net, rules, other, cascade, made, utility, ends, i, rolls, room):
    """Value end `i` so many rolls ahead."""
    found = value_after_turn(
        net, rules, ends.keys[i], other, ends.who[i], ends.queues[i], cascade, made, utility, rolls, room
    )
    ends.rolls[i] = rolls
    ends.worth[i] = worth(found, utility)
    for k in range(4):
        ends.chances[i, k] = found[k]


@kernel
def mean_of_rolls(net, rules, key, other, made, utility, doubles, rolls, beam, spare, ends, room, chances):
    """The mean `chances` (4) of seat 0, about to roll, over its rolls: each is played by the best `plan`.

    Plans look `rolls` (0 or 1) rolls further, with the pools of lines given. Without `doubles` there are none among the
    rolls: the opening throw.
    """
    counted = (made[0] + 1, made[1])
    total = 0.0
    chances[:] = 0.0
    for a in range(1, 7):
        for b in range(1, a + 1):
            if a == b and not doubles:
                continue
            share = 1.0 if a == b else 2.0
            found = best_of_roll(net, rules, key, other, a, b, counted, utility, rolls, beam, spare, ends, room)
            total += share
            for k in range(4):
                chances[k] += share * found[k]
    chances /= total


@inner
def best_of_roll(net, rules, key, other, a, b, counted, utility, rolls, beam, spare, ends, room):
    """Seat 0's chances after the best plan for its roll of a and b; `counted` are the rolls made, with this one."""
    queue, cascade = rolled(a, b, rules, counted[0], counted[0] + counted[1])
    me, queue = settle(occupied_of(key), occupied_of(other), rules, queue, cascade, boolean(False))
    if queue == 0:
        return value_after_turn(net, rules, key, other, me, queue, cascade, counted, utility, rolls, room)
    mine, yours = seen_by(me, (key, other))
    plan(
        net, rules, mine, yours, queue, cascade, seen_by(me, counted), wished_by(me, utility), rolls, int64(0), 0.0,
        beam, spare, ends, room,
    )  # fmt: skip
    best, _second = two_best(ends)
    found = ends.chances[best]
    return told_to(me, (found[0], found[1], found[2], found[3]))

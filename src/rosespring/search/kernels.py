"""Choosing on machine words: the best result of a stage, whole turns played greedily, and all 21 rolls ahead.

Seats are 0 and 1; where nothing else is said, seat 0 is the side that asks, and chances and utilities are
its: win 1, win 2, lose 1, lose 2. A moment is a seat to act and a queue of stages (see `queue_of`).
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
from numba import int64, njit, uint64

from rosespring.evaluation.kernels import (
    YARDSTICK,
    add_rows,
    clear,
    collect_rows,
    decode_seat,
    moment_rows,
    opposing,
    outputs,
    pair_rows,
    phase_of,
    possible,
    queue_of,
    race_row,
    solo_rows,
    yardstick,
)
from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import MAX_RESULTS, below, decode, equal_results, mixed, mixed_results, movable

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

ALL_OFF = (1 << 15) - 1
START_KEY = ALL_OFF << 24

_small = njit(nogil=True)
_inline = njit(nogil=True, inline="always")
_kernel = njit(nogil=True, cache=True)


class Room(NamedTuple):
    """One thread's scratch: arrays by name, with their shapes in `search.room`."""

    keys: Any
    codes: Any
    worth: Any
    fill: Any
    table: Any
    points: Any
    waiting: Any
    own_counts: Any
    own_bars: Any
    counts: Any
    bars: Any
    active: Any
    base: Any
    hidden: Any
    top_keys: Any
    top_codes: Any
    top_worth: Any
    utilities: Any
    wides: Any


@_small
def occupied_of(key):
    """The occupied points of a key."""
    occupied = uint64(0)
    point, at = 24, 38
    while point > 0:
        if (key >> uint64(at)) & uint64(1):
            occupied |= uint64(1) << uint64(point)
        else:
            point -= 1
        at -= 1
    return occupied


@_small
def off_of(key):
    """The checkers off of a key: the ones at its low end."""
    off = 0
    while off < 15 and (key >> uint64(off)) & uint64(1):
        off += 1
    return off


@_small
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


@_small
def rolled(a, b, rules, made_mine, made_all):
    """The queue of a roll, and whether it cascades; `made_mine` and `made_all` count it."""
    if a != b:
        return queue_of(max(a, b) | 1 << 3 | min(a, b) << 6, 0, 0), False
    cascade = 0 < rules[1] <= (made_all if rules[2] else made_mine)
    return queue_of(a | 4 << 3, 6 if cascade else a, 0), cascade


@_small
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


@_small
def left_queue(queue, code):
    """The queue after a stage's result that leaves `code`."""
    last, received = (queue >> 9) & 7, (queue >> 12) & 1
    if code == 0:
        code = queue & 7  # the number of the stage that is over
    return queue_of(code, last, received)


@_small
def worth(chances, utility):
    """The expected utility of chances."""
    return (
        chances[0] * utility[0] + chances[1] * utility[1] + chances[2] * utility[2] + chances[3] * utility[3]
    )


@_small
def turned(chances):
    """Chances as the other side sees them."""
    return chances[2], chances[3], chances[0], chances[1]


@_small
def against(utility):
    """The utility of the other side."""
    return -utility[2], -utility[3], -utility[0], -utility[1]


@_small
def won(other_key):
    """The chances after a win over the side of `other_key`."""
    if off_of(other_key):
        return 1.0, 0.0, 0.0, 0.0
    return 0.0, 1.0, 0.0, 0.0


@_small
def value_by_net(net, rules, mine, yours, your_pips, who, phase, room):
    """Seat 0's chances by the network, from `room.base` and what depends on seat 0's checkers; seat `who` acts."""
    parallel = rules[0]
    n, my_pips = solo_rows(mine, room.counts, 0, who, room.active, 0)
    n = pair_rows(mine, opposing(yours, parallel), room.counts, room.bars, 0, who, room.active, n)
    n = pair_rows(yours, opposing(mine, parallel), room.counts, room.bars, 1, 1 - who, room.active, n)
    room.active[n] = race_row(my_pips, your_pips) if who == 0 else race_row(your_pips, my_pips)
    for j in range(room.hidden.shape[0]):
        room.hidden[j] = room.base[j]
    add_rows(net.rows, phase, room.active, n + 1, room.hidden)
    chances = outputs(net, phase, room.hidden)
    if who == 0:
        return possible(chances, room.counts[0, 0], room.counts[1, 0])
    return turned(possible(chances, room.counts[1, 0], room.counts[0, 0]))


@_small
def judge(net, rules, other, queue, cascade, made, utility, begin, end, room):
    """Value the results `begin` to `end` of seat 0's stage in `room`: expected utilities in `room.worth`.

    Returns the best result's index, its chances, who is to act then (0 or 1) and the queue.
    """
    parallel = rules[0]
    yours = decode_seat(other, room.counts, room.bars, 1)
    formulae = net.kind[0] == YARDSTICK
    known, your_pips = int64(-1), 0
    best, top = begin, -1e9
    chosen, chosen_who, chosen_queue = (0.0, 0.0, 0.0, 0.0), 0, int64(0)
    for i in range(begin, end):
        if room.keys[i] == uint64(ALL_OFF):
            chances = won(other)
            who, after = 0, int64(0)
        else:
            mine = decode_seat(room.keys[i], room.counts, room.bars, 0)
            who, after = settle(mine, yours, rules, left_queue(queue, room.codes[i]), cascade, True)
            if formulae:
                # As if the other side (of received stages: this one) were about to roll, whatever stages remain.
                if (queue >> 12) & 1:
                    chances = yardstick(0, mine, yours, room.counts, parallel)
                else:
                    chances = turned(yardstick(1, yours, mine, room.counts, parallel))
            else:
                phase = phase_of(mine, yours, room.counts[0, 0], room.counts[1, 0], parallel)
                if known != (after * 2 + who) * 4 + phase:
                    known = (after * 2 + who) * 4 + phase
                    n, your_pips = solo_rows(yours, room.counts, 1, 1 - who, room.active, 0)
                    rolls = made if who == 0 else (made[1], made[0])
                    n = moment_rows(after, rules, rolls, room.active, n)
                    clear(room.base)
                    add_rows(net.rows, phase, room.active, n, room.base)
                chances = value_by_net(net, rules, mine, yours, your_pips, who, phase, room)
        value = worth(chances, utility)
        room.worth[i] = value
        if value > top:
            best, top, chosen, chosen_who, chosen_queue = i, value, chances, who, after
    return best, chosen, chosen_who, chosen_queue


@_small
def value_of(net, rules, key, other, queue, made, room):
    """The network's chances for the side to act (of `key`) at a settled moment."""
    mine = decode_seat(key, room.counts, room.bars, 0)
    yours = decode_seat(other, room.counts, room.bars, 1)
    if net.kind[0] == YARDSTICK:
        return yardstick(0, mine, yours, room.counts, rules[0])
    n, phase = collect_rows(
        0, (mine, yours), room.counts, room.bars, queue, rules, made, rules[0], room.active
    )
    clear(room.hidden)
    add_rows(net.rows, phase, room.active, n, room.hidden)
    return possible(outputs(net, phase, room.hidden), room.counts[0, 0], room.counts[1, 0])


@_small
def greedy_stage(net, rules, key, other, queue, cascade, made, utility, room):
    """The best result of one stage at 0 rolls: its key, its chances, who acts then (0: the same side) and the queue."""
    shut = opposing(occupied_of(other), rules[0])
    begin, end = generate(key, shut, queue & 511, rules[3], room)
    best, chances, who, after = judge(net, rules, other, queue, cascade, made, utility, begin, end, room)
    return room.keys[best], chances, who, after


@_small
def greedy_turn(net, rules, key, other, me, queue, cascade, made, utility, room):
    """Play greedily until somebody must roll or has won, from a settled moment with `me` (0 or 1) to act.

    `key`, `made` and `utility` are seat 0's, `other` seat 1's. Returns both keys, the seat that must roll
    (-1 after a win) and the chances of seat 0.
    """
    if queue == 0:
        if me == 0:
            return key, other, 0, value_of(net, rules, key, other, queue, made, room)
        turned_made = (made[1], made[0])
        return key, other, 1, turned(value_of(net, rules, other, key, queue, turned_made, room))
    while True:
        if me == 0:
            key, chances, who, queue = greedy_stage(net, rules, key, other, queue, cascade, made, utility, room)
            over = key == uint64(ALL_OFF)
            me = who
        else:
            other, chances, who, queue = greedy_stage(
                net, rules, other, key, queue, cascade, (made[1], made[0]), against(utility), room
            )
            over = other == uint64(ALL_OFF)
            chances = turned(chances)
            me = 1 - who
        if over:
            return key, other, -1, chances
        if who == 1 and net.kind[0] == YARDSTICK:
            return key, other, me, chances  # it looks at no rest
        if queue == 0:
            return key, other, me, chances


@_small
def after_roll(net, rules, key, other, a, b, made, utility, room):
    """Seat 0 rolls a and b, and both play greedily until somebody must roll; returns as `greedy_turn`."""
    counted = (made[0] + 1, made[1])
    queue, cascade = rolled(a, b, rules, counted[0], counted[0] + counted[1])
    me, queue = settle(occupied_of(key), occupied_of(other), rules, queue, cascade, False)
    return greedy_turn(net, rules, key, other, me, queue, cascade, counted, utility, room)


@_small
def roll_value(net, rules, key, other, made, utility, room):
    """The mean chances of seat 0, about to roll, over its 21 rolls played greedily."""
    w, x, y, z = 0.0, 0.0, 0.0, 0.0
    for a in range(1, 7):
        for b in range(1, a + 1):
            _key, _other, _me, chances = after_roll(net, rules, key, other, a, b, made, utility, room)
            share = (1.0 if a == b else 2.0) / 36
            w += share * chances[0]
            x += share * chances[1]
            y += share * chances[2]
            z += share * chances[3]
    return w, x, y, z


@_small
def keep_top(room, begin, end, count):
    """Copy the `count` best results to `room.top_…`, best first, of equal ones the first; returns how many there are."""
    kept = 0
    for i in range(begin, end):
        at = kept
        while at > 0 and room.top_worth[at - 1] < room.worth[i]:
            at -= 1
        if at >= count:
            continue
        kept = min(kept + 1, count)
        for j in range(kept - 1, at, -1):
            room.top_worth[j], room.top_keys[j] = room.top_worth[j - 1], room.top_keys[j - 1]
            room.top_codes[j] = room.top_codes[j - 1]
        room.top_worth[at], room.top_keys[at], room.top_codes[at] = room.worth[i], room.keys[i], room.codes[i]
    return kept


@_small
def value_after(net, rules, key, other, code, queue, cascade, made, utility, room):
    """Seat 0's chances one roll ahead, after its stage had the result `key` and left `code`."""
    if key == uint64(ALL_OFF):
        return won(other)
    flipped = against(utility)
    if net.kind[0] == YARDSTICK:
        if (queue >> 12) & 1:
            return roll_value(net, rules, key, other, made, utility, room)
        return turned(roll_value(net, rules, other, key, (made[1], made[0]), flipped, room))
    mine, yours = occupied_of(key), occupied_of(other)
    me, after = settle(mine, yours, rules, left_queue(queue, code), cascade, True)
    chances = (0.0, 0.0, 0.0, 0.0)
    if after:
        key, other, me, chances = greedy_turn(net, rules, key, other, me, after, cascade, made, utility, room)
    if me == 0:
        return roll_value(net, rules, key, other, made, utility, room)
    if me == 1:
        return turned(roll_value(net, rules, other, key, (made[1], made[0]), flipped, room))
    return chances


@_small
def ahead_stage(net, rules, key, other, queue, cascade, made, utility, wide, room):
    """As `greedy_stage`, but the `wide` best results are looked at one roll further."""
    shut = opposing(occupied_of(other), rules[0])
    begin, end = generate(key, shut, queue & 511, rules[3], room)
    best, chances, who, after = judge(net, rules, other, queue, cascade, made, utility, begin, end, room)
    if end - begin == 1 or wide < 2:
        return room.keys[best], chances, who, after
    kept = keep_top(room, begin, end, wide)
    chosen, top = 0, -1e9
    for i in range(kept):
        found = value_after(
            net, rules, room.top_keys[i], other, room.top_codes[i], queue, cascade, made, utility, room
        )
        if worth(found, utility) > top:
            chosen, top, chances = i, worth(found, utility), found
    key = room.top_keys[chosen]
    if key == uint64(ALL_OFF):
        return key, chances, 0, int64(0)
    left = left_queue(queue, room.top_codes[chosen])
    who, after = settle(occupied_of(key), occupied_of(other), rules, left, cascade, True)
    return key, chances, who, after


@_small
def throw(seed, pair, index):
    """Throw number `index` of a pair of matches: two dice."""
    word = mixed(mixed(seed ^ mixed(uint64(pair))) + uint64(index) * uint64(0x9E3779B97F4A7C15))
    return 1 + below(word, 6), 1 + below(word << uint64(32), 6)


@_small
def play_game(nets, rules, side, made, queue, utilities, wides, seed, pair, index, rooms):
    """One game between seats 0 and 1 from the start; returns the winner, points, and the next throw's number.

    `queue`: the stages that `side` has to play already (0: it rolls first).
    """
    keys = (uint64(START_KEY), uint64(START_KEY))
    cascade = False
    while True:
        player = side
        if queue == 0:
            a, b = throw(seed, pair, index)
            index += 1
            made = (made[0] + (side == 0), made[1] + (side == 1))
            queue, cascade = rolled(a, b, rules, made[side], made[0] + made[1])
            who, queue = settle(occupied_of(keys[side]), occupied_of(keys[1 - side]), rules, queue, cascade, False)
            player = side if who == 0 else 1 - side
        while queue:
            mine, other = keys[player], keys[1 - player]
            rolls = made if player == 0 else (made[1], made[0])
            utility = (utilities[player, 0], utilities[player, 1], utilities[player, 2], utilities[player, 3])
            wide = wides[player]
            if player == 0:
                mine, _c, who, queue = ahead_stage(
                    nets[0], rules, mine, other, queue, cascade, rolls, utility, wide, rooms[0]
                )
                keys = (mine, other)
            else:
                mine, _c, who, queue = ahead_stage(
                    nets[1], rules, mine, other, queue, cascade, rolls, utility, wide, rooms[1]
                )
                keys = (other, mine)
            if mine == uint64(ALL_OFF):
                return player, 1 if off_of(other) else 2, index
            if who == 1:
                player = 1 - player
        side = player


@_kernel
def play_matches(net_a, net_b, rules, opening, length, table, wide_a, wide_b, seed, first, scores, room_a, room_b):
    """Matches with paired dice: number i (from `first`) has A as seat 0 if even; `scores` (n, 4) are the points of
    A and B, games and throws.

    `opening`: 1 if the opening throw is played, and 2 more if each game has one. `table` (length, length, 4): the
    utility of a side that needs i + 1 points when the other needs j + 1. With `length` 1 single games count their points.
    """
    for i in range(scores.shape[0]):
        number = first + i
        pair, swapped = number // 2, number % 2
        points = (0, 0)
        index, games, starter = 0, 0, -1
        while max(points[0], points[1]) < length:
            queue, made = int64(0), (0, 0)
            if starter < 0 or opening & 2:
                a, b = throw(seed, pair, index)
                index += 1
                while a == b:
                    a, b = throw(seed, pair, index)
                    index += 1
                starter = 0 if a > b else 1
                if opening & 1:
                    queue, _cascade = rolled(a, b, rules, 1, 1)
                    made = (1 - starter, starter)
            for k in range(4):
                room_a.utilities[0, k] = table[length - 1 - points[0], length - 1 - points[1], k]
                room_a.utilities[1, k] = table[length - 1 - points[1], length - 1 - points[0], k]
            room_a.wides[0], room_a.wides[1] = (wide_a, wide_b) if not swapped else (wide_b, wide_a)
            if not swapped:
                winner, gained, index = play_game(
                    (net_a, net_b), rules, starter, made, queue, room_a.utilities, room_a.wides, seed, pair, index,
                    (room_a, room_b),
                )  # fmt: skip
            else:
                winner, gained, index = play_game(
                    (net_b, net_a), rules, starter, made, queue, room_a.utilities, room_a.wides, seed, pair, index,
                    (room_b, room_a),
                )  # fmt: skip
            points = (points[0] + gained * (winner == 0), points[1] + gained * (winner == 1))
            games += 1
            starter = winner
        scores[i, 0], scores[i, 1] = (points[0], points[1]) if not swapped else (points[1], points[0])
        scores[i, 2], scores[i, 3] = games, index

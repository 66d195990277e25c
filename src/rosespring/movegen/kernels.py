"""The compiled twin of `reference`: the same rules on machine words (see `words`).

Everything here takes and fills arrays that belong to the caller, and allocates nothing. Points are
bits 1 … 24 of a mask; `counts` and `bars` are scratch arrays of 25 integers: the checkers on each
point of the side at work, and the bit of its key where the point's bar stands.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba
from numba import int64, njit, uint64

from rosespring.kernel_cache import cache_folder

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

KEY_BITS = 39
KEY_MASK = (1 << KEY_BITS) - 1
LAST_SHIFT = 40
MAX_RESULTS = 4096
"""More results than any single stage of one position has."""

# No reference counts (`_nrt`): nothing here allocates, and in every call they cost more than what they count.
small = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True)  # type: ignore[call-overload]
"""For functions that other kernels call."""
inner = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True)  # type: ignore[call-overload]
"""For functions that only other kernels can call: what takes a thread's scratch apart for Python is slow to compile."""
kernel = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, cache=True)  # type: ignore[call-overload]
"""For entrances."""
_inline = njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, inline="always")  # type: ignore[call-overload]


@small
def ones(mask):
    """How many bits are set."""
    mask = mask - ((mask >> uint64(1)) & uint64(0x5555555555555555))
    mask = (mask & uint64(0x3333333333333333)) + ((mask >> uint64(2)) & uint64(0x3333333333333333))
    mask = (mask + (mask >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return int64((mask * uint64(0x0101010101010101)) >> uint64(56))


@small
def lowest(mask):
    """The number of the lowest set bit."""
    return ones((mask & (~mask + uint64(1))) - uint64(1))


@small
def bit(point):
    """The mask of one point."""
    return uint64(1) << uint64(point)


@small
def movable(occupied, shut, number):
    """The points from which `number` can be played (rules.md sections 1, 4)."""
    n = uint64(number)
    mask = occupied & ~(shut << n) & ~((uint64(2) << n) - uint64(1))
    if occupied >> uint64(7) == uint64(0):
        mask |= occupied & (uint64(1) << n)
        if occupied >> n == uint64(0):
            spread = occupied | (occupied >> uint64(1))
            spread |= spread >> uint64(2)
            spread |= spread >> uint64(4)
            mask |= spread ^ (spread >> uint64(1))
    return mask


@small
def opposite(point, parallel):
    """The opponent's number for a point."""
    if parallel:
        return (point + 11) % 24 + 1
    return 25 - point


@small
def mirrored(mask, parallel):
    """The points of a mask in the opponent's numbering."""
    result = uint64(0)
    while mask:
        result |= bit(opposite(lowest(mask), parallel))
        mask &= mask - uint64(1)
    return result


@small
def after_step(occupied, single, point, number):
    """The occupied points after a step; `single` are the points with one checker before it."""
    occupied ^= single & bit(point)
    if point > number:
        occupied |= bit(point - number)
    return occupied


@_inline
def completing(occupied, shut, single, mask, number, other):
    """The points of `mask` from which `number` leaves a play for `other` or wins."""
    result = uint64(0)
    rest = mask
    while rest:
        point = lowest(rest)
        rest &= rest - uint64(1)
        after = after_step(occupied, single, point, number)
        if after == uint64(0) or movable(after, shut, other):
            result |= bit(point)
    return result


@_inline
def two_dice(occupied, shut, single, high, low, use_all):
    """The points from which the high and the low die of a stage may be played first (section 2, `dice_use`)."""
    first = movable(occupied, shut, high)
    second = movable(occupied, shut, low)
    if use_all:
        both_first = completing(occupied, shut, single, first, high, low)
        both_second = completing(occupied, shut, single, second, low, high)
        if both_first or both_second:
            first, second = both_first, both_second
        elif first:
            second = uint64(0)
    return first, second


@_inline
def stage_masks(occupied, shut, single, code, use_all):
    """The points from which the number and the other number of a stage code may be played."""
    number, left, other = code & 7, (code >> 3) & 7, code >> 6
    first, second = uint64(0), uint64(0)
    if left and other:
        first, second = two_dice(occupied, shut, single, number, other, use_all)
    elif left:
        first = movable(occupied, shut, number)
    elif other:
        second = movable(occupied, shut, other)
    return first, second


@small
def decode(key, counts, bars):
    """Fill `counts` and `bars` from a key; returns the occupied points and those with one checker."""
    occupied, single = uint64(0), uint64(0)
    at = KEY_BITS - 1
    for point in range(24, 0, -1):
        count = 0
        while (key >> uint64(at)) & uint64(1):
            count += 1
            at -= 1
        counts[point] = count
        bars[point] = at
        if count:
            occupied |= bit(point)
        if count == 1:
            single |= bit(point)
        at -= 1
    counts[0] = at + 1
    bars[0] = -1
    return occupied, single


@small
def moved_key(key, bar_from, bar_to):
    """The key with one star taken from above the bar at `bar_from` to above the one at `bar_to`."""
    low = uint64(bar_to + 1)
    upper = (uint64(2) << uint64(bar_from + 1)) - uint64(1)
    middle = (uint64(1) << uint64(bar_from + 1)) - uint64(1)
    below = (uint64(1) << low) - uint64(1)
    return (key & ~(upper ^ below)) | ((key & (middle ^ below)) << uint64(1)) | (uint64(1) << low)


@small
def play(key, counts, bars, point, target):
    """Move one checker in `counts` and `bars`; returns the new key."""
    key = moved_key(key, bars[point], bars[target])
    counts[point] -= 1
    counts[target] += 1
    for between in range(target + 1, point + 1):
        bars[between] += 1
    return key


@small
def unplay(counts, bars, point, target):
    """Undo `play`."""
    counts[point] += 1
    counts[target] -= 1
    for between in range(target + 1, point + 1):
        bars[between] -= 1


@kernel
def legal_masks(own, shut, stages, use_all, first, second, counts, bars):
    """For each position the points from which its stage's number and other number may be played next."""
    for i in range(own.shape[0]):
        occupied, single = decode(own[i], counts, bars)
        first[i], second[i] = stage_masks(occupied, shut[i], single, stages[i], use_all[i])


@small
def equal_results(key, shut, number, left, occupied, counts, bars, points, waiting, keys, codes, n):
    """All results of `left` equal dice, each once: checkers leave in the order of their points, highest first.

    `points` and `waiting` are scratch arrays of at least 5: the point played at each depth, and the
    points still to try there.
    """
    depth = 0
    moves = movable(occupied, shut, number)
    waiting[0] = moves
    if moves == uint64(0):
        keys[n], codes[n] = key, number | left << 3
        return n + 1
    while depth >= 0:
        if waiting[depth] == uint64(0):
            depth -= 1
            if depth >= 0:
                point = points[depth]
                target = max(0, point - number)
                unplay(counts, bars, point, target)
                key = moved_key_back(key, bars[point], bars[target])
                occupied |= bit(point)
                if target and counts[target] == 0:
                    occupied ^= bit(target)
            continue
        point = lowest(waiting[depth])
        waiting[depth] &= waiting[depth] - uint64(1)
        target = max(0, point - number)
        occupied_after = occupied
        if counts[point] == 1:
            occupied_after ^= bit(point)
        if target:
            occupied_after |= bit(target)
        if depth + 1 == left or occupied_after == uint64(0):
            keys[n], codes[n] = moved_key(key, bars[point], bars[target]), 0
            n += 1
            continue
        moves = movable(occupied_after, shut, number)
        if moves == uint64(0):
            keys[n] = moved_key(key, bars[point], bars[target])
            codes[n] = number | (left - depth - 1) << 3
            n += 1
            continue
        key = play(key, counts, bars, point, target)
        occupied = occupied_after
        points[depth] = point
        depth += 1
        waiting[depth] = moves & ((uint64(2) << uint64(point)) - uint64(1))
    return n


@small
def moved_key_back(key, bar_from, bar_to):
    """Undo `moved_key`; the bars are those before the step."""
    low = uint64(bar_to + 1)
    upper = (uint64(2) << uint64(bar_from + 1)) - uint64(1)
    below = (uint64(1) << low) - uint64(1)
    kept = key & ~(upper ^ below)
    middle = (key & (upper ^ below) & ~(uint64(1) << low)) >> uint64(1)
    return kept | middle | (uint64(1) << uint64(bar_from + 1))


@small
def add_result(key, code, keys, codes, begin, n, table):
    """Append a result of two dice unless it is there; `table` holds indices + 1 and is cleared by the caller."""
    size = uint64(table.shape[0] - 1)
    slot = (key * uint64(0x9E3779B97F4A7C15)) >> uint64(40) & size
    while table[slot] > begin:
        index = table[slot] - 1
        if keys[index] == key:
            if code == 0:
                codes[index] = 0
            return n
        slot = (slot + uint64(1)) & size
    table[slot] = n + 1
    keys[n], codes[n] = key, code
    return n + 1


@small
def second_die(key, shut, number, occupied, counts, bars, keys, codes, begin, n, table):
    """The results of one last die; the way before it counts as a result if it cannot be played."""
    moves = movable(occupied, shut, number)
    if moves == uint64(0):
        left = 0 if occupied == uint64(0) else number | 1 << 3
        return add_result(key, left, keys, codes, begin, n, table)
    while moves:
        point = lowest(moves)
        moves &= moves - uint64(1)
        after = moved_key(key, bars[point], bars[max(0, point - number)])
        n = add_result(after, int64(0), keys, codes, begin, n, table)
    return n


@small
def mixed_results(key, shut, code, use_all, occupied, single, counts, bars, keys, codes, n, table):
    """All results of two different dice, each once."""
    begin = n
    high, low = code & 7, code >> 6
    first, second = two_dice(occupied, shut, single, high, low, use_all)
    if first == uint64(0) and second == uint64(0):
        keys[n], codes[n] = key, code
        return n + 1
    for turn in range(2):
        number, other = (high, low) if turn == 0 else (low, high)
        moves = first if turn == 0 else second
        while moves:
            point = lowest(moves)
            moves &= moves - uint64(1)
            target = max(0, point - number)
            after = after_step(occupied, single, point, number)
            stepped = play(key, counts, bars, point, target)
            n = second_die(stepped, shut, other, after, counts, bars, keys, codes, begin, n, table)
            unplay(counts, bars, point, target)
    return n


@kernel
def stage_results(own, shut, stages, use_all, keys, codes, offsets, counts, bars, points, waiting, table):
    """The distinct results of each position's stage: `keys` and stage `codes` left, from ``offsets[i]`` on.

    Stops before the first position whose results might not fit; returns how many were done. `table`
    is a zeroed scratch array of a power of two of at least 2048; indices that it keeps from one
    position are below those of the next, and so count as empty.
    """
    n = 0
    for i in range(own.shape[0]):
        offsets[i] = n
        if n + MAX_RESULTS > keys.shape[0]:
            return i
        code = stages[i]
        if code == 0 or own[i] == uint64(0x7FFF):
            continue
        occupied, single = decode(own[i], counts, bars)
        number, left, other = code & 7, (code >> 3) & 7, code >> 6
        if left and other:
            n = mixed_results(own[i], shut[i], code, use_all[i], occupied, single, counts, bars, keys, codes, n, table)
        else:
            n = equal_results(own[i], shut[i], number, left, occupied, counts, bars, points, waiting, keys, codes, n)
    offsets[own.shape[0]] = n
    return own.shape[0]


@kernel
def expand(layer, number, shut, parts, fill, ended, n_ended, shift, begin, counts, bars):
    """One more equal die for the lines of a cascade's layer, from index `begin` on.

    A line is a key with the point of its last step in this stage above bit 40: later steps of the stage
    start no higher, so that each order of the same steps is made once. New lines go to
    ``parts[hash >> shift, fill[…]]``. Lines that can play nothing, or have won, go to `ended`.
    Stops before a line that might not fit into its part, or into `ended`.

    Returns the index of the first line not done, and the number of ended lines.
    """
    room = parts.shape[1] - 24
    full = False
    for i in range(begin, layer.shape[0]):
        if full or n_ended == ended.shape[0]:
            return i, n_ended
        key = layer[i] & uint64(KEY_MASK)
        last = layer[i] >> uint64(LAST_SHIFT)
        occupied, _single = decode(key, counts, bars)
        moves = movable(occupied, shut, number)
        if moves == uint64(0):
            ended[n_ended] = key
            n_ended += 1
            continue
        moves &= (uint64(2) << last) - uint64(1)
        while moves:
            point = lowest(moves)
            moves &= moves - uint64(1)
            after = moved_key(key, bars[point], bars[max(0, point - number)])
            part = (after * uint64(0x9E3779B97F4A7C15)) >> uint64(shift)
            parts[part, fill[part]] = after | uint64(point) << uint64(LAST_SHIFT)
            fill[part] += 1
            full |= fill[part] > room
    return layer.shape[0], n_ended


@kernel
def merge(parts, fill, table, table_bits, out):
    """Each distinct key of `parts` once, with the highest last point; `table` is scratch of 2 ** table_bits words.

    Returns how many lines were written to `out`; `fill` is set back to zeros.
    """
    n = 0
    size = 1 << table_bits
    for part in range(parts.shape[0]):
        for slot in range(size):
            table[slot] = uint64(0)
        for i in range(fill[part]):
            line = parts[part, i]
            key = line & uint64(KEY_MASK)
            at = (key * uint64(0xD6E8FEB86659FD93)) >> uint64(64 - table_bits)
            while table[at] and table[at] & uint64(KEY_MASK) != key:
                at = (at + uint64(1)) & uint64(size - 1)
            if line > table[at]:
                table[at] = line
        fill[part] = 0
        for slot in range(size):
            if table[slot]:
                out[n] = table[slot]
                n += 1
    return n


@small
def mixed(x):
    """The finaliser of splitmix64: a well-mixed word for each word."""
    x = (x ^ (x >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> uint64(27))) * uint64(0x94D049BB133111EB)
    return x ^ (x >> uint64(31))


@small
def below(word, bound):
    """A number from 0 to bound - 1 by the upper half of a random word."""
    return int64(((word >> uint64(32)) * uint64(bound)) >> uint64(32))


@small
def set_up(men, occupied, single, shut, start, parallel):
    """Place the checkers of `start` (two sides of 25 counts)."""
    for side in range(2):
        occupied[side], single[side] = uint64(0), uint64(0)
        for point in range(25):
            men[side, point] = start[side, point]
            if point and start[side, point]:
                occupied[side] |= bit(point)
            if point and start[side, point] == 1:
                single[side] |= bit(point)
    for side in range(2):
        shut[side] = mirrored(occupied[1 - side], parallel)


@_inline
def step(men, occupied, single, shut, side, point, number, parallel):
    """Play one step on a board of both sides."""
    men[side, point] -= 1
    if men[side, point] == 0:
        occupied[side] ^= bit(point)
        single[side] ^= bit(point)
        shut[1 - side] ^= bit(opposite(point, parallel))
    elif men[side, point] == 1:
        single[side] |= bit(point)
    target = max(0, point - number)
    men[side, target] += 1
    if target and men[side, target] == 1:
        occupied[side] |= bit(target)
        single[side] |= bit(target)
        shut[1 - side] |= bit(opposite(target, parallel))
    elif target:
        single[side] &= ~bit(target)


@small
def pick(mask, index):
    """The point of the set bit number `index` of a mask, from the lowest."""
    for _ in range(index):
        mask &= mask - uint64(1)
    return lowest(mask)


@small
def trace_entry(trace, n, entry):
    """Write down an action, while there is room."""
    if n < trace.shape[0]:
        trace[n] = entry
    return n + 1


@kernel
def playouts(start, rules, seed, first, winners, points, rolls, steps, trace, men, masks):
    """Whole games by uniformly random legal steps from `start` (two sides of 25 counts).

    Game i depends on `seed` and ``first + i`` only. Fills the winner, points, rolls and steps of each
    game. `trace` takes the actions of the last game: rolls as ``a * 8 + b``, steps as
    ``64 + point * 8 + number``. `men` (2 × 25) and `masks` (3 × 2) are scratch.
    """
    occupied, single, shut = masks[0], masks[1], masks[2]
    parallel, from_roll, count_game, use_all = rules[0], rules[1], rules[2], rules[3]
    passes, every_roll, unstarted, skips = rules[4], rules[5], rules[6], rules[7]
    for i in range(winners.shape[0]):
        set_up(men, occupied, single, shut, start, parallel)
        state = mixed(seed ^ mixed(uint64(first + i) + uint64(0x632BE59BD9B4E019)))
        side = int64(state >> uint64(63))
        made = (0, 0)
        n_steps, n_trace, winner = 0, 0, -1
        while winner < 0:
            state += uint64(0x9E3779B97F4A7C15)
            word = mixed(state)
            a, b = 1 + below(word, 6), 1 + below(word << uint64(32), 6)
            n_trace = trace_entry(trace, n_trace, a * 8 + b)
            made = (made[0] + (side == 0), made[1] + (side == 1))
            count = made[0] + made[1] if count_game else made[side]
            cascade = a == b and 0 < from_roll <= count
            number, left, other = max(a, b), 4 if a == b else 1, 0 if a == b else min(a, b)
            last = 6 if cascade else number
            player, received, started = side, False, False
            while True:
                code = number | left << 3 | other << 6
                moves, others = stage_masks(occupied[player], shut[player], single[player], code, use_all)
                n_first = ones(moves)
                n_all = n_first + ones(others)
                if n_all == 0:
                    if received and skips and number < last:
                        number, left = number + 1, 4
                    elif not received and passes and (cascade or every_roll) and (started or unstarted):
                        player, received, started = 1 - player, True, False
                    else:
                        break
                    continue
                state += uint64(0x9E3779B97F4A7C15)
                chosen = below(mixed(state), n_all)
                if chosen < n_first:
                    point, die = pick(moves, chosen), number
                    left -= 1
                else:
                    point, die = pick(others, chosen - n_first), other
                    other = 0
                step(men, occupied, single, shut, player, point, die, parallel)
                n_steps += 1
                started = True
                n_trace = trace_entry(trace, n_trace, 64 + point * 8 + die)
                if occupied[player] == uint64(0):
                    winner = player
                    break
                if left == 0 and other == 0:
                    if number == last:
                        break
                    number, left = number + 1, 4
            side = player if received else 1 - side
        winners[i], rolls[i], steps[i] = winner, made[0] + made[1], n_steps
        points[i] = 1 if men[1 - winner, 0] else 2

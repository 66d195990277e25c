"""Whole matches between two networks or formulae, compiled: for measuring strength fast."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
from numba import int64, uint64

from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import below, inner, kernel, mixed, small
from rosespring.search.ahead.kernels import ahead_stage
from rosespring.search.kernels import ALL_OFF, START_KEY, occupied_of, off_of, rolled, settle
from rosespring.search.turns.kernels import plan, two_best

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time


class Seat(NamedTuple):
    """A player with its scratch: `limits` are wide and budget of its `Depth`, and 1 if it plays stages apart."""

    net: Any
    limits: Any
    near: Any
    room: Any
    top: Any
    beam: Any
    spare: Any
    ends: Any


@small
def throw(seed, pair, index):
    """Throw number `index` of a pair of matches: two dice."""
    word = mixed(mixed(seed ^ mixed(uint64(pair))) + uint64(index) * uint64(0x9E3779B97F4A7C15))
    return 1 + below(word, 6), 1 + below(word << uint64(32), 6)


@inner
def play_on(seat, rules, mine, other, queue, cascade, made, utility):
    """What a seat makes of the stages of `queue`: its key, who acts then (0: the same side) and the queue.

    All of them, or the first if it plays stages apart.
    """
    if seat.limits[2]:
        mine, _chances, who, queue = ahead_stage(
            seat.net, rules, mine, other, queue, cascade, made, utility, seat.limits[0], seat.top, seat.room
        )
        return mine, who, queue
    plan(
        seat.net, rules, mine, other, queue, cascade, made, utility, int64(seat.limits[0] > 1),
        seat.limits[1], seat.near[0], seat.beam, seat.spare, seat.ends, seat.room,
    )  # fmt: skip
    best, _second = two_best(seat.ends)
    return seat.ends.keys[best], seat.ends.who[best], seat.ends.queues[best]


@inner
def play_game(seats, rules, side, made, queue, utilities, seed, pair, index):
    """One game between seats 0 and 1 from the start; returns the winner, points, the next throw's number, and rolls.

    `queue`: the stages that `side` has to play already (0: it rolls first). With noise, each throw blurs values anew,
    and in the same way for both seats: equal players with exchanged seats play the same game again.
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
        blur = mixed(mixed(seed ^ mixed(uint64(pair))) ^ uint64(index))
        seats[0].room.noise_seed[0] = seats[1].room.noise_seed[0] = blur
        while queue:
            mine, other = keys[player], keys[1 - player]
            rolls = made if player == 0 else (made[1], made[0])
            utility = (utilities[player, 0], utilities[player, 1], utilities[player, 2], utilities[player, 3])
            if player == 0:
                mine, who, queue = play_on(seats[0], rules, mine, other, queue, cascade, rolls, utility)
                keys = (mine, other)
            else:
                mine, who, queue = play_on(seats[1], rules, mine, other, queue, cascade, rolls, utility)
                keys = (other, mine)
            if mine == uint64(ALL_OFF):
                return player, 1 if off_of(other) else 2, index, made[0] + made[1]
            if who == 1:
                player = 1 - player
        side = player


@kernel
def play_matches(a_seat, b_seat, rules, opening, length, table, seed, first, scores, utilities):
    """Matches with paired dice: number i (from `first`) has A as seat 0 if it is even.

    `scores` (n, 4): the points of A and B, games, rolls. `opening`: 1 if the opening throw is played, and 2 more if
    each game has one. `table` (length, length, 4): the utility of a side that needs i + 1 points when the other needs
    j + 1. With `length` 1 single games count their points. `utilities` (2, 4) is scratch.
    """
    for i in range(scores.shape[0]):
        number = first + i
        pair, swapped = number // 2, number % 2
        points = (0, 0)
        index, games, rolls, starter = 0, 0, 0, -1
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
                utilities[0, k] = table[length - 1 - points[0], length - 1 - points[1], k]
                utilities[1, k] = table[length - 1 - points[1], length - 1 - points[0], k]
            seats = (a_seat, b_seat)
            if swapped:
                seats = (b_seat, a_seat)
            winner, gained, index, made_all = play_game(
                seats, rules, starter, made, queue, utilities, seed, pair, index
            )
            points = (points[0] + gained * (winner == 0), points[1] + gained * (winner == 1))
            games += 1
            rolls += made_all
            starter = winner
        scores[i, 0], scores[i, 1] = (points[0], points[1]) if not swapped else (points[1], points[0])
        scores[i, 2], scores[i, 3] = games, rolls

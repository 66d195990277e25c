"""Whole matches between two networks or formulae, compiled: for measuring strength fast."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba
from numba import int64, uint64

from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import below, kernel, mixed, small
from rosespring.search.kernels import ALL_OFF, ahead_stage, occupied_of, off_of, rolled, settle

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

START_KEY = ALL_OFF << 24


@small
def throw(seed, pair, index):
    """Throw number `index` of a pair of matches: two dice."""
    word = mixed(mixed(seed ^ mixed(uint64(pair))) + uint64(index) * uint64(0x9E3779B97F4A7C15))
    return 1 + below(word, 6), 1 + below(word << uint64(32), 6)


@small
def play_game(nets, rules, side, made, queue, utilities, wides, seed, pair, index, rooms):
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
        rooms[0].noise_seed[0] = rooms[1].noise_seed[0] = blur
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
                return player, 1 if off_of(other) else 2, index, made[0] + made[1]
            if who == 1:
                player = 1 - player
        side = player


@kernel
def play_matches(
    net_a, net_b, rules, opening, length, table, wide_a, wide_b, seed, first, scores, utilities, wides, room_a, room_b
):
    """Matches with paired dice: number i (from `first`) has A as seat 0 if it is even.

    `scores` (n, 4): the points of A and B, games, rolls. `opening`: 1 if the opening throw is played, and 2 more if
    each game has one. `table` (length, length, 4): the utility of a side that needs i + 1 points when the other needs
    j + 1. With `length` 1 single games count their points. `utilities` (2, 4) and `wides` (2) are scratch.
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
            wides[0], wides[1] = (wide_a, wide_b) if not swapped else (wide_b, wide_a)
            if not swapped:
                winner, gained, index, made_all = play_game(
                    (net_a, net_b), rules, starter, made, queue, utilities, wides, seed, pair, index,
                    (room_a, room_b),
                )  # fmt: skip
            else:
                winner, gained, index, made_all = play_game(
                    (net_b, net_a), rules, starter, made, queue, utilities, wides, seed, pair, index,
                    (room_b, room_a),
                )  # fmt: skip
            points = (points[0] + gained * (winner == 0), points[1] + gained * (winner == 1))
            games += 1
            rolls += made_all
            starter = winner
        scores[i, 0], scores[i, 1] = (points[0], points[1]) if not swapped else (points[1], points[0])
        scores[i, 2], scores[i, 3] = games, rolls

"""Trials of a rollout: a position played out many times, each time with dice that its number alone decides.

Seats, chances, utilities and queues are those of `search.kernels`; seat 0 is the side that asks.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
from numba import boolean, int64, uint64

from rosespring.kernel_cache import cache_folder
from rosespring.movegen.kernels import inner, kernel, mixed, small
from rosespring.players.kernels import play_on, throw
from rosespring.search.ahead.kernels import after_roll, rolls_ahead
from rosespring.search.kernels import (
    ALL_OFF,
    occupied_of,
    off_of,
    rolled,
    seen_by,
    settle,
    told_to,
    value_of,
    wished_by,
    won,
)

numba.config.CACHE_DIR = cache_folder()  # type: ignore[attr-defined]  # numba makes its settings at run time

ROLLS = 36


class Exact(NamedTuple):
    """An exact table of endings: `chances` of the side to roll with at most `men` checkers a side, and binomials."""

    men: int
    choose: Any
    chances: Any


@small
def index_of(key, men, choose):
    """The index of a side's checkers in a table, see `endings.ranks`."""
    index, at, point, place = 0, 0, 24, 38
    while point:
        if (key >> uint64(place)) & uint64(1):
            index += choose[point + men - 1 - at, men - at]
            at += 1
        else:
            point -= 1
        place -= 1
    return index


@small
def doubles_settled(rules, made):
    """Whether all later doubles of both sides are played alike, as tables take it (rules.md section 2)."""
    start = rules[1]
    if start == 0:
        return True
    if rules[2]:
        return made[0] + made[1] + 1 >= start
    return min(made[0], made[1]) + 1 >= start


@small
def known(exact, rules, mine, yours, made):
    """The exact chance to win of the side of `mine`, about to roll; -1 where the table does not reach."""
    if exact.men == 0 or min(off_of(mine), off_of(yours)) < 15 - exact.men or not doubles_settled(rules, made):
        return -1.0
    size = exact.choose[24 + exact.men, exact.men]
    own, other = index_of(mine, exact.men, exact.choose), index_of(yours, exact.men, exact.choose)
    return exact.chances[own * size + other] / 4294967295.0


@small
def dice_of(trial, index, firsts, seed):
    """Roll number `index` of a trial: the first two run through all pairs, in an order that the seed decides."""
    if index > 1:
        return throw(seed, trial, index)
    size = firsts.shape[0]
    block, within = trial // (size * ROLLS), trial % (size * ROLLS)
    turn, place = within // size, within % size
    if index == 0:
        return firsts[place, 0], firsts[place, 1]
    begin = int64(mixed(mixed(seed ^ mixed(uint64(block + 1))) + uint64(place)) >> uint64(40))
    second = (begin + turn) % ROLLS
    return 1 + second // 6, 1 + second % 6


@small
def roll_number(a, b):
    """A number from 0 to 35 for a roll, the same for a-b and b-a."""
    return (max(a, b) - 1) * 6 + min(a, b) - 1


@inner
def luck_of(seat, rules, mine, yours, a, b, made, utility):
    """By how much the chances of the side that rolls a and b get better than the mean over its rolls."""
    _key, _other, _me, got = after_roll(seat.net, rules, mine, yours, a, b, made, utility, seat.room)
    mean = rolls_ahead(seat.net, rules, mine, yours, made, utility, int64(1), seat.room)
    return got[0] - mean[0], got[1] - mean[1], got[2] - mean[2], got[3] - mean[3]


@inner
def play_trial(seat, rules, keys, player, queue, cascade, made, utility, firsts, seed, trial, limits, exact, luck):
    """One trial: the chances of seat 0 where it ends; its luck is added to `luck` (4).

    `limits`: rolls after which the network's value stands for the rest (0: never), and whether luck is counted.
    """
    index = 0
    while True:
        while queue:
            mine, yours = seen_by(player, keys)
            mine, who, queue = play_on(
                seat, rules, mine, yours, queue, cascade, seen_by(player, made), wished_by(player, utility)
            )
            keys = seen_by(player, (mine, yours))
            if mine == uint64(ALL_OFF):
                return told_to(player, won(yours))
            player ^= who
        mine, yours = seen_by(player, keys)
        counted = seen_by(player, made)
        chance = known(exact, rules, mine, yours, counted)
        if chance >= 0.0:
            return told_to(player, (chance, 0.0, 1.0 - chance, 0.0))
        if limits[0] and index >= limits[0]:
            return told_to(player, value_of(seat.net, rules, mine, yours, int64(0), counted, seat.room))
        a, b = dice_of(trial, index, firsts, seed)
        if limits[1] and index:  # the luck of the first rolls is nil in sum, since each comes equally often
            change = told_to(player, luck_of(seat, rules, mine, yours, a, b, counted, wished_by(player, utility)))
            for k in range(4):
                luck[k] += change[k]
        index += 1
        made = (made[0] + (player == 0), made[1] + (player == 1))
        queue, cascade = rolled(a, b, rules, made[player], made[0] + made[1])
        who, queue = settle(occupied_of(mine), occupied_of(yours), rules, queue, cascade, boolean(False))
        player ^= who


@kernel
def play_trials(
    seat, rules, own, other, player, queue, cascade, made, utility, firsts, seed, first, limits, exact, luck,
    found, pairs,
):  # fmt: skip
    """Trials from number `first` on, as many as `found` (n, 4) has rows: the chances of seat 0 less its luck.

    `own` and `other` are the keys of seats 0 and 1, of which `player` is to act; `firsts` (n, 2) the possible first
    rolls. `pairs` (n, 2): the numbers of the first two rolls, see `roll_number`.
    """
    for i in range(found.shape[0]):
        for k in range(4):
            luck[k] = 0.0
        for index in range(2):
            a, b = dice_of(first + i, index, firsts, seed)
            pairs[i, index] = roll_number(a, b)
        chances = play_trial(
            seat, rules, (own, other), player, queue, cascade, made, utility, firsts, seed, first + i, limits, exact,
            luck,
        )  # fmt: skip
        for k in range(4):
            found[i, k] = chances[k] - luck[k]

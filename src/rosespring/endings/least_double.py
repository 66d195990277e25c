"""A bound from below for the chance of a double win in contact with an army far behind (rules.md section 4).

The army's own play is not solved: it is credited with more than it can do. From the side's second roll
on it may shut any points, chosen anew when the dice have fallen; its rests may push the side's checkers
ahead to wherever that harms most; and its first checker counts as off as soon as all its dice together
reach the pips that it takes, as if none of them could be blocked or wasted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from rosespring.board import CHECKERS, HOME, ROLLS, START, Men, Position, Roll, opposite
from rosespring.endings.races import doubles_kind
from rosespring.endings.ranks import places_of
from rosespring.movegen import stage_results
from rosespring.rules import Rules

MAX_MEN = 2
"""Checkers of the side ahead for which the bound is computed."""

Counts = tuple[int, ...]
Choice = frozenset[tuple[Counts, int]]
"""What a side may make of a roll: its checkers, and the pips that pass to the other side."""

_ROLLS = [(roll, 1 if roll.double else 2) for roll in ROLLS[::-1]]


def least_double(position: Position) -> float | None:
    """A bound from below for the chance to win 2 points of a side about to roll with its last checkers in home.

    The other side has none off. None for other positions.
    """
    own, other, rules = position.men.own, position.men.other, position.rules
    if doubles_kind(position) is None or position.stages or position.winner is not None or other[0]:
        return None
    if any(own[HOME + 1 :]) or own[0] < CHECKERS - MAX_MEN:
        return None
    pips = 1 + sum((point - HOME) * other[point] for point in range(HOME + 1, START + 1))
    shut = frozenset(opposite(point, rules.parallel) for point in range(1, START + 1) if other[point])
    choices = (({_choice(own, rules, shut, roll)}, weight) for roll, weight in _ROLLS)
    return _mean(choices, pips, rules)


def _mean(choices: Iterable[tuple[Iterable[Choice], int]], pips: int, rules: Rules) -> float:
    """The mean over rolls of the best end in the worst choice."""
    total = 0.0
    for worst_of, weight in choices:
        total += weight * min(max(_answered(end, pips - rest, rules) for end, rest in choice) for choice in worst_of)
    return total / 36


@lru_cache(maxsize=1 << 16)
def _answered(own: Counts, pips: int, rules: Rules) -> float:
    """The bound before the other side's roll, if that side needs `pips` for its first checker."""
    if own[0] == CHECKERS:
        return 1.0
    return sum(weight * _pushed(own, pips - _pips_of(roll, rules), rules) for roll, weight in _ROLLS) / 36


@lru_cache(maxsize=1 << 16)
def _pushed(own: Counts, pips: int, rules: Rules) -> float:
    """The bound before the side's roll, and before the rest that it may have to play first."""
    if pips <= 0:
        return 0.0
    places = _ahead_of(own) if rules.rest == "passes" else [own]
    return min(_to_roll(ahead, pips, rules) for ahead in places)


@lru_cache(maxsize=1 << 16)
def _to_roll(own: Counts, pips: int, rules: Rules) -> float:
    return _mean(_worst_choices(own, rules), pips, rules)


@lru_cache(maxsize=1 << 10)
def _ahead_of(own: Counts) -> list[Counts]:
    """All that moves of the side's own checkers can lead to, but bearing off the last one."""
    ways = product(*(range(place + 1) for place in places_of(own)))
    boards = {tuple(sorted(way, reverse=True)) for way in ways if any(way)}
    return [_counts(board) for board in sorted(boards)]


def _counts(places: Sequence[int]) -> Counts:
    counts = [0] * (START + 1)
    for place in places:
        counts[place] += 1
    counts[0] = CHECKERS - sum(counts[1:])
    return tuple(counts)


def _pips_of(roll: Roll, rules: Rules) -> int:
    return sum(map(sum, roll.stages(rules.cascade_from > 0)))


@lru_cache(maxsize=1 << 12)
def _worst_choices(own: Counts, rules: Rules) -> list[tuple[list[Choice], int]]:
    """For each roll and its weight what the points that are shut can leave; choices that offer more are left out."""
    shut_sets = list(_shut_sets(own))
    found = []
    for roll, weight in _ROLLS:
        choices = {_choice(own, rules, shut, roll) for shut in shut_sets}
        found.append(([choice for choice in choices if not any(less < choice for less in choices)], weight))
    return found


def _shut_sets(own: Counts) -> Iterator[frozenset[int]]:
    """All sets of points that could be shut and lie below a checker of `own`."""
    highest = max(point for point in range(HOME + 1) if own[point])
    free = [point for point in range(1, highest) if not own[point]]
    for size in range(len(free) + 1):
        yield from map(frozenset, combinations(free, size))


def _choice(own: Counts, rules: Rules, shut: frozenset[int], roll: Roll) -> Choice:
    """All that a roll can lead to while `shut` points stay shut."""
    stages = roll.stages(rules.cascade_from > 0)
    men = Men(own, _army(shut, rules.parallel))
    lines = {Position(rules, men, stages=stages, cascade=roll.double and rules.cascade_from > 0)}
    ends: set[tuple[Counts, int]] = set()
    while lines:
        lines = {after for line in lines for after in _played(line, ends)}
    return frozenset(ends)


def _played(line: Position, ends: set[tuple[Counts, int]]) -> Iterator[Position]:
    """What a stage leads to where the next one can be begun; the others go to `ends`."""
    for result in stage_results(line):
        men = Men(result.own, line.men.other)
        left = ((result.left,) if result.left else ()) + line.stages[1:]
        if result.own[0] == CHECKERS:
            ends.add((result.own, 0))
        elif result.left or not left:
            started = line.started or bool(result.steps)
            passes = line.rules.passes(cascade=line.cascade, started=started)
            ends.add((result.own, sum(map(sum, left)) if passes else 0))
        else:
            yield Position(line.rules, men, stages=left, cascade=line.cascade, started=True)


def _army(shut: frozenset[int], parallel: bool) -> Counts:
    """15 checkers that shut these points, and no others in the home of the other side."""
    points = [opposite(point, parallel) for point in shut] or [opposite(START, parallel)]
    counts = [0] * (START + 1)
    for point in points:
        counts[point] = 1
    counts[points[0]] += CHECKERS - len(points)
    return tuple(counts)

"""Asking the exact tables."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.timing import Figure, cpu_seconds
from rosespring.board import Men, Position, Side, opposite
from rosespring.endings import probe
from rosespring.rules import PRESETS

PROBES = 20_000


def positions() -> list[Position]:
    """Random contact endings of Gul Bara with two checkers a side, about to roll."""
    random = Random(1)
    rules = PRESETS["gul-bara"].rules
    found: list[Position] = []
    while len(found) < PROBES:
        own, other = (sorted(random.choices(range(1, 25), k=2)) for _side in range(2))
        if {opposite(point, rules.parallel) for point in own}.isdisjoint(other):
            men = Men(_counts(own), _counts(other))
            found.append(Position(rules, men, random.choice(list(Side)), (9, 9)))
    return found


def _counts(points: list[int]) -> tuple[int, ...]:
    return (13, *(points.count(point) for point in range(1, 25)))


def probing() -> Figure:
    """One exact answer for a position about to roll."""
    asked = positions()
    chances = [probe(position) for position in asked]
    assert all(found is not None and 0 <= found.win <= 1 for found in chances)
    seconds = cpu_seconds(lambda: [probe(position) for position in asked])
    return Figure("endings:probe", 1e6 * seconds / PROBES, "µs", PROBES)


BENCHMARKS: dict[str, Callable[[], Figure]] = {"endings:probe": probing}

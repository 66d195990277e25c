"""How often each throw has come, beside what chance makes likely."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rosespring.web.fairness import Throw

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Count:
    """How often something came, how often it is to be expected, and how far it strays from that 19 times in 20."""

    name: str
    came: int
    expected: float
    spread: float

    @property
    def usual(self) -> bool:
        """Whether it came about as often as expected."""
        return abs(self.came - self.expected) <= self.spread + 0.5


@dataclass(frozen=True, slots=True)
class Tally:
    """The rolls of one kind of thrower."""

    rolls: int
    faces: tuple[Count, ...]
    doubles: Count
    chance: float
    """The chance that fair dice stray from the even share of all 36 throws at least as far."""


def tally(throws: Mapping[Throw, int]) -> Tally:
    """What `throws`, each with how often it came, add up to."""
    rolls, faces, doubles = sum(throws.values()), Counter[int](), 0
    for (first, second), times in throws.items():
        faces[first] += times
        faces[second] += times
        doubles += times if first == second else 0
    counts = tuple(_count(str(face), faces[face], 2 * rolls, 1 / 6) for face in FACES)
    return Tally(rolls, counts, _count("", doubles, rolls, 1 / 6), _chance(throws, rolls))


def _count(name: str, came: int, trials: int, share: float) -> Count:
    return Count(name, came, trials * share, 1.96 * math.sqrt(trials * share * (1 - share)))


def _chance(throws: Mapping[Throw, int], rolls: int) -> float:
    """The chance of at least so large a chi-squared statistic over the 21 different rolls: 20 degrees of freedom."""
    if not rolls:
        return 1.0
    half = sum((came - rolls * share) ** 2 / (rolls * share) for came, share in _rolls(throws)) / 2
    term, total = 1.0, 1.0
    for k in range(1, 10):
        term *= half / k
        total += term
    return math.exp(-half) * total


def _rolls(throws: Mapping[Throw, int]) -> Iterator[tuple[int, float]]:
    """How often each of the 21 rolls came, and its chance: which of two dice shows what does not matter."""
    for high in FACES:
        for low in range(1, high):
            yield throws.get((high, low), 0) + throws.get((low, high), 0), 2 / 36
        yield throws.get((high, high), 0), 1 / 36

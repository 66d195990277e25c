"""What the network's inputs mean: how the row of each input value is made of learned weights.

A row is a weighted sum of *features* (thresholds, steps and slopes), so that neighbouring values share what
they learn; adding up rows and adding up features is the same function. Changing anything here or in the rows
of `kernels` is a new version: weights of another version are refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rosespring.evaluation import kernels as k

INPUTS_VERSION = 2

Floats = NDArray[np.float32]
Expansion = Iterable[tuple[str, float]]


@dataclass(slots=True)
class _Builder:
    """Collects (row, feature, factor) entries; features are made when they are first named."""

    features: dict[str, int] = field(default_factory=dict)
    entries: list[tuple[int, int, float]] = field(default_factory=list)
    begins: set[int] = field(default_factory=set)

    def block(self, name: str, begin: int, rows: int, expand: Callable[[int], Expansion]) -> None:
        """The rows of one input: `expand` gives the features of each row."""
        self.begins.add(begin)
        for value in range(rows):
            for feature, factor in expand(value):
                index = self.features.setdefault(f"{name}:{feature}", len(self.features))
                self.entries.append((begin + value, index, factor))


def _checkers(value: int) -> Expansion:
    """Of checkers on a point: one, two, three or more, and how many more."""
    yield from ((f">={t}", 1.0) for t in (1, 2, 3) if value >= t)
    if value > 3:
        yield "more", (value - 3) / 4


def _thresholds(value: int) -> Expansion:
    """At least 1, at least 2, … and the value itself."""
    yield from ((f">={t}", 1.0) for t in range(1, value + 1))
    if value:
        yield "value", value / 8


def _each(value: int) -> Expansion:
    """A feature for each value, and the value itself."""
    yield f"={value}", 1.0
    if value:
        yield "value", value / 4


def _run(value: int) -> Expansion:
    """A run of shut points: its length, and the checkers behind it by its length."""
    length, behind = divmod(value, 16)
    if not length:
        return
    yield f"length={length}", 1.0
    yield from ((f"length>={t}", 1.0) for t in range(3, length + 1))
    for least in (2, 3, 4, 5, 6):
        if length >= least:
            yield f"behind:{least}", behind / 8
    if length >= 4:
        yield from ((f"behind>={t}:{min(length, 6)}", 1.0) for t in (1, 2, 4, 7) if behind >= t)


def _contact(value: int) -> Expansion:
    """Whether there is a run of shut points at all, that is, contact."""
    return _thresholds(int(value >= 16))


def _movers(number: int) -> Callable[[int], Expansion]:
    """How many checkers can move a 4, 5 or 6: one digit of three."""
    return lambda value: _thresholds(value >> 3 * (6 - number) & 7)


def _playable(value: int) -> Expansion:
    """Which numbers can be played, and how many of the six."""
    yield from ((f"number {n + 1}", 1.0) for n in range(6) if value >> n & 1)
    yield f"numbers={value.bit_count()}", 1.0
    yield "numbers", value.bit_count() / 6


def _race(value: int) -> Expansion:
    """The lead in sixteenths of a standard deviation: a slope, and kinks."""
    lead = (value - 48) / 16
    yield "lead", lead
    for kink in (-2, -1, 0, 1, 2):
        if lead > kink:
            yield f">{kink}", (lead - kink) / 2


def _options(value: int) -> Expansion:
    """The rule options that are not in the stages left."""
    value, free = divmod(value, 2)
    value, skips = divmod(value, 2)
    hands_over, unstarted = divmod(value, 2)
    yield f"rest {hands_over}", 1.0
    if hands_over and unstarted:
        yield "unstarted passes", 1.0
    if hands_over and skips:
        yield "receiver skips", 1.0
    if free:
        yield "free", 1.0


@dataclass(frozen=True, slots=True)
class Layout:
    """How rows are made: entry i adds ``factors[i]`` times feature ``features[i]`` to row ``rows[i]``."""

    names: tuple[str, ...]
    inputs: frozenset[int]
    """The first row of each input; a moment has at most one row of each."""
    rows: NDArray[np.int64]
    features: NDArray[np.int64]
    factors: Floats

    def bound(self, rows: Floats) -> float:
        """What no sum of rows of one moment can exceed, for `rows` as `collapse` gives them."""
        most = np.zeros((rows.shape[0], rows.shape[2]), np.float32)
        for begin, end in itertools.pairwise((*sorted(self.inputs), k.ROWS)):
            most += np.abs(rows[:, begin:end]).max(axis=1)
        return float(most.max())

    def collapse(self, weights: Floats) -> Floats:
        """The rows (phases, ROWS, hidden) of the first layer from its weights (phases, features, hidden)."""
        phases, _features, hidden = weights.shape
        rows = np.zeros((phases, k.ROWS, hidden), np.float32)
        for phase in range(phases):
            np.add.at(rows[phase], self.rows, self.factors[:, None] * weights[phase, self.features])
        return rows


@cache
def layout() -> Layout:
    """The layout of this version's inputs."""
    b = _Builder()
    for role, who in enumerate(("my", "your")):
        for point in range(1, 25):
            b.block(f"{who} point {point}", k.POINT + (role * 24 + point - 1) * 16, 16, _checkers)
        b.block(f"{who} off", k.OFF + role * 16, 16, _thresholds)
        b.block(f"{who} rear", k.REAR + role * 25, 25, _thresholds)
        b.block(f"{who} way to the first off", k.SAVE + role * 36, 36, _thresholds)
        for held in range(1, 7):
            b.block(f"{who} checkers facing {held}", k.FACING + (role * 6 + held - 1) * 16, 16, _checkers)
        b.block(f"{who} run", k.RUN + role * 128, 128, _run)
        b.block(f"{who} playable", k.PLAYABLE + role * 64, 64, _playable)
        for number in (4, 5, 6):
            b.block(f"{who} movers of {number}", k.MOVERS + role * 512, 512, _movers(number))
        b.block(f"{who} contact", k.RUN + role * 128, 128, _contact)
        b.block(f"{who} next cascade", k.UNTIL + role * 7, 7, _each)
    b.block("race", k.RACE, 97, _race)
    for number in range(1, 7):
        b.block(f"{number}s left", k.PENDING + (number - 1) * 5, 5, _thresholds)
    b.block("turn", k.TURN, 3, _each)
    b.block("options", k.OPTIONS, 24, _options)
    rows, features, factors = zip(*sorted(b.entries), strict=True)
    return Layout(
        tuple(b.features),
        frozenset(b.begins),
        np.array(rows, np.int64),
        np.array(features, np.int64),
        np.array(factors, np.float32),
    )


def playing_net(first: Floats, out: Floats, bias: Floats) -> k.Net:
    """The network that plays: rows as 16-bit numbers, as finely as they cannot overflow."""
    made = layout()
    rows = made.collapse(first)
    scale = min(_FINEST, _LARGEST_SUM / max(made.bound(rows), 1e-6))
    return k.Net(
        np.array([k.NETWORK]), np.rint(rows * scale).astype(np.int16), (out / scale).astype(np.float32), bias.copy()
    )


_FINEST = 4096.0
_LARGEST_SUM = 32_600.0
"""Of a 16-bit sum of rows; what is left takes their rounding."""

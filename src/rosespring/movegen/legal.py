"""The one entrance to compiled move generation: checked positions in, results and ways back out.

The first call compiles the kernels (seconds) or loads them from the cache; see `rosespring warm`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from rosespring.board import Men, Position, Stage, Step, check_position
from rosespring.movegen import kernels
from rosespring.movegen.cascade import Cascade, expand_cascade
from rosespring.movegen.reference import StageResult, can_move, shut_points, without
from rosespring.movegen.reference import legal_steps as reference_steps
from rosespring.movegen.words import Batch, Ints, Keys, counts_of, rule_words, stage_of
from rosespring.rules import Rules

_FIRST_ROOM = 64
"""Results a position for which room is made at first; more is made where it is needed."""
_TABLE = 2048
_BLOCK = 1024
"""Words of scratch that no other thread's array comes near to."""


def checked(position: Position) -> Position:
    """`position` itself, if it can be.

    :raises PositionError: naming what cannot be: wrong counts, shared points, impossible stages.
    """
    Men.checked(position.men.own, position.men.other, position.rules.parallel)
    return check_position(position)


def legal_steps(positions: Sequence[Position]) -> list[list[Step]]:
    """The steps that may be played next in each position, highest point first, then larger number.

    :raises PositionError: for a position that cannot be.
    """
    batch = Batch([checked(position) for position in positions])
    first, second = np.zeros(len(batch), np.uint64), np.zeros(len(batch), np.uint64)
    kernels.legal_masks(batch.own, batch.shut, batch.stages, batch.use_all, first, second, *_scratch())
    return [_steps(*row) for row in zip(first.tolist(), second.tolist(), batch.stages.tolist(), strict=True)]


def _scratch() -> tuple[Ints, Ints]:
    return np.zeros(25, np.int64), np.zeros(25, np.int64)


def _steps(first: int, second: int, code: int) -> list[Step]:
    """The steps of two masks, for the number and the other number of a stage code."""
    number, other = code & 7, code >> 6
    steps = [Step(point, number) for point in range(1, 25) if first >> point & 1]
    steps += [Step(point, other) for point in range(1, 25) if second >> point & 1]
    return sorted(steps, reverse=True)


@dataclass(frozen=True, slots=True)
class StageResults:
    """The distinct results of the stages of many positions.

    Those of position i are ``keys[offsets[i]:offsets[i + 1]]`` (the mover's checkers as keys) with the
    stage codes of what they leave in `left`.
    """

    positions: Sequence[Position]
    keys: Keys
    left: Ints
    offsets: Ints

    def of(self, index: int) -> list[StageResult]:
        """The results of one position with a way to each, in the order of `reference.stage_results`."""
        begin, end = self.offsets[index], self.offsets[index + 1]
        position = self.positions[index]
        pairs = zip(self.keys[begin:end].tolist(), self.left[begin:end].tolist(), strict=True)
        results = [way_to(position, counts_of(key), stage_of(left)) for key, left in pairs]
        return sorted(results, key=lambda result: result.own[:0:-1], reverse=True)


def stage_results(positions: Sequence[Position]) -> StageResults:
    """Each distinct result of what is left of the current stage of each position, once (rules.md section 2).

    :raises PositionError: for a position that cannot be.
    """
    batch = Batch([checked(position) for position in positions])
    keys, left, offsets = batch_results(batch)
    return StageResults(positions, keys, left, offsets)


def batch_results(batch: Batch) -> tuple[Keys, Ints, Ints]:
    """As `stage_results` for positions as words, which are not checked: keys, stage codes left, and offsets."""
    room = _FIRST_ROOM * len(batch) + kernels.MAX_RESULTS
    offsets = np.zeros(len(batch) + 1, np.int64)
    while True:
        keys, left = np.empty(room, np.uint64), np.empty(room, np.int64)
        scratch = (*_scratch(), np.zeros(5, np.int64), np.zeros(5, np.uint64), np.zeros(_TABLE, np.int64))
        done = kernels.stage_results(batch.own, batch.shut, batch.stages, batch.use_all, keys, left, offsets, *scratch)
        if done == len(batch):
            n = int(offsets[-1])
            return keys[:n], left[:n], offsets
        room *= 4


def way_to(position: Position, own: tuple[int, ...], left: Stage) -> StageResult:
    """A stage result with one legal way to it."""
    stage = position.stages[0]
    if len(set(stage)) == 1:
        return StageResult(own, tuple(_equal_way(position.men.own, own, stage[0])), left)
    return StageResult(own, next(_mixed_ways(position, own, left)), left)


def _equal_way(before: tuple[int, ...], after: tuple[int, ...], number: int) -> Iterator[Step]:
    """The steps of equal dice between two positions: how many leave each point follows from the top down."""
    leaving = [0] * 32
    for point in range(24, 0, -1):
        leaving[point] = before[point] + leaving[point + number] - after[point]
        yield from [Step(point, number)] * leaving[point]


def _mixed_ways(position: Position, own: tuple[int, ...], left: Stage) -> Iterator[tuple[Step, ...]]:
    """The ways of at most two different dice to `own`."""
    if own == position.men.own:
        yield ()
    shut = shut_points(position.men, position.rules.parallel)
    for first in reference_steps(position):
        men = position.men.moved(first)
        rest = without(position.stages[0], first.number)
        if men.own == own and (left == rest or men.own[0] == 15):
            yield (first,)
        for point in range(24, 0, -1):
            second = Step(point, rest[0])
            if can_move(men.own, shut, point, rest[0]) and men.moved(second).own == own and not left:
                yield first, second


def cascade_results(position: Position) -> Cascade:
    """All distinct results of all stages of `position`, stuck lines and what they leave included.

    :raises PositionError: for a position that cannot be.
    :raises ValueError: for a roll of two different dice.
    """
    return expand_cascade(checked(position))


@dataclass(frozen=True, slots=True)
class Playouts:
    """Finished games: winners (0 or 1), points (1 or 2), rolls and steps of each, as arrays."""

    winners: Ints
    points: Ints
    rolls: Ints
    steps: Ints


def playouts(rules: Rules, games: int, seed: int = 0, *, threads: int = 1, men: Men | None = None) -> Playouts:
    """Whole games by uniformly random legal steps; a random side begins.

    Light is ``men.own`` (the start position by default). Game i depends on `seed` and i only, not on
    `threads`.

    :raises PositionError: for men that cannot be.
    """
    men = men or Men.start()
    Men.checked(men.own, men.other, rules.parallel)
    start = np.array([men.own, men.other], np.int64)
    arrays = [np.zeros(games, np.int64) for _ in range(4)]
    bounds = np.linspace(0, games, threads + 1).astype(int).tolist()

    def play(begin: int, end: int) -> None:
        _play(start, rules, seed, begin, [array[begin:end] for array in arrays], np.zeros(0, np.int64))

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, bounds[:-1], bounds[1:]))
    return Playouts(*arrays)


def traced_playout(rules: Rules, seed: int, index: int) -> list[tuple[int, int] | Step]:
    """The rolls and steps of game `index` of `playouts`, in order; the first roll is Light's or Dark's as there."""
    trace = np.zeros(4096, np.int64)
    start = np.array([Men.start().own, Men.start().other], np.int64)
    _play(start, rules, seed, index, [np.zeros(1, np.int64) for _ in range(4)], trace)
    entries = trace[: np.count_nonzero(trace)].tolist()
    return [Step((e - 64) // 8, e % 8) if e >= 64 else (e // 8, e % 8) for e in entries]


def _play(start: Ints, rules: Rules, seed: int, first: int, arrays: Sequence[Ints], trace: Ints) -> None:
    winners, points, rolls, steps = arrays
    # In blocks of their own: threads whose scratch arrays share a cache line slow each other down.
    men, masks = np.zeros(_BLOCK, np.int64)[:50].reshape(2, 25), np.zeros(_BLOCK, np.uint64)[:6].reshape(3, 2)
    word = np.uint64(seed % 2**64)
    kernels.playouts(start, rule_words(rules), word, first, winners, points, rolls, steps, trace, men, masks)

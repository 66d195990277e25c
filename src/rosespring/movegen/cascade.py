"""All distinct results of a whole cascade, stage by stage, with a way back to their steps (rules.md section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from rosespring.board import Position, Stage, Step
from rosespring.movegen import kernels
from rosespring.movegen.reference import can_move, shut_points
from rosespring.movegen.words import ALL_OFF, Keys, counts_of, key_of, shut_mask

_PART_LINES = 1 << 15
"""About as many lines in a part as stay in the second-level cache while they are merged."""
_BLOCK = 1 << 16
"""Lines expanded between two looks at the room that is left."""
_GROWTH = 2.6
"""New lines for each line of a layer, as measured from the starts; more room is made where it is needed."""


@dataclass(slots=True)
class Layer:
    """The distinct positions after the same dice of the same stage; `lines` carry a last point above their keys."""

    number: int
    played: int
    lines: Keys
    _sorted: Keys | None = field(default=None, repr=False)

    @property
    def keys(self) -> Keys:
        """The keys, sorted."""
        if self._sorted is None:
            self._sorted = np.sort(self.lines & np.uint64(kernels.KEY_MASK))
        return self._sorted

    def __contains__(self, key: int) -> bool:
        return _contains(self.keys, key)


@dataclass(frozen=True, slots=True)
class Ended:
    """The distinct lines that could play no further number and leave the same `stages`; none after a win."""

    keys: Keys
    stages: tuple[Stage, ...]


@dataclass(slots=True)
class Cascade:
    """Every distinct result of the stages of one position.

    `stages[i][j]` are the positions after j dice of stage i. A receiver who skips begins a stage also
    where he was stuck in the one before (rules.md section 3, `receiver`).
    """

    start: Position
    stages: list[list[Layer]]
    ended: list[Ended]

    @property
    def count(self) -> int:
        """How many distinct results there are, those of stuck and won lines included."""
        return sum(len(ended.keys) for ended in self.ended)

    @property
    def skips(self) -> bool:
        """Whether lines that are stuck in a stage go on with the next one."""
        return self.start.received and self.start.rules.receiver == "skips"

    def results(self) -> Iterator[tuple[tuple[int, ...], tuple[Stage, ...]]]:
        """Each result as the mover's 25 counts and the stages left."""
        for ended in self.ended:
            for key in ended.keys.tolist():
                yield counts_of(key), ended.stages

    def steps_to(self, key: int, left: tuple[Stage, ...] = ()) -> list[Step]:
        """One legal way from the start to a result: its key, and the stages that it left.

        :raises KeyError: if there is no such result.
        """
        shut = shut_points(self.start.men, self.start.rules.parallel)
        at = self._place(key, left)
        steps: list[Step] = []
        while at != (0, 0):
            index, played = at
            if played == 0:
                at = (index - 1, self._end_of_stage(index - 1, key))
                continue
            number = self.stages[index][played].number
            step, key = next(_predecessors(counts_of(key), shut, number, self.stages[index][played - 1]))
            steps.append(step)
            at = (index, played - 1)
        return steps[::-1]

    def _place(self, key: int, left: tuple[Stage, ...]) -> tuple[int, int]:
        """The stage and the number of its dice after which a result ended."""
        for index in range(len(self.stages) - 1, -1, -1):
            for played in range(len(self.stages[index]) - 1, -1, -1):
                if left in ((), self._left_after(index, played)) and key in self.stages[index][played]:
                    return index, played
        raise KeyError(f"no result {counts_of(key)} that leaves {left}")

    def _left_after(self, index: int, played: int) -> tuple[Stage, ...]:
        rest = self.start.stages[index][played:]
        return ((rest,) if rest else ()) + self.start.stages[index + 1 :]

    def _end_of_stage(self, index: int, key: int) -> int:
        """After how many dice of a stage a line that begins the next one ended it."""
        return next(
            played for played in range(len(self.stages[index]) - 1, -1, -1) if key in self.stages[index][played]
        )


def _contains(keys: Keys, key: int) -> bool:
    """Whether sorted `keys` hold `key`."""
    at = int(np.searchsorted(keys, np.uint64(key)))
    return at < len(keys) and int(keys[at]) == key


def _predecessors(own: tuple[int, ...], shut: frozenset[int], number: int, before: Layer) -> Iterator[tuple[Step, int]]:
    """The steps of `number` that lead to `own` from a position of the layer before."""
    for point in range(1, 25):
        target = max(0, point - number)
        if not own[target]:
            continue
        earlier = list(own)
        earlier[target] -= 1
        earlier[point] += 1
        key = key_of(earlier)
        if can_move(earlier, shut, point, number) and key in before:
            yield Step(point, number), key


def expand_cascade(position: Position) -> Cascade:
    """All distinct results of the stages that `position` has left, which must be of equal dice each.

    :raises ValueError: for a stage of two different dice.
    """
    return _Expansion(position).run()


def _fresh(lines: Keys) -> Keys:
    """Lines at the start of a stage: the first step may start anywhere."""
    return (lines & np.uint64(kernels.KEY_MASK)) | np.uint64(24 << kernels.LAST_SHIFT)


class _Expansion:
    """The work of `expand_cascade`: layers, scratch arrays, and what has ended."""

    def __init__(self, position: Position) -> None:
        if any(len(set(stage)) > 1 for stage in position.stages):
            raise ValueError(f"expected stages of equal dice, got {position.stages!r}")
        self.position = position
        self.shut = np.uint64(shut_mask(position.men, position.rules.parallel))
        self.counts = np.zeros(25, np.int64)
        self.bars = np.zeros(25, np.int64)
        self.parts: Keys = np.empty((1, 1 << 10), np.uint64)
        self.table: Keys = np.empty(0, np.uint64)
        self.skips = position.received and position.rules.receiver == "skips"
        self.ended: dict[tuple[Stage, ...], list[Keys]] = {}
        self.stuck: list[Keys] = []
        self.won = False

    def run(self) -> Cascade:
        """Expand stage by stage and die by die."""
        position = self.position
        stages: list[list[Layer]] = []
        lines = np.array([key_of(position.men.own)], np.uint64)
        for index, stage in enumerate(position.stages):
            layers = [Layer(stage[0], 0, _fresh(lines))]
            for played in range(len(stage)):
                left = (stage[played:], *position.stages[index + 1 :])
                following = self._next(layers[-1].lines, stage[0], left)
                layers.append(Layer(stage[0], played + 1, following))
            stages.append(layers)
            lines = self._stage_over(layers[-1].lines)
        self._end(lines & np.uint64(kernels.KEY_MASK), ())
        return Cascade(position, stages, self._endings())

    def _stage_over(self, lines: Keys) -> Keys:
        """The lines that begin the next stage: those that played all, and for a receiver who skips the stuck ones."""
        stuck, self.stuck = self.stuck, []
        return np.unique(np.concatenate([lines & np.uint64(kernels.KEY_MASK), *stuck])) if stuck else lines

    def _end(self, keys: Keys, left: tuple[Stage, ...]) -> None:
        """Note lines that go no further in this stage."""
        won = keys == ALL_OFF
        if won.any() and not self.won:
            self.won = True
            self.ended.setdefault((), []).append(keys[won][:1])
        if self.skips and left:
            self.stuck.append(keys[~won])
        elif not won.all():
            self.ended.setdefault(left, []).append(keys[~won])

    def _endings(self) -> list[Ended]:
        # Lines of one layer are distinct, and each layer leaves other stages; only a win can be noted twice.
        return [Ended(np.concatenate(keys), stages) for stages, keys in self.ended.items()]

    def _next(self, lines: Keys, number: int, left: tuple[Stage, ...]) -> Keys:
        """The next layer; lines that cannot play `number` are noted as ended with `left`."""
        parts, shift = self._parts_for(len(lines))
        fill = np.zeros(len(parts), np.int64)
        ended, begin = np.empty(_BLOCK, np.uint64), 0
        while begin < len(lines):
            begin, n_ended = kernels.expand(
                lines, number, self.shut, parts, fill, ended, 0, shift, begin, self.counts, self.bars
            )
            if n_ended:
                self._end(ended[:n_ended], left)
            if begin < len(lines) and n_ended < len(ended):
                parts = self._wider(parts, fill)
        return self._merged(parts, fill)

    def _parts_for(self, n: int) -> tuple[Keys, int]:
        """Arrays for the lines that come from `n` lines, and how far a hash is shifted to choose one."""
        wanted = max(1, int(n * _GROWTH) // _PART_LINES)
        bits = max(1, wanted.bit_length())
        room = int(1.15 * _GROWTH * n / 2**bits) + 256
        if self.parts.shape != (2**bits, room):
            self.parts = np.empty((2**bits, room), np.uint64)
        return self.parts, 64 - bits

    def _wider(self, parts: Keys, fill: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Keys:
        """The same parts with more room."""
        wider = np.empty((len(parts), parts.shape[1] * 3 // 2 + 64), np.uint64)
        for index, used in enumerate(fill):
            wider[index, :used] = parts[index, :used]
        self.parts = wider
        return wider

    def _merged(self, parts: Keys, fill: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Keys:
        """The distinct lines of `parts`."""
        bits = max(6, (int(fill.max()) * 3 // 2).bit_length())
        if len(self.table) < 2**bits:
            self.table = np.empty(2**bits, np.uint64)
        out = np.empty(int(fill.sum()), np.uint64)
        n = kernels.merge(parts, fill, self.table, bits, out)
        return out[:n].copy()

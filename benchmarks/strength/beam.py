"""The beam against looking at every end of a cascade: what it loses, and what it saves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from statistics import fmean, median
from typing import TypeVar

import numpy as np

from benchmarks import kernels
from benchmarks.strength.positions import games
from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met
from rosespring.board import Position, Stage
from rosespring.endings.races import is_race
from rosespring.evaluation.batches import rolls_made
from rosespring.evaluation.match_equity import MONEY
from rosespring.evaluation.network import Network, network_for
from rosespring.game import transitions
from rosespring.movegen.cascade import expand_cascade
from rosespring.movegen.legal import cascade_results
from rosespring.movegen.words import Keys, key_of, rule_words, stage_code
from rosespring.rules import PRESETS
from rosespring.search.choose import best_lines
from rosespring.search.depth import FULL, STAGES, Depth
from rosespring.search.room import make_room

MOST = 400_000
"""Cascades with more results are left out."""
MEAN, WORST, TIME = 0.002, 0.05, 1 / 20
"""The mean and the largest loss allowed, in points, and the share of time."""
CLASSES = (1, 100, 1_000, 10_000, 100_000, MOST)
"""Where the classes of cascades by their results begin; the last one ends."""
WIDTHS = (FULL.beam, STAGES.beam, 24, 96, 384)
"""The beam of the strongest player, that of the levels below, and some between."""
_RUNS = 3
_CLOSE = 1e-4

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Beam:
    """What a beam found: the loss of its best end in points, the CPU seconds, and their share of looking at all."""

    loss: float
    seconds: float
    share: float


@dataclass(frozen=True, slots=True)
class Sample:
    """One cascade: its results, the CPU seconds of looking at all ends, and the beam of each of `WIDTHS`."""

    results: int
    seconds: float
    beams: tuple[Beam, ...]


class Judge:
    """Values the ends of one cascade at 0 rolls, as the beam does."""

    def __init__(self, network: Network, position: Position) -> None:
        self._net, self._position = network.net, position
        self._room = make_room(network.card.hidden)

    def best(self) -> tuple[float, int]:
        """The worth of the best of all ends, and how many there are."""
        cascade = cascade_results(self._position)
        return max(self.worth(ended.keys, ended.stages) for ended in cascade.ended), cascade.count

    def worth(self, keys: Keys, left: tuple[Stage, ...]) -> float:
        """The worth of the best of some ends that leave the same stages."""
        position, worths = self._position, np.zeros(len(keys))
        last = position.stages[-1][0]
        code = stage_code(left[0]) if left else 0
        queue = (left[0][0] if left else last) | last << 9 | int(position.received) << 12
        best = kernels.judge_ends(
            self._net, rule_words(position.rules), keys, np.uint64(key_of(position.men.other)), code, queue,
            position.cascade, rolls_made(position), MONEY, worths, self._room,
        )  # fmt: skip
        return float(worths[best])


def samples(preset: str, seed: str) -> Iterator[Position]:
    """Cascades of several stages with a choice, as they are rolled in contact before anybody bears off, for ever."""
    for positions in games(PRESETS[preset].rules, seed):
        yield from (position for position in positions if _is_wanted(position) and _is_small(position))


def _is_wanted(position: Position) -> bool:
    rolled = position.cascade and not position.received and len(position.stages) > 1
    return rolled and not (position.men.own[0] or position.men.other[0] or is_race(position))


def _is_small(position: Position) -> bool:
    """Whether there is a choice, and not too much of it; counted stage by stage, for some cascades have millions."""
    ahead = range(1, len(position.stages) + 1)
    counts = (expand_cascade(position.with_stages(position.stages[:stages])).count for stages in ahead)
    found = 0
    for found in counts:
        if found > MOST:
            return False
    return found > 1


def measure(position: Position) -> Sample:
    """Both ways for one cascade."""
    judge = Judge(network_for(position.rules), position)
    (best, results), seconds = _timed(judge.best, 1)
    return Sample(results, seconds, tuple(_beam(position, judge, width, best, seconds) for width in WIDTHS))


def _beam(position: Position, judge: Judge, width: int, best: float, seconds: float) -> Beam:
    """A beam so wide; the judge's value of its end agrees with the network's own."""
    network = network_for(position.rules)
    lines, taken = _timed(lambda: best_lines(network, position, Depth(beam=width)), _RUNS)
    after = transitions.after_steps(position, lines[0].steps)
    own = np.array([key_of(after.men_of(position.side))], np.uint64)
    worth = judge.worth(own, _left(position, len(lines[0].steps)))
    said = network.outlooks([after])[0].points
    assert abs(worth - (said if after.side is position.side else -said)) < _CLOSE
    return Beam(best - worth, taken, taken / seconds)


def _timed(work: Callable[[], Answer], runs: int) -> tuple[Answer, float]:
    """What `work` gives, and the median CPU seconds it takes."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        answer = work()
        times.append(time.process_time() - begin)
    return answer, median(times)


def _left(position: Position, played: int) -> tuple[Stage, ...]:
    """The stages that are left when so many dice have been played."""
    left = []
    for stage in position.stages:
        if played < len(stage):
            left.append(stage[played:])
        played = max(0, played - len(stage))
    return tuple(left)


def jobs(plan: Plan) -> list[Job]:
    """One row a preset."""
    return [Job(preset, (preset,), plan.sizes["cascades"], partial(_measure, plan, preset)) for preset in plan.presets]


def _measure(plan: Plan, preset: str, advance: Advance) -> Row:
    found: list[Sample] = []
    cascades = samples(preset, f"beam:{plan.seed}")
    measure(next(cascades))  # compiles
    while len(found) < plan.sizes["cascades"]:
        found.append(measure(next(cascades)))
        advance(len(found))
    classes = [[sample for sample in found if begin < sample.results <= end] for begin, end in pairwise(CLASSES)]
    return {
        "widths": WIDTHS,
        "all": figures(found),
        "classes": [figures(each) for each in classes],
    }


def figures(found: list[Sample]) -> Row:
    """What samples say together."""
    if not found:
        return {"count": 0}
    return {
        "count": len(found),
        "results": median(sample.results for sample in found),
        "seconds": median(sample.seconds for sample in found),
        "beams": [_of_beams([sample.beams[index] for sample in found]) for index in range(len(WIDTHS))],
    }


def _of_beams(beams: list[Beam]) -> Row:
    return {
        "mean": fmean(beam.loss for beam in beams),
        "worst": max(beam.loss for beam in beams),
        "missed": sum(beam.loss > _CLOSE for beam in beams),
        "seconds": median(beam.seconds for beam in beams),
        "share": median(beam.share for beam in beams),
    }


def section(rows: Rows) -> str:
    """A table by the width of the beam with the requirements, and one by how many results the cascades have."""
    by_width = [
        [f"`{preset}`", f"{width}", *_line(row["all"], beam), _required(beam) if index == 0 else ""]
        for preset, row in rows.items()
        for index, (width, beam) in enumerate(zip(row["widths"], row["all"]["beams"], strict=True))
    ]
    by_class = [
        [f"`{preset}`", f"{begin + 1:,} … {end:,}", *_line(each, each["beams"][0])]
        for preset, row in rows.items()
        for (begin, end), each in zip(pairwise(CLASSES), row["classes"], strict=True)
        if each["count"]
    ]
    heads = ("cascades", "best end missed", "mean loss", "worst", "beam", "all ends", "share of time")
    return "\n\n".join(
        [
            markdown(("rules", "width", *heads, "required"), by_width),
            "The beam of `full` by how many results the cascades have:",
            markdown(("rules", "results", *heads), by_class),
        ]
    )


def _line(row: Row, beam: Row) -> list[str]:
    figures = [f"{row['count']:,}", f"{beam['missed']:,}", f"{beam['mean']:.4f}", f"{beam['worst']:.3f}"]
    return [*figures, f"{1e3 * beam['seconds']:.1f} ms", f"{1e3 * row['seconds']:.1f} ms", f"{beam['share']:.3f}"]


def _required(beam: Row) -> str:
    return (
        f"mean ≤ {MEAN}: {met(beam['mean'] <= MEAN)}, worst ≤ {WORST}: {met(beam['worst'] <= WORST)}, "
        f"share ≤ {TIME}: {met(beam['share'] <= TIME)}"
    )


TABLE = Table("beam", ("gul-bara", "gioul"), {"cascades": Size(300, 4, "cascades")}, jobs, section)

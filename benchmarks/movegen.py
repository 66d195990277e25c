"""Stages, cascades and random games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.timing import ROOT, Figure, cpu_seconds, wall_seconds
from rosespring.board import Men, Position, Roll, Side
from rosespring.movegen import legal
from rosespring.movegen.perft import ROLLS, Entry, parse_table, rolled
from rosespring.movegen.words import Batch
from rosespring.rules import PRESETS

# All distinct results of a cascade from the start.
CASCADES = {
    "gul-bara": {1: 3_227_824, 2: 469_490, 3: 42_675, 4: 1_601, 5: 44},
    "gioul": {1: 4_148_343, 2: 627_658, 3: 59_810, 4: 2_578, 5: 74},
}
GAMES = 4_000
Benchmark = Callable[[], Figure]


def from_start(preset: str, number: int) -> Position:
    """The start at the fourth roll of both sides, with the cascade of `number` to play."""
    return Position(
        PRESETS[preset].rules, Men.start(), Side.LIGHT, (4, 4), Roll(number, number).stages(True), cascade=True
    )


def cascade(preset: str, number: int) -> Figure:
    """All distinct results of a whole cascade."""
    position, expected = from_start(preset, number), CASCADES[preset][number]
    assert legal.cascade_results(position).count == expected
    seconds = cpu_seconds(lambda: legal.cascade_results(position))
    return Figure(f"cascade:{preset}:start:{number}-{number}", seconds, "s", expected)


def stage_middle() -> Figure:
    """The distinct results of the first stage of all 21 rolls in the middle positions of the perft tables."""
    entries = middle_entries()
    batch = Batch([rolled(entry.position, roll) for entry in entries for roll in ROLLS])
    expected = sum(entry.nodes for entry in entries)
    assert len(legal.batch_results(batch)[0]) == expected
    seconds = cpu_seconds(lambda: legal.batch_results(batch))
    return Figure("stage:middle", 1e9 * seconds / expected, "ns a result", expected)


def middle_entries() -> list[Entry]:
    """The middle positions of the perft tables, about to roll."""
    folder = ROOT / "tests" / "perft"
    return [entry for path in sorted(folder.glob("*.txt")) for entry in _middle(path)]


def _middle(path: Path) -> list[Entry]:
    entries = parse_table(path.read_text("utf-8"))
    return [entry for entry in entries if entry.kind == "stages" and entry.position.rolls != (0, 0)]


def playouts(preset: str) -> Figure:
    """Whole games by random legal steps, in one thread."""
    rules = PRESETS[preset].rules
    _check_games(preset)
    seconds = cpu_seconds(lambda: legal.playouts(rules, GAMES, 1))
    return Figure(f"playouts:{preset}", GAMES / seconds, "games/s of CPU", GAMES)


def playouts_two_threads(preset: str) -> Figure:
    """The same in two threads, by the clock on the wall."""
    rules = PRESETS[preset].rules
    games = 10 * GAMES
    one, two = legal.playouts(rules, games, 1), legal.playouts(rules, games, 1, threads=2)
    assert (one.rolls == two.rolls).all()
    seconds = wall_seconds(lambda: legal.playouts(rules, games, 1, threads=2))
    return Figure(f"playouts:{preset}:2threads", games / seconds, "games/s", games)


def _check_games(preset: str) -> None:
    """Games as the model plays them: the traced ones replay, and 200 have sane results."""
    played = legal.playouts(PRESETS[preset].rules, 200, 1)
    assert set(played.winners.tolist()) == {0, 1}
    assert set(played.points.tolist()) == {1, 2}
    assert 30 < played.rolls.mean() < 70


BENCHMARKS: dict[str, Benchmark] = {
    **{
        f"cascade:{preset}:start:{number}-{number}": partial(cascade, preset, number)
        for preset in CASCADES
        for number in CASCADES[preset]
    },
    "stage:middle": stage_middle,
    **{f"playouts:{preset}": partial(playouts, preset) for preset in PRESETS},
    **{f"playouts:{preset}:2threads": partial(playouts_two_threads, preset) for preset in PRESETS},
}

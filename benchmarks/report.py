"""Measures everything and writes docs/performance.md with its plots: ``python -m benchmarks.report``.

Takes some ten minutes. Needs g++ and, the first time, the package index for the peers' own venv.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import matplotlib as mpl

from benchmarks.movegen import CASCADES, from_start
from benchmarks.peers.compare import Comparison, comparisons
from benchmarks.run import figures
from benchmarks.timing import ROOT, Figure, cpu_seconds, machine, wall_seconds
from rosespring.board import Men, Position, Roll, Side
from rosespring.movegen import legal
from rosespring.rules import PRESETS

mpl.use("svg")
mpl.rcParams["svg.hashsalt"] = "rosespring"  # the same figures give the same file

from matplotlib import pyplot as plt  # noqa: E402

PAGE = ROOT / "docs" / "performance.md"
PLOTS = ROOT / "docs" / "images"
RESULTS = ROOT / "benchmarks" / "results"
ROSE, LEAF = "#8e2442", "#4c6b3c"


@dataclass(frozen=True, slots=True)
class Curve:
    """A plot: labelled lines of (size, cost)."""

    name: str
    title: str
    x: str
    y: str
    lines: dict[str, list[tuple[float, float]]]
    log: bool = True


def cascade_seconds(position: Position) -> float:
    """The CPU time of all distinct results of a cascade."""
    return cpu_seconds(partial(legal.cascade_results, position), 3)


def games_a_second(preset: str, threads: int) -> float:
    """Random games by the clock on the wall."""
    games = 40_000
    return games / wall_seconds(partial(legal.playouts, PRESETS[preset].rules, games, 1, threads=threads), 3)


def by_number() -> Curve:
    """A whole cascade from the start against the number rolled."""
    lines = {
        preset: [(float(number), cascade_seconds(from_start(preset, number))) for number in range(5, 0, -1)]
        for preset in CASCADES
    }
    return Curve("cascade-by-number", "A whole cascade from the start", "number rolled", "CPU seconds", lines)


def with_checkers(number: int, checkers: int) -> Position:
    """Gioul with so many own checkers left, all on the start point, and a cascade to play."""
    own = (15 - checkers, *(0,) * 23, checkers)
    stages = Roll(number, number).stages(True)
    return Position(PRESETS["gioul"].rules, Men(own, Men.start().other), Side.LIGHT, (4, 4), stages, cascade=True)


def by_checkers() -> Curve:
    """A whole 1-1 and 2-2 against the checkers that are left on the start point."""
    lines = {
        f"{number}-{number}": [
            (float(checkers), cascade_seconds(with_checkers(number, checkers))) for checkers in range(1, 16, 2)
        ]
        for number in (1, 2)
    }
    return Curve("cascade-by-checkers", "A whole cascade in Gioul", "checkers on the start point", "CPU seconds", lines)


def by_threads() -> Curve:
    """Random games a second against threads."""
    lines = {
        preset: [(float(threads), games_a_second(preset, threads)) for threads in (1, 2, 4)] for preset in CASCADES
    }
    return Curve("games-by-threads", "Random games", "threads", "games a second", lines, log=False)


def draw(curve: Curve) -> None:
    """Write a plot as SVG."""
    figure, axes = plt.subplots(figsize=(5.2, 3.2), layout="constrained")
    for (label, line), colour in zip(curve.lines.items(), (ROSE, LEAF), strict=False):
        axes.plot(*zip(*line, strict=True), marker="o", color=colour, label=label)
    axes.set(title=curve.title, xlabel=curve.x, ylabel=curve.y)
    if curve.log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    axes.grid(alpha=0.25)
    axes.legend()
    figure.savefig(PLOTS / f"{curve.name}.svg", metadata={"Date": None})
    plt.close(figure)


TEXT = """# Performance

Written by `python -m benchmarks.report`; `rosespring bench` repeats the first table. CPU time, medians of five
runs; every benchmark asserts its answer before it is timed. Figures of two threads are by the clock on the wall.
The machine is shared and noisy (about ±10 %), so trust the ratios: medians over five rounds of A/B in one run.

Measured on {date} at commit {commit}: {cpu}, {cores} cores, Python {python}.

| benchmark | value | unit | work |
| --- | --- | --- | --- |
{figures}

## Beside others

`python -m benchmarks.peers.compare`: the plain C++ baseline is built with `g++ -O3 -march=native`; OpenSpiel is its
C++ backgammon driven from Python, another game of about the same length.

| work | ours | theirs | ours : theirs |
| --- | --- | --- | --- |
{comparisons}

## Cost against size

{plots}
"""


def page(measured: Sequence[Figure], compared: Sequence[Comparison], curves: Sequence[Curve]) -> str:
    """The text of docs/performance.md."""
    return TEXT.format(
        **machine(),
        figures="\n".join(f"| `{f.name}` | {f.value:,.4g} | {f.unit} | {f.count:,} |" for f in measured),
        comparisons="\n".join(
            f"| {c.name} | {c.ours:.3g} {c.unit} | {c.peer:.3g} {c.unit} | {ratio(c)} |" for c in compared
        ),
        plots="\n\n".join(f"![{c.title}: {c.y} by {c.x}](images/{c.name}.svg)" for c in curves),
    )


def ratio(comparison: Comparison) -> str:
    """A ratio as people say it."""
    value = comparison.ratio
    return f"{value:.2f}" if value > 0.05 else f"1 : {1 / value:.0f}"


def main() -> None:
    """Measure, and write the page, the plots and the raw results."""
    measured = list(figures([]))
    compared = comparisons()
    curves = [by_number(), by_checkers(), by_threads()]
    PLOTS.mkdir(parents=True, exist_ok=True)
    RESULTS.mkdir(parents=True, exist_ok=True)
    for curve in curves:
        draw(curve)
    PAGE.write_text(page(measured, compared, curves), "utf-8")
    raw = {
        "machine": machine(),
        "figures": [figure.as_dict() for figure in measured],
        "ratios": {comparison.name: comparison.ratio for comparison in compared},
        "curves": {curve.name: curve.lines for curve in curves},
    }
    (RESULTS / f"{time.strftime('%Y-%m-%d')}.json").write_text(json.dumps(raw, indent=1) + "\n", "utf-8")
    print(f"wrote {Path(PAGE).relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""CPU time to equal error, plain and with the luck of the rolls taken off."""

from __future__ import annotations

import time
from functools import partial
from statistics import median

from benchmarks.strength.positions import games
from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown
from rosespring.board import Position
from rosespring.evaluation.network import network_for
from rosespring.rollouts import DEPTHS, Rollout, Settings, Stop
from rosespring.rules import PRESETS

_TARGET = 0.01
"""The standard error, in points, that times are told for."""


def middle_of(preset: str, number: int, seed: int) -> Position:
    """The middle of a game, about to roll."""
    stream = games(PRESETS[preset].rules, f"rollouts:{seed}")
    for _skipped in range(number):
        next(stream)
    turns = next(stream)
    found = turns[len(turns) // 2]
    return found.to_roll(found.side)


def seconds_to(position: Position, settings: Settings, trials: int) -> float:
    """The CPU time until the standard error of `position` is `_TARGET`, judged from so many trials."""
    network = network_for(position.rules)
    for _round in Rollout(network, position, (), settings).run(Stop(trials=36)):
        pass  # compiles
    rollout = Rollout(network, position, (), settings)
    begin = time.process_time()
    for _round in rollout.run(Stop(trials=trials)):
        pass
    seconds = time.process_time() - begin
    return seconds * (rollout.standings()[0].value.error / _TARGET) ** 2


def jobs(plan: Plan) -> list[Job]:
    """Each position under each preset."""
    return [
        Job(f"{preset}/{number}", (preset,), 2 * len(DEPTHS), partial(_measure, plan, preset, number))
        for preset in plan.presets
        for number in range(plan.sizes["positions"])
    ]


def _measure(plan: Plan, preset: str, number: int, advance: Advance) -> Row:
    position = middle_of(preset, number, plan.seed)
    row: Row = {"position": str(position)}
    for at, (depth, reduce) in enumerate((depth, reduce) for depth in DEPTHS for reduce in (False, True)):
        advance(at)
        trials = plan.sizes["trials"] // (18 if depth == "ahead" else 6 if reduce else 1)  # these are slow
        row[f"{depth}/{'luck off' if reduce else 'plain'}"] = seconds_to(
            position, Settings(depth=depth, reduce=reduce), max(36, trials)
        )
    return row


def section(rows: Rows) -> str:
    """A line a position, and how often taking the luck off was faster."""
    ways = [f"{depth}/{how}" for depth in DEPTHS for how in ("plain", "luck off")]
    lines = [[f"`{row['position']}`", *(f"{row[way]:.1f}" for way in ways)] for row in rows.values()]
    return f"{markdown(['position', *ways], lines)}\n\n{_summary(rows)}"


def _summary(rows: Rows) -> str:
    """How often each depth gains by taking the luck off, and by how much as a rule."""
    told = []
    for depth in DEPTHS:
        ratios = [row[f"{depth}/luck off"] / row[f"{depth}/plain"] for row in rows.values()]
        faster = sum(ratio < 1 for ratio in ratios)
        told.append(
            f"`{depth}`: faster in {faster} of {len(ratios)} positions, median {median(ratios):.2f} times the time"
        )
    return "With the luck off, " + "; ".join(told) + "."


TABLE = Table(
    "luck", ("gul-bara", "gioul"),
    {"positions": Size(10, 1, "positions of each preset"), "trials": Size(1296, 72, "plain trials of each")},
    jobs, section,
)  # fmt: skip

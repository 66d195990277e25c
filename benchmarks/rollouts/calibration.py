"""Whether 95 % intervals contain the truth: rollouts of exact endings, played to the end without the tables."""

from __future__ import annotations

from functools import partial
from math import sqrt
from random import Random

from benchmarks.strength.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met
from rosespring.board import CHECKERS, Men, Position
from rosespring.board.checks import check_position
from rosespring.errors import PositionError
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import network_for
from rosespring.rollouts import Rollout, Settings, Stop
from rosespring.rules import PRESETS

_CERTAIN = 0.02
"""Truths nearer to 0 or 1 than this are left out: hardly a trial of some hundred goes the other way."""
_PART = 50
"""Cases of one row."""
LOW, HIGH = 0.93, 0.97


def ending(preset: str, random: Random) -> tuple[Position, float]:
    """A random ending of one or two checkers a side, about to roll, that is not decided, and the chance to win it."""
    while True:
        men = [_few(random) for _side in range(2)]
        try:
            position = check_position(Position(PRESETS[preset].rules, Men(men[0], men[1]), rolls=(30, 30)))
        except PositionError:
            continue
        exact = exact_outlook(position)
        if exact is not None and _CERTAIN < exact.win < 1 - _CERTAIN:
            return position, exact.win


def _few(random: Random) -> tuple[int, ...]:
    counts = [0] * 25
    for _checker in range(random.randint(1, 2)):
        counts[random.randint(1, 24)] += 1
    counts[0] = CHECKERS - sum(counts)
    return tuple(counts)


def deviation(preset: str, number: int, seed: int, trials: int, *, reduce: bool) -> tuple[float, float]:
    """By how much a rollout of ending `number` misses the truth, and its standard error, in chances to win."""
    position, truth = ending(preset, Random(f"calibration:{preset}:{number}:{seed}"))
    settings = Settings(seed=number, depth="turn", exact=False, reduce=reduce)
    rollout = Rollout(network_for(position.rules), position, (), settings)
    for _round in rollout.run(Stop(trials=trials)):
        pass
    found = rollout.standings()[0].win
    return found.mean - truth, found.error


def jobs(plan: Plan) -> list[Job]:
    """Portions of cases, plain and with the luck off."""
    return [
        Job(f"{preset}/{how}/{first}", (preset,), _PART, partial(_measure, plan, preset, how, first))
        for preset in plan.presets
        for how in ("plain", "luck off")
        for first in range(0, plan.sizes["cases"], _PART)
    ]


def _measure(plan: Plan, preset: str, how: str, first: int, advance: Advance) -> Row:
    found = []
    for number in range(first, min(first + _PART, plan.sizes["cases"])):
        found.append(deviation(preset, number, plan.seed, plan.sizes["trials"], reduce=how != "plain"))
        advance(len(found))
    return {
        "cases": len(found),
        "inside": sum(abs(miss) <= 1.96 * error for miss, error in found),
        "miss": sum(miss for miss, _error in found),
        "trials": plan.sizes["trials"],
    }


def section(rows: Rows) -> str:
    """A line for plain trials and one for those with the luck off."""
    lines = []
    for how in ("plain", "luck off"):
        chosen = [row for key, row in rows.items() if key.split("/")[1] == how]
        if chosen:
            lines.append([how, *_cells(chosen)])
    return markdown(["", "cases", "trials each", "truth inside", "mean deviation", "93 to 97 %"], lines)


def _cells(rows: list[Row]) -> list[str]:
    cases = sum(row["cases"] for row in rows)
    share = sum(row["inside"] for row in rows) / cases
    trials = ", ".join(dict.fromkeys(f"{row['trials']:,}" for row in rows))
    half = 196 * sqrt(share * (1 - share) / cases)
    deviation = sum(row["miss"] for row in rows) / cases
    return [f"{cases:,}", trials, f"{100 * share:.1f} ± {half:.1f} %", f"{deviation:+.5f}", met(LOW <= share <= HIGH)]


TABLE = Table(
    "calibration", ("gul-bara", "gioul"),
    {"cases": Size(500, 10, "cases of each preset"), "trials": Size(1296, 216, "trials of each")}, jobs, section,
)  # fmt: skip

"""Whether 95 % intervals contain the truth: rollouts of exact endings, played to the end without the tables.

One checker a side hardly ever has a choice, so its players make no mistakes: what is tested is the interval alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random

from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met
from rosespring.board import CHECKERS, START, Men, Position
from rosespring.errors import PositionError
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import network_for
from rosespring.rollouts import Rollout, Settings, Stop
from rosespring.rollouts.estimates import Z95
from rosespring.rules import PRESETS

_PART = 50
"""Cases of one row."""
PRECISION = 1e-6
"""How exactly means of single numbers are told."""
LOW, HIGH = 0.93, 0.97


@dataclass(frozen=True, slots=True)
class Way:
    """How cases are made and rolled out: at most `men` checkers a side, and whether the luck is taken off."""

    men: int
    reduce: bool


WAYS = {
    "plain": Way(1, reduce=False),
    "luck off": Way(1, reduce=True),
    "plain, two checkers": Way(2, reduce=False),
    "luck off, two checkers": Way(2, reduce=True),
}
"""By name; the network's own mistakes can show in the last two."""


def ending(preset: str, men: int, random: Random) -> tuple[Position, float]:
    """A random ending of `men` checkers a side, about to roll, and the chance to win it."""
    rules = PRESETS[preset].rules
    while True:
        try:
            position = Position(
                rules, Men.checked(_few(men, random), _few(men, random), rules.parallel), rolls=(30, 30)
            )
        except PositionError:
            continue
        exact = exact_outlook(position)
        if exact is not None:
            return position, exact.win


def _few(men: int, random: Random) -> tuple[int, ...]:
    """The counts of a side with `men` checkers left, anywhere."""
    counts = [CHECKERS - men] + [0] * START
    for _checker in range(men):
        counts[random.randint(1, START)] += 1
    return tuple(counts)


def deviation(preset: str, number: int, seed: int, trials: int, way: Way) -> tuple[float, float]:
    """By how much a rollout of ending `number` misses the truth, and its standard error, in chances to win."""
    position, truth = ending(preset, way.men, Random(f"calibration:{preset}:{number}:{seed}"))
    settings = Settings(seed=number, depth="turn", exact=False, reduce=way.reduce)
    rollout = Rollout(network_for(position.rules), position, (), settings)
    for _round in rollout.run(Stop(trials=trials)):
        pass
    found = rollout.standings()[0].win
    return found.mean - truth, found.error


def holds(miss: float, error: float) -> bool:
    """Whether the 95 % interval contains the truth."""
    return abs(miss) <= Z95 * error + PRECISION


def jobs(plan: Plan) -> list[Job]:
    """Portions of the cases of each way."""
    return [
        Job(f"{preset}/{how}/{first}", (preset,), _PART, partial(_measure, plan, preset, how, first))
        for how in WAYS
        for preset in plan.presets
        for first in range(0, plan.sizes["cases"], _PART)
    ]


def _measure(plan: Plan, preset: str, how: str, first: int, advance: Advance) -> Row:
    found = []
    for number in range(first, min(first + _PART, plan.sizes["cases"])):
        found.append(deviation(preset, number, plan.seed, plan.sizes["trials"], WAYS[how]))
        advance(len(found))
    return {
        "cases": len(found),
        "inside": sum(holds(*case) for case in found),
        "miss": sum(abs(miss) for miss, _error in found),
        "trials": plan.sizes["trials"],
    }


def section(rows: Rows) -> str:
    """A line for each way."""
    groups = {how: [row for key, row in rows.items() if key.split("/")[1] == how] for how in WAYS}
    lines = [[how, *_cells(chosen)] for how, chosen in groups.items() if chosen]
    return markdown(["", "cases", "trials each", "truth inside", "mean deviation", "93 to 97 %"], lines)


def _cells(rows: list[Row]) -> list[str]:
    cases = sum(row["cases"] for row in rows)
    share = sum(row["inside"] for row in rows) / cases
    trials = ", ".join(dict.fromkeys(f"{row['trials']:,}" for row in rows))
    half = 196 * sqrt(share * (1 - share) / cases)
    deviation = sum(row["miss"] for row in rows) / cases
    return [f"{cases:,}", trials, f"{100 * share:.1f} ± {half:.1f} %", f"{deviation:.5f}", met(LOW <= share <= HIGH)]


TABLE = Table(
    "calibration", tuple(PRESETS),
    {"cases": Size(1000, 10, "cases of each preset"), "trials": Size(1296, 216, "trials of each")}, jobs, section,
)  # fmt: skip

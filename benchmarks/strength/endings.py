"""The network without tables against what the tables know: values of endings, and choices in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from math import sqrt
from random import Random
from statistics import fmean

from benchmarks.strength.positions import throw
from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met, plus_minus
from rosespring.board import Position
from rosespring.endings import build_tables, race_estimate
from rosespring.endings.tables import default_tables
from rosespring.evaluation import Outlook
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import network_for
from rosespring.game import transitions
from rosespring.movegen import stage_results
from rosespring.players.duel import half_width
from rosespring.rules import PRESETS, Rules
from rosespring.search.choose import best_lines
from rosespring.search.depth import STAGES
from rosespring.training.lessons import random_contact, random_race

KINDS: dict[str, Callable[[Rules, Random], Position]] = {"contact": random_contact, "races": random_race}
VALUES = {"contact": 0.03, "races": 0.02}
"""The largest root mean square error allowed, in points."""
CHOICES = 0.005
"""The largest mean loss of a choice allowed, in points."""
_PART = 500

Known = tuple[Position, Outlook]


def known_outlook(position: Position) -> Outlook | None:
    """What the side to act may expect by the tables: exactly, or in a race by an estimate that is nearly exact."""
    if (found := exact_outlook(position)) is not None:
        return found
    estimate = None if position.stages else race_estimate(position)
    return None if estimate is None else Outlook(*estimate)


def known_endings(preset: str, kind: str, seed: str) -> Iterator[Known]:
    """Random endings about to roll that the tables know, for ever."""
    if not default_tables().races("race", "cascading"):
        build_tables(names=["races"])
    random = Random(f"endings:{seed}:{preset}:{kind}")
    for _ in count():
        position = KINDS[kind](PRESETS[preset].rules, random)
        if (outlook := known_outlook(position)) is not None:
            yield position, outlook


def jobs(plan: Plan) -> list[Job]:
    """Values and choices of each kind of endings under each preset."""
    return [
        Job(f"{preset}/{kind}/{what}", (preset,), plan.sizes[what], partial(run, plan, preset, kind))
        for preset in plan.presets
        for what, run in (("values", _values), ("choices", _choices))
        for kind in KINDS
    ]


def _values(plan: Plan, preset: str, kind: str, advance: Advance) -> Row:
    """The error of the value of positions about to roll."""
    endings, errors = known_endings(preset, kind, f"values:{plan.seed}"), list[float]()
    while part := list(islice(endings, min(_PART, plan.sizes["values"] - len(errors)))):
        outlooks = network_for(PRESETS[preset].rules).outlooks([position for position, _known in part])
        errors += [said.points - known.points for said, (_position, known) in zip(outlooks, part, strict=True)]
        advance(len(errors))
    return {
        "count": len(errors),
        "rms": sqrt(fmean(error * error for error in errors)),
        "bias": fmean(errors),
        "worst": max(map(abs, errors)),
    }


def _choices(plan: Plan, preset: str, kind: str, advance: Advance) -> Row:
    """The loss of the stage result that the network picks at 0 rolls, where there is a choice."""
    losses: dict[bool, list[float]] = {False: [], True: []}
    random = Random(f"throws:{plan.seed}")
    network = network_for(PRESETS[preset].rules)
    for position, _outlook in known_endings(preset, kind, f"choices:{plan.seed}"):
        rolled = throw(position, random)
        worths = _worths(rolled) if rolled.stages else None
        if worths is not None and len(worths) > 1:
            chosen = transitions.after_steps(rolled, best_lines(network, rolled, STAGES)[0].stages[0])
            losses[len(rolled.stages) > 1].append(max(worths.values()) - worths[chosen])
            advance(sum(map(len, losses.values())))
        if sum(map(len, losses.values())) == plan.sizes["choices"]:
            break
    return _spread(losses[False] + losses[True]) | {
        "last stage": _spread(losses[False]),
        "cascades": _spread(losses[True]),
    }


def _spread(losses: list[float]) -> Row:
    if not losses:
        return {"count": 0}
    return {"count": len(losses), "mean": fmean(losses), "half": half_width(losses), "worst": max(losses)}


def _worths(position: Position) -> dict[Position, float] | None:
    """The points of each result of the current stage, for the side that plays it; None if some are not known."""
    found = {}
    for result in stage_results(position):
        after = transitions.after_steps(position, result.steps)
        if (outlook := known_outlook(after)) is None:
            return None
        found[after] = outlook.points if after.side is position.side else -outlook.points
    return found


def section(rows: Rows) -> str:
    """A table of values and one of choices."""
    values = [_value_line(key, row) for key, row in rows.items() if key.endswith("values")]
    choices = [_choice_line(key, row) for key, row in rows.items() if key.endswith("choices")]
    return "\n\n".join(
        [
            markdown(("rules", "endings", "positions", "RMS error", "mean error", "largest", "required"), values),
            markdown(
                (
                    "rules",
                    "endings",
                    "stages",
                    "mean loss",
                    "at a last stage",
                    "with more to come",
                    "largest",
                    "required",
                ),
                choices,
            ),
        ]
    )


def _value_line(key: str, row: Row) -> list[str]:
    preset, kind, _what = key.split("/")
    figures = [f"{row['rms']:.4f}", f"{row['bias']:+.4f}", f"{row['worst']:.3f}"]
    return [f"`{preset}`", kind, f"{row['count']:,}", *figures, f"≤ {VALUES[kind]}: {met(row['rms'] <= VALUES[kind])}"]


def _choice_line(key: str, row: Row) -> list[str]:
    preset, kind, _what = key.split("/")
    figures = [_mean(row), _mean(row["last stage"]), _mean(row["cascades"]), f"{row['worst']:.3f}"]
    return [f"`{preset}`", kind, f"{row['count']:,}", *figures, f"≤ {CHOICES}: {met(row['mean'] <= CHOICES)}"]


def _mean(row: Row) -> str:
    return f"{row['mean']:.4f}{plus_minus(row['half'], 4)}" if row["count"] else "–"


TABLE = Table(
    "endings",
    tuple(PRESETS),
    {
        "values": Size(10_000, 40, "endings of each kind that are valued"),
        "choices": Size(10_000, 20, "stages with a choice in endings of each kind"),
    },
    jobs,
    section,
)

"""What `rosespring analyse` says plays cost at its usual depth, beside rollouts of the same plays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import prod, sqrt
from random import Random
from statistics import NormalDist, fmean

from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met, percent, plus_minus
from rosespring.analysis import Judge, TurnVerdict
from rosespring.evaluation.network import network_for
from rosespring.players.duel import half_width, play_bout
from rosespring.rollouts import Rollout, Settings, Stop
from rosespring.rollouts.estimates import Z95, Estimate
from rosespring.rules import PRESETS

PLAYERS = ("expert", "club")
"""Whose games the decisions are taken from: good plays and bad ones."""
_OF_GAME = 5
"""Decisions of one game."""
ENOUGH = 0.012
"""The standard error in points at which plays have been rolled out enough: that of 10,000 trials at random."""
_PLAYS = 3
"""The plays that the analysis likes best, which are rolled out beside the one that was made."""
MOST, LEAST = 0.02, 0.85
_NONE = Estimate(0.0, 0.0)
"""What the best play loses."""


def decisions(preset: str, game: int) -> Iterator[TurnVerdict]:
    """Some turns of a game that were no forced ones, judged."""
    record = play_bout(PLAYERS, PRESETS[preset].rules, 1, 11, game)[1]
    (verdict,) = Judge().match(record).games
    chosen = [turn for turn in verdict.turns if turn.decision and not all(stage.forced for stage in turn.stages)]
    Random(f"decisions:{preset}:{game}").shuffle(chosen)
    yield from chosen[:_OF_GAME]


def compared(turn: TurnVerdict, plan: Plan) -> Row:
    """The cost of the play made by analysis and by rollout, and whether both have the same best play."""
    assert turn.decision
    plays = [play.steps for index, play in enumerate(turn.plays) if index < _PLAYS or play.played]
    network = network_for(turn.decision.rules)
    settings = Settings(depth="turn", seed=plan.seed, reduce=False)
    rollout = Rollout(network, turn.decision, plays, settings, threads=plan.workers)
    for _round in rollout.run(Stop(trials=plan.sizes["trials"], error=ENOUGH)):
        pass
    standings = {standing.candidate.steps: standing for standing in rollout.standings()}
    ours, made = standings[turn.plays[0].steps], standings[turn.steps]
    lost, rolled = ours.loss or _NONE, made.loss or _NONE
    return {
        "position": str(turn.decision),
        "trials": rollout.done,
        "cost": max(play.cost for play in turn.plays if play.played),
        "rolled": rolled.mean,
        "error": rolled.error,
        "same": ours.loss is None,
        "clear": lost.mean > Z95 * lost.error,
        "given_away": lost.mean,
        "losses": [(loss.mean, loss.error) for loss in (standings[steps].loss or _NONE for steps in plays)],
    }


def jobs(plan: Plan) -> list[Job]:
    """Some decisions of one game after another under each preset."""
    games = -(-plan.sizes["decisions"] // _OF_GAME)
    return [
        Job(f"{preset}/{game}", (preset,), _OF_GAME, partial(_measure, plan, preset, game))
        for game in range(games)
        for preset in plan.presets
    ]


def _measure(plan: Plan, preset: str, game: int, advance: Advance) -> Row:
    found = []
    for turn in decisions(preset, game):
        found.append(compared(turn, plan))
        advance(len(found))
    return {"decisions": found}


def section(rows: Rows) -> str:
    """A line a preset, and one for all."""
    presets = list(dict.fromkeys(key.split("/")[0] for key in rows))
    groups = {f"`{name}`": [row for key, row in rows.items() if key.split("/")[0] == name] for name in presets}
    lines = [[name, *_cells(chosen)] for name, chosen in (groups | {"all": list(rows.values())}).items()]
    heads = [
        "", "decisions", "trials each, at most", "mean difference (points)", "of it chance", "same best play",
        "so would another rollout", "given away (points)", "not clearly worse", "difference at most 0.02",
        "same in at least 85 %",
    ]  # fmt: skip
    return markdown(heads, lines)


def _cells(rows: list[Row]) -> list[str]:
    found = [decision for row in rows for decision in row["decisions"]]
    differences = [abs(each["cost"] - each["rolled"]) for each in found]
    same = [float(each["same"]) for each in found]
    away = [each["given_away"] for each in found]
    kept = [each["losses"] for each in found if "losses" in each]
    again = fmean(map(_again, kept)) if kept else None
    chance = fmean(0.8 * each["error"] for each in found)
    return [
        str(len(found)),
        f"{fmean(each['trials'] for each in found):,.0f}, {max(each['trials'] for each in found):,}",
        f"{fmean(differences):.4f}{plus_minus(half_width(differences), 4)}",
        f"{chance:.4f}",
        percent(fmean(same), half_width(same)),
        percent(again) if again else "",
        f"{fmean(away):.4f}{plus_minus(half_width(away), 4)}",
        percent(fmean(not each["clear"] for each in found)),
        met(fmean(differences) <= MOST),
        met(fmean(same) >= LEAST),
    ]


def _again(losses: list[tuple[float, float]]) -> float:
    """About how likely another rollout with dice of its own finds the same best play, by losses and their errors.

    The difference between two plays comes out with errors of its own each time.
    """
    rivals = [NormalDist(loss, error * sqrt(2)).cdf(0) for loss, error in losses if error]
    return prod(1 - ahead for ahead in rivals)


TABLE = Table(
    "errors", ("gul-bara", "gioul"),
    {"decisions": Size(100, 5, "decisions of each preset"), "trials": Size(10_000, 144, "trials of each play at most")},
    jobs, section,
)  # fmt: skip

"""How long the strongest player thinks, one core; and how fast the network values and plays."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median, quantiles

from benchmarks import network
from benchmarks.strength.positions import turns
from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met
from benchmarks.timing import Figure
from rosespring.board import Position, Step
from rosespring.evaluation import Outlook
from rosespring.players.player import Player, find_player
from rosespring.players.thinkers import Needs
from rosespring.rules import PRESETS

MEDIAN, MOST = 0.010, 0.150
"""The CPU seconds allowed a stage: the median, and what 99 % stay within."""
EVALUATE, SELF_PLAY = 0.6, 200
"""The µs allowed a value, and the games a second required."""


@dataclass(slots=True)
class Timed:
    """A player with a watch: CPU seconds of each answer, and how many stages it played."""

    player: Player
    turns: list[float] = field(default_factory=list)
    stages: list[float] = field(default_factory=list)

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> tuple[Step, ...]:
        """As the player."""
        begin = time.process_time()
        steps = tuple(self.player.stage(position, random, needs))
        seconds = time.process_time() - begin
        played = stages_played(position, len(steps))
        self.turns.append(seconds)
        self.stages += [seconds / played] * played
        return steps

    def outlook(self, position: Position) -> Outlook:
        """As the player."""
        return self.player.outlook(position)


def stages_played(position: Position, steps: int) -> int:
    """How many stages of a position so many steps belong to."""
    played = 0
    for stage in position.stages:
        if steps <= 0:
            break
        steps -= len(stage)
        played += 1
    return max(1, played)


def jobs(plan: Plan) -> list[Job]:
    """The thinking under each preset, then the figures of the network."""
    games = plan.sizes["games"]
    thinking = [Job(f"full/{preset}", (preset,), games, partial(_think, plan, preset)) for preset in plan.presets]
    figures = {"evaluate:0": network.evaluate, "selfplay": network.self_play}
    presets = tuple(PRESETS)
    return thinking + [Job(name, presets, 1, partial(_figure, work)) for name, work in figures.items()]


def _figure(work: Callable[[], Figure], _advance: Advance) -> Row:
    return dict(work().as_dict())


def _think(plan: Plan, preset: str, advance: Advance) -> Row:
    rules, player = PRESETS[preset].rules, find_player("full")
    list(turns(rules, Random(f"speed:warm:{plan.seed}"), player))
    timed = Timed(player)
    for game in range(plan.sizes["games"]):
        list(turns(rules, Random(f"speed:{plan.seed}:{game}"), timed))
        advance(game + 1)
    return {"games": plan.sizes["games"], "turn": _spread(timed.turns), "stage": _spread(timed.stages)}


def _spread(seconds: list[float]) -> Row:
    return {
        "count": len(seconds),
        "median": median(seconds),
        "most": quantiles(seconds, n=100, method="inclusive")[-1],
        "longest": max(seconds),
    }


def section(rows: Rows) -> str:
    """A table of thinking, and one of the network's figures."""
    thinking = {key: row for key, row in rows.items() if key.startswith("full/")}
    lines = [_line(key, what, row) for key, row in thinking.items() for what in ("stage", "turn")]
    heads = ("rules", "time of", "count", "median", "99 % within", "longest", "required")
    needs = {"evaluate:0": f"≤ {EVALUATE}", "selfplay": f"≥ {SELF_PLAY}"}
    others = [
        [f"`{key}`", f"{row['value']:,.3g}", row["unit"], f"{row['count']:,}", f"{needs[key]}: {met(_fast(key, row))}"]
        for key, row in rows.items()
        if key in needs
    ]
    return "\n\n".join([markdown(heads, lines), markdown(("figure", "value", "unit", "work", "required"), others)])


def _fast(key: str, row: Row) -> bool:
    return bool(row["value"] <= EVALUATE if key == "evaluate:0" else row["value"] >= SELF_PLAY)


def _line(key: str, what: str, row: Row) -> list[str]:
    spread = row[what]
    times = [f"{1e3 * spread[name]:.1f} ms" for name in ("median", "most", "longest")]
    line = [f"`{key.removeprefix('full/')}`", what, f"{spread['count']:,}", *times]
    if what == "turn":
        return [*line, ""]
    fulfilled = met(spread["median"] <= MEDIAN and spread["most"] <= MOST)
    return [*line, f"≤ {1e3 * MEDIAN:.0f} ms, ≤ {1e3 * MOST:.0f} ms: {fulfilled}"]


TABLE = Table("speed", ("gul-bara", "gioul"), {"games": Size(50, 1, "games of the strongest player")}, jobs, section)

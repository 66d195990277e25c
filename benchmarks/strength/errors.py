"""How much each level gives away, by kinds of decisions, as judged by the deepest search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import fmean

from benchmarks.strength.positions import games
from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, plus_minus
from rosespring.board import CHECKERS, Position, Side
from rosespring.endings.races import is_race
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.kernels import ENDING_MEN
from rosespring.evaluation.network import network_for
from rosespring.game import transitions
from rosespring.movegen import stage_results
from rosespring.players.duel import half_width
from rosespring.players.player import find_player, play_turn
from rosespring.players.thinkers import LEVELS
from rosespring.rules import PRESETS
from rosespring.search.choose import best_lines, outlook_ahead
from rosespring.search.depth import FULL, Depth

PHASES = ("opening", "blocking", "cascades", "bearing in and off")
CANDIDATES = Depth(beam=FULL.beam, wide=FULL.wide)
"""How the ends are found that are judged beside those of the levels."""
ROLLS = 2
"""How many rolls further each end is judged."""
_OPENING = 4
_SAME = 1e-9


def phase_of(position: Position) -> str:
    """The kind of decision that a position with stages is."""
    most_off = max(position.men.own[0], position.men.other[0])
    if is_race(position) or most_off >= CHECKERS - ENDING_MEN:
        return "bearing in and off"
    if position.cascade and len(position.stages) > 1:
        return "cascades"
    return "opening" if max(position.rolls) < _OPENING else "blocking"


def decisions(preset: str, phase: str, seed: str) -> Iterator[Position]:
    """Positions of a phase with a choice, at most one of a game, for ever."""
    for number, positions in enumerate(games(PRESETS[preset].rules, f"{seed}:{phase}")):
        found = [position for position in positions if phase_of(position) == phase]
        Random(f"{seed}:{number}").shuffle(found)
        yield from [position for position in found if len(stage_results(position)) > 1][:1]


def judged(position: Position, side: Side) -> float:
    """The points of `side` in a position after a turn, a rest played greedily: exact, or two rolls further."""
    outlook = exact_outlook(position) or outlook_ahead(network_for(position.rules), position, ROLLS)
    return outlook.points if position.side is side else -outlook.points


def costs(position: Position, seed: int) -> dict[str, float]:
    """What the turn of each level costs against the best one, in points."""
    ends = {name: play_turn(find_player(name), position, Random(seed))[1] for name in LEVELS}
    worths = {end: judged(end, position.side) for end in {*ends.values(), *_candidates(position)}}
    best = max(worths.values())
    return {name: best - worths[end] for name, end in ends.items()}


def _candidates(position: Position) -> Iterator[Position]:
    """The ends of the best lines by the beam and a roll further."""
    for line in best_lines(network_for(position.rules), position, CANDIDATES):
        yield transitions.after_steps(position, line.steps)


def jobs(plan: Plan) -> list[Job]:
    """Each phase under each preset."""
    return [
        Job(f"{preset}/{phase}", (preset,), plan.sizes["decisions"], partial(_measure, plan, preset, phase))
        for preset in plan.presets
        for phase in PHASES
    ]


def _measure(plan: Plan, preset: str, phase: str, advance: Advance) -> Row:
    found: list[dict[str, float]] = []
    for position in decisions(preset, phase, f"errors:{plan.seed}"):
        found.append(costs(position, len(found)))
        advance(len(found))
        if len(found) == plan.sizes["decisions"]:
            break
    return {"count": len(found), "levels": {name: _figures([cost[name] for cost in found]) for name in LEVELS}}


def _figures(cost: list[float]) -> Row:
    return {
        "mean": fmean(cost),
        "half": half_width(cost),
        "worst": max(cost),
        "best": fmean(each < _SAME for each in cost),
    }


def section(rows: Rows) -> str:
    """One table a preset: phases across, levels down."""
    presets = dict.fromkeys(key.split("/")[0] for key in rows)
    return "\n\n".join(f"`{preset}`:\n\n{_of(preset, rows)}" for preset in presets)


def _of(preset: str, rows: Rows) -> str:
    found = {phase: rows[f"{preset}/{phase}"] for phase in PHASES if f"{preset}/{phase}" in rows}
    heads = ["level", *(f"{phase} ({row['count']})" for phase, row in found.items())]
    lines = [[f"`{name}`", *(_cell(row["levels"][name]) for row in found.values())] for name in LEVELS]
    return markdown(heads, lines)


def _cell(figures: Row) -> str:
    return f"{figures['mean']:.4f}{plus_minus(figures['half'], 4)} ({100 * figures['best']:.0f} %)"


TABLE = Table("errors", ("gul-bara", "gioul"), {"decisions": Size(500, 3, "decisions of each phase")}, jobs, section)

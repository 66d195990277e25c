"""A report for programs. docs/analysis.md describes the form."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.totals import totals
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, Play, StageVerdict, TurnVerdict
from rosespring.board import Position, Side, Step
from rosespring.evaluation import Outlook
from rosespring.notation import format_turn

VERSION = 1
_NAMES = {Side.LIGHT: "light", Side.DARK: "dark"}


def report_dict(verdict: MatchVerdict, thresholds: Thresholds) -> dict[str, Any]:
    """All of a verdict as plain values: points and chances as in `GameVerdict`."""
    record = verdict.record
    return {
        "version": VERSION,
        "players": dict(zip(_NAMES.values(), record.players, strict=True)),
        "rules": record.rules.as_dict(),
        "length": record.length,
        "date": record.date,
        "scope": verdict.scope,
        "network": verdict.network,
        "thresholds": asdict(thresholds),
        "totals": {_NAMES[side]: _totals(verdict, side, thresholds) for side in Side},
        "games": [_game(game, thresholds) for game in verdict.games],
    }


def _totals(verdict: MatchVerdict, side: Side, thresholds: Thresholds) -> dict[str, Any]:
    found = asdict(totals(verdict, side, thresholds))
    del found["side"]
    return found


def _game(game: GameVerdict, thresholds: Thresholds) -> dict[str, Any]:
    who, cost = game.resigned or (None, None)
    return {
        "number": game.number,
        "score": list(game.score),
        "before": game.before,
        "start": game.start,
        "end": game.end,
        "finished": game.finished,
        "points": list(game.points),
        "starter": _NAMES[game.starter],
        "opening_throw": game.opening,
        "chance_per_point": game.chance,
        "luck": {_NAMES[side]: game.luck(side) for side in Side},
        "errors": {_NAMES[side]: game.errors(side) for side in Side},
        "resigned": None if who is None else {"side": _NAMES[who], "cost": cost},
        "turns": [_turn(turn, thresholds) for turn in game.turns],
    }


def _turn(turn: TurnVerdict, thresholds: Thresholds) -> dict[str, Any]:
    return {
        "side": _NAMES[turn.side],
        "roll": [turn.roll.high, turn.roll.low] if turn.roll else None,
        "position": str(turn.decision or turn.before),
        "played": _steps(turn.steps, turn.decision),
        "forced": turn.forced,
        "cost": turn.cost,
        "grade": None if turn.forced else thresholds.grade(turn.cost),
        "luck": turn.luck,
        "fortune": None if turn.luck is None else thresholds.fortune(turn.luck),
        "rest": turn.rest,
        "value": turn.value,
        "after": turn.after,
        "outlook": _outlook(turn.outlook),
        "stages": [_stage(stage) for stage in turn.stages],
        "plays": [_play(play, turn.decision) for play in turn.plays],
    }


def _stage(stage: StageVerdict) -> dict[str, Any]:
    return {
        "position": str(stage.before),
        "played": _steps(stage.steps, stage.before),
        "best": _steps(stage.best, stage.before),
        "cost": stage.cost,
        "forced": stage.forced,
    }


def _play(play: Play, before: Position | None) -> dict[str, Any]:
    found = {"worth": play.worth, "cost": play.cost, "made": play.played}
    return _steps(play.steps, before) | found | {"outlook": _outlook(play.outlook)}


def _steps(steps: tuple[Step, ...], before: Position | None) -> dict[str, Any]:
    text = format_turn(steps, before) if before and steps else ""
    return {"steps": [[step.point, step.number] for step in steps], "text": text}


def _outlook(outlook: Outlook) -> dict[str, float]:
    return asdict(outlook) | {"points": outlook.points}

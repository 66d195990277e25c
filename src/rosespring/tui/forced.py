"""Plays that leave no choice."""

from __future__ import annotations

from rosespring.board import Position, Step
from rosespring.game import OpenTurn, transitions
from rosespring.movegen import legal_steps, stage_results


def forced_steps(turn: OpenTurn) -> list[Step]:
    """The steps of the current stage if every way to play it ends in the same position, else none."""
    position = turn.game.position
    if turn.may_done or not position.stages:
        return []
    steps = legal_steps(position)
    if _line(position, 0) != _line(position, -1):
        return []
    if position.rules.dice_use == "free" and len(steps) > 1 and len(set(position.stages[0])) > 1:
        # One way might leave another number than the other to pass on.
        return []
    results = stage_results(position, 2)
    return list(results[0].steps) if len(results) == 1 else []


def _line(position: Position, choice: int) -> tuple[int, ...]:
    """The checkers after one way through the stage: two that differ spare the search for all results."""
    side, stages = position.side, len(position.stages)
    men = position.men
    while position.side is side and len(position.stages) == stages and (steps := legal_steps(position)):
        men = position.men.moved(steps[choice])
        position, _events = transitions.advance(position, steps[choice])
    return men.own

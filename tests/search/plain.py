"""The search once more in plain Python, on positions and transitions: what the compiled one is held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

import numpy as np

from rosespring import Position, Side
from rosespring.board import CHECKERS, Men, Step
from rosespring.evaluation import Formula
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.movegen.reference import StageResult, stage_results, turn_results

Utility = tuple[float, float, float, float]
Chances = np.ndarray
Counts = Sequence[int]

ROLLS = [(a, b, (1 if a == b else 2) / 36) for a in range(1, 7) for b in range(1, a + 1)]
"""The 21 rolls with their shares."""


def against(utility: Utility) -> Utility:
    """The same ends as the other side sees them."""
    one, two, lose_one, lose_two = utility
    return -lose_one, -lose_two, -one, -two


def follow(position: Position, steps: Sequence[Step]) -> Position:
    """The position after steps, each of which must be legal and the same side's."""
    side = position.side
    for step in steps:
        assert position.side is side
        position, _events = transitions.step(position, step)
    return position


def results(position: Position) -> list[Position]:
    """The settled positions that the results of the current stage lead to."""
    return [follow(position, result.steps) for result in stage_results(position)]


def goes_on(before: Position, after: Position) -> bool:
    """Whether the same side has more stages of the same roll or rest to play."""
    return after.winner is None and after.side is before.side and bool(after.stages)


def ends(position: Position) -> set[Position]:
    """The settled positions that all stages of `position` can lead to, by `turn_results`."""
    found = set()
    for own, left in turn_results(position):
        moved = replace(position, men=Men(own, position.men.other), stages=left, started=True)
        if moved.winner is not None or left:
            moved, _events = transitions.settle(moved)
        else:
            moved = moved.to_roll(position.side if position.received else position.side.other)
        found.add(moved)
    return found


# By a network


def chances_of(network: Network, positions: Sequence[Position], side: Side) -> Chances:
    """The chances (n, 4) of `side` in settled positions; of finished ones the result."""
    found = np.zeros((len(positions), 4))
    going = [index for index, position in enumerate(positions) if position.winner is None]
    found[going] = network.chances([positions[index] for index in going])
    for index, position in enumerate(positions):
        if position.winner is not None:
            found[index, (0 if position.winner is position.side else 2) + position.points - 1] = 1
        if position.side is not side:
            found[index] = found[index, [2, 3, 0, 1]]
    return found


def greedy(network: Network, position: Position, utility: Utility) -> Position:
    """Stage by stage what is best at 0 rolls, for both sides, until one must roll or has won; for the side to act."""
    side = position.side
    while position.stages:
        found = results(position)
        wanted = utility if position.side is side else against(utility)
        position = found[int((chances_of(network, found, position.side) @ wanted).argmax())]
    return position


def ahead(network: Network, position: Position, utility: Utility, rolls: int) -> Chances:
    """The chances of the side to act: stages played greedily, then the mean of so many rolls, each played greedily."""
    end = greedy(network, position, utility)
    if rolls == 0 or end.winner is not None:
        (known,) = chances_of(network, [end], position.side)
        return np.array(known)
    wanted = utility if end.side is position.side else against(utility)
    found = np.zeros(4)
    for a, b, share in ROLLS:
        rolled, _events = transitions.roll(end, a, b)
        of_roller = wanted if rolled.side is end.side else against(wanted)
        value = ahead(network, rolled, of_roller, rolls - 1)
        found += share * (value if rolled.side is position.side else value[[2, 3, 0, 1]])
    return found


# By the formulae (the yardstick of docs/strength.md)


def formula_chances(men: Men, parallel: bool) -> Chances:
    """The chances of the side with ``men.own``, about to roll."""
    outlook = Formula().of_counts(men.own, men.other, parallel)
    return np.array([outlook.win - outlook.win2, outlook.win2, 1 - outlook.win - outlook.lose2, outlook.lose2])


def formula_result(position: Position, own: Counts) -> Chances:
    """What it is worth to leave `own` after a stage: as if the opponent were about to roll, whatever stages remain.

    As if the player were, when the stages were received.
    """
    men, parallel = Men(tuple(own), position.men.other), position.rules.parallel
    if own[0] == CHECKERS:
        return np.array([1.0, 0, 0, 0] if men.other[0] else [0, 1.0, 0, 0])
    if position.received:
        return formula_chances(men, parallel)
    return formula_chances(men.mirror(), parallel)[[2, 3, 0, 1]]


def best_by_formula(position: Position, utility: Utility) -> list[tuple[StageResult, float]]:
    """The results of a stage with what they are worth at 0 rolls, best first."""
    found = [(result, float(formula_result(position, result.own) @ utility)) for result in stage_results(position)]
    return sorted(found, key=lambda pair: -pair[1])


def formula_answers(start: Position, a: int, b: int, utility: Utility) -> list[float] | None:
    """What the best answer to a roll, stage by stage at 0 rolls, may be worth to the roller.

    Results that are equally good may lead to several values; None for so many that it takes too long.
    """
    rolled, _events = transitions.roll(start, a, b)
    if rolled.side is not start.side or not rolled.stages:
        return [float(formula_result(start, start.men.own) @ utility)]
    answers: list[float] = []
    front = {rolled}
    while front and len(front) < 6:
        following: set[Position] = set()
        for position in front:
            found = best_by_formula(position, utility)
            for result, worth in found:
                if worth > found[0][1] - 1e-9:
                    after = follow(position, result.steps)
                    if goes_on(position, after):
                        following.add(after)
                    else:
                        answers.append(worth)
        front = following
    return None if front else answers


def formula_ahead(position: Position, own: Counts, utility: Utility) -> tuple[float, float]:
    """The least and greatest worth of leaving `own` after a stage, after the best answer to each of 21 rolls.

    The opponent rolls and answers; the player itself, when the stages were received.
    """
    if own[0] == CHECKERS:
        worth = float(formula_result(position, own) @ utility)
        return worth, worth
    mine = position.received
    start = replace(position, men=Men(tuple(own), position.men.other))
    start = start.to_roll(position.side if mine else position.side.other)
    of_roller = utility if mine else against(utility)
    least = greatest = 0.0
    for a, b, share in ROLLS:
        worths = formula_answers(start, a, b, of_roller) or [-inf, inf]
        least, greatest = least + share * min(worths), greatest + share * max(worths)
    return (least, greatest) if mine else (-greatest, -least)

"""Anyone who answers a roll, and the players that come with the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from rosespring.board import CHECKERS, Position, Side, Step, pip_count
from rosespring.errors import UnknownPlayer
from rosespring.evaluation import Formula, Outlook, Weights
from rosespring.evaluation.exact import exact_outlook
from rosespring.game import Match, transitions
from rosespring.movegen import StageResult, legal_steps, stage_results
from rosespring.players.thinkers import LEVELS, SEARCHES, Needs, NetworkPlayer, Yardstick
from rosespring.rules.options import nearest


class Player(Protocol):
    """Answers a roll stage by stage, and says what it expects."""

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> Sequence[Step]:
        """Legal steps for one or more of the numbers that `position` has to play.

        `needs`: the points that the side to act and the other still need in a match; None counts points.
        """
        ...

    def outlook(self, position: Position) -> Outlook:
        """What the side to act may expect; it is about to roll, or has won or lost."""
        ...


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal step."""

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> Sequence[Step]:
        """One step, each legal one with the same chance."""
        return (random.choice(legal_steps(position)),)

    def outlook(self, position: Position) -> Outlook:
        """By the race alone."""
        return _RACE.outlooks([position])[0]


@dataclass(frozen=True, slots=True)
class Runner:
    """Wastes the fewest pips, bears off what it can, and otherwise brings up the rear."""

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> Sequence[Step]:
        """The steps of the best stage result."""
        return min(stage_results(position), key=_run_key).steps

    def outlook(self, position: Position) -> Outlook:
        """By the race alone."""
        return _RACE.outlooks([position])[0]


def _run_key(result: StageResult) -> tuple[int, int, tuple[int, ...]]:
    return pip_count(result.own), -result.own[0], result.own[::-1]


@dataclass(frozen=True, slots=True)
class Judge:
    """Plays the stage result with the most expected points by a formula."""

    formula: Formula

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> Sequence[Step]:
        """The steps of the best stage result; of equal ones the first in the order of `stage_results`."""
        return max(stage_results(position), key=lambda result: self._points(position, result)).steps

    def outlook(self, position: Position) -> Outlook:
        """By the formula."""
        return self.formula.outlooks([position])[0]

    def _points(self, position: Position, result: StageResult) -> float:
        other, parallel = position.men.other, position.rules.parallel
        if result.own[0] == CHECKERS:
            return 1.0 if other[0] else 2.0
        if position.received:  # the receiver rolls next
            return self.formula.of_counts(result.own, other, parallel).points
        return -self.formula.of_counts(other, result.own, parallel).points


_RACE = Formula(Weights(race=1.0, blocking=0.0))
CAREFUL = Weights(race=0.8, blocking=1.6, buried=0.1)

PLAYERS: dict[str, Player] = {
    "random": RandomPlayer(),
    "runner": Runner(),
    "careful": Judge(Formula(CAREFUL)),
    "yardstick": Yardstick(),
    "yardstick-ahead": Yardstick(wide=2),
    **{name: NetworkPlayer(level) for name, level in (SEARCHES | LEVELS).items()},
}
"""The players by name: simple ones, the yardstick, the network as it compares with it, the levels, weakest first."""
STRONGEST = "full"
_WEIGHTS = ".npz"
_USUAL = "master"
"""The level that a network of one's own plays at if none is named."""
STAND_IN = "careful"
"""Plays on for a player whose files cannot be used; it needs none."""


def find_player(name: str) -> Player:
    """The player of that name: one of `PLAYERS`, or ``FILE.npz`` or ``FILE.npz:LEVEL`` for a network of one's own.

    :raises UnknownPlayer: with the nearest names.
    """
    if player := PLAYERS.get(name):
        return player
    if name.endswith(_WEIGHTS):
        return NetworkPlayer(LEVELS[_USUAL], Path(name))
    path, colon, level = name.rpartition(":")
    if not (colon and path.endswith(_WEIGHTS)):
        raise UnknownPlayer(f"unknown player {name!r}: {nearest(name, list(PLAYERS))}")
    levels = SEARCHES | LEVELS
    if level not in levels:
        raise UnknownPlayer(f"unknown level {level!r} in {name!r}: {nearest(level, list(levels))}")
    return NetworkPlayer(levels[level], Path(path))


def play_turn(
    player: Player, position: Position, random: Random, needs: Needs | None = None
) -> tuple[list[Step], Position]:
    """The steps of `player` for as far as the side to act plays on without a new roll, and what they lead to."""
    side, steps = position.side, []
    while position.stages and position.side is side:
        for step in player.stage(position, random, needs):
            position, _events = transitions.advance(position, step)
            steps.append(step)
    return steps, position


def match_needs(match: Match) -> Needs | None:
    """The points that the side to act and the other still need; None in a single game, where points count."""
    if match.length == 1 or match.game is None:
        return None
    needs = match.length - match.score[0], match.length - match.score[1]
    return needs if match.game.position.side is Side.LIGHT else needs[::-1]


def turn_steps(level: str, position_id: str, seed: int, needs: Needs | None = None) -> list[tuple[int, int]]:
    """`play_turn` with plain values, for other processes: (point, number) pairs for the position of an id.

    :raises UnknownPlayer: for an unknown level.
    :raises WeightsError: if its network's file cannot be used.
    :raises TableError: if a table of endings is damaged.
    """
    steps, _after = play_turn(find_player(level), Position.parse(position_id), Random(seed), needs)
    return [(step.point, step.number) for step in steps]


def outlook_of(player: Player, position: Position, side: Side | None = None) -> Outlook:
    """What `side`, else the side to act, may expect: exactly where tables reach, else by `player`.

    The player first plays out (reproducibly) the stages at hand, and for the opponent the rest that may pass.

    :raises TableError: if a table is damaged.
    """
    judged, random = position.side if side is None else side, Random(0)
    while (outlook := exact_outlook(position)) is None and position.stages:
        _steps, position = play_turn(player, position, random)
    outlook = outlook or player.outlook(position)
    return outlook.seen_by(judged, position.side)

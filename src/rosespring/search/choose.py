"""Choosing whole turns: a beam over the stages, then one or two rolls of look-ahead on the best few."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rosespring.board import Men, Position, Step
from rosespring.evaluation.batches import Moments, check_movement, queue_of, rolls_made
from rosespring.evaluation.match_equity import MONEY
from rosespring.evaluation.network import Network, outlook_of_chances
from rosespring.evaluation.outlook import Outlook, Utility
from rosespring.movegen import can_play
from rosespring.movegen.legal import way_to
from rosespring.movegen.words import counts_of, key_of, rule_words, stage_of
from rosespring.search.ahead import kernels
from rosespring.search.depth import FULL, Depth
from rosespring.search.room import MOST_RESULTS, make_lines, make_room, make_top
from rosespring.search.turns.kernels import mean_of_rolls, plan

if TYPE_CHECKING:
    from rosespring.evaluation.kernels import Net
    from rosespring.search.kernels import Room
    from rosespring.search.turns.kernels import Lines

__all__ = ["Line", "Utility", "best_lines", "best_stage", "outlook_ahead", "outlook_of_rolls"]


@dataclass(frozen=True, slots=True)
class Line:
    """One way to play all stages at hand: `steps`, what is expected (`outlook`, `worth`), and how many rolls ahead.

    `worth` is the expected utility; `stages` are the steps of each stage apart.
    """

    stages: tuple[tuple[Step, ...], ...]
    outlook: Outlook
    worth: float
    rolls: int

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order."""
        return tuple(step for stage in self.stages for step in stage)


class _Scratch(threading.local):
    """One thread's scratch arrays, by the size of the network's hidden layer, of the beam and of its ends."""

    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self.beams: dict[int, tuple[Lines, Lines]] = {}
        self.ends: dict[int, Lines] = {}
        self.top = make_top()

    def room(self, hidden: int) -> Room:
        """Scratch for a network."""
        if hidden not in self.rooms:
            self.rooms[hidden] = make_room(hidden)
        return self.rooms[hidden]

    def pools(self, beam: int, ends: int) -> tuple[Lines, Lines, Lines]:
        """See `make_pools`."""
        if beam not in self.beams:
            self.beams[beam] = make_lines(beam), make_lines(beam)
        if ends not in self.ends:
            self.ends[ends] = make_lines(ends)
        return *self.beams[beam], self.ends[ends]


_scratch = _Scratch()


def best_lines(
    network: Network,
    position: Position,
    depth: Depth = FULL,
    utility: Utility = MONEY,
    *,
    noise: float = 0.0,
    seed: int = 0,
) -> list[Line]:
    """The best ways to play the stages of `position`, best first: as many as `depth.wide`, one at least.

    With `noise` the values of stage results are blurred by so much, reproducibly by `seed`.

    :raises ValueError: if there is nothing to play.
    :raises PositionError: for a position of another `movement`.
    """
    _check_stages(position)
    check_movement(network, position.rules)
    room = _scratch.room(network.card.hidden)
    room.noise[0], room.noise_seed[0] = noise, np.uint64(seed % 2**64)
    beam, spare, ends = _scratch.pools(depth.beam, depth.wide)
    try:
        plan(
            network.net, rule_words(position.rules), np.uint64(key_of(position.men.own)),
            np.uint64(key_of(position.men.other)), queue_of(position), position.cascade, rolls_made(position),
            utility, int(depth.wide > 1), depth.budget, depth.near, beam, spare, ends, room,
        )  # fmt: skip
    finally:
        room.noise[0] = 0.0
    # What was looked at further comes first: values of different depths do not compare.
    order = sorted(range(int(ends.count[0])), key=lambda index: (-int(ends.rolls[index]), -float(ends.worth[index])))
    return [_line(position, ends, index) for index in order]


def best_stage(net: Net, position: Position, wide: int = 1, utility: Utility = MONEY) -> tuple[Step, ...]:
    """The best way to play the current stage for itself: the `wide` best results are looked at one roll further.

    :raises ValueError: if there is nothing to play, or for more results than there is room for.
    """
    _check_stages(position)
    if not 1 <= wide <= MOST_RESULTS:
        raise ValueError(f"expected 1 to {MOST_RESULTS} results to look at further, got {wide!r}")
    key, code = kernels.stage_choice(
        net, rule_words(position.rules), np.uint64(key_of(position.men.own)), np.uint64(key_of(position.men.other)),
        queue_of(position), position.cascade, rolls_made(position), utility, wide, _scratch.top,
        _scratch.room(net.rows.shape[2]),
    )  # fmt: skip
    return way_to(position, counts_of(int(key)), stage_of(int(code))).steps


def _check_stages(position: Position) -> None:
    if not position.stages:
        raise ValueError(f"expected a position with stages to play, got {position}")


def _line(position: Position, ends: Lines, index: int) -> Line:
    """Line `index` of a pool with its steps."""
    stages = []
    at = position
    for key, code in zip(ends.path[index, : ends.length[index]].tolist(), ends.left[index].tolist(), strict=False):
        own, left = counts_of(key), stage_of(code)
        stages.append(way_to(at, own, left).steps)
        at = _following(at, own)
    chances = ends.chances[index].tolist()
    return Line(tuple(stages), outlook_of_chances(chances), float(ends.worth[index]), int(ends.rolls[index]))


def _following(position: Position, own: tuple[int, ...]) -> Position:
    """The position at the side's next playable stage, with `own` checkers."""
    at = replace(position, men=Men(own, position.men.other)).next_stage()
    while at.stages and not can_play(at):  # a receiver who skips
        at = at.next_stage()
    return at


def outlook_ahead(network: Network, position: Position, rolls: int = 1) -> Outlook:
    """The outlook of the side to act, any stages played greedily, then `rolls` (0 to 2) rolls ahead.

    :raises PositionError: for a position of another `movement`.
    """
    check_movement(network, position.rules)
    chances = np.zeros((1, 4))
    moments = Moments.of([position])
    kernels.look_ahead(
        network.net, moments.own, moments.other, moments.queues, rule_words(position.rules), moments.cascades,
        moments.made, rolls, chances, _scratch.room(network.card.hidden),
    )  # fmt: skip
    return outlook_of_chances(chances[0].tolist())


def outlook_of_rolls(
    network: Network, position: Position, depth: Depth, utility: Utility = MONEY, *, doubles: bool = True
) -> Outlook:
    """The outlook of the side about to roll: the mean over its rolls, each played in the best way found at `depth`.

    Without `doubles` the roll cannot be one: the opening throw. A second roll further (`Depth.budget`) is not looked.

    :raises ValueError: if there is something to play.
    :raises PositionError: for a position of another `movement`.
    """
    if position.stages:
        raise ValueError(f"expected a position about to roll, got {position}")
    check_movement(network, position.rules)
    chances = np.zeros(4)
    beam, spare, ends = _scratch.pools(depth.beam, depth.wide)
    mean_of_rolls(
        network.net, rule_words(position.rules), np.uint64(key_of(position.men.own)),
        np.uint64(key_of(position.men.other)), rolls_made(position), utility, doubles, int(depth.wide > 1),
        beam, spare, ends, _scratch.room(network.card.hidden), chances,
    )  # fmt: skip
    return outlook_of_chances(chances.tolist())

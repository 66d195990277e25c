"""The network: valuing the results of stages, and games against itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import kernels
from benchmarks.movegen import middle_entries
from benchmarks.timing import Figure, cpu_seconds
from rosespring.board import Position
from rosespring.evaluation.batches import Moments, by_rules
from rosespring.evaluation.match_equity import MONEY
from rosespring.evaluation.network import Network, network_for, packaged_network
from rosespring.game import transitions
from rosespring.movegen import stage_results
from rosespring.movegen.perft import ROLLS
from rosespring.movegen.words import Ints, Keys, counts_of, rule_words
from rosespring.search.kernels import Room
from rosespring.search.room import make_room
from rosespring.training.selfplay import Played, SelfPlay, together
from rosespring.training.settings import Settings

GAMES = 256
_CHECKED = 12
"""Stages of each rule set whose choice is compared with a slow one."""
_CLOSE = 1e-5


@dataclass(frozen=True, slots=True)
class Stages:
    """Positions of one rule set with stages to play, as the kernel takes them."""

    positions: list[Position]
    network: Network
    rules: Ints
    moments: Moments
    room: Room

    @classmethod
    def of(cls, positions: list[Position]) -> Stages:
        """The arrays of `positions`, which have the same rules."""
        network = network_for(positions[0].rules)
        return cls(
            positions, network, rule_words(positions[0].rules), Moments.of(positions), make_room(network.card.hidden)
        )

    def choose(self) -> tuple[Keys, int]:
        """The best result of each stage, and how many results were valued."""
        m, chosen = self.moments, np.zeros(len(self.positions), np.uint64)
        valued: int = kernels.choose_stages(
            self.network.net, self.rules, m.own, m.other, m.queues, m.cascades, m.made, MONEY, chosen, self.room
        )
        return chosen, valued


def middle_stages() -> list[Stages]:
    """The 21 rolls of the middle positions of the perft tables, where there is something to play."""
    rolled = [transitions.roll(entry.position, roll.high, roll.low)[0] for entry in middle_entries() for roll in ROLLS]
    playable = [position for position in rolled if position.stages]
    return [Stages.of([playable[index] for index in indices]) for indices in by_rules(playable).values()]


def slow_points(network: Network, position: Position) -> dict[tuple[int, ...], float]:
    """The points that each result of a stage is worth to the side that plays it, one position at a time."""
    found = {}
    for result in stage_results(position):
        after = transitions.after_steps(position, result.steps)
        points = network.outlooks([after])[0].points
        found[result.own] = points if after.side is position.side else -points
    return found


def _check(stages: Stages) -> None:
    """The kernel's choice is the best by a slow computation."""
    chosen, _valued = stages.choose()
    spread = range(0, len(stages.positions), max(1, len(stages.positions) // _CHECKED))
    for index in spread:
        points = slow_points(stages.network, stages.positions[index])
        assert points[counts_of(int(chosen[index]))] > max(points.values()) - _CLOSE


def evaluate() -> Figure:
    """One value at 0 rolls: a result of a stage is generated, its inputs are found, the network answers."""
    groups = middle_stages()
    for stages in groups:
        _check(stages)
    valued = sum(stages.choose()[1] for stages in groups)
    seconds = cpu_seconds(lambda: [stages.choose() for stages in groups])
    return Figure("evaluate:0", 1e6 * seconds / valued, "µs a position", valued)


def self_play() -> Figure:
    """Games of the network against itself as they are played in training, in one thread."""
    settings = Settings()
    play, net = SelfPlay(settings, 1), packaged_network(settings.movement).net

    def games() -> Played:
        return together([part.result() for part in play.start(net, 0, GAMES)])

    try:
        first, second = games(), games()
        assert all(np.array_equal(a, b) for a, b in zip(_arrays(first), _arrays(second), strict=True))
        assert len(first.games) == GAMES
        return Figure("selfplay", GAMES / cpu_seconds(games), "games/s a core", GAMES)
    finally:
        play.close()


def _arrays(played: Played) -> tuple[NDArray[Any], ...]:
    return played.moments, played.targets, played.games


BENCHMARKS: dict[str, Callable[[], Figure]] = {"evaluate:0": evaluate, "selfplay": self_play}

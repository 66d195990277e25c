"""Runs that take seconds: everything that a real one has, in small."""

from __future__ import annotations

from collections.abc import Iterator

from rosespring.board import Men, Position, Side
from rosespring.evaluation.inputs import INPUTS_VERSION
from rosespring.evaluation.network import Card, Network, make_network
from rosespring.movegen.words import counts_of, stage_of
from rosespring.rules import Rules
from rosespring.training.learner import Learner
from rosespring.training.selfplay import Kind, Played, SelfPlay, together
from rosespring.training.settings import Settings, rule_sets

SMALL = Settings(
    hidden=4, games=130, deep_games=50, round_games=40, batch=64, lessons=16, lessons_from=80, lesson_pool=60,
    race_pool=60, stage_pool=60, endings=2, stage_games=40, stages=3,
)  # fmt: skip
"""Four rounds of games, two of them one roll deeper, then the endings, and stages planned together."""


def play(
    learner: Learner, settings: Settings, first: int, games: int, threads: int = 1, *, kind: Kind = "all"
) -> Played:
    """Some games of a network against itself."""
    playing = SelfPlay(settings, threads)
    try:
        return together([part.result() for part in playing.start(learner.net(), first, games, kind)])
    finally:
        playing.close()


def network_of(learner: Learner, movement: str = "parallel") -> Network:
    """The network that plays."""
    return make_network(Card("small", movement, INPUTS_VERSION, learner.hidden, 0, ""), learner.weights())


def positions(played: Played, settings: Settings) -> list[Position]:
    """What was recorded of each moment, as positions; seat 0 is Light."""
    return list(_positions(played, rule_sets(settings)))


def _positions(played: Played, rules: list[Rules]) -> Iterator[Position]:
    for (own, other, queue, mine, yours, kind), moment in zip(played.spots.tolist(), played.moments, strict=True):
        side = Side(int(moment[2]))
        current, last, received = stage_of(queue & 511), queue >> 9 & 7, bool(queue >> 12 & 1)
        stages = (current, *((number,) * 4 for number in range(current[0] + 1, last + 1))) if current else ()
        yield Position(
            rules[kind >> 1],
            Men(counts_of(own), counts_of(other)),
            side,
            (mine, yours) if side is Side.LIGHT else (yours, mine),
            stages,
            cascade=bool(kind & 1) and bool(stages),
            received=received and bool(stages),
            started=bool(stages) and not received,
        )

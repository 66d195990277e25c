"""What both the browsers and the model do in the acceptance test: always the same simple play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rosespring.board import Step
from rosespring.notation.records import Heading, Record, Recorder

SEED = 29
"""A match of two games in which a rest passes and one is lost, and a game of Gioul in which two pass."""
THROWS = 600


def throws() -> list[tuple[int, int]]:
    """The scripted throws of each table."""
    random = Random(SEED)
    return [(random.randint(1, 6), random.randint(1, 6)) for _ in range(THROWS)]


def choose(steps: list[Step]) -> Step:
    """The step from the highest point that goes furthest; of two numbers that bear off the same checker the smaller."""
    point = steps[0].point
    return min((step for step in steps if step.point == point), key=lambda step: (step.target, step.number))


def moments(rules: str, length: int) -> Iterator[tuple[str, Recorder]]:
    """A match as the model plays it: yields before each ``roll``, ``step`` and ``done``, and after each game."""
    dice = iter(throws())
    recorder = Recorder(rules, length, Heading(players=("Ana", "Boris"), dice="scripted dice"))
    while not recorder.over:
        turn = recorder.turn
        if turn is None:
            recorder.throw(*next(dice))
        elif turn.may_roll:
            yield "roll", recorder
            recorder.roll(*next(dice))
        elif turn.may_done:
            yield "done", recorder
            games = len(recorder.match.results)
            recorder.done()
            if len(recorder.match.results) > games:
                yield "over", recorder
        else:
            yield "step", recorder
            recorder.step(choose(turn.legal_steps()))


def expected_record(rules: str, length: int) -> Record:
    """The record of the whole match."""
    *_earlier, (_moment, recorder) = moments(rules, length)
    return recorder.record()

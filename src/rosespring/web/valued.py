"""What is told of positions on the analysis pages, and the work of the worker processes that finds it.

The server itself imports nothing here that loads the compiler: `rosespring.web.study` runs in the workers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rosespring.errors import NotationError, PositionError, RulesError
from rosespring.language import SOURCE_LANGUAGE, use_language
from rosespring.players.thinkers import Needs
from rosespring.players.warming import warm
from rosespring.web.shapes import StepView
from rosespring.web.study_record import NothingRead, RecordStudied, read_for_study

Depth = Literal["first", "quick", "usual", "deep"]
"""`first` looks no further than the plays themselves, the others as the reports of that scope do."""


class Chances(Struct, frozen=True):
    """Chances to win at all, to win 2 and to lose 2 points, the mean `points`, and `worth`.

    `worth` is in points; at a match score it is the chance to win the match.
    """

    win: float
    win2: float
    lose2: float
    points: float
    worth: float


class WayTold(Struct, frozen=True):
    """One way to play all that is at hand; `cost` is what it is worth less than the best one."""

    steps: list[StepView]
    text: str
    after: str
    chances: Chances
    cost: float
    played: bool


class RollTold(Struct, frozen=True):
    """A roll, the position that it makes (`after`), and the best play of it; no steps where there is none."""

    dice: tuple[int, int]
    after: str
    steps: list[StepView]
    text: str
    chances: Chances


class RollsTold(Struct, frozen=True):
    """Some of the rolls, and the network that judged."""

    network: str
    rolls: list[RollTold]


class Evaluation(Struct, frozen=True):
    """What a position is worth: before a roll by its 21 `rolls`, else by the best of its `plays`.

    `depth`: how far was looked. `network`: the first digits of the hash of the network that judged.
    """

    position: str
    depth: Depth
    network: str
    chances: Chances
    plays: list[WayTold]
    rolls: list[RollTold]


class NoPosition(Struct, frozen=True):
    """Why something that was asked about is no position."""

    error: str


def evaluate_plays(position: str, needs: Needs | None, depth: Depth, played: str) -> Evaluation:
    """See `rosespring.web.study.evaluate_plays`."""
    from rosespring.web import study

    return study.evaluate_plays(position, needs, depth, played)


def evaluate_rolls(position: str, needs: Needs | None, depth: Depth, rolls: Sequence[int]) -> RollsTold:
    """See `rosespring.web.study.evaluate_rolls`."""
    from rosespring.web import study

    return study.evaluate_rolls(position, needs, depth, rolls)


def outlooks(positions: Sequence[str], needs: Needs | None, language: str) -> list[Chances] | NoPosition:
    """See `rosespring.web.study.outlooks`; what is no position is told in `language`."""
    from rosespring.web import study

    with use_language(language):
        try:
            return study.outlooks(positions, needs)
        except (NotationError, PositionError, RulesError) as error:
            return NoPosition(str(error))


def mean_of(position: str, depth: Depth, told: RollsTold) -> Evaluation:
    """A position before a roll: the mean over the rolls, in which those of two different numbers count twice."""
    rolls = told.rolls
    shares = [1 if roll.dice[0] == roll.dice[1] else 2 for roll in rolls]

    def mean(name: str) -> float:
        values = (float(getattr(roll.chances, name)) for roll in rolls)
        return sum(share * value for share, value in zip(shares, values, strict=True)) / sum(shares)

    chances = Chances(*(mean(name) for name in Chances.__struct_fields__))
    return Evaluation(position, depth, told.network, chances, [], rolls)


def read_record(text: str, language: str) -> RecordStudied | NothingRead:
    """See `rosespring.web.study_record.read_for_study`."""
    return read_for_study(text, language)


_SIX_FIVE = 1
"""The number of a roll that every opening has plays for."""


def ready_to_glance() -> None:
    """What a worker that answers at sight does before it is asked: kernels are loaded, and networks; it tutors, too."""
    from rosespring.web.counsel import tutors_objection

    _get_ready("first")
    for rules in ("gul-bara", "gioul"):
        tutors_objection(f"1~{rules}~0~f-23~f-23~1.0~65~-", [(24, 6), (24, 5)], None)


def ready_to_study() -> None:
    """What a worker that looks further does before it is asked."""
    _get_ready("usual")


def _get_ready(depth: Depth) -> None:
    warm()
    for rules in ("gul-bara", "gioul"):
        evaluate_plays(f"1~{rules}~0~f-23~f-23~1.0~65~-", None, depth, "")
        evaluate_rolls(f"1~{rules}~0~f-23~f-23~0.0~-~-", None, depth, [_SIX_FIVE])
        outlooks([f"1~{rules}~0~f-23~f-23~0.0~-~-"], None, SOURCE_LANGUAGE)

"""What happens in a game, as data; `rosespring.notation.sentences` says it in words."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.board import Roll, Side, Stage, Step


@dataclass(frozen=True, slots=True)
class Rolled:
    """`side` rolled; `cascade` if the double is followed by every higher one."""

    side: Side
    roll: Roll
    cascade: bool


@dataclass(frozen=True, slots=True)
class Stepped:
    """`side` played one step."""

    side: Side
    step: Step


@dataclass(frozen=True, slots=True)
class Passed:
    """The rest `stages` of `side`'s roll passed to the opponent; `whole` if nothing of the roll was played."""

    side: Side
    stages: tuple[Stage, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """`side` could not play `stages`, and nobody will; `received`: they were the opponent's rest."""

    side: Side
    stages: tuple[Stage, ...]
    received: bool


@dataclass(frozen=True, slots=True)
class Won:
    """`side` bore off its last checker; `points` is 1 or 2."""

    side: Side
    points: int


Event = Rolled | Stepped | Passed | Lost | Won

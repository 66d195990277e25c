"""Who sits at a table, and an event with what it meant."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.board import Step
from rosespring.game import Event
from rosespring.web import log
from rosespring.web.turns import ClosedTurn


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a person, or a computer of a level."""

    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an event meant in the game, beside what it says itself."""

    events: tuple[Event, ...] = ()
    step: Step | None = None
    turn: ClosedTurn | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """An event with its meaning, ready to be put into words; `game` is the game's number, `score` that after it."""

    entry: log.Entry
    meaning: Meaning
    game: int
    score: tuple[int, int]

"""The numbers of a turn and what became of them, and closed turns, for the table's two watchers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from rosespring.board import Position, Roll, Side, Stage, Step
from rosespring.game import Event, Game, Lost, OpenTurn, Passed, Rolled, Stepped
from rosespring.notation.steps import format_steps

Fate = Literal["left", "played", "passed", "lost"]


@dataclass(frozen=True, slots=True)
class ClosedTurn:
    """A turn that was said done, or that closed itself: the steps, also as text, and what they brought about.

    The text is made when the turn ends, since a snapshot with two hundred of them would keep the server busy for long.
    """

    side: Side
    roll: Roll
    before: Position
    steps: tuple[Step, ...]
    text: str
    events: tuple[Event, ...]


class Numbers:
    """The numbers of one roll or rest in order, each with its stage and fate."""

    def __init__(self, stages: Sequence[Stage]) -> None:
        self.items: list[tuple[int, int]] = [(n, stage) for stage, held in enumerate(stages) for n in held]
        self.fates: list[Fate] = ["left"] * len(self.items)

    def apply(self, event: Event) -> None:
        """Mark what `event` did to the numbers."""
        match event:
            case Stepped(_, step):
                self._mark((step.number,), "played")
            case Passed(_, stages):
                self._mark(tuple(chain(*stages)), "passed")
            case Lost(_, stages):
                self._mark(tuple(chain(*stages)), "lost")
            case _:
                pass

    def _mark(self, numbers: Sequence[int], fate: Fate) -> None:
        for number in numbers:
            left = (at for at, item in enumerate(self.items) if item[0] == number and self.fates[at] == "left")
            self.fates[next(left)] = fate


def last_roll(game: Game) -> Roll | None:
    """The last roll of `game`."""
    return next((entry.action for entry in reversed(game.entries) if isinstance(entry.action, Roll)), None)


def steps_of(turn: OpenTurn) -> tuple[Step, ...]:
    """The steps of the open turn."""
    return turn.played


def numbers_of(turn: OpenTurn) -> Numbers:
    """The numbers of the open turn, or of one that closed itself; none after a turn that was played and closed."""
    own, received = _split(_events_since_roll(turn.game))
    rollers_turn_is_open = bool(turn.steps) and not turn.steps[0].before.received
    shown = own if received is None or rollers_turn_is_open else received
    numbers = Numbers(_stages(shown))
    for event in shown[1:]:
        numbers.apply(event)
    played = "played" in numbers.fates
    return Numbers(()) if turn.over or (played and not turn.is_open) else numbers


def _events_since_roll(game: Game) -> list[Event]:
    events: list[Event] = []
    for entry in reversed(game.entries):
        events[:0] = entry.events
        if isinstance(entry.action, Roll):
            return events
    return []


def _split(events: list[Event]) -> tuple[list[Event], list[Event] | None]:
    """What became of the roller's numbers, and of those that the opponent received, if any.

    The hand-over belongs to both: it ends the first part and begins the second.
    """
    at = next((at for at, event in enumerate(events) if isinstance(event, Passed)), None)
    return (events, None) if at is None else (events[: at + 1], events[at:])


def _stages(events: Sequence[Event]) -> tuple[Stage, ...]:
    match events[0] if events else None:
        case Rolled(_, roll, cascade):
            return roll.stages(cascade)
        case Passed(_, stages):
            return stages
        case _:
            return ()


def closing(turn: OpenTurn) -> ClosedTurn:
    """The open turn as it will be when it is closed now."""
    roll = last_roll(turn.game)
    assert roll is not None, "a turn follows a roll"
    before, steps = turn.steps[0].before, steps_of(turn)
    return ClosedTurn(turn.owner, roll, before, steps, format_steps(steps, before), turn.pending())


def closed_itself(before: Position, events: tuple[Event, ...]) -> ClosedTurn | None:
    """The turn of a roll from `before` that brought about `events`, if none of it could be played."""
    rolled = events[0]
    assert isinstance(rolled, Rolled)
    return ClosedTurn(rolled.side, rolled.roll, before, (), "", events[1:]) if len(events) > 1 else None

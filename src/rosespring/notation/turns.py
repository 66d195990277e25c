"""Whole turns: the steps that one side plays between two rolls, as values and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rosespring.board import Position, Roll, Side, Stage, Step
from rosespring.errors import NotationError
from rosespring.game import Entry, Event, Game, Rolled
from rosespring.language import gettext as _
from rosespring.notation.steps import format_steps, parse_steps

NO_PLAY = "no play"
REST = "rest:"


@dataclass(frozen=True, slots=True)
class Turn:
    """What `side` did with one roll, with a received rest, or with stages that were there at the start.

    `roll` is None unless it rolled. `stages`: all that there was to play. `before`: the position of the first step, or
    before the roll if there was none. `events`: everything that the turn brought about.
    """

    side: Side
    roll: Roll | None
    stages: tuple[Stage, ...]
    before: Position
    steps: tuple[Step, ...]
    events: tuple[Event, ...]

    @property
    def received(self) -> bool:
        """Whether it played the opponent's rest."""
        return self.roll is None and self.before.received

    def __str__(self) -> str:
        return format_turn(self.steps, self.before)


def turns_of(entries: Iterable[Entry]) -> list[Turn]:
    """The turns that the entries of a `Game` make up, the last one maybe unfinished."""
    groups: list[list[Entry]] = []
    for entry in entries:
        if not groups or _begins_turn(groups[-1][-1], entry):
            groups.append([])
        groups[-1].append(entry)
    return [_turn(group) for group in groups]


def last_turn(game: Game) -> Turn | None:
    """The last turn of `game`, maybe unfinished; None at the start."""
    turns = turns_of(game.entries)
    return turns[-1] if turns else None


def _begins_turn(previous: Entry, entry: Entry) -> bool:
    return isinstance(entry.action, Roll) or entry.before.side is not previous.before.side


def _turn(entries: Sequence[Entry]) -> Turn:
    first = entries[0]
    steps = tuple((entry.before, entry.action) for entry in entries if isinstance(entry.action, Step))
    before = steps[0][0] if steps else first.before
    roll = first.action if isinstance(first.action, Roll) else None
    events = tuple(event for entry in entries for event in entry.events)
    return Turn(
        side=first.before.side,
        roll=roll,
        stages=_stages(roll, events) or before.stages,
        before=before,
        steps=tuple(step for _before, step in steps),
        events=events,
    )


def _stages(roll: Roll | None, events: tuple[Event, ...]) -> tuple[Stage, ...]:
    cascade = any(isinstance(event, Rolled) and event.cascade for event in events)
    return roll.stages(cascade) if roll else ()


def format_turn(steps: Sequence[Step], position: Position, separator: str = " · ") -> str:
    """`steps` from `position` on as one text: stages apart, a received rest marked by ``rest:``.

    ``parse_turn(format_turn(steps, position), position)`` gives back `steps`.
    """
    text = format_steps(steps, position, separator)
    return f"{REST} {text}" if position.received and steps else text


def parse_turn(text: str, position: Position) -> list[Step]:
    """The steps of a turn's text; the grammar is that of `rosespring.notation.steps`. A turn need not be complete.

    :raises NotationError: for text of another form, or a step that cannot be played, with the reason.
    """
    plain = text.strip().lower().removesuffix("...").removesuffix("…").rstrip()
    if plain in ("", NO_PLAY):
        return []
    if marked := re.match(r"rest\s*:", plain):
        if not position.received:
            raise NotationError(_("these numbers are no rest of the opponent's"))
        plain = plain[marked.end() :]
    return parse_steps(plain, position)


def queue_text(stages: Sequence[Stage]) -> str:
    """The numbers still to be played, the current stage first: ``4 4 · 5 5 5 5 · 6 6 6 6``."""
    return " · ".join(" ".join(map(str, stage)) for stage in stages)

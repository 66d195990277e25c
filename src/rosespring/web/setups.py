"""Positions on the board of the editor and of the analysis: set up, checked, rolled for and played on."""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rosespring.board import Men, Position, Side, Stage, Step, check_position
from rosespring.errors import NotationError, PositionError
from rosespring.game import Event, Game, Stepped
from rosespring.notation.position_text import format_position, parse_position
from rosespring.notation.sentences import sentences
from rosespring.rules import find_rules, rules_id, title

Count = Annotated[int, Meta(ge=0, le=15)]
Counts = Annotated[tuple[Count, ...], Meta(min_length=25, max_length=25)]
Die = Annotated[int, Meta(ge=1, le=6)]
MOST_STEPS = 24
"""A whole cascade."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is set up: `men` of Light and Dark on their own points, 0 for those borne off.

    `stages`: what the `side` has still to play, of the other side's roll if `received`. `cascade`: whether it comes
    from a cascading double. `started`: whether some of it has been played. Null for either: as it fits.
    """

    rules: Annotated[str, Meta(max_length=64)]
    men: tuple[Counts, Counts]
    side: Literal[0, 1] = 0
    rolls: tuple[Annotated[int, Meta(ge=0, le=1_000_000)], Annotated[int, Meta(ge=0, le=1_000_000)]] = (0, 0)
    stages: Annotated[
        tuple[Annotated[tuple[Die, ...], Meta(min_length=1, max_length=4)], ...], Meta(max_length=6)
    ] = ()  # fmt: skip
    received: bool = False
    cascade: bool | None = None
    started: bool | None = None


class PositionTold(Struct, frozen=True):
    """A position for a page: the id, the readable line, and all that a board needs; `legal` are [point, number].

    `words` say what has become of numbers on the way here. Before a roll there are no stages.
    """

    id: str
    text: str
    rules: str
    title: str
    movement: str
    side: int
    men: tuple[tuple[int, ...], tuple[int, ...]]
    pips: tuple[int, int]
    rolls: tuple[int, int]
    stages: tuple[tuple[int, ...], ...]
    cascade: bool
    received: bool
    started: bool
    legal: list[tuple[int, int]]
    winner: int | None
    points: int
    words: list[str]


def set_up(setup: Setup) -> Position:
    """The position that is meant.

    :raises PositionError: if it cannot be, with the first reason.
    :raises RulesError: for unknown rules.
    """
    rules, side = find_rules(setup.rules), Side(setup.side)
    men = Men.checked(setup.men[side], setup.men[side.other], rules.parallel)
    stages = tuple(tuple(sorted(stage, reverse=True)) for stage in setup.stages)
    bare = Position(rules, men, side, setup.rolls)
    if not stages:
        return check_position(bare)
    starts = (False, True) if setup.started is None else (setup.started,)
    cascades = _cascades(stages) if setup.cascade is None else (setup.cascade,)
    fault: PositionError | None = None
    for cascade, started in product(cascades, starts):
        meant = Position(rules, men, side, setup.rolls, stages, cascade, setup.received, started)
        try:
            return check_position(meant)
        except PositionError as error:
            fault = fault or error
    assert fault is not None
    raise fault


def _cascades(stages: tuple[Stage, ...]) -> tuple[bool, ...]:
    """Whether stages come from a cascading double, what is likelier first: a single 6 is left of many rolls."""
    if len(stages) == 1 and len(set(stages[0])) > 1:
        return (False,)
    return (False, True) if stages == ((6,),) else (True, False)


def follow(text: str, roll: str = "", steps: str = "") -> tuple[Position, list[Event]]:
    """The position that `text` stands for, after a roll like ``65`` and steps like ``24.4,20.3``, and what happened.

    :raises RosespringError: for whatever cannot be read or played.
    """
    game = Game.from_position(parse_position(text))
    events = list(game.opening_events)
    if roll:
        events += game.roll(*_dice(roll))
    for step in _steps(steps):
        events += game.step(step)
    return game.position, events


def _dice(text: str) -> tuple[int, int]:
    if len(text) != 2 or not all(die in "123456" for die in text):
        raise NotationError(f"expected a roll like '65', got {text!r}")
    return int(text[0]), int(text[1])


def _steps(text: str) -> list[Step]:
    found = []
    for part in text.split(",") if text else ():
        point, _, number = part.partition(".")
        if not (point.isascii() and point.isdigit() and len(point) < 3 and len(number) == 1 and number in "123456"):
            raise NotationError(f"expected steps like '24.4,20.3', got {text!r:.80}")
        found.append(Step(int(point), int(number)))
    if len(found) > MOST_STEPS:
        raise NotationError(f"expected at most {MOST_STEPS} steps, got {len(found)}")
    return found


def position_told(position: Position, events: list[Event]) -> PositionTold:
    """A position for a page, in the language in use."""
    game = Game.from_position(position)
    words = sentences(event for event in (*events, *game.opening_events) if not isinstance(event, Stepped))
    settled = game.position
    light, dark = settled.men_of(Side.LIGHT), settled.men_of(Side.DARK)
    pips = settled.men.pips if settled.side is Side.LIGHT else settled.men.pips[::-1]
    return PositionTold(
        id=str(settled),
        text=format_position(settled),
        rules=rules_id(settled.rules),
        title=title(settled.rules),
        movement=settled.rules.movement,
        side=int(settled.side),
        men=(light, dark),
        pips=(pips[0], pips[1]),
        rolls=settled.rolls,
        stages=settled.stages,
        cascade=settled.cascade,
        received=settled.received,
        started=settled.started,
        legal=[(step.point, step.number) for step in game.legal_steps()],
        winner=None if settled.winner is None else int(settled.winner),
        points=settled.points,
        words=words,
    )

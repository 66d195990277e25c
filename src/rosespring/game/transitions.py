"""The rules as transitions on the queue of stages (rules.md sections 2 and 3): pure functions on positions.

After each of them either a legal step exists, or the side to act must roll, or the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rosespring.board import Position, Roll, Step
from rosespring.errors import GameOver, MustPlay, MustRoll
from rosespring.game.events import Event, Lost, Passed, Rolled, Stepped, Won
from rosespring.language import gettext as _
from rosespring.movegen import can_play, check_step
from rosespring.movegen.reference import without

Outcome = tuple[Position, list[Event]]
"""The position that follows, and what happened on the way."""


def roll(position: Position, a: int, b: int) -> Outcome:
    """The side to act rolls `a` and `b`.

    :raises GameOver: after the end.
    :raises MustPlay: while numbers are left to play.
    :raises PositionError: for dice other than 1 to 6.
    """
    dice = Roll.of(a, b)
    if position.winner is not None:
        raise GameOver(_("the game is over: no more rolls"))
    if position.stages:
        raise MustPlay(_("numbers are left to play before the next roll"))
    side = position.side
    rolls = (position.rolls[0] + (side == 0), position.rolls[1] + (side == 1))
    cascade = dice.double and position.rules.cascades(rolls[side], sum(rolls))
    rolled = replace(position, rolls=rolls, stages=dice.stages(cascade), cascade=cascade)
    return _settled(rolled, [Rolled(side, dice, cascade)])


def step(position: Position, played: Step) -> Outcome:
    """The side to act plays one step.

    :raises GameOver: after the end.
    :raises MustRoll: when nothing is left to play.
    :raises IllegalStep: for a step that the rules refuse.
    """
    if position.winner is not None:
        raise GameOver(_("the game is over: no more steps"))
    if not position.stages:
        raise MustRoll(_("there is nothing to play: roll first"))
    check_step(position, played)
    return advance(position, played)


def advance(position: Position, played: Step) -> Outcome:
    """`step` for a step that is known to be legal."""
    left = without(position.stages[0], played.number)
    stages = ((left,) if left else ()) + position.stages[1:]
    moved = replace(position, men=position.men.moved(played), stages=stages, started=True)
    return _settled(moved, [Stepped(position.side, played)])


def after_steps(position: Position, played: Iterable[Step]) -> Position:
    """The position that follows steps that are known to be legal."""
    for each in played:
        position, _events = advance(position, each)
    return position


def settle(position: Position) -> Outcome:
    """A position from outside with stages that cannot be played resolved; a finished one is turned to its winner."""
    if position.winner is not None:
        return position.to_roll(position.winner), []
    return _settled(position, []) if position.stages else (position, [])


def _settled(position: Position, events: list[Event]) -> Outcome:
    """`position`, in the middle of a roll or rest, taken on to the next decision."""
    if position.winner is not None:
        events.append(Won(position.winner, position.points))
        return position.to_roll(position.winner), events
    if can_play(position):
        return position, events
    if position.received:
        return _receiver_is_stuck(position, events)
    return _roller_is_done(position, events)


def _roller_is_done(position: Position, events: list[Event]) -> Outcome:
    """The roller has played all, or can play nothing more: what is left passes or is lost (section 3)."""
    side = position.side
    if position.stages and position.rules.passes(cascade=position.cascade, started=position.started):
        events.append(Passed(side, position.stages, whole=not position.started))
        return _settled(replace(position.seen_by(side.other), received=True, started=False), events)
    if position.stages:
        events.append(Lost(side, position.stages, received=False))
    return position.to_roll(side.other), events


def _receiver_is_stuck(position: Position, events: list[Event]) -> Outcome:
    """Received stages that cannot be played are lost, all of them or the current one (section 3, `receiver`)."""
    side = position.side
    skips = position.rules.receiver == "skips"
    lost = position.stages[:1] if skips else position.stages
    if lost:
        events.append(Lost(side, lost, received=True))
    if skips and len(position.stages) > 1:
        return _settled(position.next_stage(), events)
    return position.to_roll(side), events

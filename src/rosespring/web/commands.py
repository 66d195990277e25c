"""What the two seats may do: each command becomes events, or is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch

from rosespring.board import Side
from rosespring.errors import MustPlay, NotationError, PlayError
from rosespring.language import gettext as _
from rosespring.notation.steps import parse_steps
from rosespring.web import closing, log, protocol
from rosespring.web.checks import after_game, check_in_game, check_match, check_turn, spent
from rosespring.web.fairness import commitment
from rosespring.web.log import DiceKind
from rosespring.web.parts import HAND
from rosespring.web.protocol import Command, Refused
from rosespring.web.table import Table
from rosespring.web.throwing import Moment, match_begins, opening_throws, thrown
from rosespring.web.told import Told

MAX_TURN_EVENTS = 500
"""Steps and undos of one turn: twenty cascades of 24 steps. Going to and fro for ever would fill the disk."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command of a seat, with the id by which it is known when it comes again."""

    seat: Side
    command: Command
    id: str = ""


def obey(table: Table, order: Order, moment: Moment) -> Iterator[Told]:
    """The events of a command, each already taken in by `table` when it is yielded.

    Nothing has changed when it refuses.

    :raises Refused: before the first event, if the command cannot be obeyed now.
    """
    events = _events(order.command, table, order.seat, moment)
    try:
        yield from _take_in(table, events, moment, order)
    except PlayError as error:
        raise Refused(error.code, str(error)) from error


def begin(table: Table, events: Iterator[log.What], moment: Moment) -> Iterator[Told]:
    """Take in events that no seat's command brings about: the laying of a table, the joining of a seat."""
    yield from _take_in(table, events, moment, None)


def _take_in(table: Table, events: Iterator[log.What], moment: Moment, order: Order | None) -> Iterator[Told]:
    seat, command = (int(order.seat), order.id) if order else (None, "")
    for what in events:
        yield table.apply(log.Entry(table.number + 1, what, moment.now, seat, command))


def laid(
    side: Side,
    rules: dict[str, str | int],
    length: int,
    name: str,
    dice: DiceKind = "server",
    clock: tuple[int, int] = (0, 0),
) -> Iterator[log.What]:
    """The events of a new table; `clock`: the seconds of a turn's own time and of the bank."""
    yield log.Created(int(side), rules, length, name, dice, *clock)


def flag_falls(side: Side) -> Iterator[log.What]:
    """The events of a side's time being up: it loses the match, whatever the score."""
    yield log.FlagFell(int(side))
    yield log.MatchOver(int(side.other))


def joined(table: Table, name: str, level: str, moment: Moment) -> Iterator[log.What]:
    """The events of seat 1 being taken."""
    yield log.Joined(int(Side.DARK), name, level)
    yield from match_begins(table, moment)


def may_undo(table: Table) -> bool:
    """Whether the last step of the open turn can be taken back; the turn can be played to its end in any case."""
    return table.open_turn().may_undo and not _tried_enough(table)


def _tried_enough(table: Table) -> bool:
    return table.number - table.turn_began >= MAX_TURN_EVENTS


@singledispatch
def _events(command: Command, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    raise NotImplementedError(f"unknown command {command!r}")


@_events.register
def _commit(command: protocol.Commit, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_match(table, command.match)
    if table.phase != "dice" or not table.parts.may_commit(seat):
        raise Refused("not-now", _("your part in the dice is not asked for now: it is given once a match"))
    if bytes.fromhex(command.hash) == table.parts.commits[seat.other]:
        raise Refused("wrong-seed", _("this is the other side’s part in the dice, not one of your own"))
    yield log.Committed(int(seat), command.hash)


@_events.register
def _reveal(command: protocol.Reveal, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_match(table, command.match)
    parts = table.parts
    if table.phase != "dice" or not parts.may_reveal(seat):
        raise Refused("not-now", _("seeds are shown once, when all parts are fixed"))
    if commitment(bytes.fromhex(command.seed)) != parts.commits[seat]:
        raise Refused("wrong-seed", _("this seed does not belong to the hash that was given before"))
    yield log.Revealed(int(seat), command.seed)
    if (kept := parts.kept[seat.other]) is not None:
        yield log.Revealed(int(seat.other), kept.hex())
    if not parts.missing:
        yield from opening_throws(table, moment)


@_events.register
def _throw_by_hand(command: protocol.Throw, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    if table.parts.kind != "hand":
        raise Refused("not-now", _("the dice of this table are not thrown by hand"))
    if table.phase == "opening":
        yield log.Opening(command.dice, HAND)
        return
    check_in_game(table)
    if table.phase != "roll" or table.to_act is None:
        raise MustPlay(_("the turn is still open: play on, or say done"))
    yield log.Rolled(int(table.to_act), command.dice, HAND)


@_events.register
def _roll(command: protocol.Roll, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_turn(table, seat)
    if table.phase != "roll":
        raise MustPlay(_("the turn is still open: play on, or say done"))
    if table.parts.kind == "hand":
        raise Refused("not-now", _("the dice of this table are thrown by hand: say what you have thrown"))
    yield log.Rolled(int(seat), *thrown(table, moment), spent(table, moment))


@_events.register
def _play(command: protocol.Play, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_turn(table, seat)
    yield log.Stepped(int(seat), command.point, command.number, spent(table, moment))


@_events.register
def _play_as_typed(command: protocol.TypedPlay, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_turn(table, seat)
    if table.phase != "play":
        raise Refused("not-now", _("there is nothing to play now"))
    try:
        steps = parse_steps(command.text, table.open_turn().game.position)
    except NotationError as error:
        raise Refused("bad-notation", str(error)) from error
    if not steps:
        raise Refused("bad-notation", _("there is something to play"))
    for first, step in enumerate(steps):
        yield log.Stepped(int(seat), step.point, step.number, 0.0 if first else spent(table, moment))


@_events.register
def _undo(command: protocol.Undo, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_turn(table, seat)
    if _tried_enough(table):
        raise Refused("not-now", _("you have tried out a great deal in this turn: please play it to its end now"))
    yield log.Undone(int(seat), spent(table, moment))


@_events.register
def _finish(command: protocol.Finish, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    check_turn(table, seat)
    yield log.Done(int(seat), spent(table, moment))
    yield from after_game(table)


for _deed in (
    closing.resign,
    closing.offer,
    closing.accept,
    closing.refuse,
    closing.next_game,
    closing.rematch,
    closing.abort,
    closing.claim,
):
    _events.register(_deed)

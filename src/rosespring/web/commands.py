"""What the two seats may do: each command becomes events, or is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import singledispatch

from rosespring.board import Side
from rosespring.errors import GameOver, MustPlay, NotationError, PlayError
from rosespring.game import resignation_points
from rosespring.language import gettext as _
from rosespring.notation.steps import parse_steps
from rosespring.web import log, protocol
from rosespring.web.fairness import commitment
from rosespring.web.log import DiceKind
from rosespring.web.parts import HAND
from rosespring.web.protocol import Command, Refused
from rosespring.web.table import IN_GAME, Table
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


def claimable_from(table: Table, seat: Side, away_since: float | None, claim_after: timedelta) -> float | None:
    """When `seat` may claim the match: the time set after the other was last there, and after the last event.

    None while the other is there, is a computer, or is not the one that the table waits for.
    """
    other = table.seats[seat.other]
    if away_since is None or other is None or other.level:
        return None
    if table.phase != "game-over" and table.to_act is not seat.other:
        return None
    return max(away_since, table.touched) + claim_after.total_seconds()


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
    _check_match(table, command.match)
    if table.phase != "dice" or not table.parts.may_commit(seat):
        raise Refused("not-now", _("your part in the dice is not asked for now: it is given once a match"))
    if bytes.fromhex(command.hash) == table.parts.commits[seat.other]:
        raise Refused("wrong-seed", _("this is the other side’s part in the dice, not one of your own"))
    yield log.Committed(int(seat), command.hash)


@_events.register
def _reveal(command: protocol.Reveal, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_match(table, command.match)
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


def _check_match(table: Table, match: int) -> None:
    if match != table.match_number:
        raise Refused("stale", _("this belongs to another match"))


@_events.register
def _throw_by_hand(command: protocol.Throw, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    if table.parts.kind != "hand":
        raise Refused("not-now", _("the dice of this table are not thrown by hand"))
    if table.phase == "opening":
        yield log.Opening(command.dice, HAND)
        return
    _check_in_game(table)
    if table.phase != "roll" or table.to_act is None:
        raise MustPlay(_("the turn is still open: play on, or say done"))
    yield log.Rolled(int(table.to_act), command.dice, HAND)


@_events.register
def _roll(command: protocol.Roll, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_turn(table, seat)
    if table.phase != "roll":
        raise MustPlay(_("the turn is still open: play on, or say done"))
    if table.parts.kind == "hand":
        raise Refused("not-now", _("the dice of this table are thrown by hand: say what you have thrown"))
    yield log.Rolled(int(seat), *thrown(table, moment), _spent(table, moment))


@_events.register
def _play(command: protocol.Play, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_turn(table, seat)
    yield log.Stepped(int(seat), command.point, command.number, _spent(table, moment))


@_events.register
def _play_as_typed(command: protocol.TypedPlay, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_turn(table, seat)
    if table.phase != "play":
        raise Refused("not-now", _("there is nothing to play now"))
    try:
        steps = parse_steps(command.text, table.open_turn().game.position)
    except NotationError as error:
        raise Refused("bad-notation", str(error)) from error
    if not steps:
        raise Refused("bad-notation", _("there is something to play"))
    for first, step in enumerate(steps):
        yield log.Stepped(int(seat), step.point, step.number, 0.0 if first else _spent(table, moment))


@_events.register
def _undo(command: protocol.Undo, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_turn(table, seat)
    if _tried_enough(table):
        raise Refused("not-now", _("you have tried out a great deal in this turn: please play it to its end now"))
    yield log.Undone(int(seat), _spent(table, moment))


@_events.register
def _finish(command: protocol.Finish, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_turn(table, seat)
    yield log.Done(int(seat), _spent(table, moment))
    yield from _after_game(table)


@_events.register
def _resign(command: protocol.Resign, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_in_game(table)
    game = table.open_turn().game
    if game.winner is not None:
        raise GameOver(_("the game is over"))
    cost = resignation_points(game.position, seat)
    if command.points != cost:
        raise Refused("stale", _("giving up now costs {n}, not {shown}").format(n=cost, shown=command.points))
    yield log.Resigned(int(seat), cost)
    yield from _after_game(table)


@_events.register
def _offer(command: protocol.Offer, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_in_game(table)
    if not may_offer(table, seat):
        raise Refused("not-now", _("to give up for less can be offered once a turn, while losing would cost more"))
    yield log.ResignOffered(int(seat), 1)


@_events.register
def _accept(command: protocol.Accept, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_offered(table, seat)
    yield log.Resigned(int(seat.other), 1)
    yield from _after_game(table)


@_events.register
def _refuse(command: protocol.Refuse, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    _check_offered(table, seat)
    yield log.ResignRefused(int(seat))


def may_offer(table: Table, seat: Side) -> bool:
    """Whether `seat` may offer to give up for 1 point: losing would cost 2, and the other has not been asked yet."""
    if table.turn is None or not table.may_offer_resignation or seat in table.may_not_offer:
        return False
    return table.resign_offered_by is None and resignation_points(table.turn.game.position, seat) > 1


def _check_offered(table: Table, seat: Side) -> None:
    if table.resign_offered_by is not seat.other:
        raise Refused("not-now", _("the offer does not stand any more"))


@_events.register
def _next_game(command: protocol.NextGame, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    if not table.may_go_on:
        raise Refused("not-now", _("the next game begins after this one"))
    yield log.NextBegun(int(seat))
    yield from opening_throws(table, moment)


@_events.register
def _rematch(command: protocol.Rematch, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    if not table.may_rematch:
        raise Refused("not-now", _("another match can be offered when this one is over"))
    if table.offered_by is seat:
        raise Refused("not-now", _("another match has been offered already"))
    if table.offered_by is None:
        yield log.RematchOffered(int(seat))
        return
    yield log.Rematched(int(seat))
    yield from match_begins(table, moment)


@_events.register
def _abort(command: protocol.Abort, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    if not table.may_abort:
        raise Refused("not-now", _("a match can be called off only before both have moved"))
    yield log.Aborted(int(seat))


@_events.register
def _claim(command: protocol.Claim, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    since = claimable_from(table, seat, moment.away_since, moment.claim_after)
    if since is None or moment.now < since:
        raise Refused("not-now", _("the match cannot be claimed yet"))
    yield log.Claimed(int(seat))
    yield log.MatchOver(int(seat))


def _check_in_game(table: Table) -> None:
    if table.phase in ("game-over", "match-over", "aborted"):
        raise GameOver(_("the game is over"))
    if table.phase not in IN_GAME:
        raise Refused("not-now", _("the game has not begun"))


def _check_turn(table: Table, seat: Side) -> None:
    _check_in_game(table)
    if table.to_act is not seat:
        raise Refused("not-your-turn", _("it is the other side's turn"))


def _spent(table: Table, moment: Moment) -> float:
    """How long the side to act has thought, to the millisecond; 0 where no clock runs."""
    return round(moment.elapsed, 3) if table.timed_side is not None else 0.0


def _after_game(table: Table) -> Iterator[log.What]:
    """The end of the game, and of the match, if the last event brought them about."""
    result = table.open_turn().game
    if not table.game_over or result.winner is None:
        return
    yield log.GameOver(int(result.winner), result.points)
    if table.match.winner is not None:
        yield log.MatchOver(int(table.match.winner))

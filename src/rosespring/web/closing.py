"""How a game or a match ends and the next one begins: giving up, offers, claims, the next game, another match."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from rosespring.board import Side
from rosespring.errors import GameOver
from rosespring.game import resignation_points
from rosespring.language import gettext as _
from rosespring.web import log, protocol
from rosespring.web.checks import after_game, check_in_game
from rosespring.web.protocol import Refused
from rosespring.web.table import Table
from rosespring.web.throwing import Moment, match_begins, opening_throws


def may_offer(table: Table, seat: Side) -> bool:
    """Whether `seat` may offer to give up for 1 point: losing would cost 2, and the other has not been asked yet."""
    if table.turn is None or not table.may_offer_resignation or seat in table.may_not_offer:
        return False
    return table.resign_offered_by is None and resignation_points(table.turn.game.position, seat) > 1


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


def resign(command: protocol.Resign, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The events of giving the game up."""
    check_in_game(table)
    game = table.open_turn().game
    if game.winner is not None:
        raise GameOver(_("the game is over"))
    cost = resignation_points(game.position, seat)
    if command.points != cost:
        raise Refused("stale", _("giving up now costs {n}, not {shown}").format(n=cost, shown=command.points))
    yield log.Resigned(int(seat), cost)
    yield from after_game(table)


def offer(command: protocol.Offer, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The event of offering to give up for 1 point."""
    check_in_game(table)
    if not may_offer(table, seat):
        raise Refused("not-now", _("to give up for less can be offered once a turn, while losing would cost more"))
    yield log.ResignOffered(int(seat), 1)


def accept(command: protocol.Accept, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The events of taking that point."""
    _check_offered(table, seat)
    yield log.Resigned(int(seat.other), 1)
    yield from after_game(table)


def refuse(command: protocol.Refuse, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The event of playing on instead."""
    _check_offered(table, seat)
    yield log.ResignRefused(int(seat))


def _check_offered(table: Table, seat: Side) -> None:
    if table.resign_offered_by is not seat.other:
        raise Refused("not-now", _("the offer does not stand any more"))


def next_game(command: protocol.NextGame, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The events of the next game of a match."""
    if not table.may_go_on:
        raise Refused("not-now", _("the next game begins after this one"))
    yield log.NextBegun(int(seat))
    yield from opening_throws(table, moment)


def rematch(command: protocol.Rematch, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The event of offering another match, or the events of its beginning."""
    if not table.may_rematch:
        raise Refused("not-now", _("another match can be offered when this one is over"))
    if table.offered_by is seat:
        raise Refused("not-now", _("another match has been offered already"))
    if table.offered_by is None:
        yield log.RematchOffered(int(seat))
        return
    yield log.Rematched(int(seat))
    yield from match_begins(table, moment)


def abort(command: protocol.Abort, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The event of calling a match off."""
    if not table.may_abort:
        raise Refused("not-now", _("a match can be called off only before both have moved"))
    yield log.Aborted(int(seat))


def claim(command: protocol.Claim, table: Table, seat: Side, moment: Moment) -> Iterator[log.What]:
    """The events of winning a match that the other side has left."""
    since = claimable_from(table, seat, moment.away_since, moment.claim_after)
    if since is None or moment.now < since:
        raise Refused("not-now", _("the match cannot be claimed yet"))
    yield log.Claimed(int(seat))
    yield log.MatchOver(int(seat))

"""What each kind of event makes of a table."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING

from rosespring.board import Side, Step
from rosespring.game import Match
from rosespring.rules import find_rules
from rosespring.web import log
from rosespring.web.clock import Clock
from rosespring.web.parts import Parts
from rosespring.web.told import Meaning, Seat
from rosespring.web.turns import closed_itself, closing

if TYPE_CHECKING:
    from rosespring.web.table import Table


@singledispatch
def fold(what: log.What, table: Table) -> Meaning:
    """Let `table` take an event in, and say what it meant."""
    raise NotImplementedError(f"unknown event {what!r}")


@fold.register(log.Created)
def _created(what: log.Created, table: Table) -> Meaning:
    table.seats[what.side] = Seat(what.name)
    table.match = Match(find_rules(what.rules), what.length)
    table.parts = Parts(what.dice)
    table.clock = Clock(what.delay, what.bank)
    return Meaning()


@fold.register(log.Joined)
def _joined(what: log.Joined, table: Table) -> Meaning:
    table.seats[what.side] = Seat(what.name, what.level)
    return Meaning()


@fold.register(log.StoodIn)
def _stood_in(what: log.StoodIn, table: Table) -> Meaning:
    table.seats[what.side] = Seat("", what.level)
    return Meaning()


@fold.register(log.Sealed)
@fold.register(log.Committed)
@fold.register(log.Revealed)
def _part(what: log.Sealed | log.Committed | log.Revealed, table: Table) -> Meaning:
    table.parts.take(what)
    return Meaning()


@fold.register(log.Opening)
def _opening(what: log.Opening, table: Table) -> Meaning:
    table.throws += 1
    table.game_throws += 1
    table.sources.add(what.source)
    if table.match.open(*what.dice) is not None:
        table.begin_game()
    return Meaning()


@fold.register(log.Rolled)
def _rolled(what: log.Rolled, table: Table) -> Meaning:
    table.throws += 1
    table.game_throws += 1
    table.sources.add(what.source)
    before = table.open_turn().game.position
    events = table.open_turn().roll(*what.dice)
    closed = closed_itself(before, events)
    if closed is not None:
        table.last_turn = closed
        table.moved.add(closed.side)
    return Meaning(events, turn=closed)


@fold.register(log.Stepped)
def _stepped(what: log.Stepped, table: Table) -> Meaning:
    turn = table.open_turn()
    step = Step(what.point, what.number)
    events = turn.step(step)
    waiting = turn.pending()
    return Meaning(tuple(event for event in events if event not in waiting), step)


@fold.register(log.Undone)
def _undone(what: log.Undone, table: Table) -> Meaning:
    action = table.open_turn().undo().action
    return Meaning(step=action if isinstance(action, Step) else None)


@fold.register(log.Done)
def _done(what: log.Done, table: Table) -> Meaning:
    turn = table.open_turn()
    if not turn.may_done:
        turn.done()  # says why not
    closed = closing(turn)
    turn.done()
    table.last_turn = closed
    table.moved.add(closed.side)
    return Meaning(closed.events, turn=closed)


@fold.register(log.Resigned)
def _resigned(what: log.Resigned, table: Table) -> Meaning:
    table.open_turn().resign(Side(what.side), what.points)
    table.resigned = True
    return Meaning()


@fold.register(log.ResignOffered)
def _resign_offered(what: log.ResignOffered, table: Table) -> Meaning:
    table.resign_offered_by = Side(what.side)
    table.may_not_offer.add(Side(what.side))
    return Meaning()


@fold.register(log.ResignRefused)
def _resign_refused(what: log.ResignRefused, table: Table) -> Meaning:
    table.resign_offered_by = None
    return Meaning()


@fold.register(log.GameOver)
def _game_over(what: log.GameOver, table: Table) -> Meaning:
    table.match.finish_game()
    table.game_throws = 0
    return Meaning()


@fold.register(log.NextBegun)
def _next_begun(what: log.NextBegun, table: Table) -> Meaning:
    table.begin_game()
    return Meaning()


@fold.register(log.RematchOffered)
def _rematch_offered(what: log.RematchOffered, table: Table) -> Meaning:
    table.offered_by = Side(what.side)
    return Meaning()


@fold.register(log.Rematched)
def _rematched(what: log.Rematched, table: Table) -> Meaning:
    table.match = Match(table.match.rules, table.match.length)
    table.match_number += 1
    table.parts = Parts(table.parts.kind)
    table.clock = Clock(table.clock.delay, table.clock.bank)
    table.game_throws = 0
    table.begin_game()
    table.offered_by = table.awarded_to = table.flagged = None
    table.ended = False
    table.moved = set()
    table.answers.clear()  # what comes again from the last match is refused as stale
    return Meaning()


@fold.register(log.Aborted)
def _aborted(what: log.Aborted, table: Table) -> Meaning:
    table.aborted = True
    return Meaning()


@fold.register(log.Claimed)
def _claimed(what: log.Claimed, table: Table) -> Meaning:
    table.awarded_to = Side(what.side)
    return Meaning()


@fold.register(log.FlagFell)
def _flag_fell(what: log.FlagFell, table: Table) -> Meaning:
    table.flagged, table.awarded_to = Side(what.side), Side(what.side).other
    return Meaning()


@fold.register(log.MatchOver)
def _match_over(what: log.MatchOver, table: Table) -> Meaning:
    table.ended = True
    return Meaning()

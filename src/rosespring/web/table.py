"""A table: two seats and a match, as the fold of its events. No network, no clock, no chance."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import singledispatch
from typing import Literal

from rosespring.board import Side, Step
from rosespring.game import Match, OpenTurn
from rosespring.rules import find_rules
from rosespring.web import log
from rosespring.web.fairness import GameName
from rosespring.web.parts import Parts
from rosespring.web.told import Meaning, Seat, Told
from rosespring.web.turns import ClosedTurn, closed_itself, closing

Phase = Literal["waiting", "dice", "opening", "roll", "play", "confirm", "game-over", "match-over", "aborted"]
IN_GAME: tuple[Phase, ...] = ("roll", "play", "confirm")
STORY_LINES = 200
"""Longer than most matches of three games, which make 80 to 230 lines; 200 lines are 20 KiB."""


class Table:
    """What the events so far make of a table; `apply` is the only thing that changes it."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.seats: list[Seat | None] = [None, None]
        self.match = Match()
        self.match_number = 1
        self.turn: OpenTurn | None = None
        self.parts = Parts()
        self.throws = 0
        self.game_throws = 0
        self.sources: set[str] = set()
        self.touched = 0.0
        self.offered_by: Side | None = None
        self.claimed_by: Side | None = None
        self.aborted = False
        self.ended = False
        self.resigned = False
        self.moved: set[Side] = set()
        self.last_turn: ClosedTurn | None = None
        self.answers: dict[tuple[int, str], int] = {}
        self.story: deque[Told] = deque(maxlen=STORY_LINES)
        self.turn_began = 0

    @property
    def phase(self) -> Phase:
        """What the table waits for (docs/web-protocol.md)."""
        if self.aborted:
            return "aborted"
        if self.claimed_by is not None or self.match.winner is not None:
            return "match-over"
        if self.seats[1] is None:
            return "waiting"
        if self.turn is None:
            return "dice" if self.parts.missing else "opening"
        return self._phase_of_game(self.turn)

    @staticmethod
    def _phase_of_game(turn: OpenTurn) -> Phase:
        if turn.over:
            return "game-over"
        if not turn.is_open:
            return "roll"
        return "confirm" if turn.may_done else "play"

    @property
    def to_act(self) -> Side | None:
        """The side whose turn it is, while a game goes on."""
        return self.turn.owner if self.turn is not None and self.phase in IN_GAME else None

    @property
    def bot_level(self) -> str:
        """The level of the computer at seat 1; empty without one."""
        return self.seats[1].level if self.seats[1] is not None else ""

    @property
    def bot_due(self) -> bool:
        """Whether the computer has something to do now."""
        if not self.bot_level:
            return False
        awaits_hand = self.parts.kind == "hand" and self.phase == "roll"
        return (self.to_act is Side.DARK and not awaits_hand) or self.offered_by is Side.LIGHT

    @property
    def match_winner(self) -> Side | None:
        """The winner of the match, by points or by claim."""
        return self.match.winner if self.claimed_by is None else self.claimed_by

    @property
    def game_over(self) -> bool:
        """Whether the game on the board has ended."""
        return self.turn is not None and self.turn.over

    @property
    def may_go_on(self) -> bool:
        """Whether the next game of the match can begin: the last one has been counted, and the match goes on."""
        counted = self.turn is not None and self.match.game is not self.turn.game
        return self.phase == "game-over" and counted

    @property
    def may_rematch(self) -> bool:
        """Whether another match can be offered: the end of this one has been told."""
        return self.phase == "match-over" and self.ended

    @property
    def may_abort(self) -> bool:
        """Whether the match has hardly begun: not both have moved, and no game has ended."""
        going = self.phase in ("waiting", "dice", "opening", *IN_GAME)
        return going and len(self.moved) < 2 and not self.match.results

    def apply(self, entry: log.Entry) -> Told:
        """Take in one event, the next one in number."""
        if entry.number != self.number + 1:
            raise ValueError(f"expected event {self.number + 1}, got {entry.number} of table {self.id}")
        game = self.match.number
        meaning = _fold(entry.what, self)
        self.number, self.touched = entry.number, entry.at
        if entry.seat is not None and entry.command:
            self.answers[entry.seat, entry.command] = entry.number
        if not isinstance(entry.what, log.Stepped | log.Undone):
            self.turn_began = entry.number
        told = Told(entry, meaning, game, self.match.score)
        if meaning.turn is not None or not isinstance(entry.what, _QUIET):
            self.story.append(told)
        return told

    @property
    def game_name(self) -> GameName:
        """Which game the next throw belongs to."""
        return GameName(self.id, self.match_number, self.match.number)

    def begin_game(self) -> None:
        """Put the match's next game on the board, if it needs no opening throw."""
        self.turn = OpenTurn(self.match.game) if self.match.game is not None else None
        self.last_turn = None
        self.resigned = False

    def open_turn(self) -> OpenTurn:
        """The game on the board.

        :raises ValueError: if there is none.
        """
        if self.turn is None:
            raise ValueError(f"no game is going on at table {self.id}")
        return self.turn


_QUIET = (log.Created, log.Sealed, log.Committed, log.Revealed, log.Rolled, log.Stepped, log.Undone)
"""Kinds that the story leaves out, unless they close a turn: the turn's own line says it all."""


@singledispatch
def _fold(what: log.What, table: Table) -> Meaning:
    raise NotImplementedError(f"unknown event {what!r}")


@_fold.register
def _created(what: log.Created, table: Table) -> Meaning:
    table.seats[what.side] = Seat(what.name)
    table.match = Match(find_rules(what.rules), what.length)
    table.parts = Parts(what.dice)
    return Meaning()


@_fold.register
def _joined(what: log.Joined, table: Table) -> Meaning:
    table.seats[what.side] = Seat(what.name, what.level)
    return Meaning()


@_fold.register
def _stood_in(what: log.StoodIn, table: Table) -> Meaning:
    table.seats[what.side] = Seat("", what.level)
    return Meaning()


@_fold.register(log.Sealed)
@_fold.register(log.Committed)
@_fold.register(log.Revealed)
def _part(what: log.Sealed | log.Committed | log.Revealed, table: Table) -> Meaning:
    table.parts.take(what)
    return Meaning()


@_fold.register
def _opening(what: log.Opening, table: Table) -> Meaning:
    table.throws += 1
    table.game_throws += 1
    table.sources.add(what.source)
    if table.match.open(*what.dice) is not None:
        table.begin_game()
    return Meaning()


@_fold.register
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


@_fold.register
def _stepped(what: log.Stepped, table: Table) -> Meaning:
    turn = table.open_turn()
    step = Step(what.point, what.number)
    events = turn.step(step)
    waiting = turn.pending()
    return Meaning(tuple(event for event in events if event not in waiting), step)


@_fold.register
def _undone(what: log.Undone, table: Table) -> Meaning:
    action = table.open_turn().undo().action
    return Meaning(step=action if isinstance(action, Step) else None)


@_fold.register
def _done(what: log.Done, table: Table) -> Meaning:
    turn = table.open_turn()
    if not turn.may_done:
        turn.done()  # says why not
    closed = closing(turn)
    turn.done()
    table.last_turn = closed
    table.moved.add(closed.side)
    return Meaning(closed.events, turn=closed)


@_fold.register
def _resigned(what: log.Resigned, table: Table) -> Meaning:
    table.open_turn().resign(Side(what.side), what.points)
    table.resigned = True
    return Meaning()


@_fold.register
def _game_over(what: log.GameOver, table: Table) -> Meaning:
    table.match.finish_game()
    table.game_throws = 0
    return Meaning()


@_fold.register
def _next_begun(what: log.NextBegun, table: Table) -> Meaning:
    table.begin_game()
    return Meaning()


@_fold.register
def _rematch_offered(what: log.RematchOffered, table: Table) -> Meaning:
    table.offered_by = Side(what.side)
    return Meaning()


@_fold.register
def _rematched(what: log.Rematched, table: Table) -> Meaning:
    table.match = Match(table.match.rules, table.match.length)
    table.match_number += 1
    table.parts = Parts(table.parts.kind)
    table.game_throws = 0
    table.begin_game()
    table.offered_by = table.claimed_by = None
    table.ended = False
    table.moved = set()
    table.answers.clear()  # what comes again from the last match is refused as stale
    return Meaning()


@_fold.register
def _aborted(what: log.Aborted, table: Table) -> Meaning:
    table.aborted = True
    return Meaning()


@_fold.register
def _claimed(what: log.Claimed, table: Table) -> Meaning:
    table.claimed_by = Side(what.side)
    return Meaning()


@_fold.register
def _match_over(what: log.MatchOver, table: Table) -> Meaning:
    table.ended = True
    return Meaning()


def table_of(table_id: str, entries: Iterable[log.Entry]) -> Table:
    """The table that stored events make."""
    table = Table(table_id)
    for entry in entries:
        table.apply(entry)
    return table

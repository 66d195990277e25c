"""A table: two seats and a match, as the fold of its events. No network, no clock, no chance."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from rosespring.board import Side
from rosespring.game import Match, OpenTurn
from rosespring.web import log
from rosespring.web.clock import Clock
from rosespring.web.fairness import GameName
from rosespring.web.folds import fold
from rosespring.web.parts import Parts
from rosespring.web.told import Meaning, Seat, Told
from rosespring.web.turns import ClosedTurn

T = TypeVar("T")
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
        self.awarded_to: Side | None = None
        """Who has won the match otherwise than by points: the other stayed away, or had no time left."""
        self.flagged: Side | None = None
        self.resign_offered_by: Side | None = None
        self.may_not_offer: set[Side] = set()
        """Who has offered to give up in this turn: asked once, the other has peace until the next one."""
        self.clock = Clock()
        self.aborted = False
        self.ended = False
        self.resigned = False
        self.moved: set[Side] = set()
        self.last_turn: ClosedTurn | None = None
        self.answers: dict[tuple[int, str], int] = {}
        self.story: deque[Told] = deque(maxlen=STORY_LINES)
        self.turn_began = 0
        self._known: tuple[OpenTurn | None, dict[Callable[[Table], Any], Any]] = (None, {})

    @property
    def phase(self) -> Phase:
        """What the table waits for (docs/reference/web-protocol.md); a view asks some twenty times."""
        return self.known(Table._find_phase)

    def known(self, find: Callable[[Table], T]) -> T:
        """What `find` finds in the table as it is now, kept until the next event."""
        if self._known[0] is not self.turn:
            self._known = (self.turn, {})
        known = self._known[1]
        if find not in known:
            known[find] = find(self)
        found: T = known[find]
        return found

    def _find_phase(self) -> Phase:
        if self.aborted:
            return "aborted"
        if self.awarded_to is not None or self.match.winner is not None:
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
        answers = Side.LIGHT in (self.offered_by, self.resign_offered_by)
        return (self.to_act is Side.DARK and not awaits_hand) or answers

    @property
    def match_winner(self) -> Side | None:
        """The winner of the match, by points or otherwise."""
        return self.match.winner if self.awarded_to is None else self.awarded_to

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
        game, timed = self.match.number, self.timed_side
        if timed is not None and isinstance(entry.what, log.TIMED):
            self.clock.spend(timed, entry.what.spent)
        meaning = fold(entry.what, self)
        self._known = (self.turn, {})
        self.number, self.touched = entry.number, entry.at
        if entry.seat is not None and entry.command:
            self.answers[entry.seat, entry.command] = entry.number
        if not isinstance(entry.what, log.Stepped | log.Undone | log.ResignOffered | log.ResignRefused):
            self.turn_began = entry.number
        self._go_on(entry.what, meaning)
        told = Told(entry, meaning, game, self.match.score)
        if meaning.turn is not None or not isinstance(entry.what, _QUIET):
            self.story.append(told)
        return told

    def _go_on(self, what: log.What, meaning: Meaning) -> None:
        """An offer to give up lapses when somebody plays on; with each turn the time that costs nothing begins anew."""
        if not isinstance(what, _LEAVES_OFFERS):
            self.resign_offered_by = None
        begins = meaning.turn is not None or isinstance(what, log.Opening | log.NextBegun)
        if begins:
            self.may_not_offer.clear()
            self.clock.begin_turn()
        if (begins or isinstance(what, log.Rolled)) and self.turn is not None:
            self.clock.allow_for(sum(map(len, self.turn.game.position.stages)))

    @property
    def timed_side(self) -> Side | None:
        """The side whose clock runs: a person who is to act, at a table with a clock."""
        seat = None if self.to_act is None else self.seats[self.to_act]
        return self.to_act if self.clock.bank and seat is not None and not seat.level else None

    def time_left(self, elapsed: float) -> float | None:
        """The seconds until the flag falls, `elapsed` after the last timed event; None while no clock runs."""
        side = self.timed_side
        return None if side is None else self.clock.left(side) - elapsed

    @property
    def may_offer_resignation(self) -> bool:
        """Whether a resignation for less than it might cost can be proposed at all now."""
        return self.turn is not None and self.phase in IN_GAME and self.turn.game.winner is None

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


_LEAVES_OFFERS = (log.ResignOffered, log.StoodIn)
"""Events after which an offer to give up still stands."""
_QUIET = (log.Created, log.Sealed, log.Committed, log.Revealed, log.Rolled, log.Stepped, log.Undone)
"""Kinds that the story leaves out, unless they close a turn: the turn's own line says it all."""


def table_of(table_id: str, entries: Iterable[log.Entry]) -> Table:
    """The table that stored events make."""
    table = Table(table_id)
    for entry in entries:
        table.apply(entry)
    return table

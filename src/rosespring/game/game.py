"""One game in time: rolls, steps, undo, end."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.board import Position, Roll, Side, Step, check_position
from rosespring.errors import GameOver, NothingToUndo, PositionError
from rosespring.game import transitions
from rosespring.game.events import Event
from rosespring.language import gettext as _
from rosespring.movegen import legal_steps
from rosespring.rules import Rules, find_rules

Action = Roll | Step


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a game: the position before it, and the events that it brought about."""

    before: Position
    action: Action
    events: tuple[Event, ...]


class Game:
    """A game from its first position, changed by `roll`, `step`, `undo` and `resign`.

    `rules` is a `Rules`, a preset's name or a mapping of options; `starter` the side that rolls first.

    :raises RulesError: for unknown rules.
    :raises PositionError: for a starter other than 0 or 1.
    """

    def __init__(self, rules: Rules | str | dict[str, object] = "gul-bara", starter: int = 0) -> None:
        if type(starter) is bool or starter not in tuple(Side):
            raise PositionError(f"expected starter 0 or 1, got {starter!r}")
        self._begin(Position.start(find_rules(rules), Side(starter)))

    @classmethod
    def from_position(cls, position: Position) -> Game:
        """A game that goes on from `position`; stages that cannot be played are resolved at once.

        :raises PositionError: for rolls, stages and flags that do not fit together.
        """
        game = cls.__new__(cls)
        game._begin(check_position(position))
        return game

    def _begin(self, position: Position) -> None:
        settled, events = transitions.settle(position)
        self.position: Position = settled
        self.start: Position = settled
        self.opening_events: tuple[Event, ...] = tuple(events)
        self.entries: list[Entry] = []
        self.resigned: Side | None = None
        self._resigned_points = 0
        self._legal: tuple[Position, list[Step]] | None = None

    def __repr__(self) -> str:
        return f"<Game after {len(self.entries)} actions: {self.position}>"

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self.position.rules

    @property
    def winner(self) -> Side | None:
        """The winner, by bearing off or by the other's resignation."""
        return self.position.winner if self.resigned is None else self.resigned.other

    @property
    def points(self) -> int:
        """The points won, 1 or 2; 0 while the game goes on (rules.md section 4)."""
        return self.position.points if self.resigned is None else self._resigned_points

    def legal_steps(self) -> list[Step]:
        """The steps that may be played next, highest point first, then larger number."""
        if self.winner is not None:
            return []
        if self._legal is None or self._legal[0] is not self.position:
            self._legal = (self.position, legal_steps(self.position))
        return list(self._legal[1])

    def roll(self, a: int, b: int) -> tuple[Event, ...]:
        """The side to act rolls `a` and `b`; see `transitions.roll` for errors."""
        self._check_going()
        return self._enter(Roll.of(a, b), transitions.roll(self.position, a, b))

    def step(self, played: Step) -> tuple[Event, ...]:
        """The side to act plays `played`; see `transitions.step` for errors."""
        self._check_going()
        return self._enter(played, transitions.step(self.position, played))

    def undo(self) -> Entry:
        """Take back the last step or roll, and say which it was.

        :raises NothingToUndo: at the start of the game.
        """
        if self.resigned is not None:
            raise GameOver(_("a resignation cannot be taken back"))
        if not self.entries:
            raise NothingToUndo(_("there is nothing to take back"))
        entry = self.entries.pop()
        self.position = entry.before
        return entry

    def resign(self, side: Side, points: int | None = None) -> None:
        """`side` gives the game up for `points`: without them 2 if it has borne off none, else 1.

        :raises GameOver: after the end.
        :raises ValueError: for other points than 1 or 2.
        """
        self._check_going()
        if points is not None and (type(points) is not int or points not in (1, 2)):
            raise ValueError(f"expected 1 or 2 points for giving up, got {points!r}")
        self._resigned_points = resignation_points(self.position, side) if points is None else points
        self.resigned = side

    def _check_going(self) -> None:
        if self.winner is not None:
            raise GameOver(_("the game is over"))

    def _enter(self, action: Action, outcome: transitions.Outcome) -> tuple[Event, ...]:
        after, events = outcome
        self.entries.append(Entry(self.position, action, tuple(events)))
        self.position = after
        return tuple(events)


def resignation_points(position: Position, side: Side) -> int:
    """What giving up costs `side`: as much as losing now (rules.md section 4)."""
    return 1 if position.men_of(side)[0] else 2

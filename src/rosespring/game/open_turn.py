"""A game at the table: a turn stays open until its owner says done (rules.md section 7).

Steps and undos are seen by both sides; the hand-over of a rest and the next roll wait for `done`.
A turn without a legal step closes itself.
"""

from __future__ import annotations

from rosespring.board import Position, Side, Step
from rosespring.errors import IllegalStep, MustPlay, MustRoll, NothingToUndo
from rosespring.game.events import Event, Stepped
from rosespring.game.game import Entry, Game
from rosespring.language import gettext as _


class OpenTurn:
    """Table manners around a `Game`: who may do what now, and what both see."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._closed = len(game.entries)

    @property
    def _first(self) -> Entry | None:
        """The first step of the open turn, if there is one."""
        entries = self.game.entries
        return entries[self._closed] if len(entries) > self._closed else None

    @property
    def steps(self) -> list[Entry]:
        """The steps of the open turn so far."""
        return [entry for entry in self.game.entries[self._closed :] if isinstance(entry.action, Step)]

    @property
    def played(self) -> tuple[Step, ...]:
        """What was played in the open turn so far."""
        return tuple(entry.action for entry in self.steps if isinstance(entry.action, Step))

    @property
    def owner(self) -> Side:
        """The side whose turn is open or who must roll."""
        first = self._first
        return self.game.position.side if first is None else first.before.side

    @property
    def is_open(self) -> bool:
        """Whether a turn is open: numbers to play, or `done` to be said."""
        return self._first is not None or bool(self.game.position.stages)

    @property
    def may_done(self) -> bool:
        """Whether the owner has played all that he must."""
        return self._first is not None and not self.legal_steps()

    @property
    def may_undo(self) -> bool:
        """Whether a step of the open turn can be taken back."""
        return self._first is not None and self.game.resigned is None

    @property
    def may_roll(self) -> bool:
        """Whether the side to act must roll."""
        return not self.is_open and self.game.winner is None

    @property
    def over(self) -> bool:
        """Whether the game has ended for good: won and done, or resigned."""
        return self.game.resigned is not None or (self.game.winner is not None and self._first is None)

    def legal_steps(self) -> list[Step]:
        """The steps that the owner of the open turn may play next."""
        if self._first is not None and not self._owner_plays_on():
            return []
        return self.game.legal_steps()

    def shown(self) -> Position:
        """The position that both see: without the hand-over that waits for `done`, from the owner's side."""
        if not self.may_done:
            return self.game.position
        last = self.game.entries[-1]
        assert isinstance(last.action, Step)
        men = last.before.men.moved(last.action)
        return Position(last.before.rules, men, last.before.side, last.before.rolls)

    def pending(self) -> tuple[Event, ...]:
        """What `done` will bring about: a rest that passes or is lost, a win."""
        if not self.may_done:
            return ()
        return tuple(event for event in self.game.entries[-1].events if not isinstance(event, Stepped))

    def roll(self, a: int, b: int) -> tuple[Event, ...]:
        """The side to act rolls; a roll that cannot be played closes itself.

        :raises MustPlay: while a turn is open.
        """
        if self.is_open:
            raise MustPlay(_("the turn is still open: play on, or say done"))
        events = self.game.roll(a, b)
        self._closed = len(self.game.entries)
        return events

    def step(self, played: Step) -> tuple[Event, ...]:
        """The owner plays one step; errors as in `Game.step`.

        :raises IllegalStep: when everything has been played and only `done` is left.
        """
        if self.may_done:
            raise IllegalStep(_("everything is played: say done, or undo"))
        return self.game.step(played)

    def undo(self) -> Entry:
        """Take back the last step of the open turn.

        :raises NothingToUndo: when the open turn has no steps.
        """
        if not self.may_undo:
            raise NothingToUndo(_("there is no step of this turn to take back"))
        return self.game.undo()

    def done(self) -> tuple[Event, ...]:
        """Close the turn: hand-over and end take effect. Says what it brought about.

        :raises MustPlay: while a number can be played.
        :raises MustRoll: when no turn is open.
        """
        if not self.is_open:
            raise MustRoll(_("no turn is open: roll first"))
        if not self.may_done:
            raise MustPlay(_("a number can still be played"))
        events = self.pending()
        self._closed = len(self.game.entries)
        return events

    def resign(self, side: Side, points: int | None = None) -> None:
        """`side` gives the game up, whoever's turn it is."""
        self.game.resign(side, points)

    def _owner_plays_on(self) -> bool:
        """Whether the last step left the owner more to play, rather than ending his turn."""
        position = self.game.position
        # A rest passes to the opponent only, so stages on the owner's side are always his own turn's.
        return position.side is self.owner and bool(position.stages)

"""A match while it is played or read again: every action is checked, done, and written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from rosespring.board import Position, Roll, Side, Step
from rosespring.errors import GameOver, MustPlay, MustRoll, NotationError, PositionError, RosespringError
from rosespring.game import Action, Event, Game, Match, OpenTurn
from rosespring.language import gettext as _
from rosespring.notation.record import Closing, GameRecord, Record, RecordAction, Resignation
from rosespring.rules import Rules


@dataclass(slots=True)
class Heading:
    """What a record says about a match beside the play; see `Record`."""

    players: tuple[str, str] = ("", "")
    date: str = ""
    dice: str = ""
    extra: tuple[tuple[str, str], ...] = ()


class Recorder:
    """Takes the actions of a match in order, plays them with `Match` and `OpenTurn`, and gives its `record()`.

    `done()` need not be said before the other side's next action: that closes the turn. A game that is
    over for good is counted at once, and the next one begins as the rules say.

    :raises RulesError: for unknown rules.
    :raises PositionError: for a length outside 1 … 99.
    """

    def __init__(self, rules: Rules | str | dict[str, object], length: int = 1, heading: Heading | None = None) -> None:
        self.match = Match(rules, length)
        self.heading = heading or Heading()
        self.turn: OpenTurn | None = None
        self.closing: Closing | None = None
        self._games: list[GameRecord] = []
        self._throws: list[tuple[int, int]] = []
        self._start: Position | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.match.rules

    @property
    def game(self) -> Game | None:
        """The game that is going on."""
        return self.turn.game if self.turn else None

    @property
    def over(self) -> bool:
        """Whether the match has ended, in whatever way."""
        return self.closing is not None or self.match.winner is not None

    @property
    def needs_throw(self) -> bool:
        """Whether the next thing is an opening throw."""
        return self.match.needs_opening and not self.over

    @property
    def began(self) -> bool:
        """Whether anything has happened in the current game."""
        return bool(self._throws or self._start or (self.turn and self.turn.game.entries))

    @property
    def drawn(self) -> int:
        """How many throws and rolls the match has seen so far."""
        record = self.record()
        rolls = sum(isinstance(action, Roll) for game in record.games for action in game.actions)
        return rolls + sum(len(game.throws) for game in record.games)

    def throw(self, light: int, dark: int) -> Side | None:
        """An opening throw of one die each: the side that starts, or None for a tie.

        :raises MustPlay: while a game is going on.
        :raises GameOver: after the end of the match.
        :raises PositionError: for dice other than 1 to 6.
        """
        self._check_going()
        Roll.of(light, dark)
        starter = self.match.open(light, dark)
        self._throws.append((light, dark))
        if self.match.game:
            self.turn = OpenTurn(self.match.game)
        return starter

    def place(self, position: Position) -> None:
        """Begin the current game from `position` instead of throwing for it.

        :raises MustPlay: if it has begun already.
        :raises PositionError: for another match's rules, or a finished position.
        """
        self._check_going()
        if self.began:
            raise MustPlay(_("the game has begun: no other position may be set"))
        if position.rules != self.rules:
            raise PositionError(_("expected a position under the rules of the match"))
        if position.winner is not None:
            raise PositionError(_("expected a position that is not finished"))
        self._start = position
        self.match.game = Game.from_position(position)
        self.turn = OpenTurn(self.match.game)

    def roll(self, a: int, b: int) -> tuple[Event, ...]:
        """The side to act rolls; errors as in `OpenTurn.roll`."""
        return self._ready().roll(a, b)

    def step(self, played: Step) -> tuple[Event, ...]:
        """The side to act plays one step; errors as in `OpenTurn.step`."""
        return self._ready().step(played)

    def undo(self) -> Step:
        """Take back the last step of the open turn, and say which it was; errors as in `OpenTurn.undo`."""
        action = self._current().undo().action
        assert isinstance(action, Step)
        return action

    def done(self) -> tuple[Event, ...]:
        """Close the turn; errors as in `OpenTurn.done`."""
        events = self._current().done()
        self._count()
        return events

    def resign(self, side: Side, points: int | None = None) -> None:
        """`side` gives the game up for 1 or 2 `points`: if not said, for what a loss now would cost.

        :raises GameOver: after the end.
        :raises PositionError: for other points.
        """
        if points not in (None, 1, 2):
            raise PositionError(_("expected a resignation for 1 or 2 points, got {points!r}").format(points=points))
        self._current().resign(side, points)
        self._count()

    def close(self, winner: Side | None) -> None:
        """End the match before its time: `winner` claims it, or (None) it is aborted.

        :raises GameOver: after the end.
        """
        self._check_going()
        self.closing = Closing(winner)

    def record(self) -> Record:
        """Everything so far."""
        heading = self.heading
        games = (*self._games, self._current_game()) if self.began else tuple(self._games)
        return Record(
            self.rules,
            self.match.length,
            heading.players,
            heading.date,
            heading.dice,
            games,
            self.closing,
            heading.extra,
        )

    def _current(self) -> OpenTurn:
        self._check_going()
        if self.turn is None:
            raise MustRoll(_("the opening throw comes first"))
        return self.turn

    def _ready(self) -> OpenTurn:
        """The current turn, after closing one that has been played to its end."""
        turn = self._current()
        if turn.game.winner is not None:
            raise GameOver(_("the game is over"))
        if turn.may_done:
            turn.done()
        return turn

    def _check_going(self) -> None:
        if self.over:
            raise GameOver(_("the match is over"))

    def _current_game(self) -> GameRecord:
        actions: list[RecordAction] = []
        unconfirmed = False
        if self.turn:
            game = self.turn.game
            actions = [entry.action for entry in game.entries]
            if game.resigned is not None:
                actions.append(Resignation(game.resigned, game.points))
            unconfirmed = self.turn.may_done and game.resigned is None
        return GameRecord(tuple(self._throws), self._start, tuple(actions), unconfirmed)

    def _count(self) -> None:
        """Count the current game if it is over for good, and begin the next one."""
        if self.turn is None or not self.turn.over:
            return
        self._games.append(self._current_game())
        self.match.finish_game()
        self._throws, self._start = [], None
        self.turn = OpenTurn(self.match.game) if self.match.game else None


def replay(record: Record) -> Recorder:
    """The match of `record`, played again and ready to go on.

    :raises NotationError: naming game and action of the first fault.
    """
    return replay_games(record)[0]


def replay_games(record: Record) -> tuple[Recorder, list[Game]]:
    """As `replay`, with the games that have been opened, each as it stood at its end.

    :raises NotationError: naming game and action of the first fault.
    """
    heading = Heading(record.players, record.date, record.dice, record.extra)
    recorder = Recorder(record.rules, record.length, heading)
    games = [
        game
        for number, written in enumerate(record.games, start=1)
        if (game := _replay_game(recorder, written, number))
    ]
    if record.closing:
        _attempt(_("the end of the match"), recorder.close, record.closing.winner)
    return recorder, games


def _replay_game(recorder: Recorder, written: GameRecord, number: int) -> Game | None:
    """Play one game of a record on `recorder`."""
    if len(recorder.match.results) < number - 1:
        raise NotationError(_("game {game}: the game before it is not over").format(game=number))
    if written == GameRecord():
        message = _("game {game}: expected a throw, a position or an action, got nothing")
        raise NotationError(message.format(game=number))
    for throw in written.throws:
        _attempt(_("game {game}, opening throw").format(game=number), recorder.throw, *throw)
    if written.start:
        _attempt(_("game {game}, first position").format(game=number), recorder.place, written.start)
    game = recorder.game
    for index, action in _own_actions(game, written.actions, number):
        where = _("game {game}, action {n}").format(game=number, n=index)
        if len(recorder.match.results) >= number:
            raise _fault(where, _("the game is over"))
        _attempt(where, _act, recorder, action)
    _close_last_turn(recorder, written, number)
    return game


def _own_actions(
    game: Game | None, actions: tuple[RecordAction, ...], number: int
) -> Iterator[tuple[int, RecordAction]]:
    """The actions, numbered, that are still to be done: an opening throw that is played has been rolled already."""
    rolled: list[Action] = [entry.action for entry in game.entries] if game else []
    if rolled and actions and actions[0] != rolled[0]:
        message = _("game {game}, action 1: expected the opening throw, which is played, got {action!r}")
        raise NotationError(message.format(game=number, action=actions[0]))
    return islice(enumerate(actions, start=1), len(rolled), None)


def _close_last_turn(recorder: Recorder, written: GameRecord, number: int) -> None:
    complete = recorder.turn is not None and recorder.turn.may_done
    if complete and not written.unconfirmed and len(recorder.match.results) < number:
        recorder.done()
    elif written.unconfirmed and not complete:
        message = _("game {game}: the last turn cannot wait for done, for it is not played to its end")
        raise NotationError(message.format(game=number))


def _act(recorder: Recorder, action: RecordAction) -> None:
    match action:
        case Roll(high, low):
            recorder.roll(high, low)
        case Step():
            recorder.step(action)
        case Resignation(side, points):
            recorder.resign(side, points)


def _attempt(where: str, act: Callable[..., object], *values: object) -> None:
    """Do one thing, and say where in the record it failed."""
    try:
        act(*values)
    except RosespringError as fault:
        raise _fault(where, fault) from None


def _fault(where: str, reason: object) -> NotationError:
    return NotationError(_("{text}: {reason}").format(text=where, reason=reason))

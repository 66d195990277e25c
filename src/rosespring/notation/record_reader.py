"""Reading records: each line is replayed, and the first faulty one is named. docs/records.md describes the form."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rosespring.board import Roll, Side
from rosespring.errors import NotationError, RosespringError
from rosespring.game import Game
from rosespring.language import gettext as _
from rosespring.notation.position_text import SIDE_WORDS, format_stages, parse_position, parse_stages
from rosespring.notation.record import Record, fault_in_line, too_long
from rosespring.notation.record_header import TITLE, HeaderReader, as_notation_error, check_title
from rosespring.notation.record_text import OPEN, kept_word
from rosespring.notation.recorder import Recorder
from rosespring.notation.turns import NO_PLAY, parse_turn

MAX_LENGTH = 5_000_000
MAX_LINE = 2000


def parse_record(text: str) -> Record:
    """The record that `text` says. LF and CRLF end lines; empty lines and lines that begin with ``#`` mean nothing.

    :raises NotationError: with the number of the first faulty line and the reason.
    """
    return read_record(text).record()


def read_record(text: str) -> Recorder:
    """The match of a record's text, ready to go on; see `parse_record`."""
    kept = keep_record(text)
    if kept.fault is not None:
        raise kept.fault
    assert kept.recorder is not None
    return kept.recorder


@dataclass(frozen=True, slots=True)
class Kept:
    """What could be read of a record: the match up to the first fault, if it began at all, and that fault."""

    recorder: Recorder | None
    fault: NotationError | None


def keep_record(text: str) -> Kept:
    """As much of a record's text as can be read; see `parse_record`."""
    if len(text) > MAX_LENGTH:
        return Kept(None, too_long(MAX_LENGTH, text))
    reader = _Reader()
    number = 1
    try:
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
            reader.read(line.strip(), number)
        return Kept(reader.end(), None)
    except RosespringError as fault:
        return Kept(reader.begun, as_notation_error(fault, number))


class _Reader:
    """The match as far as it has been read.

    `_turn_line` is the line of the last turn, `_incomplete` says that it left numbers that can be played, `_left_open`
    that it is marked as waiting for more.
    """

    def __init__(self) -> None:
        self._header: HeaderReader | None = None
        self._started: Recorder | None = None
        self._games = 0
        self._line = 0
        self._turn_line = 0
        self._incomplete = False
        self._left_open = False

    def read(self, line: str, number: int) -> None:
        """Take in one line."""
        self._line = number
        if not line or (line.startswith("#") and self._header):
            return
        if len(line) > MAX_LINE:
            message = _("expected a line of at most {n} characters, got {length}")
            raise NotationError(message.format(n=MAX_LINE, length=len(line)))
        if self._header is None:
            check_title(line)
            self._header = HeaderReader()
            return
        for pattern, act in _KINDS:
            if found := pattern.fullmatch(line):
                act(self, found)
                return
        self._read_header(self._header, line)

    def end(self) -> Recorder:
        """The match after the last line."""
        recorder = self._recorder
        self._close_turn()
        return recorder

    @property
    def begun(self) -> Recorder | None:
        """The match, if a game of it has been named."""
        return self._started

    @property
    def _recorder(self) -> Recorder:
        if self._started is None:
            if self._header is None:
                raise NotationError(_("expected {title!r}, got an empty text").format(title=TITLE))
            self._started = self._header.recorder()
        return self._started

    @property
    def _game(self) -> Game:
        game = self._recorder.game
        if game is None:
            raise NotationError(_("the opening throw comes first, like 'throw 5-2'"))
        return game

    def _read_header(self, header: HeaderReader, line: str) -> None:
        found = re.fullmatch(r"([a-z][a-z0-9_-]*)\s*:\s*(.*)", line, re.IGNORECASE)
        if self._started or not found:
            raise NotationError(self._no_line().format(line=line))
        header.add(found[1].lower(), found[2], self._line)

    def _no_line(self) -> str:
        if self._games:
            return _("expected a turn like 'Light 4-4: 24/20(4)', got {line!r:.80}")
        return _("expected a header line like 'light: Ana', got {line!r:.80}")

    def _new_game(self, found: re.Match[str]) -> None:
        self._check_complete()
        self._close_turn()
        results = self._recorder.match.results
        if self._recorder.over:
            raise NotationError(_("the match is over: no further game"))
        if self._games > len(results):
            raise NotationError(_("game {game} is not over").format(game=self._games))
        if int(found[1]) != self._games + 1:
            raise NotationError(_("expected 'Game {n}', got {text!r}").format(n=self._games + 1, text=found[0]))
        self._games += 1
        self._turn_line = 0

    def _check_in_game(self) -> None:
        if not self._games:
            raise NotationError(_("expected 'Game 1' first"))
        if len(self._recorder.match.results) >= self._games or self._recorder.over:
            raise NotationError(_("the game is over"))

    def _check_complete(self) -> None:
        """The last turn must be over before anything else is done."""
        if self._incomplete:
            left = format_stages(self._game.position.stages)
            raise fault_in_line(self._turn_line, _("the turn is not over: {numbers} to play").format(numbers=left))
        if self._left_open:
            message = _("only the last turn may be left open by {mark!r}")
            raise fault_in_line(self._turn_line, message.format(mark=OPEN))

    def _close_turn(self) -> None:
        """Say done for a turn that has been played to its end, unless it is marked as waiting for that."""
        turn = self._started.turn if self._started else None
        if self._started and turn and turn.may_done and not self._left_open and not self._started.over:
            self._started.done()

    def _next(self) -> None:
        """Get ready for the next line of a game."""
        self._check_in_game()
        self._check_complete()
        self._close_turn()
        self._check_in_game()

    def _throw(self, found: re.Match[str]) -> None:
        self._next()
        self._recorder.throw(int(found[1]), int(found[2]))

    def _position(self, found: re.Match[str]) -> None:
        self._next()
        self._recorder.place(parse_position(found[1]))

    def _roll(self, found: re.Match[str]) -> None:
        self._next()
        side, dice = _side(found[1]), Roll.of(int(found[2]), int(found[3]))
        if not self._is_opening_roll(side, dice):
            self._check_may_roll(side)
            self._recorder.roll(dice.high, dice.low)
        self._play(side, found[4])

    def _is_opening_roll(self, side: Side, dice: Roll) -> bool:
        """Whether this roll is the opening throw, which is rolled already where the rules have it played."""
        entries = self._game.entries
        if len(entries) != 1 or self._turn_line:
            return False
        first = entries[0]
        if (side, dice) != (first.before.side, first.action):
            assert isinstance(first.action, Roll)
            head = f"{SIDE_WORDS[first.before.side]} {first.action.high}-{first.action.low}"
            raise NotationError(_("expected '{turn}', the opening throw, to be played first").format(turn=head))
        return True

    def _check_may_roll(self, side: Side) -> None:
        position = self._game.position
        if position.stages:
            raise NotationError(_("expected '{turn}' to be played first").format(turn=self._kept()))
        if position.side is not side:
            sides = {"side": SIDE_WORDS[position.side], "other": SIDE_WORDS[side]}
            raise NotationError(_("expected {side} to roll, got {other}").format(**sides))

    def _kept(self) -> str:
        position = self._game.position
        return f"{SIDE_WORDS[position.side]} {kept_word(position)} {format_stages(position.stages)}"

    def _keep(self, found: re.Match[str]) -> None:
        self._next()
        side, stages, position = _side(found[1]), parse_stages(found[3]), self._game.position
        if not position.stages:
            message = _("there is no rest to play: {side} must roll")
            raise NotationError(message.format(side=SIDE_WORDS[position.side]))
        if self._game.entries and not position.received:
            raise NotationError(_("expected a roll: only a first position has numbers still to play"))
        if (side, found[2].lower(), stages) != (position.side, kept_word(position), position.stages):
            said = found[0].partition(":")[0]
            raise NotationError(_("expected '{turn}', got {text!r}").format(turn=self._kept(), text=said))
        self._play(side, found[4])

    def _play(self, side: Side, text: str) -> None:
        position, text = self._game.position, text.strip()
        self._turn_line, self._left_open = self._line, text.endswith((OPEN, "…"))
        if position.side is side and position.stages:
            for step in parse_turn(text, position):
                self._recorder.step(step)
            after = self._game.position
            self._incomplete = bool(after.stages) and after.side is side
        elif text.lower() not in ("", "-", NO_PLAY):
            message = _("nothing of this can be played: expected {words!r}, got {text!r:.80}")
            raise NotationError(message.format(words=NO_PLAY, text=text))

    def _resign(self, found: re.Match[str]) -> None:
        self._check_in_game()
        self._close_turn()
        self._check_in_game()
        self._recorder.resign(_side(found[1]), int(found[2]))
        self._incomplete = self._left_open = False

    def _wins(self, found: re.Match[str]) -> None:
        self._check_complete()
        self._close_turn()
        results = self._recorder.match.results
        if not self._games or len(results) < self._games:
            raise NotationError(_("the game is not over"))
        said = (_side(found[1]), int(found[2]))
        if said != (results[-1].winner, results[-1].points):
            result = _result_text(results[-1].winner, results[-1].points)
            raise NotationError(_("expected {result}, got {text!r}").format(result=result, text=found[0]))
        score = self._recorder.match.score
        if found[3] and (int(found[3]), int(found[4])) != score:
            scores = {"score": f"{score[0]}-{score[1]}", "said": f"{found[3]}-{found[4]}"}
            raise NotationError(_("expected the score {score}, got {said}").format(**scores))

    def _close(self, found: re.Match[str]) -> None:
        self._close_turn()
        self._recorder.close(_side(found[1]) if found[1] else None)
        self._incomplete = self._left_open = False


def _side(word: str) -> Side:
    return Side.LIGHT if word.lower() == "light" else Side.DARK


def _result_text(winner: Side, points: int) -> str:
    return f"{SIDE_WORDS[winner]} wins {points}"


def _kind(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("SIDE", "(light|dark)").replace(" ", r"\s+"), re.IGNORECASE)


_KINDS: list[tuple[re.Pattern[str], Callable[[_Reader, re.Match[str]], None]]] = [
    (_kind(r"game ([0-9]{1,4})"), _Reader._new_game),
    (_kind(r"throw ([1-6])-([1-6])"), _Reader._throw),
    (_kind(r"position:\s*(.+)"), _Reader._position),
    (_kind(r"SIDE ([1-6])-([1-6])\s*:(.*)"), _Reader._roll),
    (_kind(r"SIDE (rest|still) ([1-6\s]+?)\s*:(.*)"), _Reader._keep),
    (_kind(r"SIDE resigns ([12]) points?"), _Reader._resign),
    (_kind(r"SIDE wins ([12]) points?(?:\s*\(([0-9]{1,4})-([0-9]{1,4})\))?"), _Reader._wins),
    (_kind(r"match aborted()"), _Reader._close),
    (_kind(r"SIDE claims the match"), _Reader._close),
]

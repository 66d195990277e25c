"""A record for the analysis page: its turns with the positions before them; of a faulty one what could be read."""

from __future__ import annotations

from msgspec import Struct

from rosespring.board import Position, Side
from rosespring.game import Game, Lost, Passed
from rosespring.language import use_language
from rosespring.notation.record import Record
from rosespring.notation.records import replay_games, salvage_record
from rosespring.notation.sentences import sentences, side_name
from rosespring.notation.turns import Turn, format_turn, turns_of
from rosespring.rules import title
from rosespring.web.lines import one_line
from rosespring.web.shapes import StepView, step_view


class TurnStudied(Struct, frozen=True):
    """A turn: the position `before` its roll (for a rest: before its first number), and that in which it was played.

    `decision` is null where nothing could be played. `words`: what became of numbers that were not. `unfinished`: the
    record ends, or the game was given up, while numbers were left to play.
    """

    side: int
    dice: tuple[int, int] | None
    before: str
    decision: str | None
    steps: list[StepView]
    text: str
    words: list[str]
    unfinished: bool


class GameStudied(Struct, frozen=True):
    """A game: its turns and its end. `away`: what Light and Dark needed before it; null in a single game."""

    number: int
    away: tuple[int, int] | None
    turns: list[TurnStudied]
    last: str
    winner: int | None
    points: int
    resigned: bool


class RecordStudied(Struct, frozen=True):
    """A record, or what could be read of it: `fault` says what was wrong, in line `line` where that is known."""

    names: tuple[str, str]
    title: str
    movement: str
    length: int
    games: list[GameStudied]
    fault: str = ""
    line: int | None = None


class NothingRead(Struct, frozen=True):
    """Nothing of a record could be read: why, and in which line where that is known."""

    error: str
    line: int | None = None


def read_for_study(text: str, language: str) -> RecordStudied | NothingRead:
    """A record's text for the analysis page, in `language`."""
    with use_language(language):
        record, fault = salvage_record(text)
        told, line = ("", None) if fault is None else (str(fault), fault.line)
        if record is None:
            return NothingRead(told, line)
        return _studied(record, told, line)


def _studied(record: Record, fault: str, line: int | None) -> RecordStudied:
    _recorder, games = replay_games(record)
    names = [one_line(name) or side_name(side) for name, side in zip(record.players, Side, strict=True)]
    score, studied = [0, 0], list[GameStudied]()
    for number, game in enumerate(games, start=1):
        away = None if record.length == 1 else (record.length - score[0], record.length - score[1])
        studied.append(_game(number, game, away))
        if game.winner is not None:
            score[game.winner] += game.points
    rules = record.rules
    return RecordStudied((names[0], names[1]), title(rules), rules.movement, record.length, studied, fault, line)


def _game(number: int, game: Game, away: tuple[int, int] | None) -> GameStudied:
    winner = None if game.winner is None else int(game.winner)
    turns, at = list[TurnStudied](), 0
    for turn in turns_of(game.entries):
        before = game.entries[at].before
        at += len(turn.steps) + (turn.roll is not None)
        turns.append(_turn(turn, before, game.position if at == len(game.entries) else None))
    last = str(game.position)
    return GameStudied(number, away, turns, last, winner, game.points, game.resigned is not None)


def _turn(turn: Turn, before: Position, last: Position | None) -> TurnStudied:
    """A turn from the position `before` it; `last`: how the game stands after it, if nothing follows."""
    dice = (turn.roll.high, turn.roll.low) if turn.roll else None
    text = format_turn(turn.steps, turn.before) if turn.steps else ""
    words = sentences(event for event in turn.events if isinstance(event, Passed | Lost))
    unfinished = last is not None and bool(last.stages) and last.side is turn.side
    decision = str(turn.before) if turn.steps else str(last) if unfinished else None
    steps = [step_view(step) for step in turn.steps]
    return TurnStudied(int(turn.side), dice, str(before), decision, steps, text, words, unfinished)

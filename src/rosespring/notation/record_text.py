"""Records as text, version 1: written for people and read line by line. docs/records.md describes the form."""

from __future__ import annotations

from collections.abc import Iterator

from rosespring.board import Position, Side, Step
from rosespring.game import Event, Game, Lost, Passed, Result
from rosespring.language import SOURCE_LANGUAGE, use_language
from rosespring.notation.position_text import SIDE_WORDS, format_position, format_stages
from rosespring.notation.record import Closing, GameRecord, Record, Resignation
from rosespring.notation.record_header import CUSTOM, TITLE
from rosespring.notation.recorder import Recorder, replay_games
from rosespring.notation.sentences import sentences
from rosespring.notation.steps import format_steps
from rosespring.notation.turns import Turn, turns_of
from rosespring.rules import PRESETS, rules_id

OPEN = "..."
STAGE_MARK = " | "


def format_record(record: Record) -> str:
    """`record` as text; ``parse_record(format_record(record)) == record``.

    Notation and comments are in English, whatever the language of the moment.

    :raises NotationError: for a record that cannot be replayed.
    """
    recorder, games = replay_games(record)
    with use_language(SOURCE_LANGUAGE):
        lines = [*_header(record), *_games(record, games, recorder), *_closing(record.closing)]
    return "\n".join(lines) + "\n"


def _header(record: Record) -> Iterator[str]:
    yield TITLE
    pairs = [("date", record.date), ("light", record.players[0]), ("dark", record.players[1])]
    pairs += [("length", str(record.length)), ("dice", record.dice)]
    yield from (f"{name}: {text}" for name, text in pairs if text)
    yield from (f"{name}: {text}".rstrip() for name, text in record.extra)
    name = rules_id(record.rules)
    yield f"rules: {name if name in PRESETS else CUSTOM}"
    yield from (f"{option}: {value}" for option, value in record.rules.as_dict().items())


def _games(record: Record, games: list[Game], recorder: Recorder) -> Iterator[str]:
    score = [0, 0]
    played: list[Game | None] = [*games, *[None] * (len(record.games) - len(games))]
    for number, (written, game) in enumerate(zip(record.games, played, strict=True), start=1):
        yield from ("", f"Game {number}")
        yield from _beginning(written)
        if game:
            yield from _turns(game, written)
        if number <= len(recorder.match.results):
            result = recorder.match.results[number - 1]
            score[result.winner] += result.points
            yield _result(result, score)
    if (winner := recorder.match.winner) is not None:
        yield f"# {SIDE_WORDS[winner]} wins the match."


def _beginning(written: GameRecord) -> Iterator[str]:
    yield from (f"throw {light}-{dark}" for light, dark in written.throws)
    if written.start:
        yield f"position: {format_position(written.start)}"


def _turns(game: Game, written: GameRecord) -> Iterator[str]:
    yield from _comment(game.opening_events)
    turns = turns_of(game.entries)
    for turn in turns:
        waits = turn is turns[-1] and (written.unconfirmed or _to_play_on(game, turn))
        yield f"{_head(turn)}: {_steps(turn, waits)}"
        yield from _comment(turn.events)
    if written.actions and isinstance(last := written.actions[-1], Resignation):
        yield f"{SIDE_WORDS[last.side]} resigns {_points(last.points)}"


def _to_play_on(game: Game, turn: Turn) -> bool:
    """Whether the last turn of an unfinished game still has numbers to play."""
    position = game.position
    return game.winner is None and bool(position.stages) and position.side is turn.side


def _head(turn: Turn) -> str:
    side = SIDE_WORDS[turn.side]
    if turn.roll:
        return f"{side} {turn.roll.high}-{turn.roll.low}"
    return f"{side} {kept_word(turn.before)} {format_stages(turn.stages)}"


def kept_word(position: Position) -> str:
    """How the numbers to play came there if not by a roll: as a ``rest``, or ``still`` from the first position."""
    return "rest" if position.received else "still"


def _steps(turn: Turn, waits: bool) -> str:
    steps: tuple[Step, ...] = turn.steps
    text = format_steps(steps, turn.before, STAGE_MARK) if steps or not waits else ""
    return f"{text} {OPEN}".lstrip() if waits else text


def _comment(events: tuple[Event, ...]) -> Iterator[str]:
    """What passed and what was lost, in words."""
    words = sentences(event for event in events if isinstance(event, Passed | Lost))
    if words:
        yield "# " + " ".join(words)


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _result(result: Result, score: list[int]) -> str:
    return f"{SIDE_WORDS[result.winner]} wins {_points(result.points)} ({score[Side.LIGHT]}-{score[Side.DARK]})"


def _closing(closing: Closing | None) -> Iterator[str]:
    if closing:
        yield ""
        yield "Match aborted" if closing.winner is None else f"{SIDE_WORDS[closing.winner]} claims the match"

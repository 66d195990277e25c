"""Records as JSON, for programs. docs/records.md describes the form."""

from __future__ import annotations

import json
from collections.abc import Callable
from reprlib import repr as shown
from typing import Any, TypeVar

from rosespring.board import Position, Roll, Side, Step
from rosespring.errors import NotationError
from rosespring.game import Result
from rosespring.language import gettext as _
from rosespring.notation.position_text import parse_position
from rosespring.notation.record import Closing, GameRecord, Record, RecordAction, Resignation, fault_in_line, too_long
from rosespring.notation.recorder import replay
from rosespring.rules import find_rules

FORMAT = "rosespring-record"
VERSION = 1
MAX_LENGTH = 20_000_000

Json = dict[str, Any]
T = TypeVar("T")


def record_to_json(record: Record) -> str:
    """`record` as a JSON text; ``record_from_json(record_to_json(record)) == record``.

    :raises NotationError: for a record that cannot be replayed.
    """
    return json.dumps(record_to_dict(record), ensure_ascii=False) + "\n"


def record_from_json(text: str) -> Record:
    """The record of a JSON text.

    :raises NotationError: with the place of the first fault.
    :raises RulesError: for unknown rules.
    """
    if len(text) > MAX_LENGTH:
        raise too_long(MAX_LENGTH, text)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as fault:
        raise fault_in_line(fault.lineno, _("no JSON: {reason}").format(reason=fault.msg)) from None
    except (ValueError, RecursionError):
        raise NotationError(_("no JSON that can be read: numbers or nesting too large")) from None
    return record_from_dict(value)


def record_to_dict(record: Record) -> Json:
    """`record` as an object of JSON values."""
    results = replay(record).match.results
    games = [_game_to_dict(game, results[index : index + 1]) for index, game in enumerate(record.games)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "date": record.date,
        "players": list(record.players),
        "rules": record.rules.as_dict(),
        "length": record.length,
        "dice": record.dice,
        "extra": dict(record.extra),
        "games": games,
        "closing": None if record.closing is None else {"winner": record.closing.winner},
    }


def record_from_dict(value: object) -> Record:
    """The record of an object of JSON values; see `record_from_json`."""
    fields = _object(value, _("the record"))
    made = (fields.get("format"), fields.get("version"))
    # True and 1.0 equal 1.
    if made != (FORMAT, VERSION) or type(made[1]) is not int:
        message = _("expected format {format!r}, version {version}, got {made}")
        raise NotationError(message.format(format=FORMAT, version=VERSION, made=shown(made)))
    players = _array(fields.get("players", ["", ""]), "players", _text, size=2)
    length = _integer(fields.get("length", 1), "length", 1, 99)
    record = Record(
        find_rules(_object(fields.get("rules"), "rules")),
        length,
        (players[0], players[1]),
        _text(fields.get("date", ""), "date"),
        _text(fields.get("dice", ""), "dice"),
        tuple(_array(fields.get("games", []), "games", _game)),
        _closing(fields.get("closing")),
        tuple((name, _text(text, name)) for name, text in _object(fields.get("extra", {}), "extra").items()),
    )
    _check_results(record, fields.get("games", []))
    return record


def _game_to_dict(game: GameRecord, results: list[Result]) -> Json:
    return {
        "throws": [list(throw) for throw in game.throws],
        "position": None if game.start is None else str(game.start),
        "actions": [_action_to_dict(action) for action in game.actions],
        "unconfirmed": game.unconfirmed,
        "result": _result_to_dict(results[0]) if results else None,
    }


def _action_to_dict(action: RecordAction) -> Json:
    match action:
        case Roll(high, low):
            return {"roll": [high, low]}
        case Step(point, number):
            return {"step": [point, number]}
        case Resignation(side, points):
            return {"resign": int(side), "points": points}


def _result_to_dict(result: Result) -> Json:
    return {"winner": int(result.winner), "points": result.points, "resigned": result.resigned}


def _check_results(record: Record, games: list[Json]) -> None:
    """The record must replay, and a result that it names must be the one that was played."""
    results = replay(record).match.results
    for number, game in enumerate(games, start=1):
        said = game.get("result")
        played = _result_to_dict(results[number - 1]) if number <= len(results) else None
        if said is not None and said != played:
            message = _("game {game}: expected result {result}, got {said}")
            raise NotationError(message.format(game=number, result=played, said=shown(said)))


def _game(value: object, where: str) -> GameRecord:
    fields = _object(value, where)
    position = fields.get("position")
    unconfirmed = fields.get("unconfirmed", False)
    if not isinstance(unconfirmed, bool):
        message = _("{where}: expected true or false, got {value}")
        raise NotationError(message.format(where=f"{where}, unconfirmed", value=shown(unconfirmed)))
    return GameRecord(
        tuple(_throw(throw, where) for throw in _array(fields.get("throws", []), f"{where}, throws", _dice)),
        None if position is None else _position(position, f"{where}, position"),
        tuple(_array(fields.get("actions", []), f"{where}, actions", _action)),
        unconfirmed,
    )


def _throw(dice: list[int], _where: str) -> tuple[int, int]:
    return dice[0], dice[1]


def _position(value: object, where: str) -> Position:
    return parse_position(_text(value, where))


def _action(value: object, where: str) -> RecordAction:
    fields = _object(value, where)
    if set(fields) == {"roll"}:
        return Roll.of(*_dice(fields["roll"], where))
    if set(fields) == {"step"}:
        point, number = _array(fields["step"], where, _any, size=2)
        return Step(_integer(point, where, 1, 24), _integer(number, where, 1, 6))
    if set(fields) == {"resign", "points"}:
        side = Side(_integer(fields["resign"], where, 0, 1))
        return Resignation(side, _integer(fields["points"], where, 1, 2))
    message = _("{where}: expected a roll, a step or a resignation, got {value}")
    raise NotationError(message.format(where=where, value=shown(value)))


def _closing(value: object) -> Closing | None:
    if value is None:
        return None
    winner = _object(value, "closing").get("winner")
    return Closing(None if winner is None else Side(_integer(winner, "closing", 0, 1)))


def _any(value: object, _where: str) -> object:
    return value


def _dice(value: object, where: str) -> list[int]:
    return [_integer(die, where, 1, 6) for die in _array(value, where, _any, size=2)]


def _integer(value: object, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        message = _("{where}: expected a number from {low} to {high}, got {value}")
        raise NotationError(message.format(where=where, low=low, high=high, value=shown(value)))
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise NotationError(_("{where}: expected a text, got {value}").format(where=where, value=shown(value)))
    return value


def _object(value: object, where: str) -> Json:
    if not isinstance(value, dict):
        raise NotationError(_("{where}: expected an object, got {value}").format(where=where, value=shown(value)))
    return value


def _array(value: object, where: str, item: Callable[[object, str], T], size: int | None = None) -> list[T]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        if size is None:
            message = _("{where}: expected a list, got {value}")
        else:
            message = _("{where}: expected a list of {n}, got {value}")
        raise NotationError(message.format(where=where, n=size, value=shown(value)))
    return [item(each, f"{where}, {index}") for index, each in enumerate(value, start=1)]

"""Strict reading of the fields of a command: exact types, one clear error that names field and value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rosespring.board import Men, Position, Side, Stage, check_position
from rosespring.errors import PositionError, RosespringError, RulesError
from rosespring.rules import Rules, find_rules

_SHOWN = 80

Command = Mapping[str, Any]


class Refused(RosespringError):
    """A command that is refused; `code` is one of protocol.md's."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def bad_value(field: str, expected: str, value: object) -> Refused:
    """The refusal of a field's value."""
    shown = repr(value)
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "…"
    return Refused("bad-value", f"field {field}: expected {expected}, got {shown}")


def check_fields(command: Command, allowed: Sequence[str], required: Sequence[str]) -> None:
    """Refuse fields that the command does not have, and missing ones."""
    for field in command:
        if field != "command" and field not in allowed:
            known = ", ".join(allowed) or "no fields"
            raise Refused("bad-value", f"unknown field {field[:_SHOWN]!r} of {command['command']}: expected {known}")
    for field in required:
        if field not in command:
            raise Refused("bad-value", f"missing field {field!r} of {command['command']}")


def integer(command: Command, field: str, low: int, high: int | None, default: int | None = None) -> int:
    """A whole number from `low` to `high`."""
    value = command.get(field, default)
    if type(value) is not int or value < low or (high is not None and value > high):
        limits = f"a whole number from {low}" + (f" to {high}" if high is not None else "")
        raise bad_value(field, limits, value)
    return value


def text(command: Command, field: str, default: str) -> str:
    """A text."""
    value = command.get(field, default)
    if not isinstance(value, str):
        raise bad_value(field, "a text", value)
    return value


def boolean(command: Command, field: str) -> bool:
    """True or false; false if it is missing."""
    value = command.get(field, False)
    if type(value) is not bool:
        raise bad_value(field, "true or false", value)
    return value


def integers(value: object, field: str, length: int) -> tuple[int, ...]:
    """A list of exactly `length` whole numbers."""
    if not isinstance(value, list) or len(value) != length or any(type(item) is not int for item in value):
        raise bad_value(field, f"a list of {length} whole numbers", value)
    return tuple(value)


def rules(command: Command) -> Rules:
    """The field `rules`: a preset's name or an object of options."""
    value = command["rules"]
    if not isinstance(value, str | dict):
        raise bad_value("rules", "a preset's name or an object of options", value)
    try:
        return find_rules(value)
    except RulesError as error:
        raise Refused("bad-value", f"field rules: {error}") from None


def side(command: Command, field: str) -> Side:
    """0 or 1."""
    return Side(integer(command, field, 0, 1))


def dice(command: Command) -> tuple[int, int]:
    """The field `dice`: two numbers from 1 to 6."""
    a, b = integers(command["dice"], "dice", 2)
    for die in (a, b):
        if not 1 <= die <= 6:
            raise bad_value("dice", "two numbers from 1 to 6", command["dice"])
    return a, b


def position(command: Command) -> Position:
    """The position of a `set` command, checked."""
    chosen = rules(command)
    men = command["men"]
    if not isinstance(men, list) or len(men) != 2:
        raise bad_value("men", "two lists of 25 whole numbers", men)
    light, dark = (integers(counts, f"men[{index}]", 25) for index, counts in enumerate(men))
    turn = side(command, "turn")
    own, other = (light, dark) if turn is Side.LIGHT else (dark, light)
    first, second = integers(command["rolls"], "rolls", 2)
    try:
        return check_position(
            Position(
                chosen, Men.checked(own, other, chosen.parallel), turn, (first, second), _stages(command),
                boolean(command, "cascade"), boolean(command, "received"), boolean(command, "started"),
            )
        )  # fmt: skip
    except PositionError as error:
        raise Refused("bad-value", str(error)) from None


def _stages(command: Command) -> tuple[Stage, ...]:
    value = command.get("stages", [])
    if not isinstance(value, list) or len(value) > 6 or not all(isinstance(stage, list) for stage in value):
        raise bad_value("stages", "a list of at most 6 stages", value)
    return tuple(integers(stage, f"stages[{index}]", len(stage)) for index, stage in enumerate(value))

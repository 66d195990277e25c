"""The URL-safe text id of a position.

``1~RULES~SIDE~OWN~OTHER~ROLLS~STAGES~FLAGS``, for example
``1~gul-bara~0~f-23~f-23~0.0~-~-``:

- RULES: a preset's name or ``custom-…`` (`rosespring.rules.rules_id`);
- SIDE: the side to act, 0 or 1;
- OWN, OTHER: checkers of the side to act and of its opponent on their own points 24 … 1, one
  hexadecimal digit a point, a run of n > 2 empty points as ``-n`` followed by ``.`` unless at the end;
- ROLLS: rolls made by sides 0 and 1; STAGES: digits, stages apart by ``.``; ``-`` if none;
- FLAGS: letters out of c (cascade), r (received), s (started), in this order; ``-`` if none.
"""

from __future__ import annotations

import re

from rosespring.board.checks import check_position
from rosespring.board.nouns import CHECKERS, START, Men, Side, Stage
from rosespring.board.position import Position
from rosespring.errors import NotationError
from rosespring.language import gettext as _
from rosespring.rules import find_rules, rules_id

VERSION = "1"
MAX_LENGTH = 300
_FLAGS = {"c": "cascade", "r": "received", "s": "started"}
_RUN = re.compile(r"-(\d{1,2})(?:\.|$)")


def format_id(position: Position) -> str:
    """The id of `position`."""
    parts = (
        VERSION,
        rules_id(position.rules),
        str(int(position.side)),
        _format_counts(position.men.own),
        _format_counts(position.men.other),
        f"{position.rolls[0]}.{position.rolls[1]}",
        ".".join("".join(map(str, stage)) for stage in position.stages) or "-",
        "".join(letter for letter, name in _FLAGS.items() if getattr(position, name)) or "-",
    )
    return "~".join(parts)


def parse_id(text: str) -> Position:
    """The position of an id; see `Position.parse`."""
    if len(text) > MAX_LENGTH:
        raise NotationError(
            _("expected a position id of at most {n} characters, got {length}").format(n=MAX_LENGTH, length=len(text))
        )
    parts = text.split("~")
    if len(parts) != 8 or parts[0] != VERSION:
        raise NotationError(
            _("expected a position id of 8 parts that starts with '{start}', got {text!r}").format(
                start=f"{VERSION}~", text=text
            )
        )
    _version, rules_text, side, own, other, rolls, stages, flags = parts
    rules = find_rules(rules_text)
    position = Position(
        rules,
        Men.checked(_parse_counts(own), _parse_counts(other), rules.parallel),
        _parse_side(side),
        _parse_rolls(rolls),
        _parse_stages(stages),
        **_parse_flags(flags),
    )
    check_position(position)
    if format_id(position) != text:
        message = _("expected the position id {id!r}, got another spelling of it: {text!r}")
        raise NotationError(message.format(id=format_id(position), text=text))
    return position


def _format_counts(counts: tuple[int, ...]) -> str:
    digits = "".join(f"{counts[point]:x}" for point in range(START, 0, -1))
    text = re.sub(r"0{3,}", lambda run: f"-{len(run[0])}.", digits)
    return text.removesuffix(".")


def _parse_counts(text: str) -> tuple[int, ...]:
    digits = _RUN.sub(lambda run: "0" * int(run[1]), text)
    if not re.fullmatch(r"[0-9a-f]{24}", digits):
        raise NotationError(_("expected the checkers on 24 points, got {text!r} in a position id").format(text=text))
    on_board = [int(digit, 16) for digit in reversed(digits)]
    return (max(0, CHECKERS - sum(on_board)), *on_board)


def _parse_side(text: str) -> Side:
    if text not in ("0", "1"):
        raise NotationError(_("expected side 0 or 1, got {text!r} in a position id").format(text=text))
    return Side(int(text))


def _parse_rolls(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,7})\.(\d{1,7})", text, re.ASCII)
    if not match:
        raise NotationError(
            _("expected two counts of rolls like '4.3', got {text!r} in a position id").format(text=text)
        )
    return int(match[1]), int(match[2])


def _parse_stages(text: str) -> tuple[Stage, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[1-6]{1,4}(\.[1-6]{1,4}){0,5}", text):
        raise NotationError(_("expected stages like '444.5555.6666', got {text!r} in a position id").format(text=text))
    return tuple(tuple(map(int, stage)) for stage in text.split("."))


def _parse_flags(text: str) -> dict[str, bool]:
    if not re.fullmatch(r"-|c?r?s?", text) or not text:
        raise NotationError(_("expected flags out of c, r, s or '-', got {text!r} in a position id").format(text=text))
    return {name: letter in text for letter, name in _FLAGS.items()}

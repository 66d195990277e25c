"""A position as one readable line that holds everything that matters.

For example::

    gul-bara; Light 24×7 20×8; Dark 24×15; rolls 4 3; Light to play 5555 6666, cascade, started

The parts are the rules (a preset's name, then ``option=value`` for what differs from it; without a name from
``gul-bara``); the checkers of Light and of Dark on their own points, ``off×3`` those borne off; the rolls made by Light
and Dark; and who acts: ``to roll``, ``to play`` with stages and flags (cascade, received, started), ``has won``
or ``has lost``. Case and spaces do not matter, and ``x`` or ``*`` may stand for ``×``.
"""

from __future__ import annotations

import re

from rosespring.board import START, Men, Position, Side, Stage, check_position
from rosespring.errors import NotationError
from rosespring.language import gettext as _
from rosespring.rules import OPTIONS, PRESETS, Rules, differing_options, find_rules, rules_id

MAX_LENGTH = 1000
SIDE_WORDS = {Side.LIGHT: "Light", Side.DARK: "Dark"}
"""The sides in notation, which is the same in every language."""

_Counts = tuple[int, ...]
_FLAGS = ("cascade", "received", "started")
_FORM = "RULES; Light 24×15; Dark 24×15; rolls 0 0; Light to roll"
_ACTS = re.compile(r"(?P<side>light|dark) (to roll|has won|has lost|to play (?P<stages>[^,]+)(?P<flags>(, ?[a-z]+)*))")


def format_position(position: Position) -> str:
    """`position` as one readable line."""
    men = (f"{SIDE_WORDS[side]} {_format_men(position.men_of(side))}" for side in Side)
    parts = [format_rules(position.rules), *men, "rolls {} {}".format(*position.rolls), _format_act(position)]
    return "; ".join(parts)


def parse_position(text: str) -> Position:
    """The position that a readable line or a position id stands for.

    :raises NotationError: for text of another form.
    :raises PositionError: for a position that cannot be.
    :raises RulesError: for unknown rules.
    """
    if "~" in text:
        return Position.parse(text.strip())
    if len(text) > MAX_LENGTH:
        raise NotationError(
            _("expected a position of at most {n} characters, got {length}").format(n=MAX_LENGTH, length=len(text))
        )
    parts = [" ".join(part.lower().split()) for part in text.split(";")]
    if len(parts) != 5:
        raise NotationError(_("expected a position like {form!r}, got {text!r}").format(form=_FORM, text=text))
    rules = parse_rules(parts[0])
    men = (_parse_men("light", parts[1]), _parse_men("dark", parts[2]))
    return _parse_act(parts[4], rules, men, _parse_rolls(parts[3]))


def format_rules(rules: Rules) -> str:
    """`rules` as a preset's name, or as the options in which they differ from ``gul-bara``."""
    name = rules_id(rules)
    if name in PRESETS:
        return name
    return " ".join(f"{option}={getattr(rules, option)}" for option in differing_options(rules, Rules()))


def parse_rules(text: str) -> Rules:
    """The rules of a position's or a record's text: a name, options, or a name and the options that differ.

    :raises NotationError: for text of another form.
    :raises RulesError: for unknown names, options or values.
    """
    words = text.split()
    named = [word for word in words if "=" not in word]
    options: dict[str, object] = dict(find_rules(" ".join(named)).as_dict()) if named else {}
    for word in words:
        if "=" in word:
            option, _sign, value = word.partition("=")
            options[option] = option_value(option, value)
    if not words:
        raise NotationError(_("expected a preset's name or rule options, got nothing"))
    return find_rules(options)


def option_value(option: str, text: str) -> object:
    """The value of a rule option from its text; whether it is valid is for `Rules` to say."""
    return int(text) if option in OPTIONS and re.fullmatch(r"[0-9]{1,6}", text) else text


def _format_men(counts: tuple[int, ...]) -> str:
    places = [f"{point}×{counts[point]}" for point in range(START, 0, -1) if counts[point]]
    return " ".join([*places, f"off×{counts[0]}"] if counts[0] else places)


def _parse_men(side: str, text: str) -> tuple[int, ...]:
    words = text.split(" ")
    if words[0] != side:
        message = _("expected the checkers of {side}, like '{side} 24×15', got {text!r}")
        raise NotationError(message.format(side=side.title(), text=text))
    counts: dict[int, int] = {}
    for word in words[1:]:
        match = re.fullmatch(r"([0-9]{1,2}|off)[×x*]([0-9]{1,2})", word)
        if not match:
            raise NotationError(_("expected checkers like '24×7' or 'off×3', got {word!r}").format(word=word))
        point = 0 if match[1] == "off" else int(match[1])
        if point > START or point in counts:
            raise NotationError(_("expected each point from 1 to 24 or 'off' once, got {word!r}").format(word=word))
        counts[point] = int(match[2])
    return tuple(counts.get(point, 0) for point in range(START + 1))


def _parse_rolls(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"rolls ([0-9]{1,7}) ([0-9]{1,7})", text)
    if not match:
        message = _("expected the rolls made by Light and Dark, like 'rolls 4 3', got {text!r}")
        raise NotationError(message.format(text=text))
    return int(match[1]), int(match[2])


def _format_act(position: Position) -> str:
    side = SIDE_WORDS[position.side]
    if position.stages:
        flags = [name for name in _FLAGS if getattr(position, name)]
        return ", ".join([f"{side} to play {format_stages(position.stages)}", *flags])
    if position.winner is None:
        return f"{side} to roll"
    return f"{side} has won" if position.winner is position.side else f"{side} has lost"


def _parse_act(text: str, rules: Rules, men: tuple[_Counts, _Counts], rolls: tuple[int, int]) -> Position:
    match = _ACTS.fullmatch(text)
    if not match:
        message = _("expected who acts, like 'Light to roll' or 'Dark to play 44', got {text!r}")
        raise NotationError(message.format(text=text))
    side = Side.LIGHT if match["side"] == "light" else Side.DARK
    checked = Men.checked(men[side], men[side.other], rules.parallel)
    stages = parse_stages(match["stages"]) if match["stages"] else ()
    position = check_position(Position(rules, checked, side, rolls, stages, **_parse_flags(match["flags"] or "")))
    expected = _format_act(position).lower()
    if not stages and text != expected:
        raise NotationError(
            _("expected {expected!r} with these checkers, got {text!r}").format(expected=expected, text=text)
        )
    return position


def _parse_flags(text: str) -> dict[str, bool]:
    words = text.replace(",", " ").split()
    for word in words:
        if word not in _FLAGS or words.count(word) > 1:
            message = _("expected each of {flags} at most once, got {word!r}")
            raise NotationError(message.format(flags=", ".join(_FLAGS), word=word))
    return {name: name in words for name in _FLAGS}


def format_stages(stages: tuple[Stage, ...]) -> str:
    """`stages` as digits, apart by spaces: ``555 6666``."""
    return " ".join("".join(map(str, stage)) for stage in stages)


def parse_stages(text: str) -> tuple[Stage, ...]:
    """The stages of a text like ``555 6666``.

    :raises NotationError: for text of another form.
    """
    words = text.split()
    if not words or len(words) > 6 or not all(re.fullmatch(r"[1-6]{1,4}", word) for word in words):
        raise NotationError(_("expected stages like '44 5555 6666', got {text!r}").format(text=text))
    return tuple(tuple(map(int, word)) for word in words)

"""What the start page's form says, checked."""

from __future__ import annotations

from collections.abc import Mapping

from rosespring.errors import RulesError
from rosespring.game.match import MAX_LENGTH
from rosespring.language import gettext as _
from rosespring.rules import OPTIONS, PRESETS, Rules, rules_from_options
from rosespring.rules.options import MAX_CASCADE_FROM
from rosespring.web.hall import NewTable
from rosespring.web.lines import one_line
from rosespring.web.log import DiceKind

MAX_NAME = 24
"""As in the page's form; longer names break the score board at 320 px."""

MAX_BANK = 600
"""Minutes."""
MAX_DELAY = 300
"""Seconds."""

Form = Mapping[str, object]


class FormError(Exception):
    """A form that cannot be obeyed; the message is for the reader."""


def read_order(form: Form, levels: list[str]) -> NewTable:
    """The table that a form asks for.

    :raises FormError: for a value that the form does not offer.
    """
    rules, level = _rules(form), _level(form, levels)
    name, dice = tidy_name(form.get("name")), _dice(form, level)
    return NewTable(rules.as_dict(), _length(form), name, level, dice, _clock(form))


def tidy_name(value: object) -> str:
    """A name as it is shown: one line of visible characters, not too long."""
    return one_line(value)[:MAX_NAME].strip()


def _text(form: Form, name: str) -> str:
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def _rules(form: Form) -> Rules:
    name = _text(form, "rules")
    if name in PRESETS:
        return PRESETS[name].rules
    if name != "custom":
        raise FormError(_("Please choose the rules."))
    options: dict[str, object] = {option: text for option in OPTIONS if (text := _text(form, option))}
    if "cascade_from" in options:
        options["cascade_from"] = _cascade_from(_text(form, "cascade_from"))
    try:
        return rules_from_options(options)
    except RulesError as error:
        raise FormError(str(error)) from error


def _cascade_from(text: str) -> int:
    if 0 <= (number := _number(text)) <= MAX_CASCADE_FROM:
        return number
    words = _("Please choose from which roll on doubles cascade: a number from 0 to {n}, not {given}.")
    raise FormError(words.format(n=MAX_CASCADE_FROM, given=text[:MAX_NAME]))


def _number(text: str) -> int:
    """A number of at most three digits; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else -1


def _length(form: Form) -> int:
    length = _number(_text(form, "length") or "1")
    if not 1 <= length <= MAX_LENGTH:
        raise FormError(_("Please choose a match length from 1 to {n} points.").format(n=MAX_LENGTH))
    return length


def _clock(form: Form) -> tuple[int, int]:
    """The seconds of a turn's own time and of the bank; without a bank there is no clock."""
    bank, delay = _number(_text(form, "bank") or "0"), _number(_text(form, "delay") or "20")
    if not 0 <= bank <= MAX_BANK:
        raise FormError(_("Please choose a time to think from 1 to {n} minutes, or none.").format(n=MAX_BANK))
    if not 0 <= delay <= MAX_DELAY:
        raise FormError(_("Please choose from 0 to {n} seconds for each turn.").format(n=MAX_DELAY))
    return (delay, 60 * bank) if bank else (0, 0)


def _dice(form: Form, level: str) -> DiceKind:
    """Where the dice come from; only against the computer is there a choice."""
    match _text(form, "dice") or "drawn":
        case "drawn":
            return "drawn"
        case "own" | "hand" as kind:
            return kind if level else "drawn"
        case _:
            raise FormError(_("Please choose where the dice come from."))


def _level(form: Form, levels: list[str]) -> str:
    match _text(form, "opponent"):
        case "friend":
            return ""
        case "computer" if (level := _text(form, "level")) in levels:
            return level
        case "computer":
            raise FormError(_("Please choose how well the computer plays."))
        case _:
            raise FormError(_("Please choose whom you play with."))

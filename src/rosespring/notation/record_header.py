"""The header of a record's text: players, rules, source of the dice. docs/records.md describes the form."""

from __future__ import annotations

import re

from rosespring.errors import NotationError, RosespringError, RulesError
from rosespring.notation.position_text import option_value
from rosespring.notation.record import KEPT_PREFIX, check_date, check_extra_name, check_text
from rosespring.notation.recorder import Heading, Recorder
from rosespring.rules import OPTIONS, Rules, find_rules, rules_from_options
from rosespring.rules.options import nearest

CUSTOM = "custom"
TEXTS = ("light", "dark", "dice")
NAMES = ("date", *TEXTS, "length", "rules", *OPTIONS)


class HeaderReader:
    """Takes header lines in any order, and makes a `Recorder` of them."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[str, int]] = {}

    def add(self, name: str, text: str, line: int) -> None:
        """Take in ``name: text`` from `line`.

        :raises NotationError: for a name that is unknown or was there before, or a text that it cannot have.
        :raises RulesError: for an unknown rule value.
        """
        if name in self._texts:
            raise NotationError(f"expected {name!r} once, but line {self._texts[name][1]} says it already")
        self._check(name, text)
        self._texts[name] = (text, line)

    def recorder(self) -> Recorder:
        """A match by this header.

        :raises NotationError: if the rules are missing or contradict their name.
        """
        text = {name: text for name, (text, _line) in self._texts.items()}
        extra = tuple((name, value) for name, value in text.items() if name.startswith(KEPT_PREFIX))
        players = (text.get("light", ""), text.get("dark", ""))
        heading = Heading(players, text.get("date", ""), text.get("dice", ""), extra)
        return Recorder(self._rules(), int(text.get("length", "1")), heading)

    def _check(self, name: str, text: str) -> None:
        if name.startswith(KEPT_PREFIX):
            check_text(check_extra_name(name), text)
        elif name not in NAMES:
            raise NotationError(f"unknown header line {name!r}: {nearest(name, list(NAMES))}")
        elif name == "date":
            check_date(text)
        elif name == "length" and not re.fullmatch(r"[1-9][0-9]?", text):
            raise NotationError(f"expected a length from 1 to 99 points, got {text!r:.80}")
        elif name in OPTIONS:
            rules_from_options({name: option_value(name, text)})
        elif name == "rules":
            _named_rules(text)
        elif name in TEXTS:
            check_text(name, text)

    def _rules(self) -> Rules:
        if "rules" not in self._texts:
            raise NotationError("expected a header line like 'rules: gul-bara' before the first game")
        named = _named_rules(self._texts["rules"][0])
        options = {name: option_value(name, self._texts[name][0]) for name in OPTIONS if name in self._texts}
        if named is None:
            return rules_from_options(options)
        for name, value in options.items():
            self._check_option(named, name, value)
        return named

    def _check_option(self, named: Rules, name: str, value: object) -> None:
        text, line = self._texts[name]
        if rules_from_options({**named.as_dict(), name: value}) != named:
            expected = getattr(named, name)
            raise NotationError(f"expected {name} {expected} under rules {self._texts['rules'][0]}, got {text}", line)


def _named_rules(text: str) -> Rules | None:
    """The rules of a name; None for ``custom``, whose options say what they are."""
    if text.lower() == CUSTOM:
        return None
    try:
        return find_rules(text)
    except RulesError as fault:
        raise NotationError(f"{fault}, {CUSTOM!r} for other rules") from None


def as_notation_error(fault: RosespringError, line: int) -> NotationError:
    """`fault` as one of a record's `line`; a line that it names itself stands."""
    if isinstance(fault, NotationError) and fault.line is not None:
        return fault
    return NotationError(str(fault), line)

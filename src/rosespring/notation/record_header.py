"""The header of a record's text: players, rules, source of the dice. docs/records.md describes the form."""

from __future__ import annotations

import re

from rosespring.errors import NotationError, RosespringError, RulesError
from rosespring.language import gettext as _
from rosespring.notation.position_text import option_value
from rosespring.notation.record import KEPT_PREFIX, check_date, check_extra_name, check_text, fault_in_line
from rosespring.notation.recorder import Heading, Recorder
from rosespring.rules import OPTIONS, Rules, find_rules, rules_from_options
from rosespring.rules.options import nearest

VERSION = 1
TITLE = f"Rosespring record {VERSION}"
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
            message = _("expected {name!r} once, but line {line} says it already")
            raise NotationError(message.format(name=name, line=self._texts[name][1]))
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
            hint = nearest(name, list(NAMES))
            raise NotationError(_("unknown header line {name!r}: {hint}").format(name=name, hint=hint))
        elif name == "date":
            check_date(text)
        elif name == "length" and not re.fullmatch(r"[1-9][0-9]?", text):
            raise NotationError(_("expected a length from 1 to 99 points, got {text!r:.80}").format(text=text))
        elif name in OPTIONS:
            rules_from_options({name: option_value(name, text)})
        elif name == "rules":
            _named_rules(text)
        elif name in TEXTS:
            check_text(name, text)

    def _rules(self) -> Rules:
        if "rules" not in self._texts:
            raise NotationError(_("expected a header line like 'rules: gul-bara' before the first game"))
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
            said = {"option": name, "value": getattr(named, name), "rules": self._texts["rules"][0], "text": text}
            raise fault_in_line(line, _("expected {option} {value} under rules {rules}, got {text}").format(**said))


def check_title(line: str) -> None:
    """Check that `line` is the first one of a record of this version.

    :raises NotationError: otherwise.
    """
    found = re.fullmatch(r"rosespring\s+record\s+([0-9]{1,6})", line, re.IGNORECASE)
    if not found:
        raise NotationError(_("expected {title!r}, got {line!r:.80}").format(title=TITLE, line=line))
    if int(found[1]) != VERSION:
        message = _("expected version {version} of records, got version {said}")
        raise NotationError(message.format(version=VERSION, said=found[1]))


def _named_rules(text: str) -> Rules | None:
    """The rules of a name; None for ``custom``, whose options say what they are."""
    if text.lower() == CUSTOM:
        return None
    try:
        return find_rules(text)
    except RulesError as fault:
        raise NotationError(_("{fault}, {name!r} for other rules").format(fault=fault, name=CUSTOM)) from None


def as_notation_error(fault: RosespringError, line: int) -> NotationError:
    """`fault` as one of a record's `line`; a line that it names itself stands."""
    if isinstance(fault, NotationError) and fault.line is not None:
        return fault
    return fault_in_line(line, str(fault))

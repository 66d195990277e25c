"""A match on paper: who played by which rules, and every throw, roll and step."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from rosespring.board import Position, Roll, Side, Step
from rosespring.errors import NotationError
from rosespring.language import gettext as _
from rosespring.rules import Rules

MAX_TEXT = 200
KEPT_PREFIX = "x-"


@dataclass(frozen=True, slots=True)
class Resignation:
    """`side` gave the game up for `points`."""

    side: Side
    points: int


RecordAction = Roll | Step | Resignation


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a record.

    `throws`: the opening throws, Light's die first, ties included; none if the winner of the last game starts.
    `start`: the first position if it is not that of the rules. `actions`: every roll and step in order, the opening
    throw again as the first roll where the rules have it played. `unconfirmed`: the last turn is played to
    its end, but its owner has not said done (rules.md section 7).
    """

    throws: tuple[tuple[int, int], ...] = ()
    start: Position | None = None
    actions: tuple[RecordAction, ...] = ()
    unconfirmed: bool = False


@dataclass(frozen=True, slots=True)
class Closing:
    """How a match ended that was not played to its end: `winner` claimed it, or (None) it was aborted."""

    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match, finished or not; `rosespring.notation.records` reads and writes it.

    `players`: the names of Light and Dark. `date`: a day or time as in ISO 8601, or empty. `dice`: where the dice came
    from. `extra`: further header lines whose names begin with ``x-``.

    :raises NotationError: for texts that a header line cannot hold.
    """

    rules: Rules
    length: int = 1
    players: tuple[str, str] = ("", "")
    date: str = ""
    dice: str = ""
    games: tuple[GameRecord, ...] = ()
    closing: Closing | None = None
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name, text in (("light", self.players[0]), ("dark", self.players[1]), ("dice", self.dice)):
            check_text(name, text)
        check_date(self.date)
        for name, text in self.extra:
            check_extra_name(name)
            check_text(name, text)
        if len({name for name, _text in self.extra}) < len(self.extra):
            raise NotationError(_("expected each further header line once"))

    def extra_value(self, name: str) -> str | None:
        """The text of the further header line `name`."""
        return dict(self.extra).get(name)


def check_text(name: str, text: str) -> str:
    """`text` itself, if a header line can hold it.

    :raises NotationError: unless it is one stripped line of at most 200 characters without control characters.
    """
    if text != clean_text(text):
        message = _("expected one line of at most {n} characters for {name}, got {text!r:.80}")
        raise NotationError(message.format(n=MAX_TEXT, name=name, text=text))
    return text


def clean_text(text: str) -> str:
    """What of any `text` can stand in a header line: one line, no control characters, at most 200 characters."""
    kept = "".join(" " if _is_break(letter) else letter for letter in text)
    return " ".join(kept.split())[:MAX_TEXT].rstrip()


def _is_break(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")


def check_date(text: str) -> str:
    """`text` itself, if it is empty or begins with a day like 2026-11-29.

    :raises NotationError: otherwise.
    """
    check_text("date", text)
    try:
        datetime.fromisoformat(text or "2000-01-01")
    except ValueError:
        raise NotationError(_("expected a date like 2026-11-29, got {text!r}").format(text=text)) from None
    return text


def check_extra_name(name: str) -> str:
    """`name` itself, if a further header line may have it.

    :raises NotationError: unless it is ``x-`` and small letters, digits or hyphens.
    """
    rest = name.removeprefix(KEPT_PREFIX)
    if rest == name or not rest.isascii() or not rest.replace("-", "").isalnum() or rest != rest.lower():
        message = _("expected the name of a further header line like 'x-seed', got {name!r}")
        raise NotationError(message.format(name=name))
    return name


def fault_in_line(line: int, reason: str) -> NotationError:
    """The error that a record cannot be read from `line` on, and why."""
    return NotationError(_("line {line}: {reason}").format(line=line, reason=reason), line)


def too_long(most: int, text: str) -> NotationError:
    """The error that a record's `text` has more than `most` characters."""
    message = _("expected a record of at most {n} characters, got {length}")
    return NotationError(message.format(n=most, length=len(text)))

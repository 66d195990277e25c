"""The events of a table as they are stored: the whole truth about it (kinds: docs/reference/web-protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

DiceKind = Literal["drawn", "own", "hand", "server"]
"""Drawn together; the same with a seed that the player types; thrown by hand and typed; the server's own."""


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """The table was laid; its creator has seat 0.

    `dice`: where they come from; at old tables, from the server. `delay` and `bank`: seconds of the clock, 0 without.
    """

    side: int
    rules: dict[str, str | int]
    length: int
    name: str
    dice: DiceKind = "server"
    delay: int = 0
    bank: int = 0


class Joined(Struct, frozen=True, tag_field="kind", tag="joined"):
    """Seat 1 was taken; `level` is that of a computer, empty for a person."""

    side: int
    name: str
    level: str = ""


class StoodIn(Struct, frozen=True, tag_field="kind", tag="stand-in"):
    """The computer's level cannot think, for a `reason`; one that needs no files plays on at its seat."""

    side: int
    level: str
    reason: str


class Sealed(Struct, frozen=True, tag_field="kind", tag="seal"):
    """The server fixed its part of a match's dice by a `hash`; `top` is the secret behind it, for `games` games."""

    hash: str
    top: str
    games: int


class Committed(Struct, frozen=True, tag_field="kind", tag="commit"):
    """A side fixed its part of a match's dice by a `hash`; the server keeps the computer's seed, and nobody else's."""

    side: int
    hash: str
    kept: str = ""


class Revealed(Struct, frozen=True, tag_field="kind", tag="reveal"):
    """A side showed its part of a match's dice."""

    side: int
    seed: str


class Opening(Struct, frozen=True, tag_field="kind", tag="opening"):
    """Each side threw one die, Light's first; equal ones are thrown again."""

    dice: tuple[int, int]
    source: str


class Rolled(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="roll"):
    """A side rolled."""

    side: int
    dice: tuple[int, int]
    source: str
    spent: float = 0.0


class Stepped(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="step"):
    """A side moved the checker on its own `point` by `number`."""

    side: int
    point: int
    number: int
    spent: float = 0.0


class Undone(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="undo"):
    """A side took its last step back."""

    side: int
    spent: float = 0.0


class Done(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="done"):
    """A side closed its turn."""

    side: int
    spent: float = 0.0


class Resigned(Struct, frozen=True, tag_field="kind", tag="resign"):
    """A side gave the game up for `points`."""

    side: int
    points: int


class ResignOffered(Struct, frozen=True, tag_field="kind", tag="resign-offer"):
    """A side would give the game up for `points`, less than losing it would cost."""

    side: int
    points: int


class ResignRefused(Struct, frozen=True, tag_field="kind", tag="resign-refused"):
    """A side would rather play on."""

    side: int


class FlagFell(Struct, frozen=True, tag_field="kind", tag="flag"):
    """A side had no time left, and so has lost the match."""

    side: int


class GameOver(Struct, frozen=True, tag_field="kind", tag="game-over"):
    """A game ended; `side` is the winner."""

    side: int
    points: int


class MatchOver(Struct, frozen=True, tag_field="kind", tag="match-over"):
    """The match ended; `side` is the winner."""

    side: int


class NextBegun(Struct, frozen=True, tag_field="kind", tag="next"):
    """A side began the next game of the match."""

    side: int


class RematchOffered(Struct, frozen=True, tag_field="kind", tag="rematch-offer"):
    """A side would play another match."""

    side: int


class Rematched(Struct, frozen=True, tag_field="kind", tag="rematch"):
    """Both would: another match began; `side` accepted."""

    side: int


class Aborted(Struct, frozen=True, tag_field="kind", tag="abort"):
    """A side ended the match without a result."""

    side: int


class Claimed(Struct, frozen=True, tag_field="kind", tag="claim"):
    """A side claimed the match that the other had left."""

    side: int


What = (
    Created
    | Joined
    | StoodIn
    | Sealed
    | Committed
    | Revealed
    | Opening
    | Rolled
    | Stepped
    | Undone
    | Done
    | Resigned
    | ResignOffered
    | ResignRefused
    | FlagFell
    | GameOver
    | MatchOver
    | NextBegun
    | RematchOffered
    | Rematched
    | Aborted
    | Claimed
)


TIMED = (Rolled, Stepped, Undone, Done)
"""Events for which their side has thought: `spent` seconds, counted by a clock that nobody can set."""
TICKS = (Opening, NextBegun, *TIMED)
"""Events from which on time is counted anew."""


class Entry(Struct, frozen=True):
    """One event of a table: its number from 1, when, and which seat's command brought it about."""

    number: int
    what: What
    at: float
    seat: int | None = None
    command: str = ""


class Span(NamedTuple):
    """Where the entries of match `number` of `matches` begin and end among those of its table."""

    number: int
    matches: int
    begin: int
    end: int


def match_span(table_id: str, entries: Sequence[Entry], match: int | None = None) -> Span:
    """The span of match number `match` of the table that `entries` tell of, or of the last one.

    :raises LookupError: if there is no such match.
    """
    begin = [0, *(at for at, entry in enumerate(entries) if isinstance(entry.what, Rematched)), len(entries)]
    matches = len(begin) - 1
    number = matches if match is None else match
    if not 1 <= number <= matches:
        raise LookupError(f"expected a match from 1 to {matches} of table {table_id}, got {number}")
    return Span(number, matches, begin[number - 1], begin[number])


_decoder: msgspec.json.Decoder[What] = msgspec.json.Decoder(What)


def kind_of(what: What | type[What]) -> str:
    """The name of an event's kind."""
    return str(what.__struct_config__.tag)


def encode(what: What) -> str:
    """An event as the JSON that is stored."""
    return msgspec.json.encode(what).decode()


def decode(text: str) -> What:
    """The event of a stored JSON."""
    return _decoder.decode(text)

"""The dice of a match as a file that anybody can check (docs/fairness.md); it holds no more than may be known now."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence

from msgspec import Struct

from rosespring.web import fairness, log
from rosespring.web.fairness import GameName
from rosespring.web.parts import Parts, ShownParts, shown_parts
from rosespring.web.table import Table

FORMAT, VERSION = "rosespring dice", 1


class ThrowView(Struct, frozen=True):
    """One throw; `side` is null for an opening throw, in which Light's die is the first."""

    side: int | None
    dice: tuple[int, int]


class GameDice(Struct, frozen=True):
    """The throws of one game, its sealed list, and what opens it once the game is over."""

    game: int
    over: bool
    key: str | None
    sealed: str | None
    throws: list[ThrowView]


class DiceFile(Struct, frozen=True):
    """What is known of the dice of one match."""

    format: str
    version: int
    table: str
    match: int
    matches: int
    length: int
    parts: ShownParts
    games: list[GameDice]


def dice_file(table_id: str, entries: Sequence[log.Entry], match: int | None = None) -> DiceFile:
    """The dice of match number `match` of the table that `entries` tell of, or of the last one.

    :raises LookupError: if there is no such match.
    """
    span = log.match_span(table_id, entries, match)
    table = Table(table_id)
    for entry in entries[: span.begin]:
        table.apply(entry)
    throws = _throws_of(table, entries[span.begin : span.end])
    games = [_game(table, game, throws[game]) for game in sorted(throws)]
    parts = shown_parts(table.parts)
    return DiceFile(FORMAT, VERSION, table_id, span.number, span.matches, table.match.length, parts, games)


def _throws_of(table: Table, entries: Iterable[log.Entry]) -> dict[int, list[ThrowView]]:
    """The throws of each game of a match, while `table` takes its events in."""
    throws: dict[int, list[ThrowView]] = {}
    for entry in entries:
        match entry.what:
            case log.Opening(dice):
                throws.setdefault(table.match.number, []).append(ThrowView(None, dice))
            case log.Rolled(side, dice):
                throws.setdefault(table.match.number, []).append(ThrowView(side, dice))
            case _:
                pass
        table.apply(entry)
    return throws


def _game(table: Table, game: int, throws: list[ThrowView]) -> GameDice:
    over = game <= _shown(table)
    if not table.parts.together:
        return GameDice(game, over, None, None, throws)
    key = table.parts.server_part(game)
    listed = _list_of(table.parts, key, GameName(table.id, table.match_number, game))
    return GameDice(game, over, key.hex() if over else None, listed, throws)


def _shown(table: Table) -> int:
    """The number of the last game whose key may be shown: games that were called off or left count as over."""
    ended = table.aborted or (table.awarded_to is not None and table.match.winner is None)
    return len(table.match.results) + ended


def _list_of(parts: Parts, key: bytes, name: GameName) -> str:
    return b64encode(fairness.sealed_list(key, parts.seed(name))).decode()

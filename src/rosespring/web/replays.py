"""The turns of a match, told again from the log: what is needed to show any of them step by step."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rosespring.board import Side
from rosespring.web import log
from rosespring.web.shapes import StepView, step_view
from rosespring.web.table import Table
from rosespring.web.turns import ClosedTurn
from rosespring.web.words import line_of, seat_name

Men = tuple[tuple[int, ...], tuple[int, ...]]


class TurnTold(Struct, frozen=True):
    """A closed turn: the event that closed it, the position before it, its steps, and what is said of it."""

    number: int
    game: int
    side: int
    men: Men
    steps: list[StepView]
    words: str


class GameTold(Struct, frozen=True):
    """A finished game: how it ended, and the position then."""

    game: int
    winner: int
    points: int
    resigned: bool
    men: Men


class MatchTold(Struct, frozen=True):
    """A match so far: who plays, and its turns and finished games. `names` and `words` are in one language."""

    match: int
    names: list[str]
    length: int
    score: tuple[int, int]
    over: bool
    movement: str
    turns: list[TurnTold]
    games: list[GameTold]


def match_told(table_id: str, entries: Sequence[log.Entry], match: int | None = None) -> MatchTold:
    """Match number `match` of the table that `entries` tell of, or its last one, in the language in use.

    :raises LookupError: if there is no such match.
    """
    span = log.match_span(table_id, entries, match)
    table, turns, games = Table(table_id), list[TurnTold](), list[GameTold]()
    for at, entry in enumerate(entries[: span.end]):
        _take(table, entry, turns, games, wanted=at >= span.begin)
    return _told(table, span.number, turns, games)


def _take(
    table: Table, entry: log.Entry, turns: list[TurnTold], games: list[GameTold], *, wanted: bool
) -> None:  # fmt: skip
    if wanted and isinstance(entry.what, log.GameOver):
        games.append(_game(table, entry.what))
    told = table.apply(entry)
    if wanted and told.meaning.turn is not None:
        turns.append(_turn(entry.number, told.game, told.meaning.turn, line_of(told)))


def _told(table: Table, number: int, turns: list[TurnTold], games: list[GameTold]) -> MatchTold:
    names = [seat_name(table.seats[side], side) for side in (Side.LIGHT, Side.DARK)]
    rules, match = table.match.rules, table.match
    over = table.match_winner is not None or table.aborted
    return MatchTold(number, names, match.length, match.score, over, rules.movement, turns, games)


def _turn(number: int, game: int, turn: ClosedTurn, words: str) -> TurnTold:
    men = turn.before.men_of(Side.LIGHT), turn.before.men_of(Side.DARK)
    return TurnTold(number, game, int(turn.side), men, [step_view(step) for step in turn.steps], words)


def _game(table: Table, over: log.GameOver) -> GameTold:
    shown = table.open_turn().shown()
    men = shown.men_of(Side.LIGHT), shown.men_of(Side.DARK)
    return GameTold(table.match.number, over.side, over.points, table.resigned, men)

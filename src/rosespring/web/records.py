"""A match of a table as a record file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from rosespring.board import Side, Step
from rosespring.language import SOURCE_LANGUAGE, use_language
from rosespring.notation.record import Record
from rosespring.notation.records import Heading, Recorder, format_record
from rosespring.web import log
from rosespring.web.replays import MatchTold
from rosespring.web.table import Table, table_of
from rosespring.web.words import seat_name


def record_of(table_id: str, entries: Sequence[log.Entry], match: int | None = None) -> str:
    """The text of what `recorded` finds."""
    return format_record(recorded(table_id, entries, match))


def recorded(table_id: str, entries: Sequence[log.Entry], match: int | None = None) -> Record:
    """Match number `match` of the table that `entries` tell of, or the last one, as far as it has come.

    :raises LookupError: if there is no such match.
    """
    span = log.match_span(table_id, entries, match)
    played = entries[span.begin : span.end]
    table = table_of(table_id, entries[: span.end])
    with use_language(SOURCE_LANGUAGE):
        recorder = Recorder(table.match.rules, table.match.length, _heading(table, played))
    for entry in played:
        _write(recorder, entry.what)
    return recorder.record()


def record_for_all(table_id: str, entries: Sequence[log.Entry], told: MatchTold) -> Record:
    """A match as everybody may read it: while it goes on, without the game that is being played.

    Who knows the table's id may watch that one, but files of it would be looked into while it can still be won.
    """
    record = recorded(table_id, entries, told.match)
    return record if told.over else replace(record, games=record.games[: len(told.games)], closing=None)


def _heading(table: Table, entries: Sequence[log.Entry]) -> Heading:
    sources = {entry.what.source for entry in entries if isinstance(entry.what, log.Opening | log.Rolled)}
    players = (seat_name(table.seats[0], Side.LIGHT), seat_name(table.seats[1], Side.DARK))
    began = datetime.fromtimestamp(entries[0].at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Heading(players, began, " and ".join(sorted(sources)))


def _write(recorder: Recorder, what: log.What) -> None:
    """Let `recorder` do what an event says; the ends of games and matches it finds by itself."""
    match what:
        case log.Opening(dice):
            recorder.throw(*dice)
        case log.Rolled(_, dice):
            recorder.roll(*dice)
        case log.Stepped(_, point, number):
            recorder.step(Step(point, number))
        case log.Undone():
            recorder.undo()
        case log.Done():
            recorder.done()
        case log.Resigned(side, points):
            recorder.resign(Side(side), points)
        case log.Aborted():
            recorder.close(None)
        case log.Claimed(side):
            recorder.close(Side(side))
        case log.FlagFell(side):
            recorder.close(Side(side).other)
        case _:
            pass

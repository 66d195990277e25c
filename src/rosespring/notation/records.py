"""Records of matches: the one entrance to reading, writing and making them. docs/records.md describes the form."""

from __future__ import annotations

import json
from bisect import bisect_left
from typing import BinaryIO

from rosespring.errors import NotationError, PositionError, RosespringError, RulesError
from rosespring.language import gettext as _
from rosespring.notation.record import Closing, GameRecord, Record, RecordAction, Resignation, clean_text
from rosespring.notation.record_json import record_from_dict, record_from_json, record_to_dict, record_to_json
from rosespring.notation.record_reader import Kept, keep_record, parse_record, read_record
from rosespring.notation.record_text import format_record
from rosespring.notation.recorder import Heading, Recorder, replay, replay_games

FORMS = ("text", "json")
MAX_BYTES = 4 * 2**20
"""The largest file of a record; a match to 99 points takes less than half of it, even as JSON."""

__all__ = [
    "FORMS", "MAX_BYTES", "Closing", "GameRecord", "Heading", "Kept", "Record", "RecordAction", "Recorder",
    "Resignation", "clean_text", "convert_record", "format_record", "keep_record", "load_record", "parse_record",
    "read_bytes", "read_record", "record_from_dict", "record_from_json", "record_to_dict", "record_to_json", "replay",
    "replay_games", "salvage_record",
]  # fmt: skip


def read_bytes(file: BinaryIO) -> bytes:
    """All that `file` holds, if it is small enough for a record; an endless one is left soon.

    :raises NotationError: for more than `MAX_BYTES`.
    """
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NotationError(_("expected a record of at most {n} MiB, got more").format(n=MAX_BYTES // 2**20))
    return data


def load_record(text: str) -> Record:
    """The record of a text or of a JSON text.

    :raises NotationError: with the place of the first fault and the reason.
    """
    if not _is_json(text):
        return parse_record(text)
    try:
        return record_from_json(text.removeprefix("\ufeff"))
    except (PositionError, RulesError) as fault:
        raise NotationError(str(fault)) from None


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def salvage_record(text: str) -> tuple[Record | None, NotationError | None]:
    """What can be read of a text or JSON text, from its beginning to the first fault, and that fault.

    Of JSON the games before the faulty one are kept.
    """
    if not _is_json(text):
        kept = keep_record(text)
        return (kept.recorder.record() if kept.recorder else None), kept.fault
    try:
        return load_record(text), None
    except NotationError as fault:
        return _first_games(text), fault


def _first_games(text: str) -> Record | None:
    """A JSON record with as many of its games as are sound; None where there is none."""
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    games = value.get("games") if isinstance(value, dict) else None
    if not isinstance(games, list):
        return None
    # If the first n games are sound, so are fewer: few of all those beginnings need be tried.
    sound = bisect_left(range(1, len(games) + 1), True, key=lambda count: _beginning(value, count) is None)
    return _beginning(value, sound) if sound else None


def _beginning(value: dict[str, object], count: int) -> Record | None:
    games = value["games"]
    assert isinstance(games, list)
    try:
        return record_from_dict(value | {"games": games[:count], "closing": None})
    except RosespringError:
        return None


def convert_record(text: str, form: str) -> str:
    """A record, given as text or JSON, written anew as ``text`` or ``json``.

    :raises NotationError: for a faulty record or an unknown form.
    """
    if form not in FORMS:
        raise NotationError(_("expected a form out of {forms}, got {form!r}").format(forms=", ".join(FORMS), form=form))
    record = load_record(text)
    return format_record(record) if form == "text" else record_to_json(record)

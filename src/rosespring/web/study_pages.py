"""The pages on which positions are set up and analysed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from rosespring.board import Position, Side
from rosespring.errors import RosespringError
from rosespring.language import current_language
from rosespring.language import gettext as _
from rosespring.notation.notebook import position_svg
from rosespring.notation.records import format_record
from rosespring.rules import PRESETS, find_rules, rules_id, title
from rosespring.web import log
from rosespring.web.hall import NoTable
from rosespring.web.records import record_for_all
from rosespring.web.replays import MatchTold, match_told
from rosespring.web.server import Server
from rosespring.web.setups import PositionTold, follow, position_told
from rosespring.web.study_record import RecordStudied, read_for_study

MOST_NEEDED = 25
"""What a side can need in a match that the page offers; any up to 99 is understood."""


async def editor(server: Server, request: Request) -> Response:
    """The board on which any position can be set up; it begins with the one that the query asks for."""
    text = request.query_params.get("position", "")
    try:
        told = _told(text or str(Position.start(find_rules("gul-bara"))))
    except RosespringError as error:
        return _no_position(server, error)
    return server.pages.editor(told, rule_choices(told), MOST_NEEDED)


async def begin(server: Server, request: Request) -> Response:
    """Where a record or a position can be brought to be analysed."""
    return server.pages.analysis(None, None, "")


async def analysis(server: Server, request: Request) -> Response:
    """The analysis of a position, or of a finished game of this server."""
    asked = request.path_params["asked"]
    if "~" not in asked:
        return server.pages.analysis(None, await _finished(server, request, asked), asked)
    try:
        return server.pages.analysis(_told(asked), None, "")
    except RosespringError as error:
        return _no_position(server, error)


async def picture(server: Server, request: Request) -> Response:
    """A position as a drawing."""
    try:
        position, _events = follow(request.path_params["asked"])
    except RosespringError as error:
        return _no_position(server, error)
    drawn = position_svg(position, Side.LIGHT)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


def rule_choices(told: PositionTold) -> list[tuple[str, str]]:
    """The rule sets that the editor offers: the presets, and the position's own if it is none of them."""
    ids = [*PRESETS, *([told.rules] if told.rules not in PRESETS else [])]
    return [(rules_id(rules), title(rules)) for rules in map(find_rules, ids)]


def _told(text: str) -> PositionTold:
    return position_told(*follow(text))


def _no_position(server: Server, error: RosespringError) -> Response:
    words = _("The address names no position that can be: {reason}").format(reason=error)
    return server.pages.message(404, _("No such position"), words)


async def _finished(server: Server, request: Request, table: str) -> RecordStudied:
    """The finished games of a match, ready to be looked at; what is being played stays out.

    :raises NoTable: if there is none.
    """
    match = request.query_params.get("match", "")
    if match and not (match.isascii() and match.isdigit() and len(match) < 6):
        raise NoTable(match)
    entries = await server.storage.entries(table)
    if not entries:
        raise NoTable(table)
    try:
        told = await asyncio.to_thread(match_told, table, entries, int(match) if match else None)
    except LookupError:
        raise NoTable(table) from None
    if not told.games:
        raise NoTable(table)
    return await asyncio.to_thread(_read, table, entries, told, current_language())


def _read(table: str, entries: Sequence[log.Entry], told: MatchTold, language: str) -> RecordStudied:
    studied = read_for_study(format_record(record_for_all(table, entries, told)), language)
    assert isinstance(studied, RecordStudied)
    return studied

"""Pages for everybody who knows a table's id: a match to look at again, and one to watch."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from rosespring.language import current_language
from rosespring.language import gettext as _
from rosespring.notation.board_svg import board_svg
from rosespring.notation.records import format_record
from rosespring.web import access, protocol
from rosespring.web.hall import NoTable
from rosespring.web.reading import reading
from rosespring.web.records import record_for_all
from rosespring.web.replays import GameTold, MatchTold, match_told
from rosespring.web.server import Server
from rosespring.web.sockets import come_back
from rosespring.web.spectators import Spectator
from rosespring.web.storage import FAILURES

_logger = logging.getLogger(__name__)


def _asked(request: Request, name: str) -> int | None:
    """A number of the query; None if it is not asked for.

    :raises NoTable: if it is none.
    """
    text = request.query_params.get(name, "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 6):
        raise NoTable(text)
    return int(text) if text else None


async def asked_match(server: Server, request: Request) -> MatchTold:
    """The match of a table that is asked for, else the last one.

    :raises NoTable: if there is none.
    """
    table = request.path_params["table"]
    entries = await server.storage.entries(table)
    if not entries:
        raise NoTable(table)
    try:
        return await asyncio.to_thread(match_told, table, entries, _asked(request, "match"))
    except LookupError:
        raise NoTable(table) from None


def asked_game(request: Request, told: MatchTold) -> GameTold:
    """The finished game that is asked for, else the last one.

    :raises NoTable: if there is none.
    """
    number = _asked(request, "game") or len(told.games)
    if not 1 <= number <= len(told.games):
        raise NoTable(str(number))
    return told.games[number - 1]


async def turns(server: Server, request: Request) -> Response:
    """The turns of a match, to be shown again."""
    told = await asked_match(server, request)
    return Response(msgspec.json.encode(told), media_type="application/json")


async def shared(server: Server, request: Request) -> Response:
    """A match to look at again, once a game of it is over."""
    table, told = request.path_params["table"], await asked_match(server, request)
    if not told.games:
        text = _("No game has ended at this table yet. Come back later, or watch it being played.")
        return server.pages.message(404, _("Not over yet"), text, watch_url=f"/w/{table}")
    return server.pages.shared(table, told, asked_game(request, told))


async def picture(server: Server, request: Request) -> Response:
    """The last position of a finished game, as a drawing."""
    told = await asked_match(server, request)
    drawn = board_svg(asked_game(request, told).men, told.movement)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=3600"})


async def text(server: Server, request: Request) -> Response:
    """A match, some game of which is over, as a record file; a game that is being played stays out."""
    table, told = request.path_params["table"], await asked_match(server, request)
    asked_game(request, told)
    found = await asyncio.to_thread(record_for_all, table, await server.storage.entries(table), told)
    headers = {"Content-Disposition": f'attachment; filename="rosespring-{table}-{told.match}.txt"'}
    return PlainTextResponse(format_record(found), headers=headers)


async def watch_page(server: Server, request: Request) -> Response:
    """A table to watch."""
    table = request.path_params["table"]
    async with server.hall.room(table, wake=False) as room, room.lock:
        return server.pages.watch(table, room.seen_by_all())


async def watch(server: Server, websocket: WebSocket) -> None:
    """The socket of a spectator."""
    if not access.same_origin(server.settings, websocket.headers):
        return await websocket.close()
    table = websocket.path_params["table"]
    try:
        await websocket.accept()
        with reading(server.settings, websocket), server.may_hold(websocket) as allowed:
            if not allowed:
                return await websocket.close(protocol.TOO_MANY, "too many sockets from this address")
            async with server.hall.room(table, wake=False) as room:
                await Spectator(websocket, room, server.settings, current_language()).run()
    except NoTable:
        await websocket.close(protocol.NO_TABLE, "there is no such table")
    except WebSocketDisconnect:
        _logger.debug("a spectator went before the socket was served")
    except FAILURES as error:
        await come_back(websocket, error)
    return None

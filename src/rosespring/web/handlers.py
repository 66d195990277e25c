"""What each address does; the doing itself is elsewhere."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from rosespring.errors import RulesError
from rosespring.language import current_language
from rosespring.language import gettext as _
from rosespring.players import PLAYERS
from rosespring.rules import explain, find_rules, title
from rosespring.web import access, protocol
from rosespring.web.captions import invites, length_words
from rosespring.web.forms import read_order, tidy_name
from rosespring.web.hall import NoTable
from rosespring.web.reading import reading
from rosespring.web.records import record_of
from rosespring.web.seating import TooManyTables, invited, lay_table, sit_down
from rosespring.web.server import Server
from rosespring.web.sockets import Socket, come_back
from rosespring.web.storage import FAILURES, Conflict, Link, SeatTaken
from rosespring.web.table import Table

_logger = logging.getLogger(__name__)


async def start(server: Server, request: Request) -> Response:
    """The start page."""
    return server.pages.start()


async def create(server: Server, request: Request) -> Response:
    """Lay a table; the creator takes seat 0."""
    async with request.form(max_files=0, max_fields=30) as form:
        order = read_order(form, list(PLAYERS))
    try:
        laid = await lay_table(server, request, order)
    except TooManyTables:
        return _too_many_tables(server)
    response = RedirectResponse(f"/t/{laid.table}", 303)
    invitations = [f"/i/{laid.invite}"] if laid.invite else []
    access.give_seat(response, server.settings, laid.secret, f"/t/{laid.table}", *invitations)
    return response


def _too_many_tables(server: Server) -> Response:
    text = _("From your address, many tables have been laid in a short time. Please try again in a minute.")
    response = server.pages.message(429, _("That was a lot of tables"), text)
    response.headers["Retry-After"] = "60"
    return response


async def invitation(server: Server, request: Request) -> Response:
    """Who invites to what; whoever sits there already is taken to the table."""
    token = request.path_params["token"]
    link = await invited(server, token)
    if await access.holder_of(server.storage, request, link.table):
        return RedirectResponse(f"/t/{link.table}", 303)
    async with server.hall.room(link.table) as room:
        table = room.table
        if table.phase != "waiting":
            return _taken(server, table)
        inviter = table.seats[0].name if table.seats[0] else ""
        return server.pages.page(
            "invitation.html",
            headline=invites(inviter, title(table.match.rules)),
            explained=explain(table.match.rules),
            length_words=length_words(table.match.length),
            join_url=f"/i/{token}",
        )


def _taken(server: Server, table: Table) -> Response:
    if table.aborted:
        text = _("Whoever sent you the link has called the game off. Ask for another one, or start a game yourself.")
        return server.pages.message(410, _("The invitation has been withdrawn"), text)
    text = _("Somebody is playing here already. Ask for an invitation of your own, or start a game yourself.")
    return server.pages.message(409, _("The seat is taken"), text, table_url=f"/t/{table.id}")


async def join(server: Server, request: Request) -> Response:
    """Take seat 1, once and for all."""
    token = request.path_params["token"]
    link = await invited(server, token)
    if await access.holder_of(server.storage, request, link.table):
        return RedirectResponse(f"/t/{link.table}", 303)
    async with request.form(max_files=0, max_fields=30) as form:
        name = tidy_name(form.get("name"))
    try:
        secret = await sit_down(server, link.table, name)
    except SeatTaken:
        async with server.hall.room(link.table) as room:
            return _taken(server, room.table)
    response = RedirectResponse(f"/t/{link.table}", 303)
    access.give_seat(response, server.settings, secret, f"/t/{link.table}", f"/i/{token}")
    return response


async def seat_link(server: Server, request: Request) -> Response:
    """A fresh link by which the owner of a seat goes on elsewhere."""
    table = request.path_params["table"]
    holder = await access.holder_of(server.storage, request, table)
    if holder is None:
        return JSONResponse({"error": _("You have no seat at this table.")}, 403)
    now, token = server.settings.clock(), access.new_secret()
    expires = now + server.settings.seat_link_life.total_seconds()
    link = Link("seat", table, holder.seat, expires, False)
    await server.storage.add_link(access.hash_of(token), link, now)
    return JSONResponse({"url": f"{access.base_url(server.settings, request)}/s/{token}"})


async def seat_page(server: Server, request: Request) -> Response:
    """The page of a seat's link; it takes nothing by itself."""
    token = request.path_params["token"]
    link = await server.storage.find_link(access.hash_of(token))
    if link is None or link.kind != "seat":
        raise NoTable(token)
    if link.used or (link.expires is not None and link.expires <= server.settings.clock()):
        return _link_is_spent(server)
    return server.pages.page("seat.html", action_url=f"/s/{token}")


def _link_is_spent(server: Server) -> Response:
    text = _("Such a link works once, and for one day. Ask for another one at the table.")
    return server.pages.message(410, _("This link has been used"), text)


async def take_seat_here(server: Server, request: Request) -> Response:
    """Give this browser the seat that the link is for."""
    token = access.hash_of(request.path_params["token"])
    link = await server.storage.find_link(token)
    if link is None or link.kind != "seat":
        raise NoTable(token)
    secret = access.new_secret()
    invite = access.invitation(secret, link.table) if link.seat == 0 else None
    shown = access.hash_of(invite) if invite else None
    try:
        await server.storage.use_seat_link(token, access.hash_of(secret), shown, server.settings.clock())
    except Conflict:
        return _link_is_spent(server)
    response = RedirectResponse(f"/t/{link.table}", 303)
    access.give_seat(response, server.settings, secret, f"/t/{link.table}", *([f"/i/{invite}"] if invite else []))
    return response


async def table_page(server: Server, request: Request) -> Response:
    """The table, for who has a seat there."""
    table = request.path_params["table"]
    holder = await access.holder_of(server.storage, request, table)
    if holder is None:
        return await _no_seat(server, table)
    # The computer begins when the page can see it: see `Socket`.
    async with server.hall.room(table, wake=False) as room, room.lock:
        invite, local_only = _link_of(server, request, holder, table)
        flipped = request.query_params.get("flip") == "1"
        return server.pages.table(table, room.state(holder.seat, invite, local_only), flipped=flipped)


async def _no_seat(server: Server, table: str) -> Response:
    if not await server.storage.exists(table):
        raise NoTable(table)
    text = _(
        "Only the two players can see this table. If it is yours, open it in the browser in which you sat down. "
        "If you have been invited, ask for the invitation link: this address is only for the two who play."
    )
    return server.pages.message(403, _("You have no seat at this table"), text)


def _link_of(
    server: Server, connection: Request | WebSocket, holder: access.Holder, table: str
) -> tuple[str | None, bool]:
    """The invitation that this browser may hand out, and whether it works on this machine only."""
    local_only = access.local_only(server.settings, connection)
    if holder.seat != 0:
        return None, local_only
    token = access.invitation(holder.secret, table)
    return f"{access.base_url(server.settings, connection)}/i/{token}", local_only


async def record(server: Server, request: Request) -> Response:
    """The match as a record file, or an earlier one of the table."""
    table = request.path_params["table"]
    if await access.holder_of(server.storage, request, table) is None:
        return await _no_seat(server, table)
    asked = request.query_params.get("match", "")
    match = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else None
    if asked and match is None:
        raise NoTable(table)
    try:
        text = await asyncio.to_thread(record_of, table, await server.storage.entries(table), match)
    except LookupError:
        raise NoTable(table) from None
    name = f"rosespring-{table}" if match is None else f"rosespring-{table}-{match}"
    headers = {"Content-Disposition": f'attachment; filename="{name}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def rules(server: Server, request: Request) -> Response:
    """How to play."""
    return server.pages.rules()


async def rule_set(server: Server, request: Request) -> Response:
    """The rules in words, of one rule set."""
    name = request.path_params["name"]
    try:
        return server.pages.rule_set(find_rules(name))
    except RulesError:
        raise NoTable(name) from None


async def lesson(server: Server, request: Request) -> Response:
    """The first lesson."""
    return server.pages.lesson()


async def board_css(server: Server, request: Request) -> Response:
    """The board's stylesheet; its address changes with its content."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(server.pages.board_css, media_type="text/css", headers=headers)


async def watch(server: Server, websocket: WebSocket) -> None:
    """The socket of a seat."""
    if not access.same_origin(server.settings, websocket.headers):
        _logger.info("refused: a socket from a page of another server")
        return await websocket.close()
    try:
        await websocket.accept()
        with reading(server.settings, websocket), server.may_hold(websocket) as allowed:
            if not allowed:
                return await websocket.close(protocol.TOO_MANY, "too many sockets from this address")
            await _seat_socket(server, websocket, websocket.path_params["table"])
    except (WebSocketDisconnect, NoTable):
        _logger.debug("a socket went before it was served")
    except FAILURES as error:
        await come_back(websocket, error)
    return None


async def _seat_socket(server: Server, websocket: WebSocket, table: str) -> None:
    holder = await access.holder_of(server.storage, websocket, table)
    if holder is None:
        _logger.info("refused: a socket without a seat at table %s", table)
        await _turn_away(server, websocket, table)
        return
    invite, local_only = _link_of(server, websocket, holder, table)
    async with server.hall.room(table, wake=False) as room:
        await Socket(websocket, room, holder, server.settings, current_language(), invite, local_only).run()


async def _turn_away(server: Server, websocket: WebSocket, table: str) -> None:
    if not await server.storage.exists(table):
        await websocket.close(protocol.NO_TABLE, "there is no such table")
        return
    body: dict[str, Any] = {"code": "not-your-seat", "message": _("You have no seat at this table.")}
    await websocket.send_text(protocol.write_message(table, 0, "nack", body))
    await websocket.close(protocol.NOT_YOUR_SEAT, "no seat at this table")

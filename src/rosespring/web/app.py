"""Routes and sockets; what they do is done elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from rosespring import __version__
from rosespring.language import gettext as _
from rosespring.language import use_language
from rosespring.rules import PRESETS, explain, find_rules, title
from rosespring.web import access, bots, protocol
from rosespring.web.assets import Assets
from rosespring.web.bots import Thinker
from rosespring.web.fairness import DiceError, dice_of
from rosespring.web.forms import FormError, read_order, tidy_name
from rosespring.web.guard import Guard
from rosespring.web.hall import Hall, NoTable
from rosespring.web.migrations import migrate
from rosespring.web.pages import Pages, describe_preset, language_of, presets
from rosespring.web.records import record_of
from rosespring.web.settings import Settings
from rosespring.web.sockets import Socket
from rosespring.web.storage import Conflict, Link, Storage

Handler = Callable[["Server", Request], Awaitable[Response]]


class Server:
    """What the routes share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pages = Pages(settings)
        self.storage = Storage(settings.database)
        self.thinker = Thinker(settings.bot_workers, settings.think_timeout.total_seconds())
        self.hall = Hall(settings, self.storage, dice_of(settings.dice), self.thinker)

    @asynccontextmanager
    async def running(self, _app: Starlette) -> AsyncIterator[None]:
        """Between start and end: the database is up to date, the computers think, the sweeper sweeps."""
        await asyncio.to_thread(migrate, self.settings.database)
        self.thinker.start()
        chores = [asyncio.create_task(self.hall.wake_bots()), asyncio.create_task(self.hall.sweep())]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.hall.close()
            self.thinker.close()
            await self.storage.close()

    def sorry(self, error: Exception) -> Response:
        """The page for what went wrong."""
        if isinstance(error, FormError):
            return self.pages.start(bots.levels(), str(error))
        if isinstance(error, DiceError):
            return self.pages.message(503, _("No dice"), str(error))
        if isinstance(error, Conflict):
            return self.pages.message(409, _("Somebody was faster"), _("The seat is taken, or the link has been used."))
        if isinstance(error, HTTPException) and error.status_code == 405:
            return self.pages.message(405, _("That does not work here"), _("Please start from a page of ours."))
        return self.pages.message(404, _("There is nothing here"), _("The link may be mistyped, or the game too old."))


def create_app(settings: Settings) -> Starlette:
    """The web application.

    :raises DiceError: for a faulty script of dice.
    """
    server = Server(settings)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            with use_language(language_of(request)):
                try:
                    return await handler(server, request)
                except (FormError, DiceError, Conflict, NoTable) as error:
                    return server.sorry(error)

        return Route(path, answer, methods=[method])

    async def socket(websocket: WebSocket) -> None:
        await watch(server, websocket)

    async def nothing_here(request: Request, error: Exception) -> Response:
        with use_language(language_of(request)):
            return server.sorry(error)

    routes = [
        route("/", start),
        route("/tables", create, "POST"),
        route("/i/{token}", invitation),
        route("/i/{token}", join, "POST"),
        route("/s/{token}", seat_page),
        route("/s/{token}", take_seat_here, "POST"),
        route("/t/{table}", table_page),
        route("/t/{table}/seat-link", seat_link, "POST"),
        route("/t/{table}/record", record),
        WebSocketRoute("/t/{table}/socket", socket),
        route("/rules", rules),
        route("/rules/{name}", rules),
        route("/healthz", health),
        route("/board.css", board_css),
        Route("/assets/{path:path}", Assets(settings.client)),
    ]
    app = Starlette(routes=routes, lifespan=server.running, exception_handlers={404: nothing_here, 405: nothing_here})
    app.state.server = server
    app.add_middleware(Guard, settings=settings)
    return app


async def start(server: Server, request: Request) -> Response:
    """The start page."""
    return server.pages.start(bots.levels())


async def create(server: Server, request: Request) -> Response:
    """Lay a table; the creator takes seat 0."""
    async with request.form(max_files=0, max_fields=30) as form:
        order = read_order(form, bots.levels())
    table, secret = access.new_table_id(), access.new_secret()
    invite = access.invitation(secret, table)
    await server.hall.lay(table, order, access.hash_of(secret), access.hash_of(invite))
    response = RedirectResponse(f"/t/{table}", 303)
    access.give_seat(response, server.settings, secret, f"/t/{table}", f"/i/{invite}")
    return response


async def _invited(server: Server, request: Request) -> tuple[str, Link]:
    token = request.path_params["token"]
    link = await server.storage.find_link(access.hash_of(token))
    if link is None or link.kind != "invite":
        raise NoTable(token)
    return token, link


async def invitation(server: Server, request: Request) -> Response:
    """Who invites to what; whoever sits there already is taken to the table."""
    token, link = await _invited(server, request)
    if await access.holder_of(server.storage, request, link.table):
        return RedirectResponse(f"/t/{link.table}", 303)
    async with server.hall.room(link.table) as room:
        table = room.table
        if table.phase != "waiting":
            return _taken(server)
        inviter = table.seats[0].name if table.seats[0] else ""
        return server.pages.page(
            "invitation.html",
            inviter=inviter,
            title=title(table.match.rules),
            explained=explain(table.match.rules),
            length=table.match.length,
            join_url=f"/i/{token}",
        )


def _taken(server: Server) -> Response:
    text = _("Somebody is playing here already. Ask for an invitation of your own, or start a game yourself.")
    return server.pages.message(409, _("The seat is taken"), text)


async def join(server: Server, request: Request) -> Response:
    """Take seat 1, once and for all."""
    token, link = await _invited(server, request)
    if await access.holder_of(server.storage, request, link.table):
        return RedirectResponse(f"/t/{link.table}", 303)
    async with request.form(max_files=0, max_fields=30) as form:
        name = tidy_name(form.get("name"))
    secret = access.new_secret()
    async with server.hall.room(link.table) as room:
        if room.table.phase != "waiting":
            return _taken(server)
        try:
            await room.seat_person(name, access.hash_of(secret))
        except Conflict:
            return _taken(server)
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
    invite = access.invitation(secret, link.table)
    shown = access.hash_of(invite) if link.seat == 0 else None
    try:
        await server.storage.use_seat_link(token, access.hash_of(secret), shown, server.settings.clock())
    except Conflict:
        return _link_is_spent(server)
    response = RedirectResponse(f"/t/{link.table}", 303)
    access.give_seat(response, server.settings, secret, f"/t/{link.table}", f"/i/{invite}")
    return response


async def table_page(server: Server, request: Request) -> Response:
    """The table, for who has a seat there."""
    table = request.path_params["table"]
    holder = await access.holder_of(server.storage, request, table)
    if holder is None:
        return await _no_seat(server, table)
    async with server.hall.room(table) as room, room.lock:
        invite, local_only = _link_of(server, request, holder, table)
        return server.pages.table(table, room.state(holder.seat, invite, local_only))


async def _no_seat(server: Server, table: str) -> Response:
    if not await server.storage.exists(table):
        raise NoTable(table)
    text = _("Only the two players can see this table. If it is yours, open it in the browser in which you sat down.")
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
    """The match as a record file."""
    table = request.path_params["table"]
    if await access.holder_of(server.storage, request, table) is None:
        return await _no_seat(server, table)
    async with server.hall.room(table) as room, room.lock:
        text = record_of(room.table, await server.storage.entries(table))
    headers = {"Content-Disposition": f'attachment; filename="rosespring-{table}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def rules(server: Server, request: Request) -> Response:
    """The rules in words, of one preset or of all."""
    name = request.path_params.get("name")
    if name is None:
        return server.pages.page(
            "rules.html", explained=explain(find_rules("gul-bara")), preset=None, presets=presets()
        )
    if name not in PRESETS:
        raise NoTable(name)
    preset = describe_preset(name, PRESETS[name].rules)
    return server.pages.page("rules.html", explained=preset["options"], preset=preset, presets=presets())


async def health(server: Server, request: Request) -> Response:
    """That the server answers, and what it carries."""
    rooms = server.hall.rooms.values()
    sockets = sum(len(room.watchers) for room in rooms)
    return JSONResponse({"ok": True, "version": __version__, "tables": len(rooms), "sockets": sockets})


async def board_css(server: Server, request: Request) -> Response:
    """The board's stylesheet; its address changes with its content."""
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(server.pages.board_css, media_type="text/css", headers=headers)


async def watch(server: Server, websocket: WebSocket) -> None:
    """The socket of a seat."""
    if not access.same_origin(server.settings, websocket.headers):
        await websocket.close()
        return
    await websocket.accept()
    table = websocket.path_params["table"]
    holder = await access.holder_of(server.storage, websocket, table)
    if holder is None:
        await _turn_away(server, websocket, table)
        return
    invite, local_only = _link_of(server, websocket, holder, table)
    async with server.hall.room(table) as room:
        language = language_of(websocket)
        await Socket(websocket, room, holder, server.settings, language, invite, local_only).run()


async def _turn_away(server: Server, websocket: WebSocket, table: str) -> None:
    if not await server.storage.exists(table):
        await websocket.close(protocol.NO_TABLE, "there is no such table")
        return
    body: dict[str, Any] = {"code": "not-your-seat", "message": _("You have no seat at this table.")}
    await websocket.send_text(protocol.write_message(table, 0, "nack", body))
    await websocket.close(protocol.NOT_YOUR_SEAT, "no seat at this table")

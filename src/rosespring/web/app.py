"""Which address and which socket leads where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from rosespring.web import (
    api,
    dicepages,
    handlers,
    hints,
    openapi,
    operation,
    pictures,
    sharing,
    studies,
    study_pages,
    tutoring,
)
from rosespring.web.assets import Assets
from rosespring.web.desk import Busy, Gone
from rosespring.web.dice import DiceError
from rosespring.web.failing import Failing
from rosespring.web.forms import FormError
from rosespring.web.guard import Guard
from rosespring.web.hall import NoTable
from rosespring.web.logs import Traced
from rosespring.web.reading import keep_choice, reading
from rosespring.web.server import Server, fault_of
from rosespring.web.settings import Settings
from rosespring.web.storage import FAILURES, Conflict

Handler = Callable[[Server, Request], Awaitable[Response]]

ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", "/", handlers.start),
    ("POST", "/tables", handlers.create),
    ("GET", "/i/{token}", handlers.invitation),
    ("POST", "/i/{token}", handlers.join),
    ("GET", "/i/{token}/card.png", pictures.invitation),
    ("GET", "/s/{token}", handlers.seat_page),
    ("POST", "/s/{token}", handlers.take_seat_here),
    ("GET", "/t/{table}", handlers.table_page),
    ("POST", "/t/{table}/seat-link", handlers.seat_link),
    ("POST", "/t/{table}/hint", hints.hint),
    ("POST", "/t/{table}/tutor", tutoring.tutor),
    ("GET", "/t/{table}/record", handlers.record),
    ("GET", "/g/{table}", sharing.shared),
    ("GET", "/g/{table}/turns", sharing.turns),
    ("GET", "/g/{table}/board.svg", sharing.picture),
    ("GET", "/g/{table}/card.png", pictures.game),
    ("GET", "/g/{table}/record", sharing.text),
    ("GET", "/w/{table}", sharing.watch_page),
    ("GET", "/w/{table}/card.png", pictures.watched),
    ("GET", "/editor", study_pages.editor),
    ("GET", "/analysis", study_pages.begin),
    ("GET", "/analysis/{asked}", study_pages.analysis),
    ("GET", "/analysis/{asked}/board.svg", study_pages.picture),
    ("GET", "/dice", dicepages.explained),
    ("GET", "/verify/{table}", dicepages.check),
    ("GET", "/verify/{table}/file", dicepages.download),
    ("GET", "/rules", handlers.rules),
    ("GET", "/rules/lesson", handlers.lesson),
    ("GET", "/rules/{name}", handlers.rule_set),
    ("GET", "/healthz", operation.health),
    ("GET", "/readyz", operation.ready),
    ("GET", "/manifest.webmanifest", operation.manifest),
    ("GET", "/openapi.json", openapi.document),
    ("GET", "/api/rules", api.rule_sets),
    ("GET", "/api/rules/{name}", api.rule_set),
    ("POST", "/api/tables", api.create),
    ("POST", "/api/invitations/{token}", api.join),
    ("GET", "/api/position", studies.position),
    ("POST", "/api/positions", studies.check),
    ("GET", "/api/evaluation", studies.evaluation),
    ("POST", "/api/outlooks", studies.outlooks),
    ("POST", "/api/records", studies.record),
    ("GET", "/t/{table}/state", api.state),
    ("GET", "/board.css", handlers.board_css),
)
"""docs/reference/web-protocol.md lists them."""


def create_app(settings: Settings) -> Starlette:
    """The web application.

    :raises DiceError: for a faulty script of dice.
    """
    server = Server(settings)

    async def socket(websocket: WebSocket) -> None:
        await handlers.watch(server, websocket)

    async def spectators(websocket: WebSocket) -> None:
        await sharing.watch(server, websocket)

    async def nothing_here(request: Request, error: Exception) -> Response:
        with reading(settings, request):
            return _sorry(server, request, error)

    routes = [_route(server, *route) for route in ROUTES]
    app = Starlette(
        routes=[
            *routes,
            WebSocketRoute("/t/{table}/socket", socket),
            WebSocketRoute("/w/{table}/socket", spectators),
            Route("/assets/{path:path}", Assets(settings.client)),
        ],
        lifespan=server.running,
        exception_handlers={404: nothing_here, 405: nothing_here},
    )
    app.add_middleware(Failing, settings=settings, pages=server.pages)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(Guard, settings=settings)
    app.add_middleware(Traced)
    app.state.server = server
    return app


def _sorry(server: Server, request: Request, error: Exception) -> Response:
    """What went wrong: a page, or JSON for programs."""
    if not request.url.path.startswith("/api/"):
        return server.sorry(error)
    status, _headline, words = fault_of(error)
    return api.problem(status, words)


def _route(server: Server, method: str, path: str, handler: Handler) -> Route:
    """A route that answers in the reader's language, and with a page when something is wrong."""

    async def answer(request: Request) -> Response:
        with reading(server.settings, request) as reader:
            try:
                response = await handler(server, request)
            except (FormError, DiceError, Conflict, NoTable, *FAILURES) as error:
                response = _sorry(server, request, error)
            except (Busy, Gone) as why:
                response = studies.no_answer(why)
        keep_choice(server.settings, request, reader, response)
        return response

    return Route(path, answer, methods=[method])

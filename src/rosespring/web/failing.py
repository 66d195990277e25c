"""An answer where something has failed that nobody expected: a page in the reader's language, JSON for programs."""

from __future__ import annotations

import logging

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rosespring.language import gettext as _
from rosespring.web.api import problem
from rosespring.web.logs import REQUEST, without_secrets
from rosespring.web.pages import Pages
from rosespring.web.reading import reading
from rosespring.web.settings import Settings

_logger = logging.getLogger(__name__)


class Failing:
    """ASGI middleware, the innermost: what is written down is what the answer names by the id of the request."""

    def __init__(self, app: ASGIApp, settings: Settings, pages: Pages) -> None:
        self._app = app
        self._settings = settings
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and answer it if it fails."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        begun = False

        async def answer(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, answer)
        except ClientDisconnect:
            _logger.info("whoever asked went before all was said")
        except Exception:
            if begun:
                raise
            _logger.exception("%s %s failed", scope["method"], without_secrets(scope["path"]))
            await self._sorry(Request(scope))(scope, receive, send)
        return None

    def _sorry(self, request: Request) -> Response:
        with reading(self._settings, request):
            if not wants_page(request):
                return problem(500, _("Something failed on the server (request {id}).").format(id=REQUEST.get()))
            text = _(
                "The fault is on the server, and has been written down there. What was stored before is not lost: "
                "go back and try again. Whoever runs the server can find it under this number: {id}"
            )
            try:
                return self._pages.message(500, _("Something has failed"), text.format(id=REQUEST.get()))
            except Exception:
                _logger.exception("not even the page for it can be made")
                return PlainTextResponse(f"something failed on the server (request {REQUEST.get()})", 500)


def wants_page(request: Request) -> bool:
    """Whether a person asks, who sees a page: browsers say so, programs and the page's own modules do not."""
    accepted = Headers(scope=request.scope).get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith("/api/")

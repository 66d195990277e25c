"""What every request and response passes: origins, sizes, security headers."""

from __future__ import annotations

import logging
from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rosespring.notation.board_svg import board_css
from rosespring.web.access import same_origin
from rosespring.web.bodies import Body
from rosespring.web.limits import TokenBuckets
from rosespring.web.settings import Settings

_logger = logging.getLogger(__name__)
# No script and no style in a page, but for the one that drawn boards bring along.
_BOARD_STYLE = b64encode(sha256(board_css().encode()).digest()).decode()
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' 'sha256-{_BOARD_STYLE}'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    # The strictest with which browsers still say where a form comes from.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
RECORDS = ("/api/records", "/api/outlooks")
"""Where whole games are sent to, which may be larger than other bodies."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._requests = TokenBuckets(settings.requests_at_once, settings.request_every)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        asks_too_much = not self._requests.take(scope["client"][0] if scope["client"] else "", self._settings.clock())
        if scope["type"] == "websocket":
            return await (_turn_away(send) if asks_too_much else self._app(scope, receive, send))
        headers = Headers(scope=scope)
        body = Body(headers, receive, self._limit(scope), self._settings.body_within.total_seconds())
        answer = self._with_headers(send)
        if asks_too_much:
            return await _refuse(
                429, "too many requests from this address; try again in a minute", scope, receive, answer
            )
        if scope["method"] not in SAFE_METHODS and not same_origin(self._settings, headers):
            return await _refuse(403, "expected a request from a page of this server", scope, receive, answer)
        if body.too_large:
            return await _refuse(413, "the request is too large", scope, receive, answer)
        return await self._app(scope, body.receive, answer)

    def _limit(self, scope: Scope) -> int:
        """Bytes that a body may have."""
        return self._settings.record_limit if scope["path"] in RECORDS else self._settings.body_limit

    def _with_headers(self, send: Send) -> Send:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if self._settings.secure:
                    headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            await send(message)

        return answer


async def _turn_away(send: Send) -> None:
    """Refuse a socket that opens, as one of many."""
    _logger.info("refused: a socket from an address that asks too much")
    await send({"type": "websocket.close"})


async def _refuse(status: int, text: str, scope: Scope, receive: Receive, send: Send) -> None:
    _logger.info("refused: %s", text)
    headers = {"Retry-After": "60"} if status == 429 else None
    await PlainTextResponse(text, status, headers)(scope, receive, send)

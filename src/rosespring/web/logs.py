"""Logs: one JSON object a line for machines, with the request that each line belongs to, and without secrets."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TextIO

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request or socket that is being served; the answer tells it as ``X-Request-ID``."""

_logger = logging.getLogger(__name__)
_SECRET = re.compile(r"(/[is]/)[^/\s\"'?]+")
"""What follows in the address of an invitation or of a seat's link opens a seat."""


def without_secrets(text: str) -> str:
    """`text`, with the secrets in addresses left out."""
    return _SECRET.sub(r"\1…", text)


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, logger, message, and where known request and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": moment, "level": record.levelname.lower(), "logger": record.name}
        line["message"] = without_secrets(record.getMessage())
        if request := REQUEST.get():
            line["request"] = request
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def log_json(stream: TextIO | None = None) -> None:
    """From now on, write all that the server has to tell as lines of JSON, to stderr unless told otherwise."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("rosespring").setLevel(logging.INFO)
    # uvicorn brings handlers of its own, which write plain text.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True


class Traced:
    """ASGI middleware, the outermost: gives each request an id, and logs what became of it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and tell."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        request, begun, status = secrets.token_hex(8), time.perf_counter(), 0
        REQUEST.set(request)

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.accept"):
                message.setdefault("headers", [])
                MutableHeaders(scope=message)["X-Request-ID"] = request
                status = message.get("status", 101)
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            _tell(scope, status, time.perf_counter() - begun)
        return None


def _tell(scope: Scope, status: int, seconds: float) -> None:
    if not _logger.isEnabledFor(logging.INFO):
        return
    method = scope.get("method", "SOCKET")
    fields = {
        "method": method,
        "path": without_secrets(scope["path"]),
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    _logger.info("%s %s: %d", method, scope["path"], status, extra={"fields": fields})

"""What operators and phones ask for: whether the server lives and is ready, and how it looks on a home screen."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rosespring import __version__
from rosespring.language import current_language
from rosespring.language import gettext as _
from rosespring.web.server import Server
from rosespring.web.storage import why

_logger = logging.getLogger(__name__)
READY_WITHIN = 5.0
"""Seconds that the database may take to store nothing."""


async def health(server: Server, request: Request) -> Response:
    """That the process answers, and what it carries."""
    rooms = server.hall.rooms.values()
    sockets = sum(len(room.watchers) for room in rooms)
    return JSONResponse({"ok": True, "version": __version__, "tables": len(rooms), "sockets": sockets})


async def ready(server: Server, request: Request) -> Response:
    """Whether the server can take players: it is not about to stop, and its database can be written to."""
    reason = "" if not server.hall.closing else "the server is about to stop"
    try:
        if not reason:
            await asyncio.wait_for(server.storage.touch(), READY_WITHIN)
    except (SQLAlchemyError, TimeoutError) as error:
        _logger.error("the database takes nothing: %s", why(error))
        reason = "the database takes nothing"
    if reason:
        return JSONResponse({"ok": False, "reason": reason}, 503, {"Retry-After": "5"})
    return JSONResponse({"ok": True})


async def manifest(server: Server, request: Request) -> Response:
    """What a phone needs to keep the page among its programs."""
    icons = [{"src": server.pages.asset("rose.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for name, size, purpose in (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable", 512, "maskable")):
        address = server.pages.asset(f"{name}.png")
        icons.append({"src": address, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    described = {
        "id": "/",
        "name": _("Rosespring Backgammon"),
        "short_name": "Rosespring",
        "description": _("Gul Bara and Gioul, with a friend or against the computer."),
        "lang": current_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6eddc",
        "theme_color": "#f6eddc",
        "categories": ["games"],
        "icons": icons,
    }
    return JSONResponse(described, media_type="application/manifest+json", headers={"Cache-Control": "max-age=3600"})

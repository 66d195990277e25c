"""The files of the client: kept for long under an address with their hash, asked after otherwise."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOR_EVER = "public, max-age=31536000, immutable"
ASK = "no-cache"


class Assets:
    """ASGI application for ``/assets/PATH``."""

    def __init__(self, folder: Path) -> None:
        self._files = StaticFiles(directory=folder, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, or say that it is not there."""
        response = await self._response(scope)
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        response = await self._files.get_response(scope["path_params"]["path"], scope)
        # Modules import each other without a hash, so those are asked after each time.
        response.headers["Cache-Control"] = FOR_EVER if b"v=" in scope["query_string"] else ASK
        return response

"""The server of the pictures: the real one, but what it draws at random is the same in every run.

So links, QR codes and dice look alike from run to run, and a picture changes only when the page does.
"""

from __future__ import annotations

import secrets
import sys
from base64 import urlsafe_b64encode
from pathlib import Path
from random import Random

from starlette.requests import Request
from starlette.responses import Response

from rosespring import language
from rosespring.web import app
from rosespring.web.serve import run_server
from rosespring.web.server import Server

ADDRESS = "http://play.example.org"
"""Where players find the table, as the pictures show it; the browser is told that it is this machine."""
FAULT = "/fault"
"""An address whose answer fails, as nobody expects."""


def make_repeatable(seed: int) -> None:
    """Put a generator with a seed in the place of the system's randomness, for this process only."""
    rng = Random(seed)

    def token_urlsafe(nbytes: int | None = None) -> str:
        return urlsafe_b64encode(rng.randbytes(nbytes or 32)).rstrip(b"=").decode()

    secrets.token_bytes = lambda nbytes=None: rng.randbytes(nbytes or 32)
    secrets.token_urlsafe = token_urlsafe
    # Requests come in any order: what they are numbered with must not take from what the dice are drawn of.
    numbers = Random(seed)
    secrets.token_hex = lambda nbytes=None: numbers.randbytes(nbytes or 32).hex()
    secrets.randbelow = lambda exclusive_upper_bound: rng.randrange(exclusive_upper_bound)


async def _fail(server: Server, request: Request) -> Response:
    raise RuntimeError("expected by the pictures alone")


def main(port: str, database: str, dice: str, locales: str) -> int:
    """Serve on `port`; `dice` and `locales` may be empty."""
    make_repeatable(1)
    app.ROUTES = (*app.ROUTES, ("GET", FAULT, _fail))
    if locales:
        language.LOCALES = Path(locales)
    return run_server(port=int(port), database=database, public_url=ADDRESS, dice=Path(dice) if dice else None)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

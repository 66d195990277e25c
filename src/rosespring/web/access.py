"""Who holds which seat: secrets, links, cookies and addresses."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rosespring.board import Side
from rosespring.web.settings import Settings, is_loopback
from rosespring.web.storage import Storage

COOKIE = "seat"
COOKIE_LIFE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer (RFC 6265bis)."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A browser that holds a seat, and the secret by which it does."""

    seat: Side
    secret: str


def new_table_id() -> str:
    """A short id; it opens nothing by itself."""
    return secrets.token_urlsafe(9)


def new_secret() -> str:
    """256 bits of chance, as text for a cookie or an address."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """What the database knows of a secret. It is random, so a slow hash would add nothing."""
    return sha256(secret.encode()).hexdigest()


def invitation(secret: str, table: str) -> str:
    """The invitation that the holder of `secret` hands out, 128 bits.

    It follows from the secret, so that the page can show it again although the server stores its hash only.
    """
    return (
        urlsafe_b64encode(digest(secret.encode(), f"invitation to {table}".encode(), "sha256")[:16])
        .rstrip(b"=")
        .decode()
    )


async def holder_of(storage: Storage, connection: HTTPConnection, table: str) -> Holder | None:
    """The seat at `table` that the browser's cookie opens."""
    secret = connection.cookies.get(COOKIE, "")
    seat = await storage.seat_of(table, hash_of(secret)) if secret else None
    return None if seat is None else Holder(Side(seat), secret)


def give_seat(response: Response, settings: Settings, secret: str, *paths: str) -> None:
    """Set the seat's cookie for each of `paths`: the table, and the invitation that leads to it."""
    for path in paths:
        response.set_cookie(
            COOKIE, secret, max_age=COOKIE_LIFE, path=path, secure=settings.secure, httponly=True, samesite="lax"
        )


def base_url(settings: Settings, connection: HTTPConnection) -> str:
    """The address to make links with, as far as friends can use it."""
    if settings.public_url:
        return settings.public_url
    if settings.local_url and is_loopback(connection.url.hostname or ""):
        return settings.local_url
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    return f"{scheme}://{connection.url.netloc}"


def local_only(settings: Settings, connection: HTTPConnection) -> bool:
    """Whether a link made for this browser works on this machine only."""
    return is_loopback(urlsplit(base_url(settings, connection)).hostname or "")


def same_origin(settings: Settings, headers: Headers) -> bool:
    """Whether a POST or a socket comes from one of the server's own pages."""
    origin = headers.get("origin", "")
    if origin in ("", "null"):
        # A page that sends no referrer has a "null" origin; then the browser's own word must do.
        return headers.get("sec-fetch-site") == "same-origin"
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return False
    # An origin without a host, like that of a file, would match a missing public URL.
    return netloc != "" and netloc in (headers.get("host", ""), urlsplit(settings.public_url).netloc)

"""Bodies over real sockets: one that trickles in is given up, and nothing else is."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.helpers import PATIENCE, Live, live, make_settings

FORM = b"opponent=friend&rules=gul-bara&length=1&name=Ana"
END = b"\r\n\r\n"
CHUNKED = "Transfer-Encoding: chunked"
LENGTH = f"Content-Length: {len(FORM)}"


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Live]:
    async with live(make_settings(tmp_path, body_within=timedelta(seconds=0.5), body_limit=1024)) as server:
        yield server


@asynccontextmanager
async def post(url: str, *headers: str) -> AsyncIterator[socket.socket]:
    """A connection on which the head of a POST has been sent."""
    address, loop = urlsplit(url), asyncio.get_running_loop()
    form = "Content-Type: application/x-www-form-urlencoded"
    lines = ["POST /tables HTTP/1.1", f"Host: {address.netloc}", f"Origin: {url}", form, *headers, "", ""]
    with socket.socket() as line:
        line.setblocking(False)
        await loop.sock_connect(line, (address.hostname, address.port))
        await loop.sock_sendall(line, "\r\n".join(lines).encode())
        yield line


async def read(line: socket.socket, end: bytes = b"\0") -> str:
    """All that comes until `end`, or until the server closes, which resets a line on which something is unread."""
    text = b""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionResetError):
            while end not in text and (part := await asyncio.get_running_loop().sock_recv(line, 65536)):
                text += part
    return text.decode()


async def trickle(line: socket.socket, part: bytes) -> None:
    """Send a part again and again, until the line is gone."""
    with suppress(OSError):
        while True:
            await asyncio.get_running_loop().sock_sendall(line, part)
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(("header", "part"), [("Content-Length: 1000", b"x"), (CHUNKED, b"1\r\nx\r\n")])
async def test_a_body_that_trickles_in_is_given_up(running: Live, header: str, part: bytes) -> None:
    async with post(running.url, header) as line:
        dripping = asyncio.create_task(trickle(line, part))
        head, _, words = (await read(line)).partition("\r\n\r\n")
        dripping.cancel()
    assert (head.split()[1], words) == ("408", "the request comes too slowly")
    assert "connection: close" in head.lower()


async def test_a_body_that_never_begins_is_given_up(running: Live) -> None:
    async with post(running.url, LENGTH) as line:
        assert (await read(line)).split()[1] == "408"


async def test_a_body_in_two_parts_is_read_and_the_line_is_kept(running: Live) -> None:
    async with post(running.url, LENGTH) as line:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(line, FORM[:10])
        await loop.sock_sendall(line, FORM[10:])
        head = await read(line, END)
        assert head.split()[1] == "303"
        assert "connection: close" not in head.lower()
        await loop.sock_sendall(line, f"GET /healthz HTTP/1.1\r\nHost: {urlsplit(running.url).netloc}\r\n\r\n".encode())
        assert (await read(line, END)).split()[1] == "200"

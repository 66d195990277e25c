"""What no page ever sends: heads without an end, connections that say nothing, floods of frames."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rosespring.web import protocol, wire
from tests.web.helpers import PATIENCE, Live, live, make_settings, two_players


async def answer_to(server: Live, *sent: bytes) -> bytes:
    """All that the server says until it closes a connection over which `sent` comes."""
    address = urlsplit(server.url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        for part in sent:
            writer.write(part)
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionResetError:  # closed while more was on its way
        return b""
    finally:
        writer.close()


BEGUN = b"GET / HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.parametrize(
    "head", [BEGUN + b"X: " + b"a" * 2**20, BEGUN + b"a: b\r\n" * 2**17, b"GET /" + b"a" * 2**20]
)  # fmt: skip
async def test_a_head_has_an_end(head: bytes, tmp_path: Path) -> None:
    """Without a limit each byte more makes the next one dearer: 10 MiB kept everybody waiting for 8 s."""
    async with live(make_settings(tmp_path)) as server:
        answer = await answer_to(server, head)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /he"])
async def test_who_asks_nothing_in_time_is_closed(
    begun: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "HEAD_WITHIN", 0.2)
    async with live(make_settings(tmp_path)) as server, two_players(server.url) as (light, _dark):
        answer = await answer_to(server, begun)
        assert answer.startswith(b"HTTP/1.1 200 ") == (b"\r\n\r\n" in begun)
        # Longer than that a socket has been open by now.
        assert (await light.ask(light.message("ping")))["type"] == "pong"


async def test_rubbish_behind_a_request_ends_its_connection_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with live(make_settings(tmp_path)) as server:
        await answer_to(server, b"GET /rules HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n" + b"\0" * 2**20)
        assert b" 200 " in await answer_to(server, b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_socket_that_only_pings_is_closed(tmp_path: Path) -> None:
    """A client that does nothing else kept everybody waiting for 40 s."""
    async with live(make_settings(tmp_path)) as server, two_players(server.url) as (light, dark):
        for _ in range(3):
            for _ in range(wire.OTHER_FRAMES):
                await light.socket.ping()
            assert (await light.ask(light.message("ping")))["type"] == "pong"
        for _ in range(wire.OTHER_FRAMES + 1):
            await light.socket.ping()
        await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
        assert light.socket.close_code == protocol.TOO_MANY
        await dark.until(lambda player: player.state["online"] == [False, True])


async def test_a_message_in_too_many_parts_is_none(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as server, two_players(server.url) as (light, _dark):
        assert await light.raw("[]") == "bad-message"
        await light.socket.send([""] * (2 * wire.OTHER_FRAMES))
        await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
        assert light.socket.close_code == protocol.TOO_MANY


async def test_what_is_no_text_is_no_fault_of_the_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with live(make_settings(tmp_path)) as server, two_players(server.url) as (light, _dark):
        await light.socket.send(b"\xff", text=True)
        await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
        assert light.socket.close_code == protocol.NO_TEXT
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_many_messages_at_once_are_all_answered_in_order(tmp_path: Path) -> None:
    """More than the server reads at a time: what it has no time for yet waits, and nothing is left out."""
    async with (
        live(make_settings(tmp_path, messages_at_once=5000)) as server,
        two_players(server.url) as (light, _dark),
    ):
        pings = [light.message("ping", id=f"{number:0>60}") for number in range(2000)]
        answers = await asyncio.gather(*map(light.ask, pings))
        assert [answer["id"] for answer in answers] == [ping["id"] for ping in pings]


async def test_a_handshake_that_is_none_is_answered(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as server:
        address = server.url.replace("http", "ws", 1) + "/t/none/socket"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"Origin": server.url, "X": "a" * 10_000})
        assert 400 <= refused.value.response.status_code < 500

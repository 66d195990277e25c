"""What operators and phones see: health, readiness, logs, limits, icons, and how much a first visit loads."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import logging
import re
import struct
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rosespring.web import protocol
from rosespring.web.limits import Pace, Tally
from rosespring.web.logs import JsonLines, log_json, without_secrets
from rosespring.web.settings import Settings, database_url
from tests.web.helpers import PATIENCE, Browser, Clock, Live, live, make_settings, two_players

FIRST_LOAD = 150 * 1024
"""Bytes over the wire, bodies as they are sent."""


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Live]:
    async with live(make_settings(tmp_path)) as server:
        yield server


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with the pages that players see."""
    async with live(
        Settings(database=database_url(str(tmp_path / "test.db")), bot_workers=0, glance_workers=0, study_workers=0)
    ) as server:
        yield server


# Health


async def test_a_server_is_ready_while_its_database_takes_something(
    running: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = Browser(running.url)
    assert (await ana.request("GET", "/readyz")).json() == {"ok": True}

    async def full() -> None:
        raise OperationalError("DELETE", {}, OSError("the disk is full"))

    monkeypatch.setattr(running.server.storage, "touch", full)
    response = await ana.request("GET", "/readyz")
    assert (response.status_code, response.json()["reason"]) == (503, "the database takes nothing")
    assert (await ana.request("GET", "/healthz")).status_code == 200
    monkeypatch.undo()
    running.server.hall.closing = True
    assert (await ana.request("GET", "/readyz")).json()["reason"] == "the server is about to stop"


# Logs


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is written after `log_json`; all loggers are as before in the end."""
    root, ours = logging.getLogger(), logging.getLogger("rosespring")
    before = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    log_json(stream)
    yield stream
    root.handlers[:], root.level, ours.level = before


async def test_each_request_is_one_line_of_json_with_its_id_and_without_secrets(
    tmp_path: Path, lines: io.StringIO
) -> None:
    async with live(make_settings(tmp_path)) as server, two_players(server.url) as (light, dark):
        response = await light.browser.request("GET", light.browser.invitation)
        link = (await light.browser.request("POST", f"/t/{light.table}/seat-link")).json()["url"]
        await Browser(server.url).request("GET", link.removeprefix(server.url))
        await dark.refused(dark.message("claim"))
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    requests = {line["request"]: line for line in told if "status" in line}
    invited = requests[response.headers["x-request-id"]]
    assert (invited["method"], invited["path"], invited["status"]) == ("GET", "/i/…", 303)
    assert invited["ms"] >= 0
    assert any(line["path"] == f"/t/{light.table}/socket" and line["status"] == 101 for line in requests.values())
    # A refusal on a socket bears the socket's id.
    refusal = next(line for line in told if "refused not-now" in line["message"])
    assert requests[refusal["request"]]["path"].endswith("/socket")
    for secret in (light.browser, dark.browser):
        for cookie in secret.cookies.values():
            assert cookie not in lines.getvalue()
    assert light.browser.invitation not in lines.getvalue()
    assert link.rpartition("/")[2] not in lines.getvalue()


def test_a_traceback_is_part_of_its_line() -> None:
    try:
        raise ValueError("at /s/secret")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "it failed at /i/%s", ("token",), sys.exc_info())
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["logger"], line["message"]) == ("error", "x", "it failed at /i/…")
    assert "ValueError: at /s/…" in line["traceback"]
    assert without_secrets("GET /t/abc/socket") == "GET /t/abc/socket"


# Limits


def test_a_socket_is_heard_more_slowly_when_it_says_too_much() -> None:
    pace = Pace(3, timedelta(seconds=1))
    assert [pace.wait(100.0) for _ in range(5)] == [0, 0, 0, 1, 2]
    assert pace.wait(110.0) == 0


def test_an_address_holds_so_many_and_no_more() -> None:
    tally = Tally(2)
    with tally.one_more("192.0.2.1") as first, tally.one_more("192.0.2.1") as second:
        with tally.one_more("192.0.2.1") as third, tally.one_more("192.0.2.2") as other:
            assert (first, second, third, other) == (True, True, False, True)
        with tally.one_more("127.0.0.1") as own, tally.one_more("127.0.0.1") as too, tally.one_more("::1") as more:
            assert own
            assert too
            assert more
    with tally.one_more("192.0.2.1") as again:
        assert again
    assert len(tally) == 0


async def test_an_address_that_asks_without_end_is_told_to_wait(tmp_path: Path) -> None:
    clock = Clock()
    async with live(make_settings(tmp_path, clock=clock, requests_at_once=5)) as server:

        async def ask(address: str) -> httpx.Response:
            return await Browser(server.url).request("GET", "/healthz", headers={"X-Forwarded-For": address})

        assert [(await ask("192.0.2.1")).status_code for _ in range(6)] == [*[200] * 5, 429]
        assert (await ask("192.0.2.1")).headers["retry-after"] == "60"
        assert (await ask("192.0.2.2")).status_code == 200
        clock.now += 1
        assert (await ask("192.0.2.1")).status_code == 200


async def test_a_flood_of_messages_is_answered_in_order_and_harms_nobody(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, messages_at_once=10, message_every=timedelta(milliseconds=1))
    async with live(settings) as server, two_players(server.url) as (light, dark):
        pings = [light.message("ping") for _ in range(60)]
        answers = await asyncio.gather(*(light.ask(ping) for ping in pings), dark.ask(dark.message("ping")))
        assert {answer["type"] for answer in answers} == {"pong"}


async def test_all_sockets_of_a_seat_are_heard_at_one_pace(tmp_path: Path) -> None:
    """Sixteen tabs that ask for snapshots as fast as they can had the server busy with nothing else."""
    settings = make_settings(tmp_path, messages_at_once=6, message_every=timedelta(hours=1))
    async with (
        live(settings) as server,
        two_players(server.url) as (light, _dark),
        light.browser.sit(light.table) as tab,
    ):
        await tab.hello()
        light_pace, dark_pace = server.server.hall.rooms[light.table].paces.values()
        now = asyncio.get_running_loop().time()
        # Either seat has said hello and given its part in the dice, by hash and seed; Light's tab two hellos more.
        assert [light_pace.wait(now) > 0 for _ in range(2)] == [False, True]
        assert [dark_pace.wait(now) > 0 for _ in range(4)] == [False, False, False, True]


async def test_sockets_that_open_and_close_without_end_are_told_to_wait(tmp_path: Path) -> None:
    """Each is looked up in the database, and tells everybody at the table that it has come and gone."""
    async with live(make_settings(tmp_path, clock=Clock(), requests_at_once=5)) as server:
        address = server.url.replace("http", "ws", 1) + "/w/none/socket"
        headers = {"Origin": server.url, "X-Forwarded-For": "192.0.2.1"}
        for _ in range(5):
            async with connect(address, additional_headers=headers) as socket:
                await asyncio.wait_for(socket.wait_closed(), PATIENCE)
                assert socket.close_code == protocol.NO_TABLE
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers=headers)
        assert refused.value.response.status_code == 403


async def test_too_many_sockets_of_one_address_are_turned_away(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as server, two_players(server.url) as (light, _dark):
        server.server.sockets = Tally(0)
        browser = light.browser
        headers = {"Origin": server.url, "Cookie": f"seat={browser.cookies[f'/t/{light.table}']}"}
        address = server.url.replace("http", "ws", 1) + f"/t/{light.table}/socket"
        headers["X-Forwarded-For"] = "192.0.2.1"
        async with connect(address, additional_headers=headers) as socket:
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
            assert (socket.close_code, socket.close_reason) == (
                protocol.TOO_MANY,
                "too many sockets from this address",
            )


# The first visit


async def test_a_phone_can_keep_the_page(real: Live) -> None:
    async with httpx.AsyncClient(base_url=real.url) as client:
        page = await client.get("/")
        found = re.search(r'<link rel="manifest" href="([^"]+)">', page.text)
        assert found
        answer = await client.get(found[1])
        assert answer.headers["content-type"] == "application/manifest+json"
        described = answer.json()
        assert (described["display"], described["start_url"]) == ("standalone", "/")
        assert {icon["purpose"] for icon in described["icons"]} == {"any", "maskable"}
        for icon in described["icons"]:
            image = await client.get(icon["src"])
            assert (image.status_code, image.headers["content-type"]) == (200, icon["type"])
            if icon["type"] == "image/png":
                side = int(icon["sizes"].split("x")[0])
                assert struct.unpack(">II", image.content[16:24]) == (side, side)


async def loaded(client: httpx.AsyncClient, path: str, cookie: str) -> dict[str, int]:
    """All that a browser loads for a page, following links, preloads, imports and fonts: bytes over the wire."""
    sizes: dict[str, int] = {}
    waiting = [path]
    while waiting:
        address = waiting.pop()
        if address in sizes:
            continue
        headers = {"Accept-Encoding": "gzip", "Cookie": cookie}
        async with client.stream("GET", address, headers=headers) as response:
            raw = b"".join([chunk async for chunk in response.aiter_raw()])
        assert response.status_code == 200, address
        sizes[address] = len(raw)
        if response.headers["content-type"].startswith(("text/", "application/javascript")):
            text = raw if response.headers.get("content-encoding") != "gzip" else gzip.decompress(raw)
            waiting += [urljoin(address, found) for found in referred(text.decode(), address)]
    return sizes


def referred(text: str, address: str) -> list[str]:
    if address.partition("?")[0].endswith(".css"):
        return re.findall(r'url\("([^":]+)"\)', text)
    if address.partition("?")[0].endswith(".js"):
        return re.findall(r'(?:from |import )"(\./[^"]+)"', text)
    heads = re.findall(r'<link rel="(?:icon|stylesheet|modulepreload|manifest)" href="([^"]+)"', text)
    return heads + re.findall(r'<(?:script|img)[^>]* src="([^"]+)"', text)


@pytest.mark.parametrize("page", ["/", "table", "/rules", "/rules/lesson", "/dice", "/editor", "/analysis"])
async def test_a_first_visit_loads_little(real: Live, page: str) -> None:
    ana = Browser(real.url)
    await ana.lay()
    path = f"/t/{ana.table}" if page == "table" else page
    async with httpx.AsyncClient(base_url=real.url) as client:
        sizes = await loaded(client, path, f"seat={ana.cookies[f'/t/{ana.table}']}")
    assert len(sizes) > 5
    assert sum(sizes.values()) < FIRST_LOAD, sizes


async def test_pages_and_files_are_compressed_for_whoever_understands_it(real: Live) -> None:
    async with httpx.AsyncClient(base_url=real.url) as client:
        for path in ("/", "/assets/table.js", "/assets/table.css"):
            packed = await client.get(path, headers={"Accept-Encoding": "gzip"})
            plain = await client.get(path, headers={"Accept-Encoding": "identity"})
            assert packed.headers["content-encoding"] == "gzip"
            assert "accept-encoding" in packed.headers["vary"].lower()
            assert "content-encoding" not in plain.headers
            assert packed.content == plain.content


async def test_the_version_is_in_the_footer(real: Live) -> None:
    from rosespring import __version__

    page = await Browser(real.url).request("GET", "/")
    assert f"Version {__version__}" in page.text


def test_pings_of_the_protocol_are_off_and_silence_ends_a_socket_after_30_seconds() -> None:
    from rosespring.web.serve import uvicorn_config

    config = uvicorn_config(replace)  # type: ignore[arg-type]
    assert config.ws_ping_interval is None
    assert Settings().silent_after == timedelta(seconds=30)

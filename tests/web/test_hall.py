"""Tables come and go in memory, whatever else happens meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import timedelta
from pathlib import Path

import pytest

from rosespring.web import log
from rosespring.web.storage import Storage
from tests.web.helpers import PATIENCE, Browser, eventually, live, make_settings, write_dice


class Gate:
    """Something in the storage that stops on the way in until it is let through, and then fails if it is to."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self._failure = failure

    async def __call__(self, *_arguments: object) -> None:
        self.reached.set()
        await self.opened.wait()
        if self._failure:
            raise self._failure

    async def until_reached(self) -> None:
        await asyncio.wait_for(self.reached.wait(), PATIENCE)


async def test_a_table_stays_for_whoever_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweeper comes in the moment between a table's loading and its use."""
    async with live(make_settings(tmp_path, idle_after=timedelta(0))) as running:
        hall, ana = running.server.hall, Browser(running.url)
        table = await ana.lay()
        last_seen = running.server.storage.last_seen

        async def seen_when_the_sweeper_is_near(table: str) -> dict[int, float]:
            found = await last_seen(table)
            asyncio.get_running_loop().call_soon(hall.evict)
            return found

        monkeypatch.setattr(running.server.storage, "last_seen", seen_when_the_sweeper_is_near)
        async with hall.room(table) as first, hall.room(table) as second:
            assert hall.rooms[table] is first is second
        hall.evict()
        assert table not in hall.rooms
        assert not hall._coming


async def test_a_log_that_cannot_be_read_keeps_no_other_table_asleep(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = make_settings(tmp_path, dice=write_dice(tmp_path / "dice", [(1, 6), (4, 3), (2, 1)]))
    async with live(settings) as running:
        storage, boards = running.server.storage, [Browser(running.url) for _ in range(3)]
        for board in boards:
            await board.lay(level="random")
        asleep = await storage.bots_due()
        number = len(await storage.entries(asleep[0])) + 1
        await storage.append(asleep[0], [log.Entry(number, log.Stepped(0, 24, 6), 0.0)], True)
    async with live(settings) as running:
        await eventually(lambda: running.server.hall.rooms.keys() == set(asleep[1:]))
    assert f"the computer at table {asleep[0]} cannot be woken" in caplog.text


async def test_the_sweeper_comes_again_after_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[float] = []

    async def full(_storage: Storage, before: float) -> int:
        calls.append(before)
        raise OSError("the disk is full")

    monkeypatch.setattr(Storage, "forget", full)
    async with live(make_settings(tmp_path, sweep_every=timedelta(0))):
        await eventually(lambda: len(calls) > 2)


async def test_a_command_is_finished_before_its_socket_leaves_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gate = Gate(OSError("the disk is full"))
    async with live(make_settings(tmp_path)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        await ana.lay(rules="gioul")
        await bo.join(ana.invitation)
        hall = running.server.hall
        async with ana.sit() as light, bo.sit() as dark:
            actor = light if light.state["turn"] == 0 else dark
            room = hall.rooms[light.table]
            monkeypatch.setattr(running.server.storage, "append", gate)
            await actor.socket.send(json.dumps(actor.message("roll")))
            await gate.until_reached()
        # Both sockets have gone; the one that rolled is still at the table, until its command has come to an end.
        await eventually(lambda: room.users == 1)
        gate.opened.set()
        await eventually(lambda: room.users == 0)
        assert light.table not in hall.rooms
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in failures] == [f"a socket of table {light.table} failed"]


async def test_nobody_is_called_seated_because_of_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One who joins fails with the disk; the next one, who waited behind him, sits down."""
    gate = Gate(OSError("the disk is full"))
    async with live(make_settings(tmp_path)) as running:
        ana, unlucky, bo = (Browser(running.url) for _ in range(3))
        table = await ana.lay()
        with monkeypatch.context() as patched:
            patched.setattr(running.server.storage, "join", gate)
            first = asyncio.create_task(unlucky.join(ana.invitation))
            await gate.until_reached()
        second = asyncio.create_task(bo.join(ana.invitation))
        await eventually(lambda: running.server.hall.rooms[table].users == 2)
        gate.opened.set()
        assert (await first).status_code == 500
        assert (await second).status_code == 303
        async with bo.sit() as dark:
            assert (dark.state["seat"], dark.state["names"]) == (1, ["Ana", "Bo"])

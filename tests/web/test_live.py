"""Two people at a table, over real sockets."""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rosespring.board import Side
from rosespring.notation import load_record, replay
from rosespring.web import protocol
from rosespring.web.table import table_of
from rosespring.web.views import Viewer, snapshot_of
from tests.web.helpers import (
    PATIENCE,
    Browser,
    Clock,
    Live,
    Player,
    eventually,
    live,
    make_settings,
    two_players,
    write_dice,
)

# Light starts with 4-3, Dark has 2-1, then come doubles.
THROWS = [(6, 1), (4, 3), (2, 1), (6, 5), (3, 2), *[(1, 1)] * 50]


@pytest.mark.parametrize(("rules", "length"), [("gul-bara-bulgarian", 3), ("gioul", 1)])
async def test_two_people_finish_a_match(tmp_path: Path, rules: str, length: int) -> None:
    async with (
        live(make_settings(tmp_path)) as running,
        two_players(running.url, rules=rules, length=length) as (light, dark),
    ):
        await asyncio.gather(light.play(Random(1)), dark.play(Random(2)))
        number = light.state["number"]
        await dark.until(lambda player: player.state["number"] == number)
        assert light.state["score"] == dark.state["score"]
        assert max(light.state["score"]) >= length
        assert [event["number"] for event in light.events] == list(range(light.events[0]["number"], number + 1))
        await check_log(running, light)


async def check_log(running: Live, player: Player) -> None:
    """The stored events make what the players saw, and so does the record."""
    entries = await running.server.storage.entries(player.table)
    again = snapshot_of(table_of(player.table, entries), Viewer(Side(player.state["seat"])))
    assert [list(men) for men in again.state.men] == player.state["men"]
    assert list(again.state.score) == player.state["score"]
    response = await player.browser.request("GET", f"/t/{player.table}/record")
    assert response.status_code == 200
    assert list(replay(load_record(response.text)).match.score) == player.state["score"]


async def test_a_forged_or_broken_message_changes_nothing(tmp_path: Path) -> None:
    dice = write_dice(tmp_path / "dice", THROWS)
    async with live(make_settings(tmp_path, dice=dice)) as running, two_players(running.url) as (light, dark):
        await light.do("roll")
        await dark.until(lambda player: player.state["phase"] == "play")
        before = dark.state
        step = {"point": 24, "number": 4}
        good = light.message("step", step)
        broken: list[str | bytes] = [
            "",
            "[]",
            "{",
            "\x00",
            "[" * 4000,
            '{"a":' * 700,
            json.dumps(good | {"more": "x" * 4096}),
            json.dumps(good).encode(),
            json.dumps(good | {"v": 2}),
            json.dumps(good | {"v": True}),
            json.dumps(good | {"v": 1.0}),
            json.dumps(good | {"id": ""}),
            json.dumps(good | {"id": "x" * 65}),
            json.dumps(good | {"id": None}),
            json.dumps(good | {"expect": -1}),
            json.dumps(good | {"expect": 10**40}),
            json.dumps(good | {"unknown": 1}),
            json.dumps({name: value for name, value in good.items() if name != "expect"}),
        ]
        for data in broken:
            assert await light.raw(data) == "bad-message", data
        for changes in (
            {"game": dark.table + "x"},
            {"type": "Step"},
            {"type": "snapshot"},
            {"type": "x" * 1000},
            {"body": step | {"number": True}},
            {"body": step | {"number": 4.0}},
            {"body": step | {"number": "4"}},
            {"body": step | {"number": 7}},
            {"body": step | {"point": 0}},
            {"body": step | {"point": 25}},
            {"body": step | {"side": 0}},
            {"body": {"point": 24}},
            {"body": [24, 4]},
            {"body": None},
            {"type": "roll", "body": {"dice": [6, 6]}},
            {"type": "resign", "body": {"points": 3}},
        ):
            assert await light.refused(light.message("step", step) | changes) == "bad-message", changes
        assert await dark.refused(dark.message("step", step)) == "not-your-turn"
        assert await light.refused(light.message("step", {"point": 24, "number": 5})) == "illegal-step"
        await light.hello()
        await dark.hello()
        assert dark.state == before
        await light.do("step", **step)


async def test_a_command_that_comes_again_is_done_once(tmp_path: Path) -> None:
    dice = write_dice(tmp_path / "dice", THROWS)
    async with live(make_settings(tmp_path, dice=dice)) as running, two_players(running.url) as (light, dark):
        roll = light.message("roll")
        first = await light.ask(roll)
        step = light.message("step", {"point": 24, "number": 4})
        answer = await light.ask(step)
        # Later, again, out of order: the same answers, and nothing happens.
        for message, expected in ((roll, first), (step, answer), (roll, first)):
            again = await light.ask(message)
            assert (again["type"], again["body"]) == ("ack", expected["body"])
        assert light.state["number"] == answer["body"]["number"]
        # The same id from the other seat is another command.
        assert await dark.refused(dark.message("roll", id=roll["id"])) == "not-your-turn"


async def test_a_stale_command_is_refused_and_followed_by_a_snapshot(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, _dark):
        number, snapshots = light.state["number"], len(light.stories)
        for expect in (number - 1, number + 1, 0):
            assert await light.refused(light.message("roll", expect=expect)) == "stale"
        await light.until(lambda player: len(player.stories) == snapshots + 3)
        assert light.state["number"] == number


async def test_two_tabs_of_one_seat_stay_in_step(tmp_path: Path) -> None:
    dice = write_dice(tmp_path / "dice", THROWS)
    async with live(make_settings(tmp_path, dice=dice)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        await ana.lay()
        await bo.join(ana.invitation)
        async with ana.sit() as first, ana.sit() as second, bo.sit() as other:
            await first.do("roll")
            await second.until(lambda player: player.state["phase"] == "play")
            await second.do("step", point=24, number=4)
            await first.until(lambda player: player.state["queue"][0]["fate"] == "played")
            # Both press at the same moment: one is carried out, the other learns what has happened.
            step = {"point": 24, "number": 3}
            answers = await asyncio.gather(*(tab.ask(tab.message("step", step)) for tab in (first, second)))
            assert sorted(answer["type"] for answer in answers) == ["ack", "nack"]
            for player in (first, second, other):
                await player.until(lambda player: player.state["phase"] == "confirm")
            assert first.state == second.state


async def test_of_two_who_join_at_once_one_sits_down(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana, rivals = Browser(running.url), [Browser(running.url) for _ in range(6)]
        table = await ana.lay()
        answers = await asyncio.gather(*(rival.join(ana.invitation) for rival in rivals))
        assert sorted(answer.status_code for answer in answers) == [303, *[409] * 5]
        winner = rivals[[answer.status_code for answer in answers].index(303)]
        entries = await running.server.storage.entries(table)
        assert sum(type(entry.what).__name__ == "Joined" for entry in entries) == 1
        async with winner.sit() as dark:
            assert dark.state["seat"] == 1
        # Whoever sits there is taken to the table; whoever comes later is told kindly.
        assert (await winner.request("GET", ana.invitation)).headers["location"] == f"/t/{table}"
        assert (await Browser(running.url).request("GET", ana.invitation)).status_code == 409


async def test_a_preview_of_the_link_takes_no_seat(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana, preview, bo = Browser(running.url), Browser(running.url), Browser(running.url)
        table = await ana.lay(rules="gioul", name="Ana <i>")
        for method in ("GET", "HEAD", "GET"):
            response = await preview.request(method, ana.invitation)
            assert (response.status_code, preview.cookies) == (200, {})
        assert "Ana &lt;i&gt; invites you to a game of Gioul" in response.text
        assert (await ana.request("GET", ana.invitation)).headers["location"] == f"/t/{table}"
        async with ana.sit() as light:
            assert light.state["phase"] == "waiting"
            assert light.state["invite"] == running.url + ana.invitation
            assert light.state["local_only"] is True
            assert (await bo.join(ana.invitation)).status_code == 303
            await light.until(lambda player: player.state["phase"] == "dice")
            assert light.state["invite"] is None
            assert light.state["names"] == ["Ana <i>", "Bo"]


async def test_a_seat_goes_on_at_another_device(tmp_path: Path) -> None:
    clock = Clock()
    async with live(make_settings(tmp_path, clock=clock)) as running:
        ana, phone, thief = Browser(running.url), Browser(running.url), Browser(running.url)
        table = await ana.lay()
        assert (await thief.request("POST", f"/t/{table}/seat-link")).status_code == 403
        url = (await ana.request("POST", f"/t/{table}/seat-link")).json()["url"]
        path = url.removeprefix(running.url)
        assert (await phone.request("GET", path)).status_code == 200
        assert (await phone.request("POST", path)).headers["location"] == f"/t/{table}"
        assert phone.cookies[f"/t/{table}"] != ana.cookies[f"/t/{table}"]
        assert (await thief.request("GET", path)).status_code == 410
        assert (await thief.request("POST", path)).status_code == 410
        assert thief.cookies == {}
        async with phone.sit(table) as light, ana.sit() as too:
            assert light.state["seat"] == too.state["seat"] == 0
            # Each device has an invitation of its own, and either works.
            assert light.state["invite"] == running.url + phone.invitation
        late = (await ana.request("POST", f"/t/{table}/seat-link")).json()["url"].removeprefix(running.url)
        clock.now += timedelta(days=1).total_seconds()
        assert (await thief.request("POST", late)).status_code == 410
        assert (await Browser(running.url).join(phone.invitation)).status_code == 303
        assert (await Browser(running.url).join(ana.invitation)).status_code == 409


async def test_both_are_told_when_the_other_goes_and_comes(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        await ana.lay()
        await bo.join(ana.invitation)
        async with ana.sit() as light:
            assert light.state["online"] == [True, False]
            async with bo.sit() as _dark, bo.sit() as _second:
                await light.until(lambda player: player.state["online"] == [True, True])
            await light.until(lambda player: player.state["online"] == [True, False])


async def test_an_abandoned_match_is_claimed(tmp_path: Path) -> None:
    clock = Clock()
    dice = write_dice(tmp_path / "dice", THROWS)
    async with live(make_settings(tmp_path, clock=clock, dice=dice)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        await ana.lay()
        await bo.join(ana.invitation)
        async with bo.sit() as dark:
            async with ana.sit() as light:
                clock.now += timedelta(days=5).total_seconds()
                # Ana has not moved for five days, but she is there.
                assert await dark.refused(dark.message("claim")) == "not-now"
                assert light.state["claim_after"] is None
            await dark.until(lambda player: player.state["online"] == [False, True])
            clock.now += timedelta(days=3).total_seconds() - 1
            assert await dark.refused(dark.message("claim")) == "not-now"
            clock.now += 1
            await dark.hello()
            assert "claim" in dark.state["can"]
            await dark.do("claim")
            assert (dark.state["phase"], dark.state["match_winner"]) == ("match-over", 1)


async def test_a_match_is_called_off(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, dark):
        await light.do("abort")
        await dark.until(lambda player: player.state["phase"] == "aborted")
        assert await dark.refused(dark.message("abort")) == "not-now"
        invitation = light.browser.invitation
        assert (await Browser(running.url).request("GET", invitation)).status_code == 410


async def test_an_event_tells_in_words_what_has_happened(tmp_path: Path) -> None:
    dice = write_dice(tmp_path / "dice", THROWS)
    async with live(make_settings(tmp_path, dice=dice)) as running, two_players(running.url) as (light, dark):
        for kind, body in (("roll", {}), ("step", {"point": 24, "number": 4}), ("undo", {})):
            await light.do(kind, **body)
        await dark.until(lambda player: len(player.events) == 3)
        roll, step, undo = dark.events
        assert (roll["kind"], roll["side"], roll["dice"]) == ("roll", 0, [4, 3])
        assert roll["words"] == ["Ana rolls 4-3."]
        assert (step["step"], step["words"]) == ({"from": 24, "to": 20, "number": 4}, ["Ana plays 24/20."])
        assert (undo["step"], undo["words"]) == (step["step"], ["Ana takes 24/20 back."])
        await dark.hello()
        assert [line["words"] for line in dark.stories[-1]] == [
            "Bo has sat down.",
            "Opening throw: Light 6, Dark 1. Light starts.",
        ]


async def test_a_ping_is_answered(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, _dark):
        answer = await light.ask(light.message("ping", expect=0))
        assert (answer["type"], answer["body"]) == ("pong", None)


async def last_words(socket: ClientConnection) -> list[str]:
    """The codes of the nacks that come before the end."""
    heard = []
    try:
        while True:
            heard.append(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))["body"]["code"])
    except ConnectionClosed:
        return heard


async def test_sockets_of_strangers_are_turned_away(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana, stranger = Browser(running.url), Browser(running.url)
        table = await ana.lay()
        ours = {"Origin": running.url}
        address = running.url.replace("http", "ws", 1)
        for path, cookie, code in (
            (f"/t/{table}/socket", "seat=forged", protocol.NOT_YOUR_SEAT),
            (f"/t/{table}/socket", "", protocol.NOT_YOUR_SEAT),
            ("/t/nowhere/socket", f"seat={ana.cookies[f'/t/{table}']}", protocol.NO_TABLE),
        ):
            async with connect(address + path, additional_headers=ours | {"Cookie": cookie}) as socket:
                assert await last_words(socket) in ([], ["not-your-seat"])
                assert socket.close_code == code
        for origin in ({}, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            headers = origin | {"Cookie": f"seat={ana.cookies[f'/t/{table}']}"}
            with pytest.raises(InvalidStatus):
                await connect(f"{address}/t/{table}/socket", additional_headers=headers)
        assert (await stranger.request("GET", f"/t/{table}")).status_code == 403
        assert (await stranger.request("GET", f"/t/{table}/record")).status_code == 403


async def test_a_client_that_does_not_read_is_let_go(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, queue_limit=8)
    async with live(settings) as running, two_players(running.url) as (light, dark):
        async with running.server.hall.room(light.table) as room:
            for _ in range(9):
                room.tell("presence", {"online": [True, True]})
        for player in (light, dark):
            await asyncio.wait_for(player.socket.wait_closed(), PATIENCE)
            assert player.socket.close_code == protocol.TOO_SLOW


async def test_a_silent_socket_is_closed(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, silent_after=timedelta(milliseconds=50))
    async with live(settings) as running:
        ana = Browser(running.url)
        await ana.lay()
        async with ana.sit() as light:
            await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
            assert light.socket.close_code == protocol.SILENT


async def test_a_failing_database_shows_nobody_what_it_did_not_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = write_dice(tmp_path / "dice", THROWS)
    async with live(make_settings(tmp_path, dice=dice)) as running:
        ana = Browser(running.url)
        await ana.lay(level="runner")
        async with ana.sit() as light:
            number = light.state["number"]

            async def full(*_: object) -> None:
                raise OSError("the disk is full")

            monkeypatch.setattr(running.server.storage, "append", full)
            await light.socket.send(json.dumps(light.message("roll")))
            await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
            assert light.socket.close_code == protocol.RECONNECT
            assert light.events == []
        monkeypatch.undo()
        async with ana.sit() as light:
            assert (light.state["number"], light.state["phase"]) == (number, "roll")
            await light.do("roll")


async def test_a_database_that_takes_nothing_is_said_in_words_and_tells_no_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As if its file could not be written to: nothing changes, and the log has a line each, without what was to be
    stored: it holds the server's part in the dice."""

    def read_only(connection: sa.Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, dark):
        number, actor = light.state["number"], light if light.state["turn"] == 0 else dark
        sa.event.listen(running.server.storage._writer.engine, "begin", read_only)
        laying = Browser(running.url)
        response = await laying.request(
            "POST", "/tables", {"opponent": "computer", "rules": "gioul", "level": "random"}
        )
        assert response.status_code == 503
        assert (await laying.request("GET", "/readyz")).status_code == 503
        await actor.socket.send(json.dumps(actor.message("roll")))
        await asyncio.wait_for(actor.socket.wait_closed(), PATIENCE)
        assert actor.socket.close_code == protocol.RECONNECT
        async with actor.browser.sit(light.table) as again:
            assert again.state["number"] == number
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len([record for record in failures if "the database fails" in record.getMessage()]) == 2
    assert all(record.exc_info is None for record in failures)
    assert not any(word in record.getMessage() for record in failures for word in ("seal", "parameters"))


async def test_a_database_that_tells_nothing_ends_sockets_that_open_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where very many ask at once, the pool gives up: a traceback for each of them told nobody anything."""

    async def nothing(*_arguments: object) -> int:
        raise NoConnection("QueuePool limit reached\nread more elsewhere")

    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, _dark):
        monkeypatch.setattr(running.server.storage, "seat_of", nothing)
        address = running.url.replace("http", "ws", 1) + f"/t/{light.table}/socket"
        headers = {"Origin": running.url, "Cookie": "seat=any"}
        async with connect(address, additional_headers=headers) as socket:
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
            assert socket.close_code == protocol.RECONNECT
        assert (await light.browser.request("GET", f"/t/{light.table}")).status_code == 503
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage().endswith("QueuePool limit reached") for record in failures] == [True, True]


async def test_a_slow_database_keeps_nobody_from_coming_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket is closed before it is stored that its seat has gone: a lock may last 10 s."""
    settings = make_settings(tmp_path, sockets_per_seat=1)
    async with live(settings) as running, two_players(running.url) as (light, _dark):
        unlocked = asyncio.Event()

        async def locked(*_arguments: object) -> None:
            await unlocked.wait()

        monkeypatch.setattr(running.server.storage, "see", locked)
        running.server.hall.rooms[light.table].spoil()
        await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
        assert light.socket.close_code == protocol.RECONNECT
        unlocked.set()


async def test_a_table_can_be_seen_while_nothing_can_be_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_arguments: object) -> None:
        raise OperationalError("UPDATE seats", {}, OSError("database or disk is full"))

    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, _dark):
        monkeypatch.setattr(running.server.storage, "see", full)
        async with light.browser.sit(light.table) as again:
            assert again.state["number"] == light.state["number"]


async def test_what_nobody_uses_leaves_memory_and_in_the_end_the_disk(tmp_path: Path) -> None:
    clock = Clock()
    settings = make_settings(tmp_path, clock=clock, idle_after=timedelta(0))
    async with live(settings) as running:
        hall, ana = running.server.hall, Browser(running.url)
        table = await ana.lay()
        async with ana.sit():
            hall.evict()
            assert table in hall.rooms
        await eventually(lambda: not hall.rooms[table].users)
        hall.evict()
        assert table not in hall.rooms
        async with ana.sit() as light:
            assert light.state["phase"] == "waiting"
        clock.now += timedelta(days=90).total_seconds()
        assert await hall.forget() == 0
        clock.now += 1
        assert await hall.forget() == 1
        assert (await ana.request("GET", f"/t/{table}")).status_code == 404

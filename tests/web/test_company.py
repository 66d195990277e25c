"""Two players and who watches them, over real sockets: the flag, what is said, offers to give up, spectators."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from rosespring.web import protocol
from rosespring.web.limits import Tally
from tests.web.helpers import (
    PATIENCE,
    Browser,
    Clock,
    Live,
    Nack,
    Player,
    Process,
    live,
    make_settings,
    two_players,
    write_dice,
)

LIGHT_STARTS = (6, 1)


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Live]:
    throws = [LIGHT_STARTS, (4, 3), (2, 1), *[(6, 5)] * 20]
    async with live(make_settings(tmp_path, dice=write_dice(tmp_path / "dice", throws))) as server:
        yield server


class Watcher:
    """The socket of somebody without a seat, and all that it hears."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket, self.table = socket, table
        self.heard: list[dict[str, Any]] = []

    async def send(self, kind: str, body: object = None) -> None:
        message = {"v": 1, "game": self.table, "id": f"w-{kind}", "expect": 0, "type": kind, "body": body or {}}
        await self.socket.send(json.dumps(message))

    async def next(self, kind: str) -> dict[str, Any]:
        """The body of the next message of this type; the others are kept too."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.heard.append(json.loads(await self.socket.recv()))
                if self.heard[-1]["type"] == kind:
                    body: dict[str, Any] = self.heard[-1]["body"]
                    return body


def watch(url: str, table: str) -> connect:
    """A socket without a seat, to be awaited or entered."""
    address = url.replace("http", "ws", 1) + f"/w/{table}/socket"
    return connect(address, additional_headers={"Origin": url}, ping_interval=None, open_timeout=PATIENCE)


@asynccontextmanager
async def watching(url: str, table: str) -> AsyncIterator[Watcher]:
    async with watch(url, table) as socket:
        yield Watcher(socket, table)


def said_to(player: Player) -> list[tuple[int, str | None, str]]:
    bodies = [message["body"] for message in player.others if message["type"] == "said"]
    return [(body["side"], body["phrase"], body["text"]) for body in bodies]


async def step(player: Player) -> None:
    point, number = player.state["legal"][0]
    await player.do("step", point=point, number=number)


# The clock


@asynccontextmanager
async def with_a_clock(running: Live, length: int) -> AsyncIterator[tuple[Browser, Player, Player]]:
    """Light's browser and both seats of a match with 10 s a turn and a bank of 3 minutes, the dice agreed on."""
    ana, bo = Browser(running.url), Browser(running.url)
    form = {"opponent": "friend", "rules": "gul-bara", "length": str(length), "level": "", "name": "Ana"}
    await ana.request("POST", "/tables", form | {"bank": "3", "delay": "10"})
    await bo.join(ana.invitation)
    async with ana.sit() as light, bo.sit() as dark:
        await light.agreed()
        yield ana, light, dark


async def test_the_flag_falls_by_itself_and_ends_the_match(running: Live) -> None:
    """Nobody sends anything: the server's own timer ends the match when the time of whoever is to act is up."""
    async with with_a_clock(running, 3) as (ana, light, dark):
        assert light.state["clock"]["banks"] == [180, 180]
        assert light.state["clock"]["running"] == 0
        async with running.server.hall.room(ana.table, wake=False) as room, room.lock:
            # 190 s are a turn's own 10 and the whole bank: as if they were gone.
            room._since -= 190
            room._wind()
        for player in (light, dark):
            await player.until(lambda seat: seat.state["phase"] == "match-over")
            assert [event["kind"] for event in player.events[-2:]] == ["flag", "match-over"]
            assert (player.state["match_winner"], player.state["flagged"]) == (1, 0)
        with pytest.raises(Nack, match="over"):
            await light.do("roll")
        # To a record, which knows no clock, it is a match that the other side claims.
        assert "Dark claims the match" in (await ana.request("GET", f"/t/{ana.table}/record")).text


async def test_whoever_comes_back_too_late_has_lost(running: Live) -> None:
    """A command that comes when the time is up is refused, and the flag has fallen before it."""
    async with with_a_clock(running, 1) as (ana, light, dark):
        async with running.server.hall.room(ana.table, wake=False) as room, room.lock:
            room._since -= 190
        with pytest.raises(Nack):
            await light.do("roll")
        await dark.until(lambda seat: seat.state["phase"] == "match-over")
        assert dark.state["match_winner"] == 1


# What the two say


async def test_phrases_are_heard_by_both_and_stored_nowhere(running: Live) -> None:
    async with two_players(running.url) as (light, dark):
        before = await running.server.storage.entries(light.table)
        await light.do("say", phrase="hello")
        for player in (light, dark):
            await player.until(said_to)
            assert said_to(player) == [(0, "hello", "")]
        assert await running.server.storage.entries(light.table) == before
        assert await dark.refused(dark.message("say", {"phrase": "no such phrase"})) == "bad-message"


async def test_free_words_need_both(running: Live) -> None:
    async with two_players(running.url) as (light, dark):
        assert await light.refused(light.message("say", {"text": "Hi"})) == "not-now"
        await light.do("chat", on=True)
        assert await light.refused(light.message("say", {"text": "Hi"})) == "not-now"
        await dark.do("chat", on=True)
        await light.do("say", text="  A good  game! ")
        await dark.until(said_to)
        assert said_to(dark) == [(0, None, "A good game!")]
        await dark.do("chat", on=False)
        assert await light.refused(light.message("say", {"text": "Still there?"})) == "not-now"
        await dark.do("say", phrase="bye")


async def test_free_words_are_for_the_two_players(running: Live) -> None:
    """Whoever knows the table's id may watch; what the two write to each other is not for him."""
    async with two_players(running.url) as (light, dark), watching(running.url, light.table) as watcher:
        await watcher.send("hello")
        await watcher.next("snapshot")
        await light.do("chat", on=True)
        await dark.do("chat", on=True)
        await light.do("say", text="between the two of us")
        await dark.do("say", phrase="hello")
        assert await watcher.next("said") == {"side": 1, "phrase": "hello", "text": ""}
        assert not any("between" in json.dumps(message) for message in watcher.heard)


async def test_what_is_said_again_after_a_lost_answer_is_heard_once(running: Live) -> None:
    async with two_players(running.url) as (light, dark):
        said = light.message("say", {"phrase": "hello"})
        for _ in range(10):
            assert (await light.ask(said))["type"] == "ack"
        await light.do("say", phrase="bye")
        await dark.until(lambda player: len(said_to(player)) > 1)
        assert [phrase for _side, phrase, _text in said_to(dark)] == ["hello", "bye"]


async def test_switching_the_chat_to_and_fro_keeps_nobody_busy(tmp_path: Path) -> None:
    """Each switch is told to everybody at the table, and 500 may watch it; what changes nothing is told to nobody."""
    settings = make_settings(tmp_path, clock=Clock())
    async with live(settings) as server, two_players(server.url) as (light, dark):
        for _ in range(10):
            await light.do("chat", on=True)
        answers = [await light.ask(light.message("chat", {"on": bool(at % 2)})) for at in range(8)]
        assert [answer["type"] for answer in answers] == [*["ack"] * 4, "nack", "ack", "nack", "ack"]
        await dark.do("say", phrase="hello")
        await dark.until(said_to)
        assert dark.state["chat"] == [True, False]


# Offers to give up


async def test_an_offer_can_be_refused_and_another_taken(running: Live) -> None:
    """The first offer is refused; next turn another is accepted for 1 point, where losing would have cost 2."""
    async with two_players(running.url, length=3) as (light, dark):
        await light.do("offer")
        await dark.until(lambda seat: "accept" in seat.state["can"])
        assert "accept" not in light.state["can"]
        await dark.do("refuse")
        await light.until(lambda seat: seat.state["resign_offered_by"] is None)
        assert light.state["phase"] == "roll"
        assert await light.refused(light.message("offer")) == "not-now"
        await light.do("roll")
        await step(light)
        await step(light)
        await light.do("done")
        await dark.until(lambda seat: "offer" in seat.state["can"])
        await dark.do("offer")
        await light.until(lambda seat: "accept" in seat.state["can"])
        await light.do("accept")
        await dark.until(lambda seat: seat.state["phase"] == "game-over")
        assert (dark.state["winner"], dark.state["points"], dark.state["score"]) == (0, 1, [1, 0])


# Who watches


async def test_a_spectator_sees_each_step_and_can_do_nothing(running: Live) -> None:
    async with two_players(running.url) as (light, dark), watching(running.url, light.table) as guest:
        await guest.send("hello")
        state = (await guest.next("snapshot"))["state"]
        assert (state["watching"], state["can"], state["legal"]) == (True, [], [])
        assert state.get("invite") is None
        await light.do("roll")
        assert (await guest.next("event"))["dice"] == [4, 3]
        point, number = light.state["legal"][0]
        await light.do("step", point=point, number=number)
        assert (await guest.next("event"))["step"] == {"from": point, "to": point - number, "number": number}
        number = light.state["number"]
        for kind, body in (
            ("roll", {}),
            ("step", {"point": 24, "number": 3}),
            ("undo", {}),
            ("say", {"phrase": "hello"}),
        ):
            await guest.send(kind, body)
            assert (await guest.next("nack"))["code"] == "not-your-seat"
        await light.hello()
        assert light.state["number"] == dark.state["number"] == number
        assert [message["type"] for message in dark.others] == []


async def test_both_players_know_how_many_watch(running: Live) -> None:
    async with two_players(running.url) as (light, dark):

        async def count(wanted: int) -> None:
            for player in (light, dark):
                await player.until(lambda seat: seat.state["spectators"] == wanted)

        async with watching(running.url, light.table) as first:
            await first.send("hello")
            await count(1)
            async with watching(running.url, light.table) as second:
                await second.send("hello")
                await count(2)
            await count(1)
        await count(0)
        assert light.state["online"] == [True, True]


PING_EVERY = 10.0
"""Seconds, as the page does: who is silent for 30 s is sent away."""


@asynccontextmanager
async def crowd_of(many: int, url: str, table: str) -> AsyncIterator[list[Watcher]]:
    """So many spectators, who have seen the table and ping as their pages would."""

    async def come() -> Watcher:
        guest = Watcher(await watch(url, table), table)
        await guest.send("hello")
        pinging.append(asyncio.create_task(ping(guest)))
        await guest.next("snapshot")
        return guest

    async def ping(guest: Watcher) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            await guest.send("ping")

    pinging: list[asyncio.Task[None]] = []
    crowd = await asyncio.gather(*(come() for _ in range(many)))
    try:
        yield crowd
    finally:
        for task in pinging:
            task.cancel()
        for guest in crowd:
            guest.socket.transport.abort()
        await asyncio.gather(*(guest.socket.wait_closed() for guest in crowd), *pinging, return_exceptions=True)


async def follow(guest: Watcher) -> list[int]:
    """The numbers of the events that a guest hears, up to the end of the match."""
    numbers: list[int] = []
    while True:
        event = await guest.next("event")
        numbers.append(event["number"])
        guest.heard.clear()
        if event["kind"] == "match-over":
            return numbers


@pytest.mark.parametrize("many", [20, pytest.param(200, marks=pytest.mark.long)])
async def test_a_crowd_sees_every_event_once_and_in_order(
    many: int, tmp_path: Path, verification: Callable[[str], None]
) -> None:
    """A whole game on a server of its own process, in drawn dice, before so many spectators."""
    with Process(tmp_path / "test.db") as server:
        async with (
            two_players(server.url, rules="gioul") as (light, dark),
            crowd_of(many, server.url, light.table) as crowd,
        ):
            await light.until(lambda seat: seat.state["spectators"] == many)
            begun, told = light.state["number"], timed(light)
            async with asyncio.TaskGroup() as group:
                following = [group.create_task(follow(guest)) for guest in crowd]
                group.create_task(light.play(Random(1)))
                group.create_task(dark.play(Random(2)))
            last = light.state["number"]
            assert [each.result() for each in following] == [list(range(begun + 1, last + 1))] * many
            assert light.state["spectators"] == many
    slowest = sorted(told)[-1 - len(told) // 100]
    verification(f"{many} spectators of one game heard all its {last - begun} events; 99 % of acks in {slowest:.3f} s")


def timed(player: Player) -> list[float]:
    """How long the answers to a player take from now on, in seconds."""
    told, ask = list[float](), player.ask

    async def noted(message: dict[str, Any]) -> dict[str, Any]:
        begun = time.perf_counter()
        answer = await ask(message)
        told.append(time.perf_counter() - begun)
        return answer

    player.ask = noted  # type: ignore[method-assign]
    return told


async def test_who_watches_in_too_many_places_is_turned_away(running: Live) -> None:
    async with two_players(running.url) as (light, _dark):
        running.server.sockets = Tally(1)
        address = running.url.replace("http", "ws", 1) + f"/w/{light.table}/socket"
        headers = {"Origin": running.url, "X-Forwarded-For": "192.0.2.1"}
        async with connect(address, additional_headers=headers) as first:
            assert json.loads(await first.recv())["type"] == "presence"
            async with connect(address, additional_headers=headers) as second:
                await asyncio.wait_for(second.wait_closed(), PATIENCE)
                assert second.close_code == protocol.TOO_MANY


async def test_a_table_that_is_not_there_cannot_be_watched(running: Live) -> None:
    async with watching(running.url, "nothing") as guest:
        await asyncio.wait_for(guest.socket.wait_closed(), PATIENCE)
        assert guest.socket.close_code == 4404

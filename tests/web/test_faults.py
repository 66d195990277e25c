"""What goes wrong on the way: servers killed, lines cut, messages that come again; nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rosespring.notation import load_record, replay
from rosespring.web import protocol
from rosespring.web.table import table_of
from tests.web.helpers import (
    PATIENCE,
    Browser,
    Clock,
    Live,
    Player,
    Process,
    live,
    make_settings,
    two_players,
    write_dice,
)

LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
THROWS = [(6, 1), (4, 3), (2, 1), (6, 5), (3, 2), *[(1, 1)] * 50]


# Servers killed at random moments


@dataclass
class Bout:
    """One game between two stubborn players, or of one against the computer, with all that the server has told them."""

    players: tuple[Browser, ...]
    acked: dict[tuple[int, str], int] = field(default_factory=dict)
    seen: dict[int, tuple[str, Any]] = field(default_factory=dict)
    over: bool = False

    @property
    def table(self) -> str:
        return self.players[0].table

    def hear(self, player: Player) -> None:
        """Note the events that a player was told: what happened, and with which dice or step."""
        for event in player.events:
            what = (event["kind"], event.get("dice") or event.get("step"))
            assert self.seen.setdefault(event["number"], what) == what, "an event was told in two ways"


class Server:
    """A process that is killed again and again, and those who wait for the next one."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.up = asyncio.Event()
        self.process: Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.to_thread(Process, self.database)
        self.up.set()

    def kill(self) -> None:
        assert self.process
        self.up.clear()
        self.process.kill()

    @property
    def url(self) -> str:
        assert self.process
        return self.process.url


def choose(player: Player, rng: Random) -> dict[str, Any]:
    """A message for something that the seat may do."""
    can = player.state["can"]
    if "step" in can and ("undo" not in can or rng.random() > 0.02):
        point, number = rng.choice(player.state["legal"])
        return player.message("step", {"point": point, "number": number})
    return player.message(next(kind for kind in ("done", "roll", "undo", "next") if kind in can))


class Stubborn:
    """A seat that plays to the end; after each loss of the line, it sends the last command again as it was."""

    def __init__(self, bout: Bout, seat: int, rng: Random) -> None:
        self.bout, self.seat, self.rng = bout, seat, rng
        self.pending: dict[str, Any] | None = None

    @property
    def browser(self) -> Browser:
        return self.bout.players[self.seat]

    async def go_on(self, player: Player) -> None:
        """Play as long as the line holds, and keep what is told and acknowledged."""
        try:
            while player.state["phase"] != "match-over":
                if self.pending is None and not player.may_act():
                    await player.until(lambda p: p.may_act() or p.state["phase"] == "match-over")
                    continue
                self.pending = self.pending or choose(player, self.rng)
                answer = await player.ask(self.pending)
                if answer["type"] == "ack":
                    self.bout.acked[self.seat, self.pending["id"]] = answer["body"]["number"]
                self.pending = None
            self.bout.over = True
        finally:
            self.bout.hear(player)


async def play_stubbornly(bout: Bout, seat: int, server: Server, rng: Random) -> None:
    """Play to the end on one server after the other."""
    stubborn = Stubborn(bout, seat, rng)
    while not bout.over:
        await server.up.wait()
        stubborn.browser.url = server.url
        with suppress(*LOST):
            async with stubborn.browser.sit(bout.table) as player:
                await stubborn.go_on(player)


async def kill_at_random(server: Server, bouts: list[Bout], rng: Random, most: int) -> int:
    """Kill the server in the midst of whatever it does, and start the next one, while games go on; say how often."""
    for kills in range(most):
        goal = sum(len(bout.acked) for bout in bouts) + rng.randint(1, 40 * len(bouts))
        while sum(len(bout.acked) for bout in bouts) < goal and not all(bout.over for bout in bouts):  # noqa: ASYNC110
            await asyncio.sleep(rng.random() * 0.02)
        if all(bout.over for bout in bouts):
            return kills
        server.kill()
        await server.start()
    return most


FULL = pytest.param(200, marks=[pytest.mark.long, pytest.mark.timeout(7200)])
TOGETHER = 50
"""So many games are on one server: each kill cuts them all."""


@pytest.mark.parametrize("games", [4, FULL])
async def test_a_server_killed_at_random_moments_loses_nothing(
    games: int, tmp_path: Path, verification: Callable[[str], None]
) -> None:
    """One game in four is against the computer, whose turns are cut as well."""
    kills = 0
    for begin in range(0, games, TOGETHER):
        most = 3 if games < TOGETHER else 1000
        kills += await kill_games(tmp_path / f"{begin}.db", min(TOGETHER, games - begin), most, Random(begin))
    assert kills >= 3
    verification(f"{games} games through {kills} kills of the server: nothing acknowledged was lost or done twice")


async def lay_bout(server: Server, number: int) -> Bout:
    ana = Browser(server.url)
    if number % 4 == 3:
        await ana.lay(rules="gioul", level="careful")
        return Bout((ana,))
    await ana.lay(rules="gioul")
    bo = Browser(server.url)
    await bo.join(ana.invitation)
    return Bout((ana, bo))


async def kill_games(database: Path, games: int, most: int, rng: Random) -> int:
    server = Server(database)
    await server.start()
    bouts = [await lay_bout(server, number) for number in range(games)]
    killing = asyncio.create_task(kill_at_random(server, bouts, rng, most))
    playing = [
        play_stubbornly(bout, seat, server, Random(rng.random())) for bout in bouts for seat in range(len(bout.players))
    ]
    await asyncio.gather(killing, *playing)
    for bout in bouts:
        bout.players[0].url = server.url
        record = await bout.players[0].request("GET", f"/t/{bout.table}/record")
        assert replay(load_record(record.text)).match.winner is not None
    server.kill()
    for bout in bouts:
        check_stored(database, bout)
    return killing.result()


def check_stored(database: Path, bout: Bout) -> None:
    """All that was acknowledged or told is stored just so, and once."""
    with sqlite3.connect(database) as connection:
        found = connection.execute(
            "SELECT number, kind, body, seat, command FROM events WHERE table_id = ? ORDER BY number", (bout.table,)
        ).fetchall()
    connection.close()
    assert [row[0] for row in found] == list(range(1, len(found) + 1))
    last = {(seat, command): number for number, _, _, seat, command in found if command}
    assert bout.acked.items() <= last.items()
    single = ("step", "roll", "done")
    steps = Counter((seat, command) for _, kind, _, seat, command in found if command and kind in single)
    assert set(steps.values()) == {1}
    stored = {number: (kind, json.loads(body)) for number, kind, body, _, _ in found}
    for number, (kind, what) in bout.seen.items():
        assert stored[number][0] == kind
        if kind == "roll":
            assert stored[number][1]["dice"] == what
        elif kind == "step":
            assert (stored[number][1]["point"], stored[number][1]["number"]) == (what["from"], what["number"])


# The line cut after each kind of message


async def with_kind(player: Player, kind: str) -> None:
    await player.until(lambda heard: kind in heard.state["can"])


@asynccontextmanager
async def about_to(kind: str, running: Live, clock: Clock) -> AsyncIterator[tuple[Player, dict[str, object]]]:
    """A seat that may send a message of this kind, and its body."""
    ana, bo = Browser(running.url), Browser(running.url)
    if kind == "throw":
        form = {"opponent": "computer", "rules": "gioul", "length": "1", "level": "random", "name": "", "dice": "hand"}
        await ana.request("POST", "/tables", form)
        async with ana.sit() as light:
            await with_kind(light, kind)
            yield light, {"dice": [6, 1]}
        return
    await ana.lay(length=3 if kind == "next" else 1)
    await bo.join(ana.invitation)
    agrees = kind not in ("commit", "reveal")
    if kind == "claim":
        async with ana.sit(), bo.sit() as dark:
            await dark.agreed()
        async with bo.sit() as dark:
            clock.now += timedelta(days=4).total_seconds()
            await dark.hello()
            await with_kind(dark, kind)
            yield dark, {}
        return
    async with ana.sit(agrees=agrees) as light, bo.sit(agrees=agrees) as dark:
        if kind in ("accept", "refuse"):
            for player in (light, dark):
                await player.agreed()
            actor, other = (light, dark) if light.state["turn"] == 0 else (dark, light)
            await actor.do("offer")
            await with_kind(other, kind)
            yield other, {}
            return
        yield light if light.state["turn"] != 1 else dark, await brought_to(kind, light, dark)


async def brought_to(kind: str, light: Player, dark: Player) -> dict[str, object]:
    """Play on until a message of this kind may be sent by whoever is to act, and say its body."""
    seed = bytes(32)
    if kind in ("commit", "reveal"):
        if kind == "reveal":
            for player, own in ((light, seed), (dark, b"other")):
                await player.do("commit", match=1, hash=sha256(own).hexdigest())
            await with_kind(light, "reveal")
        return {"match": 1} | ({"seed": seed.hex()} if kind == "reveal" else {"hash": sha256(seed).hexdigest()})
    for player in (light, dark):
        await player.agreed()
    actor = light if light.state["turn"] == 0 else dark
    if kind in ("step", "undo", "done", "play"):
        await actor.do("roll")
    if kind in ("undo", "done"):
        while kind not in actor.state["can"]:
            point, number = actor.state["legal"][0]
            await actor.do("step", point=point, number=number)
    if kind in ("play", "step"):
        point, number = actor.state["legal"][0]
        return {"point": point, "number": number} if kind == "step" else {"text": f"{point}/{point - number}"}
    cost = actor.state["resign_costs"][actor.state["seat"]]
    if kind in ("next", "rematch"):
        await actor.do("resign", points=cost)
    return {"points": cost} if kind == "resign" else {}


SPOKEN = {"say", "chat"}
"""What is no event of the game: it is not stored, and who missed it has missed it."""


@pytest.mark.parametrize("kind", sorted(protocol.REQUESTS.keys() - SPOKEN))
async def test_a_line_cut_after_a_message_does_no_harm(kind: str, tmp_path: Path) -> None:
    """The message is sent again under its id, twice: it is done once, and answered each time."""
    clock = Clock()
    settings = make_settings(tmp_path, clock=clock)
    if kind not in ("commit", "reveal", "throw"):
        settings = make_settings(tmp_path, clock=clock, dice=write_dice(tmp_path / "dice", THROWS))
    async with live(settings) as running, about_to(kind, running, clock) as (player, body):
        message = player.message(kind, body)
        before = player.state["number"]
        await player.socket.send(json.dumps(message))
        player.socket.transport.abort()
        async with player.browser.sit(player.table, agrees=False) as again:
            answers = [await again.ask(message) for _ in range(2)]
            assert answers[0]["type"] == {"hello": "snapshot", "ping": "pong"}.get(kind, "ack")
            if kind not in ("hello", "ping"):
                assert answers[0]["body"] == answers[1]["body"]
                entries = await running.server.storage.entries(player.table)
                named = [entry for entry in entries if entry.command == message["id"]]
                assert named[-1].number == answers[0]["body"]["number"]
                assert named[0].number == before + 1
                assert sum(entry.seat == player.state["seat"] and entry.command == message["id"] for entry in entries)
                kinds = Counter(type(entry.what).__name__ for entry in named)
                assert kinds[type(named[0].what).__name__] == 1


# The line cut after each kind of message from the server

TOLD = {"snapshot", "ack", "nack", "pong", "presence", "said"}
"""What the server sends besides events, and kinds of events that come whatever else is cut."""
HAPPENED = {"roll", "step", "done", "game-over"}


def cut_at_each_kind(player: Player, cut: set[str]) -> None:
    """From now on the line breaks whenever a message of a kind comes that is not in `cut` yet."""
    hear = player._hear

    def heard(message: dict[str, Any]) -> None:
        hear(message)
        kind = message["body"]["kind"] if message["type"] == "event" else message["type"]
        if kind not in cut:
            cut.add(kind)
            player.socket.transport.abort()

    player._hear = heard  # type: ignore[method-assign]


async def play_with_cuts(bout: Bout, seat: int, cut: set[str]) -> None:
    """Play to the end, through one cut after the other; the last line comes to it by itself."""
    stubborn, ended = Stubborn(bout, seat, Random(seat)), False
    while not ended:
        with suppress(*LOST):
            async with stubborn.browser.sit(bout.table) as player:
                cut_at_each_kind(player, cut)
                for kind, body in (("hello", {}), ("ping", {}), ("say", {"phrase": "hello"}), ("claim", {})):
                    await player.ask(player.message(kind, body))
                await stubborn.go_on(player)
                ended = True


async def be_told_of_the_other(bout: Bout, seat: int, cut: set[str]) -> None:
    """Have the line break at the news that the other comes, unless it has: while both reconnect, there may be none."""
    while "presence" not in cut:
        async with bout.players[seat].sit(bout.table) as player:
            cut_at_each_kind(player, cut)
            with suppress(*LOST):
                async with bout.players[1 - seat].sit(bout.table):
                    await player.until(lambda _player: "presence" in cut)


async def test_a_line_cut_after_any_message_from_the_server_does_no_harm(tmp_path: Path) -> None:
    """Both lines of a game are cut after the first message of each type and each kind of event; it comes to its end."""
    async with live(make_settings(tmp_path)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        await ana.lay(rules="gioul")
        await bo.join(ana.invitation)
        bout, cuts = Bout((ana, bo)), (set[str](), set[str]())
        await asyncio.gather(*(play_with_cuts(bout, seat, cuts[seat]) for seat in (0, 1)))
        for seat in (0, 1):
            await be_told_of_the_other(bout, seat, cuts[seat])
        assert cuts[0] & cuts[1] >= TOLD
        assert cuts[0] | cuts[1] >= HAPPENED
    check_stored(tmp_path / "test.db", bout)


# Messages that come again


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
async def test_a_whole_game_told_again_changes_nothing(seed: int, tmp_path: Path) -> None:
    """Every message of a game is sent again at its end, after a restart, and after a rematch."""
    settings = make_settings(tmp_path)
    async with live(settings) as running, two_players(running.url, rules="gioul") as (light, dark):
        said = {player: record(player) for player in (light, dark)}
        await asyncio.gather(light.play(Random(seed)), dark.play(Random(-seed)))
        ana, bo = light.browser, dark.browser
        entries = await running.server.storage.entries(light.table)
        for player, messages in said.items():
            await tell_again(player, messages)
        assert await running.server.storage.entries(light.table) == entries
    async with live(settings) as running:
        ana.url = bo.url = running.url
        async with ana.sit() as light_again, bo.sit() as dark_again:
            for player, messages in zip((light_again, dark_again), said.values(), strict=True):
                await tell_again(player, messages)
            assert await running.server.storage.entries(ana.table) == entries
            await light_again.do("rematch")
            await dark_again.do("rematch")
            for player in (light_again, dark_again):
                await player.agreed()
            entries = await running.server.storage.entries(ana.table)
            for player, messages in zip((light_again, dark_again), said.values(), strict=True):
                for message in messages:
                    assert (await player.ask(message))["type"] in ("nack", "pong", "snapshot"), message
            assert await running.server.storage.entries(ana.table) == entries
            table_of(ana.table, entries)


def record(player: Player) -> list[dict[str, Any]]:
    """All messages that a player sends from now on."""
    said: list[dict[str, Any]] = []
    ask = player.ask

    async def noted(message: dict[str, Any]) -> dict[str, Any]:
        said.append(message)
        return await ask(message)

    player.ask = noted  # type: ignore[method-assign]
    return said


async def tell_again(player: Player, messages: list[dict[str, Any]]) -> None:
    for message in list(messages):
        answer = await player.ask(message)
        assert answer["type"] in ("ack", "pong", "snapshot"), (message, answer)


# Forged


async def test_a_message_of_a_megabyte_ends_its_line_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, dark):
        entries = await running.server.storage.entries(light.table)
        await light.socket.send("x" * 1_000_000)
        await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
        assert light.socket.close_code == 1009
        await dark.until(lambda player: player.state["online"] == [False, True])
        async with light.browser.sit() as again:
            assert again.state["number"] == dark.state["number"]
        assert await running.server.storage.entries(light.table) == entries


@pytest.mark.parametrize(
    ("forged", "code"),
    [
        ({"game": "another"}, "bad-message"),
        ({"expect": 10**6}, "stale"),
        ({"type": "throw", "body": {"dice": [6, 6]}}, "not-now"),
        ({"type": "claim"}, "not-now"),
        ({"type": "next"}, "not-now"),
        ({"type": "rematch"}, "not-now"),
        ({"type": "step", "body": {"point": 24, "number": 6}}, "must-roll"),
        ({"type": "undo"}, "nothing-to-undo"),
        ({"type": "commit", "body": {"match": 1, "hash": "0" * 64}}, "not-now"),
        ({"type": "reveal", "body": {"match": 2, "seed": "0" * 64}}, "stale"),
    ],
)
async def test_what_is_forged_is_refused_and_logged_and_changes_nothing(
    forged: dict[str, Any], code: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "rosespring.web")
    async with live(make_settings(tmp_path)) as running, two_players(running.url) as (light, dark):
        actor = light if light.state["turn"] == 0 else dark
        entries = await running.server.storage.entries(light.table)
        assert await actor.refused(actor.message("roll") | forged) == code
        assert await running.server.storage.entries(light.table) == entries
        assert any(f"refused {code}" in record.getMessage() for record in caplog.records)
        await actor.do("roll")

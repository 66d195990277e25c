"""A live server in the test's own loop or in a process of its own, and a client that speaks the web protocol."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from rosespring.web.app import create_app
from rosespring.web.serve import uvicorn_config
from rosespring.web.server import Server
from rosespring.web.settings import Settings, database_url

_IDS = count(1)
"""Of messages; no two of a process have the same."""
PATIENCE = 30.0
"""Seconds after which a test gives up waiting; on an idle machine everything takes milliseconds."""

TEMPLATES = {
    "start.html": "start {{ form_error }}",
    "invitation.html": "{{ headline }} at {{ join_url }}",
    "table.html": "table {{ table_id }} {{ state }}",
    "seat.html": "{{ action_url }}",
    "rules.html": "{{ presets }}",
    "ruleset.html": "{{ explained }}",
    "lesson.html": "{{ scenes }}",
    "message.html": "{{ heading }}: {{ text }}",
}


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def eventually(wanted: Callable[[], object]) -> None:
    """Wait for something of which no message tells."""
    async with asyncio.timeout(PATIENCE):
        while not wanted():  # noqa: ASYNC110  # what is waited for has no event
            await asyncio.sleep(0.001)


def make_settings(folder: Path, **changes: Any) -> Settings:
    """Settings for a server of its own in `folder`, with pages that do not depend on the real templates."""
    templates = folder / "templates"
    templates.mkdir(exist_ok=True)
    for name, text in TEMPLATES.items():
        (templates / name).write_text(text)
    base: dict[str, Any] = {"database": database_url(str(folder / "test.db")), "templates": templates, "bot_workers": 0}
    base |= {"glance_workers": 0, "study_workers": 0}
    return Settings(**{**base, **changes})


def write_dice(path: Path, throws: Iterable[tuple[int, int]]) -> Path:
    """A file of scripted dice."""
    path.write_text("".join(f"{a} {b}\n" for a, b in throws))
    return path


@dataclass
class Live:
    """A server that runs in this loop."""

    url: str
    server: Server


@asynccontextmanager
async def live(settings: Settings) -> AsyncIterator[Live]:
    """A real server on a free port, in this loop."""
    app = create_app(settings)
    config = uvicorn_config(app)
    config.port = 0
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server._serve())
    async with asyncio.timeout(PATIENCE):
        while not server.started:
            await asyncio.sleep(0)
            assert not serving.done(), "the server did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Live(f"http://127.0.0.1:{port}", app.state.server)
    finally:
        server.should_exit = True
        await serving


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: Path, dice: Path | None = None, *arguments: str) -> None:
        program = (
            "import sys; from rosespring.web.serve import run_server; "
            "sys.exit(run_server(port=0, database=sys.argv[1], dice=sys.argv[2] or None))"
        )
        command = [sys.executable, "-c", program, str(database), str(dice or "")]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server did not start: {line!r}"
        self.url = found[0]

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        """What no program can prepare for."""
        self._process.kill()
        self._end()

    def terminate(self) -> int:
        """Ask it to stop, as a service manager does."""
        self._process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()
        elif self._process.stdout is not None:
            self._process.stdout.close()


class Nack(Exception):
    """A refusal."""

    def __init__(self, body: Mapping[str, str]) -> None:
        super().__init__(body["message"])
        self.code = body["code"]


@dataclass
class Browser:
    """The cookies of one person, and what he does outside the table."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    seeds: dict[tuple[str, int], bytes] = field(default_factory=dict)

    async def request(
        self, method: str, path: str, data: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        sent = {"Origin": self.url, **(headers or {})}
        if secret := self._secret(path):
            sent["Cookie"] = f"seat={secret}"
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE) as client:
            response = await client.request(method, path, data=data, headers=sent)
        for cookie in response.headers.get_list("set-cookie"):
            if cookie.startswith("seat="):
                self._keep(cookie)
        return response

    def _keep(self, cookie: str) -> None:
        value, path = re.search(r"seat=([^;]*)", cookie), re.search(r"Path=([^;]*)", cookie)
        assert value
        assert path
        self.cookies[path[1]] = value[1]

    def _secret(self, path: str) -> str:
        return next((secret for at, secret in self.cookies.items() if path == at or path.startswith(at + "/")), "")

    @property
    def table(self) -> str:
        return next(path.removeprefix("/t/") for path in self.cookies if path.startswith("/t/"))

    @property
    def invitation(self) -> str:
        return next(path for path in self.cookies if path.startswith("/i/"))

    async def lay(self, rules: str = "gul-bara", length: int = 1, level: str = "", name: str = "Ana") -> str:
        opponent = "computer" if level else "friend"
        data = {"opponent": opponent, "rules": rules, "length": str(length), "level": level, "name": name}
        response = await self.request("POST", "/tables", data)
        assert response.status_code == 303, response.text
        return self.table

    async def join(self, invitation: str, name: str = "Bo") -> httpx.Response:
        return await self.request("POST", invitation, {"name": name})

    @asynccontextmanager
    async def sit(self, table: str = "", *, agrees: bool = True) -> AsyncIterator[Player]:
        """A socket of this browser's seat; unless it `agrees`, its part in the dice is left to the test."""
        table = table or self.table
        headers = {"Origin": self.url, "Cookie": f"seat={self._secret(f'/t/{table}')}"}
        address = self.url.replace("http", "ws", 1) + f"/t/{table}/socket"
        async with connect(address, additional_headers=headers, ping_interval=None) as socket:
            player = Player(socket, table, self, agrees)
            listening = asyncio.create_task(player.listen())
            try:
                await player.hello()
                if agrees and "computer" in player.state["kinds"]:
                    await player.agreed()
                yield player
            finally:
                await socket.close()
                await asyncio.gather(listening, return_exceptions=True)


class Player:
    """One socket of one seat: keeps the state by snapshots and events, and insists that no event is left out."""

    def __init__(self, socket: ClientConnection, table: str, browser: Browser, agrees: bool = True) -> None:
        self.socket = socket
        self.browser = browser
        self.table = table
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.stories: list[list[dict[str, Any]]] = []
        self.others: list[dict[str, Any]] = []
        self.agrees = agrees
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Condition()
        self._ended = False
        self._given: set[tuple[str, int]] = set()

    async def listen(self) -> None:
        try:
            async for text in self.socket:
                self._hear(json.loads(text))
                await self._agree()
                async with self._news:
                    self._news.notify_all()
        finally:
            await self._end()

    async def _end(self) -> None:
        """Nobody need wait for what cannot come any more."""
        self._ended = True
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError("the line broke before the answer"))
        async with self._news:
            self._news.notify_all()

    def _hear(self, message: dict[str, Any]) -> None:
        assert (message["v"], message["game"]) == (1, self.table)
        body = message["body"]
        if message["type"] == "snapshot":
            self.state = body["state"]
            self.stories.append(body["story"])
        elif message["type"] == "event":
            assert body["number"] == self.state["number"] + 1 == body["state"]["number"]
            self.state = body["state"]
            self.events.append(body)
        elif message["type"] == "presence":
            self.state = {**self.state, "online": body["online"], "spectators": body["watching"], "chat": body["chat"]}
        if waiting := self._answers.pop(message["id"], None):
            waiting.set_result(message)
        elif message["type"] not in ("snapshot", "event", "presence", "ack"):
            self.others.append(message)

    async def _agree(self) -> None:
        """Give the seat's part in the dice when it is asked for, as the page does by itself."""
        can, match = self.state.get("can", []), self.state.get("match_number", 0)
        for kind in ("commit", "reveal") if self.agrees else ():
            if kind in can and (kind, match) not in self._given:
                self._given.add((kind, match))
                seed = self.browser.seeds.setdefault((self.table, match), os.urandom(32))
                part = {"seed": seed.hex()} if kind == "reveal" else {"hash": sha256(seed).hexdigest()}
                await self.socket.send(json.dumps(self.message(kind, {"match": match, **part})))

    async def agreed(self) -> None:
        """Wait until the dice are agreed on."""
        await self.until(lambda player: player.state["phase"] != "dice")

    async def until(self, wanted: Callable[[Player], object]) -> None:
        """Wait for news that make `wanted` true.

        :raises ConnectionError: if the line ends before.
        """
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: self._ended or wanted(self))
        if not wanted(self):
            raise ConnectionResetError("the line broke before the news")

    def message(self, kind: str, body: object = None, **changes: object) -> dict[str, Any]:
        """A message as the page writes it."""
        number = self.state.get("number", 0)
        return {
            "v": 1,
            "game": self.table,
            "id": f"c{next(_IDS)}",
            "expect": number,
            "type": kind,
            "body": body or {},
        } | changes

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and wait for what answers it.

        :raises ConnectionError: if the line ends before.
        """
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[message["id"]] = answer
        # If the message cannot even be sent, nobody asks for the answer any more.
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        await self.socket.send(json.dumps(message))
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def hello(self) -> None:
        await self.ask(self.message("hello"))

    async def do(self, kind: str, **body: object) -> int:
        """Send a command, and return the number of its last event; a refusal is raised."""
        answer = await self.ask(self.message(kind, body))
        if answer["type"] == "nack":
            raise Nack(answer["body"])
        return int(answer["body"]["number"])

    async def refused(self, message: dict[str, Any]) -> str:
        """The code with which a message is refused."""
        answer = await self.ask(message)
        assert answer["type"] == "nack", answer
        return str(answer["body"]["code"])

    async def raw(self, data: str | bytes) -> str:
        """Send anything, and return the code of the nack that answers it."""
        before = len(self.others)
        await self.socket.send(data)
        await self.until(lambda player: len(player.others) > before)
        answer = self.others[-1]
        assert answer["type"] == "nack", answer
        return str(answer["body"]["code"])

    async def act(self, rng: Random) -> None:
        """Do the next thing at random, as long as it is legal."""
        can = self.state["can"]
        if "step" in can and ("undo" not in can or rng.random() > 0.02):
            point, number = rng.choice(self.state["legal"])
            await self.do("step", point=point, number=number)
        elif "done" in can or "roll" in can:
            await self.do("done" if "done" in can else "roll")
        elif "undo" in can:
            await self.do("undo")
        else:
            await self.do("next")

    def may_act(self) -> bool:
        """Whether it is this seat's business to do something; the next game is seat 0's."""
        can = self.state["can"]
        return any(name in can for name in ("step", "done", "roll")) or ("next" in can and self.state["seat"] == 0)

    async def play(self, rng: Random, end: Callable[[Player], object] | None = None) -> None:
        """Play at random until the match is over, or `end`."""
        over = end or (lambda player: player.state["phase"] == "match-over")
        while not over(self):
            if self.may_act():
                await self.act(rng)
            else:
                await self.until(lambda player: over(player) or player.may_act())


@asynccontextmanager
async def two_players(url: str, **table: Any) -> AsyncIterator[tuple[Player, Player]]:
    """Two people at a table of their own."""
    ana, bo = Browser(url), Browser(url)
    await ana.lay(**table)
    assert (await bo.join(ana.invitation)).status_code == 303
    async with ana.sit() as light, bo.sit() as dark:
        await light.agreed()
        await dark.until(lambda player: player.state["number"] == light.state["number"])
        yield light, dark

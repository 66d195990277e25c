"""A client of the web table for benchmarks: real sockets, the protocol of docs, and moves at random."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.cookiejar import CookieJar, DefaultCookiePolicy
from random import Random
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

FORM = {"opponent": "friend", "rules": "gul-bara", "length": "1", "level": "", "name": "Ana"}
COMMANDS = ("done", "roll", "next", "rematch")
PATIENCE = 60.0
PING_EVERY = 10.0


class State(msgspec.Struct):
    """The part of a table's state that a player who moves at random needs."""

    number: int = 0
    can: list[str] = []
    legal: list[tuple[int, int]] = []
    match_number: int = 1


class Body(msgspec.Struct):
    """A body, whatever the message's type."""

    state: State | None = None
    number: int = 0
    code: str = ""


class Heard(msgspec.Struct):
    """A message from the server."""

    type: str
    id: str
    body: Body | None = None


_heard = msgspec.json.Decoder(Heard)
_write = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Ack:
    """A command that the server has called done, and how long that took, in seconds."""

    table: str
    number: int
    id: str
    seconds: float


@dataclass
class Errors:
    """What went wrong, by kind."""

    found: list[str] = field(default_factory=list)

    def add(self, what: str) -> None:
        self.found.append(what)


class Seat:
    """One socket of one seat."""

    def __init__(self, url: str, table: str, secret: str, errors: Errors) -> None:
        self.table, self.secret = table, secret
        self.state = State()
        self.acks: list[Ack] = []
        self.closing = False
        self._url, self._errors = url, errors
        self._sent = 0
        self._prefix = os.urandom(6).hex()
        self._answers: dict[str, asyncio.Future[Heard]] = {}
        self._given: set[tuple[str, int]] = set()
        self._seed = os.urandom(32)
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> Self:
        """Connect, and take a snapshot."""
        self.socket = await self.dial()
        self._spawn(self._listen())
        await self.ask("hello")
        self._spawn(self._ping())
        return self

    async def dial(self) -> ClientConnection:
        """One more socket of this seat, of which nobody speaks yet."""
        return await dial(self._url, f"/t/{self.table}/socket", self.secret)

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                self._hear(_heard.decode(text))
        if not self.closing:
            self._errors.add(f"closed {self.socket.close_code} {self.socket.close_reason}")

    def _hear(self, heard: Heard) -> None:
        if heard.body and heard.body.state:
            self.state = heard.body.state
            self._agree()
        if answer := self._answers.pop(heard.id, None) if heard.id else None:
            if not answer.done():
                answer.set_result(heard)
        elif heard.type == "nack":
            self._errors.add(f"nack {heard.body.code if heard.body else ''}")

    def _agree(self) -> None:
        """Give the seat's part in the dice when it is asked for."""
        for kind in ("commit", "reveal"):
            match = self.state.match_number
            if kind in self.state.can and (kind, match) not in self._given:
                self._given.add((kind, match))
                part = {"seed": self._seed.hex()} if kind == "reveal" else {"hash": sha256(self._seed).hexdigest()}
                self._spawn(self._give(kind, {"match": match, **part}))

    async def _give(self, kind: str, body: dict[str, Any]) -> None:
        await self.ask(kind, body)

    async def ask(self, kind: str, body: dict[str, Any] | None = None) -> tuple[Heard, str]:
        """Send a message and wait for its answer; the answer, and the id that was given to it."""
        self._sent += 1
        name = f"{self._prefix}-{self._sent}"
        answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._answers[name] = answer
        message = {"v": 1, "game": self.table, "id": name, "expect": self.state.number, "type": kind}
        await self.socket.send(_write(message | {"body": body or {}}).decode())
        return await asyncio.wait_for(answer, PATIENCE), name

    async def _ping(self) -> None:
        """Ping as the page does, from the moment when it was opened."""
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                await asyncio.sleep(PING_EVERY)
                await self.ask("ping")

    def may_act(self) -> bool:
        """Whether it is this seat's business to do something."""
        return "step" in self.state.can or any(name in self.state.can for name in COMMANDS)

    async def act(self, rng: Random) -> None:
        """Do the next thing at random, and note when it was acknowledged."""
        can, body = self.state.can, {}
        kind = next((name for name in COMMANDS if name in can), "step")
        if "step" in can:
            kind = "step"
            point, number = rng.choice(self.state.legal)
            body = {"point": point, "number": number}
        begun = time.perf_counter()
        heard, name = await self.ask(kind, body)
        took = time.perf_counter() - begun
        if heard.type == "ack" and heard.body:
            self.acks.append(Ack(self.table, heard.body.number, name, took))
        else:
            self._errors.add(f"{kind}: {heard.body.code if heard.body else heard.type}")

    async def close(self) -> None:
        """Go."""
        self.closing = True
        await self.socket.close()


async def dial(url: str, path: str, secret: str = "") -> ClientConnection:
    """A socket with the seat's cookie, without compression and without pings of the protocol."""
    headers = {"Origin": url} | ({"Cookie": f"seat={secret}"} if secret else {})
    return await connect(
        url.replace("http", "ws", 1) + path, additional_headers=headers, ping_interval=None, compression=None,
        open_timeout=PATIENCE, max_size=None, proxy=None,
    )  # fmt: skip


class Lobby:
    """Lays tables and joins them over HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        # Everybody who sits down is another person, so no cookie may be kept for the next one.
        nothing = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        self._http = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=PATIENCE, cookies=nothing)

    async def table(self, errors: Errors) -> tuple[Seat, Seat]:
        """Two seats of a new table, not yet connected."""
        laid = await self._http.post("/tables", data=FORM)
        cookies = dict(_cookies(laid))
        table, invitation = _under(cookies, "/t/"), _under(cookies, "/i/")
        joined = dict(_cookies(await self._http.post(f"/i/{invitation}", data={"name": "Bo"})))
        return (
            Seat(self.url, table, cookies[f"/t/{table}"], errors),
            Seat(self.url, table, joined[f"/t/{table}"], errors),
        )

    async def close(self) -> None:
        """Let the connections go."""
        await self._http.aclose()


def _cookies(response: httpx.Response) -> list[tuple[str, str]]:
    """Path and secret of each cookie that was set."""
    found = []
    for text in response.headers.get_list("set-cookie"):
        parts = dict(part.strip().partition("=")[::2] for part in text.split(";"))
        found.append((parts["Path"], parts["seat"]))
    if not found:
        raise RuntimeError(f"expected a seat, got status {response.status_code}")
    return found


def _under(cookies: dict[str, str], prefix: str) -> str:
    return next(path.removeprefix(prefix) for path in cookies if path.startswith(prefix))


async def in_groups(work: list[Callable[[], Any]], at_once: int) -> list[Any]:
    """Run all, so many at once."""
    gate = asyncio.Semaphore(at_once)

    async def one(job: Callable[[], Any]) -> Any:
        async with gate:
            return await job()

    return list(await asyncio.gather(*(one(job) for job in work)))

"""How many games a server carries at once: real sockets, and a bare echo server of the same stack beside it.

``python -m benchmarks.web_load`` plays 2,000 games, one step every two seconds each, with the server on one core and
the clients on the others, kills the server in the midst of it, and looks whether all it had acknowledged is stored.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, Self

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from benchmarks.web_client import Ack, Errors, Lobby, Seat, dial, in_groups

ROOT = Path(__file__).resolve().parent.parent
PERIOD = 2.0
"""Seconds between two steps of one game."""
AT_ONCE = 50
LIMIT_SECONDS, LIMIT_RATIO, LIMIT_KIB = 0.050, 5.0, 60.0
SERVE = "import sys; from rosespring.web.serve import run_server; sys.exit(run_server(port=0, database=sys.argv[1]))"
ECHO = "from benchmarks.web_load import serve_echo; serve_echo()"


@dataclass(frozen=True)
class Size:
    """How large a run is."""

    games: int = 2000
    seconds: float = 60.0
    dead: int = 10
    slow: int = 10


QUICK = Size(games=10, seconds=4.0, dead=2, slow=2)


@dataclass(frozen=True)
class Report:
    """What a run has shown; times in milliseconds."""

    games: int
    sockets: int
    steps: int
    rate: float
    ack_p50: float
    ack_p99: float
    echo_p50: float
    echo_p99: float
    ratio_p99: float
    kib_a_socket: float
    cpu_share: float
    errors: dict[str, int]
    lost: int
    twice: int

    @property
    def good(self) -> bool:
        """Whether the run is within what was promised."""
        fast = self.ack_p99 <= LIMIT_SECONDS * 1000 or self.ratio_p99 <= LIMIT_RATIO
        return fast and self.kib_a_socket <= LIMIT_KIB and not (self.errors or self.lost or self.twice)


class Process:
    """A server on a core of its own."""

    def __init__(self, program: str, *arguments: str, core: int | None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments], cwd=ROOT, text=True, start_new_session=True,
            stdout=subprocess.PIPE, preexec_fn=lambda: _pin({core} if core is not None else set()),
        )  # fmt: skip
        assert self._process.stdout is not None
        words = self._process.stdout.readline().split()
        if not words:
            raise RuntimeError("the server did not start")
        self.url = words[-1]

    def kib(self) -> int:
        """Its resident memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def cpu(self) -> float:
        """CPU seconds of it so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it at once, as a failing machine does."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        assert self._process.stdout is not None
        self._process.stdout.close()


def _pin(cores: set[int]) -> None:
    if cores:
        os.sched_setaffinity(0, cores)


def serve_echo() -> None:
    """A server of the same stack that sends back what it gets."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket

    from rosespring.web.serve import listening_socket, uvicorn_config

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        async for text in socket.iter_text():
            await socket.send_text(text)

    listening = listening_socket("127.0.0.1", 0)
    sys.stdout.write(f"http://127.0.0.1:{listening.getsockname()[1]}\n")
    sys.stdout.flush()
    server = uvicorn.Server(uvicorn_config(Starlette(routes=[WebSocketRoute("/", echo)])))
    asyncio.run(server.serve(sockets=[listening]))


async def measure_echo(url: str, size: Size, rng: Random) -> list[float]:
    """Seconds that messages take to the echo server and back, at the rate and with the sockets of the games."""
    sockets = await in_groups([lambda: dial(url, "/")] * (2 * size.games), AT_ONCE)
    pairs = list(zip(sockets[::2], sockets[1::2], strict=True))
    times: list[float] = []
    message = json.dumps({"v": 1, "game": "x" * 12, "id": "x" * 16, "expect": 99, "type": "step", "body": {}})

    async def bounce(socket: ClientConnection) -> float:
        begun = time.perf_counter()
        await socket.send(message)
        await socket.recv()
        return time.perf_counter() - begun

    async def talk(pair: tuple[ClientConnection, ClientConnection], until: float) -> None:
        async for turn in _beats(until, rng):
            times.append(await bounce(pair[turn % 2]))

    end = time.monotonic() + size.seconds
    await asyncio.gather(*(talk(pair, end) for pair in pairs))
    await asyncio.gather(*(socket.close() for pair in pairs for socket in pair))
    return times


async def _beats(until: float, rng: Random) -> Any:
    """The moments at which a game takes its next step, counted."""
    at, count = time.monotonic() + rng.random() * PERIOD, 0
    while at < until:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        yield count
        at, count = at + PERIOD, count + 1


async def seat_all(url: str, size: Size, errors: Errors) -> list[tuple[Seat, Seat]]:
    """All games, with both players there and their dice agreed on."""
    lobby = Lobby(url)
    games = await in_groups([lambda: lobby.table(errors)] * size.games, AT_ONCE)
    await lobby.close()
    seats = [seat for game in games for seat in game]
    await in_groups([seat.open for seat in seats], AT_ONCE)
    end = time.monotonic() + 120
    while not all(any(seat.may_act() for seat in game) for game in games):  # no event tells of it
        if time.monotonic() > end:
            raise RuntimeError("the games did not begin")
        await asyncio.sleep(0.05)
    return games


async def play(game: tuple[Seat, Seat], until: float, rng: Random) -> None:
    """One step with each beat, of whoever is to move."""
    async for _ in _beats(until, rng):
        if seat := next((seat for seat in game if seat.may_act()), None):
            await seat.act(rng)


async def dead_socket(seat: Seat) -> ClientConnection:
    """A client that connects to a seat and is dead from then on: it neither reads nor speaks."""
    socket = await seat.dial()
    socket.transport.pause_reading()
    return socket


async def crawl(socket: ClientConnection, table: str) -> None:
    """Ask again and again for everything, and read nothing of it."""
    hello = {"v": 1, "game": table, "id": "slow", "expect": 0, "type": "hello", "body": {}}
    with suppress(ConnectionClosed, TimeoutError):
        while True:
            await asyncio.wait_for(socket.send(json.dumps(hello)), PERIOD)
            await asyncio.sleep(PERIOD / 4)


async def measure_games(process: Process, size: Size, rng: Random) -> tuple[list[Ack], Errors, float, float, float]:
    """All acknowledgements, what went wrong, KiB of memory a socket, CPU share and seconds; the server is dead then."""
    errors = Errors()
    # What a server loads with its first game is no socket's memory.
    first = await seat_all(process.url, Size(games=1), errors)
    empty = process.kib()
    games = await seat_all(process.url, size, errors)
    seats = [seat for game in games for seat in game]
    victims = [rng.choice(seats) for _ in range(size.dead + size.slow)]
    bad = [await dead_socket(seat) for seat in victims]
    slow = zip(bad[size.dead :], victims[size.dead :], strict=True)
    chores = [asyncio.create_task(crawl(socket, seat.table)) for socket, seat in slow]
    setup, begun, cpu = sum(len(seat.acks) for seat in seats), time.monotonic(), process.cpu()
    await asyncio.gather(*(play(game, begun + size.seconds, rng) for game in games))
    took = time.monotonic() - begun
    share, grown = (process.cpu() - cpu) / took, (process.kib() - empty) / len(seats)
    # The last steps are on the way when the server dies; only what it had acknowledged counts.
    chores += [asyncio.create_task(play(game, time.monotonic() + PERIOD, rng)) for game in games]
    await asyncio.sleep(PERIOD / 2)
    for seat in (*seats, *first[0]):
        seat.closing = True
    process.kill()
    for chore in chores:
        chore.cancel()
    await asyncio.gather(*chores, return_exceptions=True)
    for socket in bad:
        socket.transport.abort()
    await asyncio.gather(*(socket.wait_closed() for socket in (*bad, *(seat.socket for seat in (*seats, *first[0])))))
    return [ack for seat in seats for ack in seat.acks][setup:], errors, grown, share, took


def missing(database: Path, acks: Sequence[Ack]) -> tuple[int, int]:
    """How many acknowledged commands are not stored, and how many are stored twice."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT table_id, number, command, kind FROM events WHERE command != ''").fetchall()
    connection.close()
    stored = {(table, number, command) for table, number, command, _ in rows}
    steps = Counter((table, command) for table, _, command, kind in rows if kind == "step")
    lost = sum((ack.table, ack.number, ack.id) not in stored for ack in acks)
    return lost, sum(times > 1 for times in steps.values())


def run(size: Size, seed: int = 1) -> Report:
    """Measure both servers, one after the other."""
    cores = sorted(os.sched_getaffinity(0))
    core = cores[0] if len(cores) > 1 else None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * size.games + 500)), hard))
    _pin(set(cores[1:]))
    gc.disable()  # with thousands of clients in one process it would stop them all for longer than an answer takes
    try:
        return _run(size, Random(seed), core)
    finally:
        gc.enable()
        _pin(set(cores))


def _run(size: Size, rng: Random, core: int | None) -> Report:
    with Process(ECHO, core=core) as echo:
        echoed = asyncio.run(measure_echo(echo.url, size, rng))
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "load.db"
        with Process(SERVE, str(database), core=core) as server:
            acks, errors, grown, share, took = asyncio.run(measure_games(server, size, rng))
        lost, twice = missing(database, acks)
    times = [ack.seconds for ack in acks]
    return Report(
        games=size.games,
        sockets=2 * size.games,
        steps=len(acks),
        rate=round(len(acks) / took, 1),
        ack_p50=_ms(times, 50),
        ack_p99=_ms(times, 99),
        echo_p50=_ms(echoed, 50),
        echo_p99=_ms(echoed, 99),
        ratio_p99=round(_ms(times, 99) / _ms(echoed, 99), 2),
        kib_a_socket=round(grown, 1),
        cpu_share=round(share, 2),
        errors=dict(Counter(errors.found)),
        lost=lost,
        twice=twice,
    )


def _ms(seconds: Sequence[float], percent: int) -> float:
    return round(statistics.quantiles(seconds, n=100)[percent - 1] * 1000, 2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and say whether all is within its limits."""
    parser = argparse.ArgumentParser(description="Games at once on one server, beside a bare echo server.")
    parser.add_argument("--games", type=int, default=Size.games)
    parser.add_argument("--seconds", type=float, default=Size.seconds)
    parser.add_argument("--quick", action="store_true", help="ten games for some seconds")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    report = run(QUICK if given.quick else Size(given.games, given.seconds))
    if given.json:
        print(json.dumps(asdict(report), indent=1))
    else:
        for name, value in asdict(report).items():
            print(f"{name:14} {value}")
        print("within its limits" if report.good else "NOT within its limits")
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())

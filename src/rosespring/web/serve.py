"""``rosespring serve``: opens the port, and says so when it really answers."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import TextIO

import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp

from rosespring.errors import RosespringError
from rosespring.language import gettext as _
from rosespring.players.warming import is_warm, warm
from rosespring.web import settings as given
from rosespring.web.app import create_app
from rosespring.web.logs import log_json
from rosespring.web.migrations import WrongDatabase, migrate
from rosespring.web.settings import Settings, is_loopback
from rosespring.web.wire import Frames, Requests

ANSWER_WITHIN = 30.0
"""Seconds from the open port to the first answer, on a slow disk; measured 0.1."""
DRAIN_WITHIN = 5
"""Seconds that requests and sockets have to end when the server is told to stop."""
GONE_AFTER = 30
"""Seconds after which the system gives a connection up whose other end takes nothing any more."""
MANY_FILES = 65_536
MAX_FRAME = 64 * 1024
"""Bytes of a WebSocket message; over 4 KiB it is refused in words, over this the socket is closed."""


class CannotServe(RosespringError):
    """Why the server cannot start, in one line."""


def run_server(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    public_url: str | None = None,
    dice: Path | None = None,
    json_logs: bool = False,
) -> int:
    """Serve until told to stop, and say the process's exit code."""
    if json_logs:
        log_json()
    try:
        _get_ready()
        listening = listening_socket(host, port)
        _allow_many_sockets()
        with listening:
            settings = Settings(
                database=given.database_url(database),
                host=host,
                public_url=given.public_url(public_url),
                dice=given.dice_file(dice),
            )
            return _run(settings, listening)
    except RosespringError as error:
        _say(f"rosespring: {error}", sys.stderr)
        return 1


def _allow_many_sockets() -> None:
    """Have as many connections as the system allows: by habit it allows 1,024 until asked, a few addresses' worth."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _get_ready() -> None:
    """Compile what the computer's players need, if that has not been done: its first move must not wait for it."""
    if is_warm():
        return
    _say(_("Getting the computer ready, this once; it takes some seconds …"), sys.stderr)
    # In a process of its own, since the server itself never needs what is loaded for it.
    compiling = get_context("spawn").Process(target=warm, daemon=True)
    compiling.start()
    compiling.join()


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, so that a second server fails here rather than later.

    :raises CannotServe: if the address cannot be had.
    """
    try:
        family, kind, proto, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
    except OSError as error:
        raise CannotServe(f"cannot listen on {host}: {error.strerror}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # accepted sockets inherit it
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER * 1000)
        listening.bind(address)
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CannotServe(
            _("cannot listen on {host} port {port}: {reason}; choose another one with --port").format(
                host=host, port=port, reason=error.strerror
            )
        ) from error
    return listening


def _run(settings: Settings, listening: socket.socket) -> int:
    _prepare(settings.database)
    port = listening.getsockname()[1]
    nearby = _nearby_url(settings, port)
    server = _Uvicorn(uvicorn_config(create_app(replace(settings, local_url=nearby))))
    with _signals_end(server), asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(_serve(server, listening, settings, port, nearby))
    return 0 if server.started else 1


def _prepare(database: str) -> None:
    """Bring the database up to date before anything else, so that a faulty one is one clear line."""
    try:
        migrate(database)
    except (OSError, SQLAlchemyError, CommandError, WrongDatabase) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise CannotServe(_("cannot use the database {url}: {reason}").format(url=database, reason=reason)) from error


class _Uvicorn(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order, however often one is asked to: it takes seconds, and loses nothing."""
        self.should_exit = True


@contextmanager
def _signals_end(server: uvicorn.Server) -> Iterator[None]:
    """Let SIGTERM and Ctrl-C end the server in order from now on, even before it hears them by itself."""
    before = {number: signal.signal(number, server.handle_exit) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def uvicorn_config(app: ASGIApp) -> uvicorn.Config:
    """How the application is served."""
    return uvicorn.Config(
        app,
        lifespan="on",
        # Handlers are the program's, not the library's.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Without compression, which costs 64 KiB a socket, and without the protocol's
        # own pings, which call a sleeping phone dead: pages ping by themselves.
        http=Requests,
        ws=Frames,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=MAX_FRAME,
        timeout_graceful_shutdown=DRAIN_WITHIN,
    )


async def _serve(server: uvicorn.Server, listening: socket.socket, settings: Settings, port: int, nearby: str) -> None:
    announcing = asyncio.create_task(_announce(settings, listening.getsockname(), port, nearby))
    try:
        await server.serve(sockets=[listening])
    finally:
        announcing.cancel()
        await asyncio.gather(announcing, return_exceptions=True)


async def _announce(settings: Settings, address: tuple[str, int], port: int, nearby: str) -> None:
    """Print the addresses when the server really answers."""
    end = asyncio.get_running_loop().time() + ANSWER_WITHIN
    while not await asyncio.to_thread(_answers, _reachable(address[0]), port):
        if asyncio.get_running_loop().time() > end:
            return
        await asyncio.sleep(0.05)
    _say(_addresses(settings, port, nearby))


def _answers(host: str, port: int) -> bool:
    """Whether ``/healthz`` says that all is well."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        return response.status == 200 and bool(json.load(response)["ok"])
    except (OSError, http.client.HTTPException, ValueError, KeyError):
        return False
    finally:
        connection.close()


def _reachable(host: str) -> str:
    """The address under which this machine reaches a server that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def _addresses(settings: Settings, port: int, nearby: str) -> str:
    own = f"http://{_bracketed(_reachable(settings.host))}:{port}"
    lines = [_("Rosespring is ready: {url}").format(url=settings.public_url or own)]
    if settings.public_url:
        lines.append(_("On this machine: {url}").format(url=own))
    if nearby:
        lines.append(_("In the local network: {url}").format(url=nearby))
    elif settings.local_only:
        lines.append(
            _("Friends elsewhere cannot reach it; {option} opens it to your local network.").format(
                option="--host 0.0.0.0 (make play HOST=0.0.0.0)"
            )
        )
    return "\n".join(lines)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _nearby_url(settings: Settings, port: int) -> str:
    """The address in the local network, for a server that listens on all; empty otherwise."""
    if settings.host not in ("0.0.0.0", "::", ""):
        return ""
    # Connecting a UDP socket sends nothing; it only asks which of our addresses would be used.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if is_loopback(address) else f"http://{address}:{port}"


def _say(text: str, stream: TextIO | None = None) -> None:
    out = stream or sys.stdout
    out.write(text + "\n")
    out.flush()

"""A real server as a process with scripted dice, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
Throws = Iterable[tuple[int, int]]


@dataclass
class Server:
    """`rosespring serve` on a port of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it says that it answers."""
        command = [sys.executable, "-m", "rosespring", "serve", "--port", str(self.port)]
        files = ["--database", str(self.folder / "tables.db"), "--dice", str(self.folder / "dice.txt")]
        self.process = subprocess.Popen(
            [*command, *files], text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if self.url in line:
                return
        pytest.fail(f"the server ended without an address:\n{''.join(said)}")

    def kill(self) -> None:
        """End it at once, with all that it started."""
        if self.process is None:
            return
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Throws], Server]]:
    """Call it with throws to have a server that throws just these at each table."""
    running: list[Server] = []

    def start(throws: Throws) -> Server:
        (tmp_path / "dice.txt").write_text("".join(f"{a} {b}\n" for a, b in throws), "utf-8")
        server = Server(tmp_path, _free_port())
        running.append(server)
        server.start()
        return server

    yield start
    for server in running:
        server.kill()


# One a module, not one a session: Playwright's loop must be gone before tests that bring their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium: $CHROMIUM, or the one on the PATH."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not program:
        pytest.skip("expected Chromium on the PATH or in $CHROMIUM")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=FLAGS, chromium_sandbox=False)
        yield launched
        launched.close()

"""A real server as a process with scripted dice, and a real Chromium."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.servers import Server, Throws, free_port, launch, write_dice


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Throws | None], Server]]:
    """Call it with throws to have a server that throws just these at each table; without, dice are drawn together."""
    running: list[Server] = []

    def start(throws: Throws | None) -> Server:
        port = free_port()
        command = [sys.executable, "-m", "rosespring", "serve", "--port", str(port)]
        files = ["--database", str(tmp_path / "tables.db")]
        if throws is not None:
            files += ["--dice", str(write_dice(tmp_path, throws))]
        server = Server([*command, *files], port)
        running.append(server)
        server.start()
        return server

    yield start
    for server in running:
        server.kill()


# One a module, not one a session: Playwright's loop must be gone before tests that bring their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium."""
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()

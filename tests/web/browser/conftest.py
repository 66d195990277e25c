"""A real server as a process with scripted dice, and a real Chromium."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.catalogues import PSEUDO, PSEUDO_RIGHT_TO_LEFT, write_pseudo
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


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pseudo-languages in the place of the real ones."""
    return write_pseudo(tmp_path_factory.mktemp("locales"), PSEUDO, PSEUDO_RIGHT_TO_LEFT)


@pytest.fixture
def serve_pseudo(tmp_path: Path, locales: Path) -> Iterator[Callable[[Throws], Server]]:
    """Call it with throws to have a server that speaks the pseudo-languages."""
    running: list[Server] = []
    program = (
        "import sys; from pathlib import Path; from rosespring import language; language.LOCALES = Path(sys.argv[1]); "
        "from rosespring.web.serve import run_server; "
        "sys.exit(run_server(port=int(sys.argv[2]), database=sys.argv[3], dice=sys.argv[4]))"
    )

    def start(throws: Throws) -> Server:
        port, dice = free_port(), write_dice(tmp_path, throws)
        files = [str(locales), str(port), str(tmp_path / "tables.db"), str(dice)]
        server = Server([sys.executable, "-c", program, *files], port)
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

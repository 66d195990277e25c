"""What every scene has at hand: servers of its own, seats and visitors, and the camera."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Browser, Page

from tests.servers import Server, Throws, write_dice
from tests.web.browser.seat import WIDE, Seat
from tools.pictures.camera import USUAL, Camera, Look
from tools.pictures.pilot import Wanted, fly
from tools.pictures.server import ADDRESS

# A page draws its part in the dice and the prefix of its messages; each load of each page draws something else.
# It notes when a table was last looked at, and shows it.
REPEATABLE = """(() => {
    Date.now = () => Date.UTC(2026, 4, 1, 16, 20);
    let state = %d * 1000 + Number(sessionStorage.pictured = Number(sessionStorage.pictured ?? 0) + 1);
    crypto.getRandomValues = (array) => {
        for (let at = 0; at < array.length; at += 1) {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            array[at] = state >>> 8;
        }
        return array;
    };
})()"""


def resolve_to(port: int) -> str:
    """The flag by which Chromium finds the players' address on this machine."""
    return f"--host-resolver-rules=MAP play.example.org:80 127.0.0.1:{port}"


def seeded_throws(seed: int, count: int = 400) -> list[tuple[int, int]]:
    """Throws at random, the same each time; Light begins."""
    rng = Random(seed)
    return [(6, 1), *((rng.randint(1, 6), rng.randint(1, 6)) for _ in range(count))]


@dataclass
class Stage:
    """One scene's server and everybody who comes to it."""

    browser: Browser
    camera: Camera
    server: Server
    _visitors: int = 0

    def seat(self, size: tuple[int, int] = WIDE, *, language: str = "") -> Seat:
        """A page of somebody who has not been here before."""
        self._visitors += 1
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=self.camera.scale,
            reduced_motion="reduce", locale=language or "en",
        )  # fmt: skip
        context.add_init_script(REPEATABLE % self._visitors)
        return Seat(context.new_page())

    def page(self, path: str, *, language: str = "") -> Page:
        """A visitor at an address."""
        page = self.seat(language=language).page
        page.goto(ADDRESS + path)
        return page

    def two(self, rules: str = "gul-bara", length: int = 1, *, language: str = "") -> tuple[Seat, Seat]:
        """Two players at one table, ready to roll."""
        first, second = self.seat(language=language), self.seat(language=language)
        first.page.goto(f"{ADDRESS}/?lang={language}")
        lay(first, rules, length)
        second.page.goto(first.invitation)
        second.page.locator('input[name="name"]').fill("Bora")
        second.page.locator("main form button").click()
        second.at_table()
        for seat in (first, second):
            seat.wait_for("() => ['roll', 'play'].includes(document.getElementById('table').dataset.phase)")
        return first, second

    def fly(self, seats: tuple[Seat, Seat], wanted: Wanted) -> None:
        """Let both play on until the state is `wanted`, and both pages show it."""
        number = fly(self.server.url, (seats[0].page, seats[1].page), wanted)["number"]
        for seat in seats:
            seat.wait_for_number(number)

    def text(self, path: str) -> str:
        """What the server answers at an address."""
        return self._answer(path).decode()

    def keep(self, name: str, path: str, words: str) -> None:
        """Keep the picture that the server answers at an address."""
        self.camera.keep(name, self._answer(path), words)

    def _answer(self, path: str) -> bytes:
        with urlopen(self.server.url + path) as answer:
            return bytes(answer.read())

    def shoot(self, name: str, shown: Page | Seat, words: str, looks: Iterable[Look] = USUAL, **how: Any) -> None:
        """Take a picture, as `Camera.shoot` does."""
        self.camera.shoot(name, shown.page if isinstance(shown, Seat) else shown, words, looks, **how)


def lay(seat: Seat, rules: str, length: int, opponent: str = "friend", name: str = "Ana") -> None:
    """Lay a table from the start page that is open; by what the form holds, so that any language will do."""
    seat.page.evaluate(
        """(wanted) => { for (const [name, value] of Object.entries(wanted))
            document.querySelector(`input[name="${name}"][value="${value}"]`).click() }""",
        {"rules": rules, "length": str(length)},
    )
    seat.page.locator('input[name="name"]').fill(name)
    seat.page.locator(f'button[value="{opponent}"]').click()
    seat.at_table()


Scene = Callable[[Stage], None]


@dataclass(frozen=True)
class Staged:
    """A scene and the dice and texts of its server."""

    name: str
    play: Scene
    throws: Throws | None
    pseudo: bool


SCENES: list[Staged] = []
"""All scenes, in the order in which they are written down."""


def scene(throws: Throws | None = None, *, pseudo: bool = False) -> Callable[[Scene], Scene]:
    """Add a scene: with these throws, else with dice drawn together; in pseudo-languages if `pseudo`."""

    def add(play: Scene) -> Scene:
        SCENES.append(Staged(play.__name__.replace("_", "-"), play, throws, pseudo))
        return play

    return add


@contextmanager
def serving(folder: Path, port: int, staged: Staged, locales: Path) -> Iterator[Server]:
    """A server for one scene, with an empty database."""
    folder.mkdir()
    dice = "" if staged.throws is None else str(write_dice(folder, staged.throws))
    texts = str(locales) if staged.pseudo else ""
    command = [sys.executable, "-m", "tools.pictures.server", str(port), str(folder / "tables.db"), dice, texts]
    server = Server(command, port)
    server.start()
    try:
        yield server
    finally:
        server.kill()

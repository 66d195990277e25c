"""A seat at a table in a real browser: what a player does and sees. Waits for conditions, never for time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

PATIENCE = 30_000
"""Milliseconds to wait for anything; an idle machine needs a few hundred."""
NARROW = (360, 740)
WIDE = (1440, 900)

# What a lost connection prints is wanted there, and nothing else.
OFFLINE_NOISE = re.compile(r"WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED")


@dataclass
class Seat:
    """One page of one player, with all that went wrong in it."""

    page: Page
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("requestfailed", self._miss)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _miss(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"no answer: {request.url}")

    @property
    def real_faults(self) -> list[str]:
        """Everything in the console but the marks of a lost connection."""
        return [fault for fault in self.faults if not OFFLINE_NOISE.search(fault)]

    # The start

    def lay(
        self, url: str, *, opponent: str = "friend", rules: str = "gul-bara", length: int = 1, name: str = "Ana"
    ) -> None:
        """Lay a table from the start page."""
        page = self.page
        page.goto(url)
        page.locator("#rules-setting > summary").click()
        page.locator(f'input[name="rules"][value="{rules}"]').check()
        page.locator("#rules-ready").click()
        page.locator(f'input[name="length"][value="{length}"]').check()
        page.locator('input[name="name"]').fill(name)
        page.locator(f'button[value="{opponent}"]').click()
        self.at_table()

    @property
    def invitation(self) -> str:
        """The link to send."""
        link = self.page.locator("#invite-link")
        expect(link).to_have_value(re.compile("/i/"), timeout=PATIENCE)
        return link.input_value()

    def join(self, link: str, name: str = "Bora") -> None:
        """Follow a link and sit down."""
        self.page.goto(link)
        self.page.locator('input[name="name"]').fill(name)
        self.page.get_by_role("button", name="Join").click()
        self.at_table()

    def at_table(self) -> None:
        """Until the table is there and the line to the server is open."""
        expect(self.page.locator("#table.ready")).to_be_visible(timeout=PATIENCE)
        expect(self.page.locator("#table")).to_have_attribute("data-line", "online", timeout=PATIENCE)

    # What is seen

    def mark(self, name: str) -> str:
        """A fact that the page keeps at the table: `phase`, `number`, `line` …"""
        return self.page.locator("#table").get_attribute(f"data-{name}") or ""

    @property
    def number(self) -> int:
        """The number of the last event shown."""
        return int(self.mark("number"))

    @property
    def prompt(self) -> Locator:
        return self.page.locator("#prompt")

    @property
    def detail(self) -> Locator:
        return self.page.locator("#detail")

    @property
    def main(self) -> Locator:
        return self.page.locator("#main-button")

    def point(self, point: int) -> Locator:
        """The button of an own point; 0 is the tray, wherever it is shown."""
        if point:
            return self.page.locator(f'.point-button[data-point="{point}"]')
        return self.page.locator("#off-button:visible, .tray-button:visible")

    def content(self) -> dict[str, str]:
        """What each point's button says of the checkers on it."""
        labels: dict[str, str] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll('.point-button')]
                .map(b => [b.dataset.point, b.ariaLabel]))"""
        )
        return {point: label.split(", ")[1] for point, label in labels.items()}

    def fates(self) -> list[str]:
        """The fates of the numbers in the strip, in order."""
        found: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('.queue-die')].map(d => d.dataset.fate)"
        )
        return found

    def wait_for(self, condition: str, argument: Any = None) -> None:
        """Until a condition on the page holds."""
        self.page.wait_for_function(condition, arg=argument)

    def wait_for_number(self, number: int) -> None:
        """Until the event of that number is shown, and nothing is on the way."""
        self.wait_for(
            """(number) => { const d = document.getElementById('table').dataset;
                return Number(d.number) >= number && d.busy === 'false' && d.idle === 'true' }""",
            number,
        )

    # What is done

    def press(self, label: str) -> None:
        """The one large button, which must say `label`."""
        expect(self.main).to_have_text(label, timeout=PATIENCE)
        expect(self.main).to_have_attribute("aria-disabled", "false", timeout=PATIENCE)
        before = self.number
        self.main.click()
        self.wait_for_number(before + 1)

    def play(self, source: int, target: int) -> None:
        """Tap a checker and, unless it has a single way to go and plays at once, its target."""
        before = self.number
        self.point(source).click()
        if self.picked(source):
            self.point(target).click()
        self.wait_for_number(before + 1)

    def picked(self, source: int) -> bool:
        """Whether the checker that was tapped is in the hand."""
        return self.point(source).get_attribute("aria-pressed") == "true"

    def sources(self) -> list[int]:
        """The own points that may move, highest first."""
        return self._points_that("may move")

    def targets(self) -> list[int]:
        """Where the checker that is picked up may go."""
        return self._points_that("to here|bear off with")

    def _points_that(self, words: str) -> list[int]:
        found: list[int] = self.page.evaluate(
            """(words) => [...document.querySelectorAll('.point-button')]
                .filter((button) => new RegExp(words).test(button.ariaLabel))
                .map((button) => Number(button.dataset.point)).sort((a, b) => b - a)""",
            words,
        )
        return found

    def play_any(self) -> None:
        """The step from the highest point that may move."""
        source = self.sources()[0]
        before = self.number
        self.point(source).click()
        if self.picked(source):
            self.point(self.targets()[0]).click()
        self.wait_for_number(before + 1)

    def play_turn(self) -> None:
        """Steps until none is left, then done."""
        while self.mark("phase") == "play":
            self.play_any()
        self.press("Done")

    def undo(self) -> None:
        before = self.number
        self.page.locator("#undo-button").click()
        self.wait_for_number(before + 1)


def open_seat(browser: Browser, size: tuple[int, int] = WIDE, **options: Any) -> Seat:
    """A fresh browser context with a page that does not move, unless `options` say so."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, **{"reduced_motion": "reduce", **options}
    )
    return Seat(context.new_page())


def another_page(context: BrowserContext) -> Seat:
    """A second tab of the same browser."""
    return Seat(context.new_page())


def two_seats(
    browser: Browser,
    url: str,
    rules: str = "gul-bara",
    length: int = 1,
    sizes: tuple[tuple[int, int], tuple[int, int]] = (WIDE, NARROW),
) -> tuple[Seat, Seat]:
    """Two players at one table, by link."""
    first, second = open_seat(browser, sizes[0]), open_seat(browser, sizes[1])
    first.lay(url, rules=rules, length=length)
    second.join(first.invitation)
    first.wait_for("() => !['waiting', 'opening'].includes(document.getElementById('table').dataset.phase)")
    return first, second

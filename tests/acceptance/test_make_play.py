"""The main job from outside: `make play` on an empty home, two browsers, two matches by link, a crash in mid-cascade.

Throws are scripted, both sides play by `players.choose`, and a `Recorder` plays along: at every moment the
browsers must offer exactly what the model offers. In the end the downloaded records equal the golden files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from rosespring.board import Side, Step
from rosespring.notation import Recorder, format_record
from tests.acceptance.generate import MATCHES
from tests.acceptance.players import choose, expected_record, moments, throws
from tests.servers import Server, free_port, launch, write_dice

HERE = Path(__file__).parent
NAMES = ("Ana", "Boris")
PATIENCE = 30_000
"""Milliseconds to wait for anything; a page needs a few hundred, and a reconnection a few seconds."""

SOURCES = """() => [...document.querySelectorAll('.point-button')]
    .filter((button) => /may move/.test(button.ariaLabel))
    .map((button) => Number(button.dataset.point)).sort((a, b) => b - a).join()"""


def serving(home: Path) -> Server:
    """`make play` on an empty home, with scripted dice."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ROSESPRING_"))}
    environment |= {"HOME": str(home), "ROSESPRING_DICE": str(write_dice(home, throws()))}
    port = free_port()
    return Server(["make", "play", f"PORT={port}"], port, environment)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    home = tmp_path / "home"
    home.mkdir()
    running = serving(home)
    running.start()
    try:
        yield running
    finally:
        running.kill()


@contextmanager
def two_browsers() -> Iterator[tuple[Browser, Browser]]:
    with sync_playwright() as playwright:
        launched = [launch(playwright) for _ in range(2)]
        yield launched[0], launched[1]
        for browser in launched:
            browser.close()


def new_page(browser: Browser, width: int, height: int) -> Page:
    """A page of its own cookies, without motion."""
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def invite(page: Page, url: str, rules: str, length: int) -> str:
    """Create a table as its first player; returns the invitation link."""
    page.goto(url)
    page.locator("#rules-setting > summary").click()
    page.locator(f'input[name="rules"][value="{rules}"]').check(force=True)
    page.locator(f'input[name="length"][value="{length}"]').check(force=True)
    page.locator('input[name="name"]').fill(NAMES[0])
    page.locator('button[value="friend"]').click()
    expect(page.locator("#invite-link")).to_have_value(re.compile(r"/i/"), timeout=PATIENCE)
    return page.locator("#invite-link").input_value()


def join(page: Page, link: str) -> None:
    """Follow the link and sit down."""
    page.goto(link)
    page.locator('input[name="name"]').fill(NAMES[1])
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#main-button")).to_be_visible(timeout=PATIENCE)


def wait_for_sources(page: Page, points: list[int]) -> None:
    """Until exactly these points may move."""
    wanted = ",".join(map(str, points))
    page.wait_for_function(f"(wanted) => ({SOURCES})() === wanted", arg=wanted)


def press(page: Page, label: str) -> None:
    """The one large button, which must say `label`."""
    button = page.locator("#main-button")
    expect(button).to_have_text(label, timeout=PATIENCE)
    expect(button).to_have_attribute("aria-disabled", "false", timeout=PATIENCE)
    button.click()


def play_step(page: Page, legal: list[Step]) -> None:
    """Tap the chosen checker, and its target where it has more than one: a single way to go is played at once."""
    wait_for_sources(page, sorted({step.point for step in legal}, reverse=True))
    step = choose(legal)
    page.locator(f'.point-button[data-point="{step.point}"]').click()
    if all(each == step for each in legal if each.point == step.point):
        return
    target = page.locator(f'.point-button[data-point="{step.target}"]')
    if step.target == 0 and not target.is_visible():
        target = page.locator("#off-button")
    target.click()


def labels(recorder: Recorder, viewer: Side) -> dict[str, str]:
    """What the buttons of all held points must say for `viewer`, by point."""
    assert recorder.turn is not None
    men = recorder.turn.shown().seen_by(viewer).men
    colour = ("light", "dark")[viewer]
    return {
        str(point): f"{count} {colour} checker{'s' if count > 1 else ''}"
        for point, count in enumerate(men.own)
        if point and count
    }


CONTENT = """(wanted) => Object.entries(wanted).every(([point, words]) =>
    document.querySelector(`.point-button[data-point="${point}"]`).ariaLabel.split(', ').includes(words))"""


def play_match(server: Server, pages: tuple[Page, Page], rules: str, length: int, *, crash: bool) -> None:
    """Both pages play the whole match; with `crash` the server is killed after two steps of a cascade."""
    for moment, recorder in moments(rules, length):
        turn = recorder.turn
        if moment == "over":
            if recorder.match.winner is None:
                press(pages[0], "Next game")
            continue
        assert turn is not None
        page = pages[turn.owner]
        if moment == "roll":
            press(page, "Roll")
        elif moment == "done":
            for side in Side:
                pages[side].wait_for_function(CONTENT, arg=labels(recorder, side))
            press(page, "Done")
        else:
            if crash and turn.game.position.cascade and len(turn.steps) == 2:
                crash = False
                server.kill()
                expect(page.locator("#line-state")).not_to_be_empty(timeout=PATIENCE)
                server.start()
            play_step(page, turn.legal_steps())
    assert not crash, "no cascade came in which to crash"
    for page in pages:
        expect(page.locator("#result-headline")).to_contain_text("won", timeout=PATIENCE)


def without_date(text: str) -> str:
    """A record without the line that says when it was played."""
    return re.sub(r"^date: .*\n", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(("rules", "length"), MATCHES.items())
def test_golden_records_are_what_the_model_plays(rules: str, length: int) -> None:
    assert (HERE / f"{rules}.txt").read_text("utf-8") == format_record(expected_record(rules, length))


@pytest.mark.browser
@pytest.mark.timeout(900)
def test_two_browsers_play_two_matches_by_link(server: Server) -> None:
    with ExitStack() as stack:
        first, second = stack.enter_context(two_browsers())
        for crash, (rules, length) in zip((True, False), MATCHES.items(), strict=True):
            pages = (new_page(first, 1440, 900), new_page(second, 360, 740))
            link = invite(pages[0], server.url, rules, length)
            assert link.startswith(server.url)
            join(pages[1], link)
            play_match(server, pages, rules, length, crash=crash)
            record = pages[1].request.get(f"{pages[1].url}/record").text()
            assert without_date(record) == (HERE / f"{rules}.txt").read_text("utf-8")

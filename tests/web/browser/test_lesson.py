"""The first lesson in a real browser: by keyboard from the first position to the last, with a way back from each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from rosespring.web.lesson import SCENES
from tests.servers import Server, Throws
from tests.web.browser.seat import NARROW, WIDE, Seat, open_seat

pytestmark = pytest.mark.browser

Serve = Callable[[Throws], Server]
SPOKEN = """() => { window.spoken = []; for (const region of document.querySelectorAll('[aria-live]'))
    new MutationObserver(() => region.textContent && window.spoken.push(region.textContent))
        .observe(region, { childList: true }) }"""


def mark(seat: Seat, name: str) -> str:
    return seat.page.locator("#main").get_attribute(f"data-{name}") or ""


def play(seat: Seat, source: int, target: int) -> None:
    """Enter on a checker, and Enter on its target."""
    before = int(mark(seat, "steps"))
    for point in (source, target):
        seat.point(point).focus()
        seat.page.keyboard.press("Enter")
    expect(seat.page.locator("#main")).to_have_attribute("data-steps", str(before + 1))


def play_on(seat: Seat) -> None:
    """Steps from the hindmost checker until none is left."""
    while seat.sources():
        source = seat.sources()[0]
        seat.page.locator(f'.point-button[data-point="{source}"]').focus()
        seat.page.keyboard.press("Enter")
        target = min(seat.targets())
        seat.page.keyboard.press("Escape")
        play(seat, source, target)


def test_the_lesson_can_be_played_by_keyboard_alone(serve: Serve, browser: Browser) -> None:
    server = serve([])
    seat = open_seat(browser, NARROW)
    page = seat.page
    page.goto(f"{server.url}/rules")
    page.get_by_role("link", name="Begin the first lesson").press("Enter")
    expect(page.locator("#main.ready")).to_be_visible()
    page.evaluate(SPOKEN)
    for at, scene in enumerate(SCENES):
        assert mark(seat, "at") == str(at)
        expect(page.get_by_role("heading", level=2)).to_have_text(scene.title)
        expect(page.get_by_text(scene.after)).to_be_hidden()
        play_on(seat)
        assert mark(seat, "done") == "true", scene.title
        expect(page.get_by_text(scene.after).first).to_be_visible()
        assert page.evaluate("window.spoken.at(-1)").endswith(scene.after)
        if at + 1 < len(SCENES):
            page.get_by_role("button", name="Next position").press("Enter")
            spoken = page.evaluate("window.spoken.at(-1)")
            assert spoken == f"{SCENES[at + 1].title}. {SCENES[at + 1].task}"
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    page.reload()
    assert mark(seat, "at") == str(len(SCENES) - 1)
    assert seat.faults == []


def test_steps_can_be_taken_back_and_refusals_say_why(serve: Serve, browser: Browser) -> None:
    server = serve([])
    seat = open_seat(browser, WIDE)
    page = seat.page
    page.goto(f"{server.url}/rules/lesson#{len(SCENES)}")
    play(seat, 4, 1)
    play(seat, 3, 0)
    expect(seat.detail).to_have_text("That is legal, but a checker is left. Undo, and try another way.")
    assert mark(seat, "done") == "false"
    page.keyboard.press("u")
    page.get_by_role("button", name="Undo").click()
    assert mark(seat, "steps") == "0"
    page.get_by_role("button", name="Undo").click(force=True)
    expect(seat.detail).to_have_text("There is nothing to take back.")
    play(seat, 4, 0)
    play(seat, 3, 0)
    assert mark(seat, "done") == "true"
    page.get_by_role("button", name="The position before").click()
    seat.point(1).click()
    expect(seat.detail).to_have_text("No checker of yours stands here.")
    page.goto(f"{server.url}/rules/lesson#3")
    page.reload()
    seat.point(13).click()
    seat.point(7).click()
    expect(seat.detail).to_have_text("A checker of Dark stands here.")
    page.keyboard.press("Escape")
    seat.point(5).click()
    expect(seat.detail).to_have_text("This checker cannot play the numbers that come now.")
    assert seat.faults == []


def tap_through(seat: Seat) -> None:
    """Steps from the hindmost checker until none is left, in any language."""
    may = seat.page.locator(".point-button.may")
    points = "(buttons) => buttons.map((button) => Number(button.dataset.point)).sort((a, b) => a - b)"
    while sources := may.evaluate_all(points):
        before = int(mark(seat, "steps"))
        seat.point(sources[-1]).click()
        targets = seat.page.locator(".point-button.may:not([aria-pressed])").evaluate_all(points)
        seat.point(targets[0] if targets else sources[-1]).click()
        expect(seat.page.locator("#main")).to_have_attribute("data-steps", str(before + 1))


@pytest.mark.parametrize(("at", "end"), [(6, ".scenes li:not([hidden]) .after"), (len(SCENES), "#lesson-ends")])
def test_what_was_learned_is_not_hidden_by_the_buttons(serve: Serve, browser: Browser, at: int, end: str) -> None:
    """In Bulgarian there is more to say than a phone has room for beneath the board."""
    server = serve([])
    seat = open_seat(browser, NARROW)
    seat.page.goto(f"{server.url}/rules/lesson?lang=bg#{at}")
    expect(seat.page.locator("#main.ready")).to_be_visible()
    tap_through(seat)
    assert mark(seat, "done") == "true"
    words, buttons = (seat.page.locator(each).bounding_box() for each in (end, "#controls"))
    assert words
    assert buttons
    assert words["y"] + words["height"] <= buttons["y"]


def test_what_passes_is_played_by_the_other_side(serve: Serve, browser: Browser) -> None:
    server = serve([])
    seat = open_seat(browser, WIDE)
    seat.page.goto(f"{server.url}/rules/lesson#6")
    play(seat, 7, 2)
    expect(seat.detail).to_have_text("3 fives and 4 sixes pass to Dark.")
    assert seat.fates() == ["played", *["passed"] * 7]
    # 11/6 three times, 11/5 and 8/2 three times, in Dark's own numbers.
    seat.wait_for("() => /6-point 7 dark|2-point 3 dark/.test(document.getElementById('position-words').textContent)")
    words = seat.page.locator("#position-words").inner_text()
    assert "6-point 7 dark checkers; 5-point 5 dark checkers; 2-point 3 dark checkers" in words
    seat.page.keyboard.press("u")
    assert "11-point 4 dark checkers" in seat.page.locator("#position-words").inner_text()
    assert seat.faults == []

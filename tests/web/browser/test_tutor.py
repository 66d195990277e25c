"""The tutor in a real browser: it warns before Done, tells the checker first and the play when asked, and lets go."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.servers import Server, Throws
from tests.web.browser.seat import NARROW, PATIENCE, Seat, open_seat

pytestmark = pytest.mark.browser

Serve = Callable[[Throws], Server]
WORDS = "This turn gives away 0.12 points. Look again at the checker on your 24."
WARNING = {
    "cost": 0.12,
    "point": 24,
    "words": WORDS,
    "better": [{"from": 24, "to": 20, "number": 4}, {"from": 24, "to": 21, "number": 3}],
    "text": "24/20 24/21",
}


def seat_with_tutor(serve: Serve, browser: Browser, answers: list[dict[str, object] | None]) -> Seat:
    """A seat whose tutor says `answers`, one for each time it is asked, after 4-3 was rolled."""
    seat = open_seat(browser, NARROW)
    seat.lay(serve([(6, 1), (4, 3), (2, 1), (2, 1), (2, 1)]).url, opponent="computer")

    def answer(route: Route) -> None:
        body = {"number": seat.number, "warning": answers.pop(0)}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))

    seat.page.route("**/tutor?from=doubtful&lang=en", answer)
    seat.page.locator("#menu-button").click()
    seat.page.get_by_role("radio", name="doubtful plays").check(force=True)
    seat.page.keyboard.press("Escape")
    seat.press("Roll")
    seat.play(24, 20)
    seat.play(20, 17)
    return seat


def test_it_tells_the_checker_then_the_play_and_the_turn_can_be_taken_back(serve: Serve, browser: Browser) -> None:
    seat = seat_with_tutor(serve, browser, [WARNING, None])
    seat.main.click()
    panel = seat.page.get_by_role("group", name=WORDS)
    expect(panel).to_be_visible(timeout=PATIENCE)
    assert seat.page.locator(".marks .mark-last").count() == 1
    assert seat.page.locator(".arrows .arrow").count() == 0
    expect(seat.main).to_have_attribute("aria-disabled", "true")
    number = seat.number
    panel.get_by_role("button", name="Show the better play").click()
    expect(seat.page.locator("#tutor-words")).to_have_text("Better: 24/20 24/21.")
    assert seat.page.locator(".arrows .arrow").count() == 2
    seat.page.get_by_role("button", name="Take back my turn").click()
    seat.wait_for_number(number + 2)
    assert seat.content()["24"] == "15 light checkers"
    expect(seat.page.locator("#tutor")).to_be_hidden()
    seat.play(24, 20)
    seat.play(24, 21)
    seat.main.click()
    seat.wait_for_number(number + 5)
    assert seat.faults == []


def test_one_may_play_on_anyway(serve: Serve, browser: Browser) -> None:
    seat = seat_with_tutor(serve, browser, [WARNING])
    number = seat.number
    seat.main.click()
    seat.page.get_by_role("button", name="Play on anyway").click()
    seat.wait_for_number(number + 1)
    expect(seat.page.locator("#tutor")).to_be_hidden()
    assert seat.faults == []


def test_done_said_by_habit_is_warned_of_too(serve: Serve, browser: Browser) -> None:
    seat = seat_with_tutor(serve, browser, [WARNING])
    seat.page.locator("#menu-button").click()
    seat.page.locator('[data-habit="done"]').check()
    seat.page.keyboard.press("Escape")
    expect(seat.page.get_by_role("group", name=WORDS)).to_be_visible(timeout=PATIENCE)
    number = seat.number
    seat.page.get_by_role("button", name="Play on anyway").click()
    seat.wait_for_number(number + 1)
    assert seat.faults == []


def test_while_it_looks_at_the_turn_the_button_says_so(serve: Serve, browser: Browser) -> None:
    """The command has not been sent yet; the tutor answers when it has been seen."""
    seat = seat_with_tutor(serve, browser, [])
    seat.page.unroute("**/tutor?from=doubtful&lang=en")
    asked: list[Route] = []
    seat.page.route("**/tutor?from=doubtful&lang=en", lambda route: asked.append(route))
    number = seat.number
    seat.main.click()
    expect(seat.main).to_have_text("Checking …", timeout=PATIENCE)
    asked[0].fulfill(status=200, content_type="application/json", body='{"warning": null}')
    seat.wait_for_number(number + 1)


def test_without_an_answer_the_game_goes_on(serve: Serve, browser: Browser) -> None:
    seat = seat_with_tutor(serve, browser, [])
    seat.page.unroute("**/tutor?from=doubtful&lang=en")
    seat.page.route("**/tutor?from=doubtful&lang=en", lambda route: route.fulfill(status=503, body="{}"))
    number = seat.number
    seat.main.click()
    seat.wait_for_number(number + 1)


def test_the_real_tutor_answers(serve: Serve, browser: Browser) -> None:
    """Whatever it thinks of the turn, the page goes on: by itself, or after a word of the player."""
    seat = seat_with_tutor(serve, browser, [])
    seat.page.unroute("**/tutor?from=doubtful&lang=en")
    number = seat.number
    with seat.page.expect_response("**/tutor?from=doubtful&lang=en") as response:
        seat.main.click()
    assert response.value.status == 200
    if response.value.json()["warning"]:
        seat.page.get_by_role("button", name="Play on anyway").click()
    seat.wait_for_number(number + 1)
    assert seat.faults == []

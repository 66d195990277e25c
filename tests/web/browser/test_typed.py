"""A player who types: moves and questions in the field, every sentence that is spoken for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.servers import Server, Throws
from tests.web.browser.seat import Seat, open_seat, two_seats

pytestmark = pytest.mark.browser

Serve = Callable[[Throws], Server]

HEAR = """() => { window.spoken = []; for (const region of document.querySelectorAll('[id^=live-]'))
    new MutationObserver(() => region.textContent && window.spoken.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true }) }"""


def listen(seat: Seat) -> None:
    """From now on, every sentence that is spoken is kept."""
    seat.page.evaluate(HEAR)


def enter(seat: Seat, text: str, sentences: int = 1) -> list[str]:
    """Type `text`, and what is said then."""
    seat.page.evaluate("() => { window.spoken.length = 0 }")
    field = seat.page.locator("#typed input")
    field.fill(text)
    field.press("Enter")
    seat.wait_for("(count) => window.spoken.length >= count", sentences)
    seat.wait_for_number(seat.number)
    spoken: list[str] = seat.page.evaluate("() => window.spoken")
    return spoken


def test_a_turn_is_typed_and_heard(serve: Serve, browser: Browser) -> None:
    """The opening throw makes Light start; the sentences are those of the page's and the server's own texts."""
    server = serve([(6, 1), (4, 3), (2, 1)])
    first, second = two_seats(browser, server.url)
    listen(first)
    listen(second)
    both = "Your checkers: 24-point 15 light checkers; 0 checkers borne off."
    theirs = "Theirs, on their own points: 24-point 15 dark checkers; 0 checkers borne off."
    assert enter(first, "board") == [f"{both} {theirs}"]
    assert enter(first, "left") == ["No number is left to play."]
    assert enter(first, "last") == ["No turn has been played yet."]
    assert enter(first, "pips") == ["Pips to go: you 360, Bora 360."]
    assert enter(first, "clock") == ["There is no clock at this table."]
    assert enter(first, "roll") == ["You roll 4-3. Your turn: 2 numbers to play"]
    assert enter(first, "left") == ["Left to play: 4 and 3."]
    assert enter(first, "24/20 24/10") == ["24/10 cannot be made of 3."]
    usage = "Type moves such as 24/20 13/9(2), or one of these words: "
    assert enter(first, "what?") == [usage + "board, last, left, pips, clock, roll, done, undo, help."]
    assert enter(first, "24/17", 2) == ["You play 24/20.", "You play 20/17."]
    assert first.content()["17"] == "1 light checker"
    assert enter(first, "undo") == ["You take 20/17 back. Your turn: 1 number to play"]
    assert enter(first, "done") == ["Play 1 more number first."]
    # Words that happen again are spoken again.
    assert enter(first, "done") == ["Play 1 more number first."]
    assert enter(first, "20/17") == ["You play 20/17."]
    second.page.evaluate("() => { window.spoken.length = 0 }")
    assert enter(first, "DONE") == ["Bora is to roll"]
    second.wait_for("() => window.spoken.length")
    assert second.page.evaluate("() => window.spoken") == ["Light 4-3: 24/20/17. Your turn: roll"]
    assert enter(second, "last") == ["Ana played 24/20 20/17."]
    assert first.faults == second.faults == []


def test_what_can_be_done_for_a_player_is_done_and_explained(serve: Serve, browser: Browser) -> None:
    """6-6 at the start, within the first three rolls: 24/18 four times is all that there is (rules.md, situation 1)."""
    server = serve([(6, 1), (6, 6), (2, 1)])
    first, second = two_seats(browser, server.url)
    listen(first)
    first.page.locator("#menu-button").click()
    for habit in ("roll", "forced", "done"):
        first.page.locator(f'[data-habit="{habit}"]').check()
    second.wait_for("() => document.getElementById('prompt').textContent === 'Your turn: roll'")
    assert second.content()["6"] == "4 light checkers"
    first.wait_for("() => window.spoken.length >= 6")
    spoken = first.page.evaluate("() => window.spoken")
    forced = "Played for you, since there was no other way. You play 24/18."
    rolled = "Rolled for you, as you have chosen in the menu. You roll 6-6. Your turn: 4 numbers to play"
    assert spoken == [rolled, *[forced] * 4, "Done was said for you, since all was played. Bora is to roll"]
    assert first.faults == second.faults == []


def test_a_checker_with_one_way_to_go_plays_at_one_tap(serve: Serve, browser: Browser) -> None:
    """Each 3 of 3-3 has one way to go; of 4-2 a checker can play either until one of them is played."""
    server = serve([(6, 1), (3, 3), (4, 2)])
    first, second = two_seats(browser, server.url)
    first.press("Roll")
    number = first.number
    for point in (24, 24, 21, 21):
        first.point(point).click()
        number += 1
        first.wait_for_number(number)
    assert [first.content()[point] for point in ("24", "18")] == ["13 light checkers", "2 light checkers"]
    first.press("Done")
    second.wait_for_number(first.number)
    second.press("Roll")
    number = second.number
    second.point(24).click()
    assert second.picked(24)
    assert second.targets() == [22, 20]
    second.point(20).click()
    second.wait_for_number(number + 1)
    second.point(24).click()
    second.wait_for_number(number + 2)
    assert [second.content()[point] for point in ("24", "22", "20")] == ["13 dark checkers", *["1 dark checker"] * 2]
    assert first.faults == second.faults == []


def test_who_would_rather_tap_twice_says_so_in_the_menu(serve: Serve, browser: Browser) -> None:
    server = serve([(6, 1), (3, 3)])
    first, second = two_seats(browser, server.url)
    first.press("Roll")
    first.page.locator("#menu-button").click()
    first.page.locator('[data-habit="one-tap"]').uncheck()
    first.page.reload()
    first.at_table()
    number = first.number
    first.point(24).click()
    assert first.picked(24)
    first.point(21).click()
    first.wait_for_number(number + 1)
    first.point(21).click()
    # With a checker in the hand another one may be taken instead.
    first.point(24).click()
    assert first.picked(24)
    assert not first.picked(21)
    first.point(24).click()
    first.wait_for_number(number + 2)
    assert first.content()["21"] == "2 light checkers"
    assert first.faults == second.faults == []


def test_a_hint_is_for_games_against_the_computer(serve: Serve, browser: Browser) -> None:
    server = serve([(6, 1), (6, 6)])
    seat = open_seat(browser)
    seat.lay(server.url, opponent="computer")
    seat.press("Roll")
    seat.page.get_by_role("button", name="A hint").click()
    seat.wait_for("() => document.getElementById('detail').textContent === 'A strong player would play 24/18(4).'")
    assert seat.page.locator(".arrows .arrow").count() == 1
    first, second = two_seats(browser, server.url)
    first.press("Roll")
    assert not first.page.locator("#hint-button").is_visible()
    refused = first.page.evaluate(
        "() => fetch(`${location.pathname}/hint`, { method: 'POST' }).then((answer) => answer.status)"
    )
    assert refused == 409
    assert seat.faults == second.faults == []

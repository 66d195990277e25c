"""The computer in a real browser: how well it is to play, and how its turns are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Browser, expect

from tests.servers import Server, Throws
from tests.web.browser.seat import NARROW, PATIENCE, open_seat

Serve = Callable[[Throws], Server]

NUMBERS_PLAYED = """() => { window.shown = [];
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
        const played = document.querySelectorAll('.queue-die[data-fate=played]').length;
        if (played && played !== window.shown.at(-1)?.played) window.shown.push({ played, at: performance.now() });
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-fate'] })) }"""
"""Notes when each number is shown as played."""


def test_the_level_is_chosen_in_words(serve: Serve, browser: Browser) -> None:
    """Seven levels, a middle one first; the sentence of the chosen one is seen, and kept for the next time."""
    seat = open_seat(browser, NARROW)
    page, url = seat.page, serve([(6, 1)]).url
    page.goto(url)
    levels = page.get_by_role("group", name="How well the computer plays").get_by_role("radio")
    expect(levels).to_have_count(7)
    casual = page.get_by_role("radio", name="Casual")
    expect(casual).to_be_checked()
    expect(casual).to_have_accessible_description(
        re.compile(
            r"^Plays for the fun of it, and slips now and then\. Measured: wins \d+ of 100 matches against Learner\.$"
        )
    )
    words = page.locator(".level-words p:visible")
    casual.focus()
    for title in ("Club player", "Expert", "Master", "Full strength"):
        page.keyboard.press("ArrowRight")
        expect(words).to_have_count(1)
        expect(words).to_contain_text(title)
        expect(page.locator(".choice.computer")).to_contain_text(title)
    page.locator(".level-scale label").nth(1).click()
    expect(words).to_contain_text("LearnerKnows the moves, and overlooks a good many.")
    page.reload()
    expect(page.get_by_role("radio", name="Learner")).to_be_checked()
    expect(words).to_contain_text("Learner")
    page.locator('button[value="computer"]').click()
    seat.at_table()
    expect(page.locator("#player-theirs .player-name")).to_have_text("Computer (Learner)")
    assert seat.faults == []


def test_a_cascade_of_the_computer_can_be_followed(serve: Serve, browser: Browser) -> None:
    """Its first turn too: number after number, with a rest before each new stage."""
    server = serve([(1, 6), (3, 3), (2, 1)])
    seat = open_seat(browser, reduced_motion="no-preference")
    seat.page.add_init_script(f"({NUMBERS_PLAYED})()")
    seat.page.goto(server.url)
    # The simple players are not on the page, but may still be asked for.
    seat.page.evaluate(
        """() => { document.querySelector('input[name=level]:checked').value = 'careful';
            document.querySelector('input[name=rules][value=gioul]').checked = true }"""
    )
    seat.page.locator('button[value="computer"]').click()
    seat.at_table()
    expect(seat.prompt).to_have_text("Your turn: roll", timeout=PATIENCE)
    shown = seat.page.evaluate("window.shown")
    assert [each["played"] for each in shown] == [*range(1, 17)]
    pauses = [later["at"] - each["at"] for each, later in pairwise(shown)]
    for at, pause in enumerate(pauses, start=1):
        assert pause > (450 if at % 4 == 0 else 90), pauses
    assert seat.faults == []

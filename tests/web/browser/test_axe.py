"""Every page and state under axe: no violation at any size, in any colours, in either direction of writing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser

from tests.servers import Server, Throws
from tests.web.browser.seat import Seat, open_seat, two_seats

pytestmark = pytest.mark.browser

Serve = Callable[[Throws], Server]
DICE = [(6, 1), (4, 3), (2, 1), (6, 5)]
PAGES = (
    "/",
    "/rules",
    "/rules/gioul",
    "/rules/lesson",
    "/dice",
    "/nowhere",
    "/editor",
    "/analysis",
    "/analysis/1~gul-bara~0~f-23~f-23~1.0~65~-",
)
SIZES = ((360, 740), (768, 1024), (1440, 900))
COLOURS: tuple[dict[str, Any], ...] = ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"})
LOOKS = [(size, colours) for size in SIZES for colours in COLOURS]
REDUCED = [(SIZES[0], COLOURS[1]), (SIZES[2], COLOURS[0])]
"""A phone in the dark and a wide screen in the light; the others are looked at in full size."""


def name_of(look: tuple[tuple[int, int], dict[str, Any]]) -> str:
    (width, _height), colours = look
    return f"{width}-{'-'.join(colours.values())}"


looks = pytest.mark.parametrize(
    "look",
    [pytest.param(look, id=name_of(look), marks=() if look in REDUCED else (pytest.mark.long,)) for look in LOOKS],
)


def violations(seat: Seat) -> list[tuple[str, str]]:
    """Which rules are broken, and by what."""
    # What fades in has no colours of its own yet.
    seat.page.evaluate("() => document.getAnimations().forEach((animation) => animation.finish?.())")
    found = Axe().run(seat.page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"][:160]) for each in found]


@looks
def test_pages_break_no_rule(serve: Serve, browser: Browser, look: tuple[tuple[int, int], dict[str, Any]]) -> None:
    size, colours = look
    url, seat = serve(DICE).url, open_seat(browser, size, **colours)
    broken = {}
    for page in PAGES:
        seat.page.goto(url + page)
        broken[page] = violations(seat)
    seat.page.evaluate("() => (document.documentElement.dir = 'rtl')")
    broken["from right to left"] = violations(seat)
    assert {page: found for page, found in broken.items() if found} == {}


@looks
def test_the_table_breaks_no_rule(serve: Serve, browser: Browser, look: tuple[tuple[int, int], dict[str, Any]]) -> None:
    size, colours = look
    server = serve(DICE)
    seat = open_seat(browser, size, **colours)
    broken: dict[str, list[tuple[str, str]]] = {}
    seat.lay(server.url)
    broken["invitation"] = violations(seat)
    other = open_seat(browser, size, **colours)
    other.page.goto(seat.invitation)
    broken["invited"] = violations(other)
    other.join(seat.invitation)
    seat.press("Roll")
    seat.point(24).click()
    broken["a checker in the hand"] = violations(seat)
    seat.page.keyboard.press("Escape")
    seat.page.locator("#menu-button").click()
    broken["menu"] = violations(seat)
    seat.page.locator('[data-menu="offer"]').click()
    other.wait_for("() => !document.getElementById('answer').hidden")
    broken["answer"] = violations(other)
    watcher = open_seat(browser, size, **colours)
    watcher.page.goto(seat.page.url.replace("/t/", "/w/"))
    watcher.at_table()
    broken["watching"] = violations(watcher)
    other.page.locator("#answer-accept").click()
    seat.wait_for("() => document.getElementById('table').dataset.phase === 'match-over'")
    broken["over"] = violations(seat)
    for kind in ("/g/", "/verify/"):
        watcher.page.goto(seat.page.url.replace("/t/", kind))
        broken[kind] = violations(watcher)
    assert {state: found for state, found in broken.items() if found} == {}


def test_the_table_breaks_no_rule_from_right_to_left(serve: Serve, browser: Browser) -> None:
    server = serve(DICE)
    first, second = two_seats(browser, server.url)
    first.press("Roll")
    for seat in (first, second):
        seat.page.evaluate("() => (document.documentElement.dir = 'rtl')")
        assert violations(seat) == []

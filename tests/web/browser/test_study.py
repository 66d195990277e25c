"""The editor and the analysis in a real browser: a position set up by keyboard, valued, tried, and left again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.servers import Server, Throws

pytestmark = pytest.mark.browser

Serve = Callable[[Throws], Server]
SIX_FIVE = "1~gul-bara~0~f-23~f-23~1.0~65~-"
PATIENCE = 60_000
"""Milliseconds for the first evaluation, whose worker may still be loading."""


def test_a_position_is_set_up_by_keyboard_and_analysed(serve: Serve, browser: Browser) -> None:
    server = serve([(6, 1)])
    page = browser.new_page()
    page.goto(f"{server.url}/editor")
    main, verdict = page.locator("#main"), page.locator("#verdict")
    expect(main).to_have_attribute("data-valid", "true")
    page.click("#to-empty")
    expect(main).to_have_attribute("data-valid", "false")
    expect(verdict).to_contain_text("borne off all their checkers")
    point = page.locator('#points [data-point="6"]')
    point.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(point).to_have_attribute("aria-label", "Light’s 6-point, 2 light checkers")
    page.keyboard.press("Delete")
    page.keyboard.press("d")
    page.locator('#points [data-point="24"]').focus()
    page.keyboard.press("Enter")
    # In the parallel game Light's 24 is Dark's 12 (rules.md section 1).
    expect(page.locator("#position-text")).to_have_value(
        "gul-bara; Light 6×1 off×14; Dark 12×1 off×14; rolls 0 0; Light to roll"
    )
    page.click("#analyse")
    expect(main).to_have_attribute("data-depth", "usual", timeout=PATIENCE)
    expect(page.locator("#rolls tr")).to_have_count(21)
    page.get_by_role("button", name="Roll 6-5").click()
    # The 6 bears the last checker off: 1 point, since Dark has 14 off (rules.md section 4).
    page.locator("#plays button").first.click()
    expect(page.locator("#depth")).to_contain_text("The game is over.")
    expect(page.locator("#worth-points")).to_have_text("+1.000")
    page.click("#return")
    expect(main).to_have_attribute("data-tried", "0")


def test_a_pasted_record_is_stepped_through(serve: Serve, browser: Browser) -> None:
    server = serve([(6, 1)])
    page = browser.new_page()
    page.goto(f"{server.url}/analysis")
    lines = ["rosespring record 1", "light: Ana", "dark: Bo", "length: 1", "rules: gul-bara", "Game 1", "throw 6-1"]
    lines += ["Light 4-3: 24/20 24/21", "Dark 2-1: 24/22 24/23", "Light 6-5: 24/7"]
    page.fill("#bring-text", "\n".join(lines))
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("#heading")).to_have_text("Ana against Bo", timeout=PATIENCE)
    expect(page.locator("#fault")).to_contain_text("line 10")
    expect(page.locator(".graph-line")).to_be_attached(timeout=PATIENCE)
    page.click("#go-on")
    expect(page.locator("#now")).to_have_text("24/22 24/23")
    expect(page.locator(".play-made")).to_have_count(1, timeout=PATIENCE)
    page.locator("#plays button").first.click()
    expect(page.locator("#main")).to_have_attribute("data-tried", "1")
    page.get_by_role("button", name="Roll 6-5").click()
    expect(page.locator("#main")).to_have_attribute("data-tried", "2")
    # Back and on again along what has been tried, and no further than that.
    tried = page.locator("#main").get_attribute("data-position")
    page.click("#go-back")
    expect(page.locator("#main")).to_have_attribute("data-tried", "1")
    page.click("#go-on")
    expect(page.locator("#main")).to_have_attribute("data-position", str(tried))
    expect(page.locator("#go-on")).to_be_disabled()
    page.click("#go-back")
    page.click("#go-back")
    expect(page.locator("#main")).to_have_attribute("data-tried", "0")
    expect(page.locator("#now")).to_have_text("24/22 24/23")


def test_the_dice_of_a_position_that_is_set_up_are_marked(serve: Serve, browser: Browser) -> None:
    server = serve([(6, 1)])
    page = browser.new_page()
    page.goto(f"{server.url}/editor?position={SIX_FIVE}")
    expect(page.locator("#main")).to_have_attribute("data-valid", "true")
    marked = page.locator('input[name^="die-"]:checked')
    expect(marked).to_have_count(2)
    assert [marked.nth(row).input_value() for row in (0, 1)] == ["6", "5"]
    # The start position has no roll, and none is marked any more.
    page.fill("#paste", "1~gul-bara~0~f-23~f-23~0.0~-~-")
    page.click("#take")
    expect(marked).to_have_count(0)


def test_numbers_that_no_roll_leaves_are_refused_with_the_reason(serve: Serve, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{serve([(6, 1)]).url}/editor?lang=es")
    verdict, analyse = page.locator("#verdict"), page.locator("#analyse")
    page.get_by_role("radio", name="jugar una tirada").check()
    page.fill("#rolls-0", "4")
    page.fill("#stages", "44444")
    expect(verdict).to_contain_text("Una etapa tiene cuatro números como mucho")
    page.fill("#stages", "44 5555")
    expect(verdict).to_have_text("Una cascada sigue con cuatro de cada número superior, hasta el 6.")
    expect(analyse).to_have_attribute("aria-disabled", "true")
    page.fill("#stages", "44 5555 6666")
    expect(analyse).to_have_attribute("aria-disabled", "false")

"""The editor and the analysis in a real browser: a position set up by keyboard, valued, tried, and left again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

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
    expect(page.locator("#go-back")).to_be_hidden()  # nothing to step through yet
    page.get_by_role("button", name="Roll 6-5").click()
    expect(page.locator("#go-back")).to_be_visible()
    # The 6 bears the last checker off: 1 point, since Dark has 14 off (rules.md section 4).
    page.locator("#plays button").first.click()
    expect(page.locator("#depth")).to_contain_text("The game is over.")
    expect(page.locator("#worth-points")).to_have_text("+1.000")
    expect(page.locator("#worth-for")).to_have_text("Light wins 1 point")
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
    # A turn that could not be read to its end is none without a play.
    expect(page.locator("#moves .move-text").last).to_have_text("…")
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
    # Of which roll a single number is left is kept, as long as the numbers are.
    for flags in ("s", "cs"):
        page.fill("#paste", f"1~gul-bara~0~f-23~f-23~4.0~6~{flags}")
        page.click("#take")
        expect(page.locator("#position-id")).to_have_value(f"1~gul-bara~0~f-23~f-23~4.0~6~{flags}")
    # By other rules it is another roll: these have no cascade before the fourth.
    page.fill("#rolls-0", "3")
    page.locator("#rolls-0").press("Tab")
    expect(page.locator("#position-id")).to_have_value("1~gul-bara~0~f-23~f-23~3.0~6~s")
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


def test_who_comes_back_to_the_editor_finds_what_was_set_up(serve: Serve, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{serve([(6, 1)]).url}/editor?away=3-2")
    page.click("#to-empty")
    page.locator('#points [data-point="6"]').click()
    expect(page.locator("#main")).to_have_attribute("data-valid", "true")
    words, built = page.locator("#position-text"), "gul-bara; Light 6×1 off×14; Dark off×15; rolls 0 0; Dark has won"
    expect(words).to_have_value(built)
    page.click("#analyse")
    expect(page.locator("#worth-for")).to_have_text("chance of Dark to win the match", timeout=PATIENCE)
    page.go_back()
    expect(words).to_have_value(built)
    # The score is kept too, and all of it in another language.
    page.get_by_role("button", name="Language").click()
    page.get_by_role("link", name="dansk").click()
    expect(page.locator("html")).to_have_attribute("lang", "da")
    expect(words).to_have_value(built)
    assert [page.locator(f"#away-{side}").input_value() for side in (0, 1)] == ["3", "2"]


def test_the_keyboard_goes_on_from_a_play_that_was_chosen(serve: Serve, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 640})
    page.goto(f"{serve([(6, 1)]).url}/analysis/{SIX_FIVE}")
    main, focused = page.locator("#main"), "document.activeElement.closest('#plays, #rolls')?.id"
    expect(page.locator("#plays button").first).to_be_visible(timeout=PATIENCE)
    page.locator("#plays button").nth(1).focus()
    # What is found further on takes the place of what was shown, and the keyboard stays in the list.
    expect(main).to_have_attribute("data-depth", "usual", timeout=PATIENCE)
    assert page.evaluate(focused) == "plays"
    page.keyboard.press("Enter")
    expect(main).to_have_attribute("data-tried", "1")
    expect(page.locator("#rolls tr")).to_have_count(21, timeout=PATIENCE)
    assert page.evaluate(focused) == "rolls"
    # On a phone the lists are beneath the board, which comes into sight again.
    expect(page.locator("#board-frame")).to_be_in_viewport()


def test_plays_of_a_position_that_was_left_do_nothing(serve: Serve, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{serve([(6, 1)]).url}/analysis")
    lines = ["rosespring record 1", "rules: gul-bara", "Game 1", "throw 6-1"]
    lines += ["Light 4-3: 24/20 24/21", "Dark 2-1: 24/22 24/23", "Light resigns 2 points"]
    page.fill("#bring-text", "\n".join(lines))
    page.get_by_role("button", name="Analyse").click()
    main, column = page.locator("#main"), page.locator("#study-column")
    expect(main).to_have_attribute("data-depth", "usual", timeout=PATIENCE)
    held: list[Route] = []
    page.route("**/api/evaluation?**", lambda route: held.append(route))
    page.click("#go-on")
    expect(main).to_have_attribute("data-at", "1")
    expect(column).to_have_attribute("data-waiting", "true")
    page.locator("#plays button").first.click()
    # A server that has no time just now is asked again.
    page.unroute("**/api/evaluation?**")
    busy = {"status": 503, "headers": {"Retry-After": "1"}, "json": {"error": "Too much to do."}}
    page.route("**/api/evaluation?**", lambda route: route.fulfill(**busy), times=1)
    page.click("#go-last")
    expect(page.locator("#depth")).to_have_text("Too much to do.")
    expect(column).to_have_attribute("data-waiting", "false", timeout=PATIENCE)
    assert main.get_attribute("data-tried") == "0"
    # A game that was given up says so, and by whom.
    expect(page.locator("#now")).to_have_text("Dark wins 2 points")
    expect(page.locator("#detail")).to_have_text("Light gave up.")
    expect(page.locator("#moves li").last).to_have_text("Dark wins 2 pointsLight gave up.")


def test_a_turn_that_was_left_open_is_valued(serve: Serve, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{serve([(6, 1)]).url}/analysis")
    lines = ["rosespring record 1", "rules: gul-bara", "Game 1", "throw 6-1", "Light 4-3: 24/20 ..."]
    page.fill("#bring-text", "\n".join(lines))
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("#main")).to_have_attribute("data-depth", "usual", timeout=PATIENCE)
    expect(page.locator("#now")).to_have_text("24/20 …")
    expect(page.locator("#fault")).to_be_hidden()
    # Nobody knows the play as a whole, so that none of these is marked as the one that was made.
    expect(page.locator("#plays .play")).not_to_have_count(0)
    expect(page.locator(".play-made")).to_have_count(0)


def test_a_game_of_any_length_has_its_line(serve: Serve, browser: Browser) -> None:
    """Neither side can play a 6-6 here, and such a game has no end (rules.md section 6, situation 17)."""
    start = "position: gul-bara; Light 24×1 6×1 off×13; Dark 24×1 6×1 off×13; rolls 0 0; Light to roll"
    lines = [
        "rosespring record 1",
        "rules: gul-bara",
        "Game 1",
        start,
        *["Light 6-6: no play", "Dark 6-6: no play"] * 300,
    ]
    page = browser.new_page()
    page.goto(f"{serve([(6, 1)]).url}/analysis")
    page.fill("#bring-text", "\n".join(lines))
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("#moves li")).to_have_count(601, timeout=PATIENCE)
    expect(page.locator(".graph-line")).to_be_attached(timeout=PATIENCE)
    expect(page.locator("#detail")).to_have_text("Light cannot play 4 sixes: they are lost.")


def test_the_first_roll_that_is_no_double_is_explained(serve: Serve, browser: Browser) -> None:
    page = browser.new_page()
    server = serve([(6, 1)])
    note = page.locator("#opening-note")
    for rules, rolls in (("gul-bara-bulgarian", 15), ("gul-bara", 21)):
        page.goto(f"{server.url}/analysis/1~{rules}~0~f-23~f-23~0.0~-~-")
        expect(page.locator("#rolls tr")).to_have_count(rolls, timeout=PATIENCE)
        assert note.is_visible() == (rolls == 15)
        # What the rules are is one step away.
        expect(page.locator("#subheading")).to_have_attribute("href", f"/rules/{rules}")


def test_links_and_files_of_other_encodings_can_be_brought(serve: Serve, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 640})
    server = serve([(6, 1)])
    page.goto(f"{server.url}/analysis")
    text = f"rosespring record 1\nlight: {'W' * 200}\nrules: gioul\nGame 1\nthrow 6-1\n"
    # Windows writes UTF-16 with a mark in front.
    page.set_input_files("#bring-file", {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode("utf-16")})
    expect(page.locator("#heading")).to_contain_text("WWWW", timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.fill("#bring-text", f"https://elsewhere.example/analysis/{SIX_FIVE}?away=3-2")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("#position-id")).to_have_value(SIX_FIVE)
    page.goto(f"{server.url}/editor")
    page.fill("#paste", f"https://elsewhere.example/editor?position={SIX_FIVE}&lang=da")
    page.click("#take")
    expect(page.locator("#position-id")).to_have_value(SIX_FIVE)

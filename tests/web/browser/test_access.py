"""The table for keyboards, ears and thumbs: names, focus, spoken words, sizes, no shifting."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.servers import Server, Throws
from tests.web.browser.seat import NARROW, WIDE, Seat, open_seat, two_seats

pytestmark = pytest.mark.browser

LIGHT_STARTS = (6, 1)
CASCADE = [LIGHT_STARTS, (3, 3), (6, 5), (6, 5)]
Serve = Callable[[Throws], Server]


WATCH_SHIFTS = """() => {
    window.shifts = [];
    const element = (source) => source.node?.outerHTML ?? source.node?.parentElement?.outerHTML;
    const keep = (entry) => window.shifts.push([entry.value, ...entry.sources.map(element)]);
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type: 'layout-shift' });
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll('button, a, input, summary')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.visually-hidden'))
    .map((e) => [e.id || e.className, e.getBoundingClientRect().width, e.getBoundingClientRect().height])
    .filter(([, width, height]) => width > 1 && (width < 24 || height < 24))"""


def label(seat: Seat, point: int) -> str:
    return seat.point(point).get_attribute("aria-label") or ""


def test_points_are_buttons_with_names(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (4, 3)])
    first, second = two_seats(browser, server.url)
    first.press("Roll")
    assert label(first, 24) == "your 24-point, 15 light checkers, may move 4 and 3"
    assert label(first, 12) == "your 12-point, 15 dark checkers"
    assert label(first, 7) == "your 7-point, empty"
    assert label(first, 0) == "your tray, 0 checkers borne off"
    assert label(second, 24) == "your 24-point, 15 dark checkers"
    first.point(24).click()
    assert label(first, 24) == "your 24-point, 15 light checkers, picked up"
    assert label(first, 20) == "your 20-point, empty, play 4 to here"
    expect(first.point(24)).to_have_attribute("aria-pressed", "true")
    roles = first.page.locator("#points").aria_snapshot()
    assert 'button "your 20-point, empty, play 4 to here"' in roles


def test_a_turn_by_keyboard_alone(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (4, 3), (6, 5)])
    first, second = two_seats(browser, server.url)
    keys = first.page.keyboard
    keys.press("r")
    first.wait_for("() => document.getElementById('table').dataset.phase === 'play'")
    # One stop for Tab among the points, then the arrow keys.
    first.page.locator("#replay-button").evaluate("() => document.activeElement.blur()")
    for _ in range(12):
        keys.press("Tab")
        if first.page.evaluate("document.activeElement.classList.contains('point-button')"):
            break
    expect(first.point(24)).to_be_focused()
    assert first.page.evaluate("document.querySelectorAll('.point-button[tabindex=\"0\"]').length") == 1
    keys.press("Enter")
    for _ in range(4):
        keys.press("ArrowLeft")
    expect(first.point(20)).to_be_focused()
    number = first.number
    keys.press("Enter")
    first.wait_for_number(number + 1)
    keys.press("u")
    first.wait_for_number(number + 2)
    assert first.content()["24"] == "15 light checkers"
    keys.press("End")
    expect(first.point(24)).to_be_focused()
    keys.press("Enter")
    keys.press("Escape")
    assert "picked up" not in label(first, 24)
    keys.press("ArrowDown")
    expect(first.point(1)).to_be_focused()
    keys.press("ArrowUp")
    # A checker with a single step moves at the first Enter, so that it is no toggle.
    first.play(24, 20)
    first.point(24).focus()
    assert first.point(24).get_attribute("aria-pressed") is None
    number = first.number
    keys.press("Enter")
    first.wait_for_number(number + 1)
    assert first.content()["21"] == "1 light checker"
    keys.press("u")
    first.wait_for_number(number + 2)
    # For whoever does not want that, at the second.
    first.page.locator("#menu-button").press("Enter")
    first.page.locator('[data-habit="one-tap"]').press("Space")
    keys.press("Escape")
    first.point(24).focus()
    keys.press("Enter")
    expect(first.detail).to_have_text("Tap again to play 24/21.")
    expect(first.point(24)).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    first.wait_for_number(number + 3)
    assert first.content()["21"] == "1 light checker"
    keys.press("d")
    second.wait_for_number(number + 4)
    expect(second.prompt).to_have_text("Your turn: roll")
    assert first.faults == second.faults == []


def test_a_checker_can_be_carried(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (4, 3)])
    first, second = two_seats(browser, server.url)
    first.press("Roll")

    def carry(source: int, target: int) -> None:
        places = [first.point(point).bounding_box() for point in (source, target)]
        (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 2, box["y"] + 60) for box in places if box]
        first.page.mouse.move(x, y)
        first.page.mouse.down()
        first.page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
        first.page.mouse.move(to_x, to_y)
        first.page.mouse.up()

    number = first.number
    carry(24, 20)
    first.wait_for_number(number + 1)
    assert first.content()["20"] == "1 light checker"
    carry(20, 7)
    assert first.content()["20"] == "1 light checker"
    carry(20, 17)
    second.wait_for_number(number + 2)
    assert first.content()["17"] == second.content()["5"] == "1 light checker"
    assert first.faults == []


def test_what_happens_is_spoken_even_when_it_repeats(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    second.page.evaluate(
        """() => { window.spoken = []; for (const region of document.querySelectorAll('[aria-live][id^=live]'))
            new MutationObserver(() => region.textContent && window.spoken.push(region.id + ': ' + region.textContent))
                .observe(region, { childList: true }) }"""
    )
    first.press("Roll")
    first.play(24, 21)
    first.play(24, 21)
    second.wait_for_number(first.number)
    spoken = second.page.evaluate("window.spoken")
    assert spoken[0].endswith("Ana rolls 3-3: a cascade, up to 6-6. Ana is playing")
    assert [words.split(": ", 1)[1] for words in spoken[1:]] == ["Ana plays 24/21."] * 2
    assert len({words.split(":")[0] for words in spoken[1:]}) == 2
    assert (
        "24-point 13 light checkers; 21-point 2 light checkers" in second.page.locator("#position-words").inner_text()
    )


def test_a_refused_step_says_why(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (6, 5), (3, 1)])
    first, second = two_seats(browser, server.url)
    first.point(24).click()
    expect(first.detail).to_have_text("Roll the dice first.")
    second.point(24).click()
    expect(second.detail).to_have_text("It is Ana’s turn.")
    first.press("Roll")
    number = first.number
    first.point(24).click()
    first.point(20).click()
    expect(first.detail).to_have_text("4 is not on offer; to play now: 6, 5.")
    assert first.number == number
    # The checker is still in the hand.
    first.point(18).click()
    first.wait_for_number(number + 1)
    first.play(18, 13)
    first.point(24).click()
    expect(first.detail).to_have_text("All numbers are played: say done, or undo.")
    assert first.number == number + 2
    assert first.faults == []


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["360", "1440"])
def test_nothing_shifts_during_a_turn(serve: Serve, browser: Browser, size: tuple[int, int]) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul", sizes=(size, size))
    for seat in (first, second):
        seat.page.evaluate(WATCH_SHIFTS)
    first.press("Roll")
    first.play_any()
    first.play_any()
    first.undo()
    first.play_turn()
    second.wait_for_number(first.number)
    second.page.get_by_role("button", name="Show the last turn again").click()
    second.page.get_by_role("button", name="Back to the game").click()
    second.press("Roll")
    for seat in (first, second):
        seat.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert seat.page.evaluate("window.shifts") == []


def test_targets_are_large_enough_at_320_px(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    for rules in ("gul-bara", "gioul"):
        first, second = two_seats(browser, server.url, rules, sizes=((320, 640), (320, 568)))
        first.press("Roll")
        for seat in (first, second):
            small = seat.page.evaluate(SMALL_TARGETS)
            assert small == []


@pytest.mark.parametrize("size", [NARROW, (768, 1024), WIDE], ids=["360", "768", "1440"])
def test_who_comes_to_play_need_not_scroll(serve: Serve, browser: Browser, size: tuple[int, int]) -> None:
    page = open_seat(browser, size).page
    page.goto(serve([]).url)
    for needed in ('[value="friend"]', '[value="computer"]', 'input[name="name"]'):
        expect(page.locator(f"#start-form {needed}")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [320, 360, 419])
def test_the_buttons_of_a_turn_say_what_they_are(serve: Serve, browser: Browser, width: int) -> None:
    """Against the computer there are four: none is blank, and the word of the large one is whole."""
    server = serve([LIGHT_STARTS, (4, 3)])
    seat = open_seat(browser, (width, 740))
    seat.lay(server.url, opponent="computer")
    seat.press("Roll")
    expect(seat.page.locator("#hint-button")).to_be_visible()
    for button in seat.page.locator("#controls button:visible").all():
        expect(button.locator(".icon").first).to_be_visible()
    label = seat.main.locator("[data-main-label]")
    assert label.evaluate("(label) => label.scrollWidth <= label.clientWidth")


@pytest.mark.parametrize("width", [320, 360, 768, 1000, 1440])
def test_no_page_scrolls_sideways(serve: Serve, browser: Browser, width: int) -> None:
    server = serve(CASCADE)
    first, second = open_seat(browser, (width, 640)), open_seat(browser, (width, 640))

    def check(seat: Seat) -> None:
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= width, seat.page.url

    for path in ("/", "/rules", "/rules/gioul", "/dice", "/t/nothing"):
        first.page.goto(server.url + path)
        check(first)
    first.page.goto(server.url)
    first.page.locator("#rules-setting > summary").click()
    first.page.locator('input[name="rules"][value="custom"]').check()
    check(first)
    first.lay(server.url, rules="gioul", name="A name of twenty-four ch")
    check(first)
    second.page.goto(first.invitation)
    check(second)
    second.join(first.invitation)
    first.wait_for("() => document.getElementById('table').dataset.phase === 'roll'")
    first.press("Roll")
    check(first)
    first.page.get_by_role("button", name="Menu").click()
    check(first)


def test_colours_can_be_chosen_and_are_kept(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    seat = open_seat(browser, NARROW, color_scheme="light")
    seat.lay(server.url)
    seat.page.get_by_role("button", name="Menu").click()
    light = seat.page.evaluate("getComputedStyle(document.body).color")
    seat.page.locator('.menu input[value="dark"]').check()
    assert seat.page.evaluate("getComputedStyle(document.body).color") != light
    seat.page.goto(server.url)
    assert seat.page.locator("html").get_attribute("data-theme") == "dark"
    assert seat.faults == []


def test_forced_colours_keep_the_table_usable(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    seat = open_seat(browser, NARROW, forced_colors="active")
    seat.lay(server.url, opponent="computer")
    seat.press("Roll")
    border = seat.main.evaluate("(button) => getComputedStyle(button).borderTopStyle")
    assert border == "solid"
    seat.play_any()
    assert seat.faults == []

"""Whole matches in real browsers: by keyboard alone, by typed moves and every sentence heard, by link on all screens.

The dice bring Light home in fifteen turns of 6-6: each checker goes 24/18/12/6/off. Dark rolls 2-1 meanwhile, which
blocks nothing; 6-6 is a cascade from the first roll on in Gioul, but nothing follows it. Dark has borne nothing off,
so the game counts 2 points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.catalogues import PSEUDO_RIGHT_TO_LEFT
from tests.servers import Server, Throws
from tests.web.browser.seat import PATIENCE, Seat, open_seat, two_seats
from tests.web.browser.test_typed import listen

pytestmark = pytest.mark.browser

Serve = Callable[[Throws], Server]
TURNS = 15
# The result takes the place of the turn when all is over; until then nothing may move.
WATCH_PLAY = """() => {
    window.shifts = [];
    const playing = () => !document.getElementById('table').dataset.phase.endsWith('over');
    const element = (source) => source.node?.outerHTML ?? source.node?.parentElement?.outerHTML;
    const keep = (entry) => playing() && window.shifts.push([entry.value, ...entry.sources.map(element)]);
    new PerformanceObserver((list) => list.getEntries().forEach(keep)).observe({ type: 'layout-shift' });
}"""
THROWS = [(6, 1), *[(6, 6), (2, 1)] * TURNS]


def steps_of_light() -> list[tuple[int, int]]:
    """All sixty: three for each checker to reach its 6-point, then fifteen off."""
    return [(point, point - 6) for _ in range(15) for point in (24, 18, 12)] + [(6, 0)] * 15


def steps_of_dark() -> Iterator[tuple[int, int]]:
    """Two a turn: 24/22 and 24/23 while there are checkers, then those from 23."""
    men = {24: 15}
    while True:
        for number in (2, 1):
            point = max(men)
            men[point] -= 1
            if not men[point]:
                del men[point]
            men[point - number] = men.get(point - number, 0) + 1
            yield point, point - number


def play_match(
    seats: tuple[Seat, Seat],
    step: Callable[[Seat, int, int], None],
    say: Callable[[Seat, str], None],
    rounds: int = TURNS,
) -> None:
    """Both play, to the end if nothing else is said: `step` moves a checker, `say` rolls or closes the turn."""
    light, dark = seats
    own, theirs = steps_of_light(), steps_of_dark()
    for turn in range(rounds):
        mover_turn(light, own[4 * turn : 4 * turn + 4], step, say)
        if turn == rounds - 1:
            break
        dark.wait_for_number(light.number)
        mover_turn(dark, [next(theirs), next(theirs)], step, say)
        light.wait_for_number(dark.number)


def all_over(seats: tuple[Seat, Seat]) -> None:
    for seat in seats:
        seat.wait_for("() => document.getElementById('table').dataset.phase === 'match-over'")


def mover_turn(
    seat: Seat, steps: list[tuple[int, int]], step: Callable[[Seat, int, int], None], say: Callable[[Seat, str], None]
) -> None:
    number = seat.number
    say(seat, "roll")
    seat.wait_for_number(number + 1)
    for source, target in steps:
        number = seat.number
        step(seat, source, target)
        seat.wait_for_number(number + 1)
    number = seat.number
    say(seat, "done")
    seat.wait_for_number(number + 1)


def place(point: int) -> tuple[bool, int]:
    """The row (whether it is the upper one) and the column of an own point; the tray ends the lower row."""
    return point > 12, point - 13 if point > 12 else 12 - point


def walk(seat: Seat, point: int) -> None:
    """From the focused point to another with the arrow keys."""
    keys = seat.page.keyboard
    at = int(seat.page.evaluate("document.activeElement.dataset.point"))
    (upper, column), (to_upper, to_column) = place(at), place(point)
    if upper != to_upper:
        keys.press("ArrowUp" if to_upper else "ArrowDown")
        column = min(column, 11)
    for _ in range(abs(to_column - column)):
        keys.press("ArrowRight" if to_column > column else "ArrowLeft")
    assert seat.page.evaluate("document.activeElement.dataset.point") == str(point)


def by_keyboard(seat: Seat, source: int, target: int) -> None:
    walk(seat, source)
    seat.page.keyboard.press("Enter")
    if seat.picked(source):
        walk(seat, target)
        seat.page.keyboard.press("Enter")


def focus_points(seat: Seat) -> None:
    """Tab until a point has the focus, as somebody without a mouse does."""
    for _ in range(40):
        seat.page.keyboard.press("Tab")
        if seat.page.evaluate("document.activeElement.classList.contains('point-button')"):
            return
    pytest.fail("expected Tab to reach the points")


def test_a_match_by_keyboard_alone(serve: Serve, browser: Browser) -> None:
    """Arrows, Enter and the letters for roll and done, for both seats; no mouse is touched."""
    seats = two_seats(browser, serve(THROWS).url, "gioul")
    for seat in seats:
        focus_points(seat)

    def say(seat: Seat, command: str) -> None:
        seat.page.keyboard.press(command[0])

    play_match(seats, by_keyboard, say)
    all_over(seats)
    light, dark = seats
    expect(light.page.locator("#result-headline")).to_have_text("You have won", timeout=PATIENCE)
    expect(dark.page.locator("#result-headline")).to_have_text("Ana has won", timeout=PATIENCE)
    expect(light.page.locator("#result-detail")).to_have_text("It counts 2 points.")
    assert light.faults == dark.faults == []


def type_in(seat: Seat, text: str) -> None:
    field = seat.page.locator("#typed input")
    field.fill(text)
    field.press("Enter")


def told(step: tuple[int, int], name: str) -> str:
    """The sentence on a step of `name`, or of the listener's own."""
    source, target = step
    if target:
        return f"{name} {'play' if name == 'You' else 'plays'} {source}/{target}."
    return f"{name} {'bear' if name == 'You' else 'bears'} off from {source} with 6."


def sentences(me: int, lines: list[str]) -> list[str]:
    """All that one seat hears of the match; `lines` are the closed turns as the story has them."""
    own, theirs, heard = steps_of_light(), steps_of_dark(), []
    names, dice = ["Ana", "Bora"], ["6-6", "2-1"]
    for turn, line in enumerate(lines):
        side = turn % 2
        steps = [next(theirs), next(theirs)] if side else own[2 * turn : 2 * turn + 4]
        name = "You" if side == me else names[side]
        left = f"Your turn: {len(steps)} numbers to play" if side == me else f"{name} is playing"
        heard.append(f"{name} {'roll' if side == me else 'rolls'} {dice[side]}. {left}")
        heard += [told(step, name) for step in steps]
        last = turn == len(lines) - 1
        after = ("You win 2 points" if me == 0 else "Ana wins 2 points") if last else f"{names[1 - side]} is to roll"
        heard.append(after if side == me else f"{line} {after if last else 'Your turn: roll'}")
    winner, wins = ("You", "win") if me == 0 else ("Ana", "wins")
    won = f"{winner} {'have' if me == 0 else 'has'} won"
    return [*heard, f"{winner} {wins} 2 points. {won}", f"{winner} {wins} the match, 2 to 0. {won}"]


# Each turn as players write it: Light's come round every third turn, then all go off.
HOMEWARD = ["24/18/12/6 24/18", "18/12/6 24/18/12", "12/6 24/18/12/6"]


def test_a_match_by_typed_moves_and_every_sentence_heard(serve: Serve, browser: Browser) -> None:
    """What is said is derived from the rules' turns and the texts of page and server, in order and without a gap."""
    seats = two_seats(browser, serve(THROWS).url, "gioul")
    for seat in seats:
        listen(seat)
    play_match(seats, lambda seat, source, target: type_in(seat, f"{source}/{target or 'off'}"), type_in)
    all_over(seats)
    lines = seats[0].page.locator("#story .story-done").all_inner_texts()
    assert [line.split(": ")[1].rstrip(".") for line in lines[:6:2]] == HOMEWARD
    for me, seat in enumerate(seats):
        assert seat.page.evaluate("() => window.spoken") == sentences(me, lines)
        assert seat.faults == []


SIZES = ((360, 740), (768, 1024), (1440, 900))
COLOURS: tuple[dict[str, Any], ...] = (
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "light", "forced_colors": "active"},
)
SCREENS = [(size, colours) for size in SIZES for colours in COLOURS]


# The pseudo-language is a third longer than English: its prompts take one line or two on a phone.
WIDER = [(size, colours) for size, colours in SCREENS if size[0] > 360]


def on_screen(seat: Seat, screens: list[tuple[tuple[int, int], dict[str, Any]]], turn: int) -> None:
    """The page on another screen: what moves because of that is not counted."""
    (width, height), colours = screens[turn % len(screens)]
    seat.page.set_viewport_size({"width": width, "height": height})
    seat.page.emulate_media(**colours)
    settle(seat)
    seat.page.evaluate("() => { window.shifts.length = 0 }")


def settle(seat: Seat) -> None:
    """Until all is drawn that has been laid out."""
    seat.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def check_still(seat: Seat) -> None:
    settle(seat)
    assert seat.page.evaluate("window.shifts") == [], seat.page.viewport_size


def tap(seat: Seat, source: int, target: int) -> None:
    seat.point(source).click()
    if seat.picked(source):
        seat.point(target).click()


def test_a_match_by_link_on_every_screen_with_nothing_shifting(serve_pseudo: Serve, browser: Browser) -> None:
    """Each turn on another screen, in other colours; the lines of Dark's page run from right to left."""
    url, tag = serve_pseudo(THROWS).url, PSEUDO_RIGHT_TO_LEFT.replace("_", "-")
    light, dark = open_seat(browser), open_seat(browser)
    light.lay(url, rules="gioul")
    dark.page.goto(f"{light.invitation}?lang={tag}")
    dark.page.locator("form button").click()
    dark.at_table()
    assert dark.page.evaluate("document.documentElement.dir") == "rtl"
    light.wait_for("() => document.getElementById('table').dataset.phase === 'roll'")
    for seat in (light, dark):
        seat.page.evaluate(WATCH_PLAY)
    on_screen(light, SCREENS, 0)
    on_screen(dark, WIDER, 0)
    turns = 0

    def say(seat: Seat, command: str) -> None:
        nonlocal turns
        seat.main.click()
        if command == "done":
            turns += 1
            for each, screens in ((light, SCREENS), (dark, WIDER)):
                each.wait_for_number(seat.number)
                check_still(each)
                on_screen(each, screens, turns)

    play_match((light, dark), tap, say, rounds=5)
    assert turns == len(SCREENS)
    for deed in ("menu-button", "resign", "resign-yes"):
        dark.page.locator(f"#{deed}, [data-menu='{deed}']").click()
    all_over((light, dark))
    expect(light.page.locator("#result-headline")).to_have_text("You have won", timeout=PATIENCE)
    assert light.faults == dark.faults == []

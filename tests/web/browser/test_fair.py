"""Dice drawn together, in real browsers: two players agree without noticing, and any visitor can check."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.servers import Server
from tests.web.browser.seat import NARROW, PATIENCE, WIDE, Seat, another_page, open_seat, two_seats

pytestmark = pytest.mark.browser

Serve = Callable[[None], Server]

HOLD_SEEDS = """() => {
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (!sessionStorage.freed && String(text).includes('"type":"reveal"')) { window.held = true; return; }
        send.call(this, text);
    };
}"""
"""Keeps the seed back until the page says `sessionStorage.freed`."""


def table_of(seat: Seat) -> str:
    return seat.page.url.split("/")[-1]


def give_up(seat: Seat) -> None:
    seat.page.locator("#menu-button").click()
    seat.page.locator('[data-menu="resign"]').click()
    seat.page.locator('[data-menu="resign-yes"]').click()
    seat.wait_for("() => document.getElementById('table').dataset.phase === 'match-over'")


def verdict(page: Page, state: str) -> str:
    """What the check says, which must come out as `state`."""
    expect(page.locator("#verdict")).to_have_attribute("data-state", state, timeout=PATIENCE)
    return page.locator("#verdict").inner_text()


def test_two_browsers_play_and_verify(serve: Serve, browser: Browser) -> None:
    server = serve(None)
    first, second = two_seats(browser, server.url, sizes=(WIDE, NARROW))
    table = table_of(first)
    for _ in range(4):
        for seat in (first, second):
            seat.wait_for_number(max(first.number, second.number))
        acting = first if first.main.get_attribute("aria-disabled") == "false" else second
        acting.press("Roll")
        if acting.mark("phase") == "play" and acting.sources():
            acting.play_turn()
    stranger = open_seat(browser)
    stranger.page.goto(f"{server.url}/verify/{table}")
    assert "Nothing can be checked yet" in verdict(stranger.page, "later")
    give_up(second)
    second.page.get_by_role("link", name="Check the dice", exact=True).click()
    assert "1 game checked" in verdict(second.page, "holds")
    expect(second.page.get_by_text("It is what this browser noted when the match began")).to_be_visible()
    for language in ("en", "bg", "el", "tr"):
        second.page.goto(f"{server.url}/verify/{table}?lang={language}")
        verdict(second.page, "holds")
        for width in (320, 360, 768):
            second.page.set_viewport_size({"width": width, "height": 740})
            assert second.page.evaluate("document.documentElement.scrollWidth") <= width
            table_width, room = second.page.evaluate(
                "[document.querySelector('.counted').scrollWidth, document.querySelector('.fold-body').clientWidth]"
            )
            assert table_width <= room, (language, width)
    stranger.page.reload()
    verdict(stranger.page, "holds")
    throws = stranger.page.locator(".throws li").count()
    assert throws >= 5
    assert stranger.page.get_by_text(f"All {throws} throws are the right ones").count() == 1
    assert [seat.faults for seat in (first, second, stranger)] == [[], [], []]


def change_throw(route: Route) -> None:
    file = route.fetch().json()
    dice = file["games"][0]["throws"][0]["dice"]
    dice[0], dice[1] = dice[0] % 6 + 1, dice[1]
    route.fulfill(json=file)


def change_server(route: Route) -> None:
    """Another server part throughout, as an operator could put it into a file afterwards: all sums come out."""
    file = route.fetch().json()
    key = hashlib.sha256(b"chosen later").digest()
    file["parts"]["server"], file["games"][0]["key"] = hashlib.sha256(key).hexdigest(), key.hex()
    text = f"rosespring dice 1\n{file['table']}\n1\n1\n" + "\n".join(file["parts"]["seeds"])
    seed = hmac.new(key, text.encode(), "sha256").digest()
    file["games"][0]["throws"] = [{"side": None, "dice": throw(seed, k)} for k in range(1, 4)]
    route.fulfill(json=file)


def throw(seed: bytes, count: int) -> list[int]:
    made = hmac.new(seed, f"throw {count} 0".encode(), "sha256").digest()
    return [byte % 6 + 1 for byte in made if byte < 252][:2]


def test_a_changed_file_does_not_hold(serve: Serve, browser: Browser) -> None:
    server = serve(None)
    first, _second = two_seats(browser, server.url)
    table = table_of(first)
    give_up(first)
    page = first.page
    page.route("**/file?*", change_throw)
    page.goto(f"{server.url}/verify/{table}")
    assert "not what they should be" in verdict(page, "fails")
    expect(page.get_by_text("Throw 1 should be")).to_be_visible()
    expect(page.locator(".throws .wrong")).to_have_count(1)
    page.unroute("**/file?*")
    page.route("**/file?*", change_server)
    page.reload()
    verdict(page, "fails")
    expect(page.get_by_text("It is not what this browser noted when the match began")).to_be_visible()


def test_a_reload_between_hash_and_seed_keeps_the_seed(serve: Serve, browser: Browser) -> None:
    server = serve(None)
    first, second = open_seat(browser, WIDE), open_seat(browser, NARROW)
    first.page.add_init_script(f"({HOLD_SEEDS})()")
    first.lay(server.url)
    second.join(first.invitation)
    first.wait_for("() => window.held")
    expect(second.prompt).to_have_text("The dice are being agreed on")
    assert second.mark("phase") == "dice"
    kept = first.page.evaluate("id => JSON.parse(localStorage[`rosespring.seed.${id}.1`]).seed", table_of(first))
    first.page.evaluate("() => { sessionStorage.freed = 'yes' }")
    first.page.reload()
    first.at_table()
    for seat in (first, second):
        seat.wait_for("() => document.getElementById('table').dataset.phase === 'roll'")
    file = json.loads(first.page.request.get(f"{server.url}/verify/{table_of(first)}/file").text())
    assert file["parts"]["seeds"][0] == kept
    assert first.faults == second.faults == []


def test_two_tabs_of_a_seat_give_one_part(serve: Serve, browser: Browser) -> None:
    server = serve(None)
    first, second = open_seat(browser, WIDE), open_seat(browser, NARROW)
    first.lay(server.url)
    tabs = [another_page(first.page.context) for _ in range(3)]
    for tab in tabs:
        tab.page.goto(first.page.url)
        tab.at_table()
    second.join(first.invitation)
    for seat in (first, *tabs, second):
        seat.wait_for("() => document.getElementById('table').dataset.phase === 'roll'")
        assert "part" not in seat.detail.inner_text()
        assert seat.faults == []


def test_the_dice_wait_for_who_is_away_and_say_so(serve: Serve, browser: Browser) -> None:
    server = serve(None)
    first, second = open_seat(browser, WIDE), open_seat(browser, NARROW)
    first.lay(server.url)
    link, address = first.invitation, first.page.url
    first.page.goto(server.url)
    second.join(link)
    expect(second.prompt).to_have_text("The dice are being agreed on")
    expect(second.detail).to_have_text("Both of you have a part in the dice, so Ana must be here for a moment.")
    expect(second.main).to_have_attribute("aria-disabled", "true")
    first.page.goto(address)
    first.at_table()
    for seat in (first, second):
        seat.wait_for("() => document.getElementById('table').dataset.phase === 'roll'")
        assert seat.faults == []


@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_a_seed_of_ones_own(serve: Serve, browser: Browser, size: tuple[int, int]) -> None:
    server = serve(None)
    seat = open_seat(browser, size)
    page = seat.page
    page.goto(server.url)
    page.get_by_role("radio", name="my own seed").check()
    page.locator('button[value="computer"]').click()
    seat.at_table()
    hashed = page.locator("#own-seed-server")
    expect(hashed).to_have_text(re.compile("^[0-9a-f]{64}$"))
    shown = hashed.inner_text()
    expect(page.get_by_role("button", name="Begin")).to_be_in_viewport()
    page.get_by_role("textbox", name="Your seed").fill("Ünsal, drei Uhr")
    page.get_by_role("button", name="Begin").click()
    seat.wait_for("() => !['dice', 'opening'].includes(document.getElementById('table').dataset.phase)")
    expect(page.locator("#own-seed-form")).to_be_hidden()
    file = json.loads(page.request.get(f"{server.url}/verify/{table_of(seat)}/file").text())
    assert file["parts"]["seeds"][0] == hashlib.sha256("Ünsal, drei Uhr".encode()).hexdigest()
    assert file["parts"]["server"] == shown
    assert seat.faults == []


def test_dice_thrown_by_hand(serve: Serve, browser: Browser) -> None:
    server = serve(None)
    seat = open_seat(browser, NARROW)
    page = seat.page
    page.goto(server.url)
    page.get_by_role("radio", name="thrown by hand").check()
    page.evaluate("() => { document.querySelector('input[name=level]:checked').value = 'runner' }")
    page.locator('button[value="computer"]').click()
    seat.at_table()
    hand = page.get_by_role("group", name="The dice you have thrown")

    def tap(*dice: int) -> None:
        for die in dice:
            hand.get_by_role("button", name=re.compile(f"^{die}")).click()

    expect(seat.prompt).to_contain_text("The opening throw")
    tap(2, 5)
    seat.press("Thrown")
    # Dark starts, with dice that the person throws for the computer.
    expect(seat.prompt).to_have_text("Throw two dice for the computer and tap them")
    tap(4, 3)
    expect(seat.main).to_have_text("Thrown")
    seat.main.click()
    expect(seat.prompt).to_have_text("Your turn: throw two dice and tap them", timeout=PATIENCE)
    expect(page.locator("#story")).to_contain_text("Dark 4-3:")
    tap(6)
    expect(seat.main).to_have_attribute("aria-disabled", "true")
    tap(6)
    seat.press("Thrown")
    assert seat.fates() == ["now"] * 4
    assert seat.faults == []


def test_hashes_where_the_browser_withholds_its_own(serve: Serve, browser: Browser) -> None:
    """Over plain http from another machine there is no WebCrypto; the module's own sums are those of hashlib."""
    seat = open_seat(browser)
    seat.page.goto(serve(None).url)
    found = seat.page.evaluate(
        """async () => {
            const { plainSha256, plainHmac, hex } = await import('/assets/digest.js');
            const data = (n) => Uint8Array.from({ length: n }, (_, i) => (7 * i + n) % 256);
            const both = (n) => [plainSha256(data(n)), plainHmac(data(n % 65), data(n))].map(hex);
            return [...Array(140).keys()].map(both);
        }"""
    )
    for n, (hashed, signed) in enumerate(found):
        data = bytes((7 * i + n) % 256 for i in range(n))
        key = bytes((7 * i + n % 65) % 256 for i in range(n % 65))
        assert hashed == hashlib.sha256(data).hexdigest(), n
        assert signed == hmac.new(key, data, "sha256").hexdigest(), n

"""Pages in every language: chosen and kept, translated and fitting, mirrored where lines are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from rosespring.language import OWN_NAMES
from tests.catalogues import PSEUDO, PSEUDO_RIGHT_TO_LEFT, pseudo
from tests.servers import Server, Throws
from tests.web.browser.seat import NARROW, WIDE, Seat, open_seat

pytestmark = pytest.mark.browser

CASCADE = [(6, 1), (3, 3), (6, 5), (6, 5)]
PAGES = ("/", "/rules", "/rules/gul-bara-bulgarian", "/rules/custom-baaaaaaaa7", "/rules/lesson", "/nowhere")
Serve = Callable[[Throws], Server]

# Words in plain letters. Names, addresses and notation are the same in every language.
UNTRANSLATED = """() => {
    const names = 'Rosespring( Backgammon)?|Crazy Narde|Narde nebune|gülbahar|gülbara|Ana|Bora';
    const same = new RegExp(`${names}|[0-9]+/off|https?:\\\\S+|make play HOST=0.0.0.0`, 'g');
    const found = [];
    const look = (text, where) => {
        const rest = (text ?? '').replace(/<[^>]*>/g, '').replace(same, '');
        if (/[A-Za-z]{2,}/.test(rest)) found.push(`${where}: ${text.trim()}`);
    };
    const skipped = (element) => element.closest('script, style, [lang]:not(html), [data-version]');
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { parentElement, textContent } = walker.currentNode;
        if (!skipped(parentElement)) look(textContent, parentElement.tagName);
    }
    for (const element of document.querySelectorAll('*')) {
        if (skipped(element)) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
            if (!element.closest('[aria-hidden=true]')) look(element.getAttribute(name), name);
    }
    const told = ['title', 'description', 'image:alt'].map((part) => `, meta[property="og:${part}"]`).join('');
    const described = document.querySelectorAll(`meta[name=description]${told}`);
    for (const meta of described) look(meta.content, 'meta');
    return found;
}"""
# What is cut off: text wider than its box, or a box beyond the edge of the screen.
CLIPPED = """() => [...document.querySelectorAll(
        'button, button span, a, a span, label, label span, summary, h1, h2, h3, th, td, p, li, legend, ' +
        '.segments, .menu-sheet, .controls, .player, .top, .foot, .choices, .card, .link-row, .desk, .notice')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((e) => !e.closest('.visually-hidden, .skip, svg'))
    .filter((e) => {
        const { left, right, width } = e.getBoundingClientRect();
        const inScroller = e.closest('.table-scroll');
        if (width <= 1) return false;
        const cut = e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline';
        return cut || (!inScroller && (left < -1 || right > innerWidth + 1));
    })
    .map((e) => `${e.tagName}.${e.className || e.id}: ${e.textContent.trim().slice(0, 60)}`)"""


def check(seat: Seat) -> None:
    """Nothing in plain English, nothing cut off, nothing beside the screen."""
    assert seat.page.evaluate(UNTRANSLATED) == [], seat.page.url
    fits(seat)


def fits(seat: Seat) -> None:
    """Nothing cut off, nothing beside the screen."""
    page = seat.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(CLIPPED) == [], page.url


def lay(seat: Seat, url: str, language: str, opponent: str = "friend") -> None:
    """Lay a table for Gioul in a language."""
    page = seat.page
    page.goto(f"{url}/?lang={language}")
    page.locator("#rules-setting > summary").click()
    page.locator('input[name="rules"][value="gioul"]').check()
    page.locator('input[name="name"]').fill("Ana")
    page.locator(f'button[value="{opponent}"]').click()
    seat.at_table()


def join(seat: Seat, link: str, language: str) -> None:
    seat.page.goto(f"{link}?lang={language}")
    seat.page.locator('input[name="name"]').fill("Bora")
    seat.page.locator("form button").click()
    seat.at_table()


def press(seat: Seat) -> None:
    """The large button, whatever it says."""
    number = seat.number
    expect(seat.main).to_have_attribute("aria-disabled", "false")
    seat.main.click()
    seat.wait_for_number(number + 1)


HIGHEST = "(points) => Math.max(...points.map((point) => Number(point.dataset.point)))"


def step(seat: Seat) -> None:
    """The step from the highest point that may move, found without reading any words."""
    number = seat.number
    source = seat.page.locator(".point-button.may").evaluate_all(HIGHEST)
    seat.point(source).click()
    if seat.picked(source):
        seat.point(seat.page.locator(".point.lit").evaluate_all(HIGHEST)).click()
    seat.wait_for_number(number + 1)


@pytest.mark.parametrize("language", [PSEUDO, PSEUDO_RIGHT_TO_LEFT])
def test_every_text_is_translated_and_fits_a_phone(serve_pseudo: Serve, browser: Browser, language: str) -> None:
    server, tag = serve_pseudo(CASCADE), language.replace("_", "-")
    seat, guest = open_seat(browser, NARROW), open_seat(browser, NARROW)
    for path in PAGES:
        seat.page.goto(f"{server.url}{path}?lang={tag}")
        check(seat)
    seat.page.goto(server.url)
    seat.page.locator("button[popovertarget]").click()
    check(seat)
    seat.page.keyboard.press("Escape")
    seat.page.locator("#rules-setting > summary").click()
    seat.page.locator('input[name="rules"][value="custom"]').check()
    for fold in seat.page.locator(".card-more > summary").all():
        fold.click()
    check(seat)
    lay(seat, server.url, tag)
    check(seat)
    guest.page.goto(f"{seat.invitation}?lang={tag}")
    check(guest)
    join(guest, seat.invitation, tag)
    seat.wait_for("() => document.getElementById('table').dataset.phase === 'roll'")
    check(seat)
    check(guest)
    press(seat)
    seat.play(24, 21)
    seat.point(7).click()
    expect(seat.detail).to_have_text(pseudo("No checker of yours stands here."))
    check(seat)
    while seat.mark("phase") == "play":
        step(seat)
    check(seat)
    press(seat)
    guest.wait_for_number(seat.number)
    check(guest)
    for player in (seat, guest):
        player.page.locator("#menu-button").click()
        check(player)
        player.page.keyboard.press("Escape")
    guest.page.locator("#replay-button").click()
    check(guest)
    assert [seat.faults, guest.faults] == [[NOT_FOUND], []]


NOT_FOUND = "error: Failed to load resource: the server responded with a status of 404 (Not Found)"


def test_lines_from_right_to_left_mirror_the_page_but_not_the_board(serve_pseudo: Serve, browser: Browser) -> None:
    server, tag = serve_pseudo(CASCADE), PSEUDO_RIGHT_TO_LEFT.replace("_", "-")
    for size in (NARROW, WIDE):
        seat = open_seat(browser, size)
        page = seat.page
        page.goto(f"{server.url}/?lang={tag}")
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == [tag, "rtl"]
        assert middle(seat, ".brand") > size[0] / 2 > middle(seat, "a.quiet")
        lay(seat, server.url, tag, "computer")
        assert middle(seat, ".table-top .brand") > size[0] / 2
        # The board is drawn and numbered as everywhere: own home at the bottom right.
        assert middle(seat, '[data-point="24"]') > middle(seat, '[data-point="13"]')
        assert middle(seat, '[data-point="1"]') > middle(seat, '[data-point="12"]')
        assert page.locator(".board").evaluate("(board) => getComputedStyle(board).direction") == "ltr"
        press(seat)
        # The dice of a cascade lie in the order in which they are played.
        places = page.locator(".stage").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().left)")
        assert len(places) == 4
        assert places == sorted(places)
        for target in (21, 18, 15, 12):
            seat.play(target + 3, target)
        while seat.mark("phase") == "play":
            step(seat)
        press(seat)
        line = page.locator(".story-done").first
        expect(line).to_contain_text("\u206624/21/18/15/12")
        # Steps read from left to right inside the sentence: the first one is the leftmost of them.
        assert page.evaluate(ORDER_OF_STEPS) is True
        assert seat.faults == []


ORDER_OF_STEPS = """() => {
    const texts = document.createTreeWalker(document.querySelector('.story-done'), NodeFilter.SHOW_TEXT);
    let words = texts.nextNode();
    while (!words.textContent.includes('\\u2066')) words = texts.nextNode();
    const place = (at) => {
        const range = document.createRange();
        range.setStart(words, at);
        range.setEnd(words, at + 1);
        return range.getBoundingClientRect();
    };
    const start = words.textContent.indexOf('\\u2066') + 1;
    return place(start).left < place(start + 6).left;
}"""


def middle(seat: Seat, selector: str) -> float:
    box = seat.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


def test_every_language_fits_a_small_phone(serve: Serve, browser: Browser, full_size: bool) -> None:
    server = serve(CASCADE)
    for language in sorted(OWN_NAMES) if full_size else ("bg", "el", "ru"):
        seat = open_seat(browser, (320, 640))
        for path in (*PAGES, "/dice", "/analysis", "/editor"):
            seat.page.goto(f"{server.url}{path}?lang={language}")
            fits(seat)
        lay(seat, server.url, language, "computer")
        press(seat)
        fits(seat)
        seat.page.locator("#menu-button").click()
        fits(seat)
        assert seat.faults == [NOT_FOUND]


def test_links_that_the_page_makes_keep_the_language_of_its_address(serve: Serve, browser: Browser) -> None:
    """As those of the server do: a browser that keeps no cookies would lose it otherwise."""
    server = serve(CASCADE)
    seat = open_seat(browser, WIDE)
    lay(seat, server.url, "en", "computer")
    table = seat.page.url.rpartition("/")[2]
    seat.page.goto(f"{server.url}/t/{table}?lang=tr")
    seat.at_table()
    assert seat.page.locator('[data-menu="rules"]').get_attribute("href") == "/rules/gioul?lang=tr"
    seat.page.locator("#menu-button").click()
    for deed in ("resign", "resign-yes"):
        seat.page.locator(f'[data-menu="{deed}"]').click()
    expect(seat.page.locator("#result")).to_be_visible()
    links = {name: seat.page.locator(f"#result-{name}").get_attribute("href") for name in ("dice", "share", "analyse")}
    assert links == {
        "dice": f"/verify/{table}?match=1&lang=tr",
        "share": f"/g/{table}?match=1&lang=tr",
        "analyse": f"/analysis/{table}?match=1&game=1&lang=tr",
    }
    seat.page.locator("#result-share").click()
    # Whoever it is sent to has a language of his own.
    expect(seat.page.locator(".share-link input")).to_have_value(f"{server.url}/g/{table}?match=1&game=1")


def test_hints_come_in_the_language_of_the_page(serve: Serve, browser: Browser) -> None:
    """Another tab has chosen another one since."""
    server = serve(CASCADE)
    seat = open_seat(browser, WIDE)
    lay(seat, server.url, "da", "computer")
    seat.page.context.new_page().goto(f"{server.url}/rules?lang=el")
    press(seat)
    with seat.page.expect_response("**/hint?*") as response:
        seat.page.locator("#hint-button").click()
    assert response.value.url.endswith("/hint?lang=da")


WORDY = """([prompt, detail]) => {
    const height = () => document.querySelector('.notice').getBoundingClientRect().height;
    const before = height();
    document.getElementById('prompt').textContent = prompt;
    document.getElementById('detail').textContent = detail;
    return [before, height()];
}"""


@pytest.mark.parametrize("size", [(360, 740), (360, 640), WIDE], ids=["360", "360-short", "1440"])
def test_the_words_of_the_turn_have_their_room_however_long(
    serve_pseudo: Serve, browser: Browser, size: tuple[int, int]
) -> None:
    """Pseudo-texts are as long as those of no real language."""
    server = serve_pseudo(CASCADE)
    seat, guest = open_seat(browser, size), open_seat(browser, NARROW)
    lay(seat, server.url, "en-XA")
    join(guest, seat.invitation, "en-XA")
    expect(seat.page.locator("#play-area")).to_be_visible()
    prompt = pseudo("Your turn: throw two dice and tap them")
    for count in (1, 8, 40):
        before, after = seat.page.evaluate(WORDY, [prompt, "long words " * count])
        assert after == before, count


def test_long_names_do_not_widen_a_phone(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    seat, guest = open_seat(browser, NARROW), open_seat(browser, NARROW)
    lay(seat, server.url, "bg")
    guest.page.goto(seat.invitation)
    guest.page.locator('input[name="name"]').fill("Александър Константинов")
    guest.page.locator("form button").click()
    guest.at_table()
    press(seat)
    while seat.mark("phase") == "play":
        step(seat)
    press(seat)
    # Now the strip says whose dice come next.
    assert "Александър" in seat.page.locator(".strip-empty").inner_text()
    fits(seat)


BROKEN = """(label) => label.textContent.split(/\\s+/).filter((word) => {
    const text = [...label.childNodes].find((node) => node.nodeType === Node.TEXT_NODE), range = new Range();
    const at = text.textContent.indexOf(word);
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return range.getClientRects().length > 1;
})"""


SAID = "(word) => JSON.parse(document.getElementById('messages').textContent)[word] ?? word"


def test_the_large_button_breaks_no_word(serve: Serve, browser: Browser) -> None:
    """Beside the hint it is at its narrowest; the longest labels are for dice thrown by hand and for a lost line."""
    server = serve(CASCADE)
    for language in sorted(OWN_NAMES):
        seat = open_seat(browser, NARROW)
        seat.page.goto(f"{server.url}/?lang={language}")
        seat.page.locator('input[name="dice"][value="hand"]').evaluate("(radio) => radio.click()")
        seat.page.locator('button[value="computer"]').click()
        seat.at_table()
        label = seat.main.locator("[data-main-label]")
        assert label.evaluate(BROKEN) == [], language
        for word in ("Offline …", "Sending …", "Checking …", "Roll", "Done"):
            said = seat.page.evaluate(SAID, word)
            label.evaluate("(label, said) => { label.textContent = said }", said)
            assert label.evaluate(BROKEN) == [], (language, said)


def test_a_language_is_chosen_by_its_own_name_and_kept(serve: Serve, browser: Browser) -> None:
    server = serve([(6, 1), (6, 5)])
    seat = open_seat(browser, WIDE, locale="en-GB")
    page = seat.page
    page.goto(server.url)
    page.get_by_role("button", name="Language").click()
    page.get_by_role("link", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.goto(server.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Родня нардов, где никого не бьют")
    lay(seat, server.url, "ru", "computer")
    expect(seat.prompt).to_have_text("Ваш ход: бросайте")
    press(seat)
    expect(seat.prompt).to_have_text("Ваш ход: сыграть 2 числа")
    assert page.locator('.point-button[data-point="24"]').get_attribute("aria-label") == (
        "ваш пункт 24, 15 светлых шашек, может пойти на 6 и 5"
    )
    seat.play(24, 18)
    expect(seat.prompt).to_have_text("Ваш ход: сыграть 1 число")
    page.locator("#menu-button").click()
    page.get_by_role("link", name="Türkçe").click()
    seat.at_table()
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    expect(seat.prompt).to_have_text("Sıra sizde: oynanacak 1 sayı")
    seat.play(24, 19)
    press(seat)
    expect(page.locator(".story-done").first).to_contain_text("Açık 6-5: 24/18 24/19.")
    assert seat.faults == []

"""Which language a page speaks, how its links keep to it, and that two players hear each their own."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from babel import Locale
from babel.messages.extract import extract_from_dir
from websockets.asyncio.client import connect

from rosespring.language import OWN_NAMES, gettext, languages, use_language
from rosespring.web.client_words import client_words, marked_texts, plural_examples
from rosespring.web.settings import Settings
from tests.web.helpers import Browser, Live, Player, live, make_settings, write_dice

CLIENT = Settings().client
HTML = re.compile(r'<html lang="([^"]*)" dir="([^"]*)">')


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with the real templates, at whose tables Light starts with 6-5."""
    settings = make_settings(
        tmp_path, templates=Settings().templates, dice=write_dice(tmp_path / "dice", [(6, 1), (6, 5)])
    )
    async with live(settings) as running:
        yield running


async def page(real: Live, path: str, **headers: str) -> str:
    return (
        await Browser(real.url).request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
    ).text


def language_of(text: str) -> str:
    found = HTML.search(text)
    assert found
    assert found[2] == "ltr"
    return found[1]


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("/", {}, "en"),
        ("/", {"Accept_Language": "tr"}, "tr"),
        ("/", {"Accept_Language": "bg-BG,bg;q=0.9,en;q=0.8"}, "bg"),
        ("/", {"Accept_Language": "en;q=0.5, el;q=0.9, xx"}, "el"),
        ("/", {"Accept_Language": "da;q=0, ru;q=0.1"}, "ru"),
        ("/", {"Accept_Language": "da;q=high, ru"}, "ru"),
        ("/", {"Accept_Language": "tr", "Cookie": "lang=es"}, "es"),
        ("/", {"Accept_Language": "tr", "Cookie": "lang=xx"}, "tr"),
        ("/?lang=da", {"Accept_Language": "tr", "Cookie": "lang=es"}, "da"),
        ("/?lang=RU-ru", {"Cookie": "lang=es"}, "ru"),
        ("/?lang=xx", {"Cookie": "lang=es"}, "es"),
        ("/?lang=../../x", {}, "en"),
        ("/nowhere", {"Cookie": "lang=es"}, "es"),
    ],
)
async def test_address_then_cookie_then_browser(real: Live, path: str, headers: dict[str, str], expected: str) -> None:
    assert language_of(await page(real, path, **headers)) == expected


async def test_a_choice_is_kept_and_nothing_else_is(real: Live) -> None:
    async with httpx.AsyncClient(base_url=real.url) as client:
        assert "set-cookie" not in (await client.get("/", headers={"Accept-Language": "tr"})).headers
        chosen = (await client.get("/rules?lang=bg")).headers["set-cookie"]
        assert re.match(r"lang=bg; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax$", chosen)
        again = await client.get("/rules?lang=bg")
        assert "set-cookie" not in again.headers
        assert language_of((await client.get("/")).text) == "bg"
        # An address that asks for nothing that there is sets nothing.
        assert "set-cookie" not in (await client.get("/?lang=xx")).headers


async def test_links_keep_the_language_of_an_address(real: Live) -> None:
    """Also for readers who take no cookies."""
    text = await page(real, "/rules?lang=el")
    own = [link for link in re.findall(r'<a [^>]*href="(/[^"]*)"', text) if "hreflang" not in link]
    assert own
    assert [link for link in own if not re.search(r"[?&]lang=", link)] == []
    assert "lang=" not in "".join(
        re.findall(r'<a class="[^"]*" href="(/[^"]*)"', await page(real, "/rules", Cookie="lang=el"))
    )


@pytest.mark.parametrize("path", ["/", "/rules", "/rules/gioul", "/rules/lesson"])
async def test_search_engines_find_every_language(real: Live, path: str) -> None:
    text = await page(real, f"{path}?lang=tr")
    alternates = dict(re.findall(r'<link rel="alternate" hreflang="([^"]*)" href="([^"]*)">', text))
    assert alternates == {tag: f"{real.url}{path}?lang={tag}" for tag in languages()} | {"x-default": real.url + path}
    for tag, address in alternates.items():
        assert language_of(await page(real, address.removeprefix(real.url))) == (tag if tag != "x-default" else "en")


async def test_every_page_offers_every_language_by_its_own_name(real: Live) -> None:
    ana = Browser(real.url)
    table = await ana.lay()
    paths = ["/", "/rules", "/rules/gioul", "/rules/lesson", f"/t/{table}", "/nowhere"]
    for browser, path in [*((ana, path) for path in paths), (Browser(real.url), ana.invitation)]:
        text = (await browser.request("GET", path)).text
        offered = dict(re.findall(r'<li><a href="([^"]*)" lang="[^"]*" hreflang="[^"]*"[^>]*>([^<]*)</a>', text))
        assert offered == {f"{path}?lang={tag}": name for tag, name in OWN_NAMES.items()}, path
        assert text.count('aria-current="true"') == 1


async def test_a_refused_form_offers_pages_that_can_be_asked_for(real: Live) -> None:
    response = await Browser(real.url).request("POST", "/tables?lang=ru", {"opponent": "nobody"})
    assert response.status_code == 422
    assert 'href="/?lang=es"' in response.text


async def test_an_address_cannot_lead_elsewhere(real: Live) -> None:
    async with httpx.AsyncClient(base_url=real.url) as client:
        text = (await client.get(f'{real.url}//evil.example/"><b>?next=<i>')).text
    links = re.findall(r'<li><a href="([^"]*)" lang', text)
    assert links
    assert all(link.startswith("/evil.example/") and "<" not in link for link in links)


def test_the_modules_texts_are_those_that_the_template_has() -> None:
    """The server finds them as Babel does."""
    found = {
        text for _, _, text, _, _ in extract_from_dir(str(CLIENT), [("**.js", "javascript")], keywords={"_": None})
    }
    counted = extract_from_dir(str(CLIENT), [("**.js", "javascript")], keywords={"ngettext": (1, 2)})
    single, pairs = marked_texts(CLIENT)
    assert {text for text in found if isinstance(text, str)} <= single
    assert pairs == {text for _, _, text, _, _ in counted if isinstance(text, tuple)}
    # What words.js itself says calls gettext by its name.
    assert single - found == {"{first} and {last}"}


@pytest.mark.parametrize("language", sorted(OWN_NAMES))
def test_the_page_gets_a_form_for_each_plural_category(language: str) -> None:
    rule = Locale.parse(language).plural_form
    assert set(plural_examples(language)) == {rule(number) for number in range(1000)}
    with use_language(language):
        words = client_words(CLIENT)
        assert words if language != "en" else not words
        single, counted = marked_texts(CLIENT)
        for one, _ in counted if words else ():
            assert set(words[one]) == set(plural_examples(language)), one
        assert all(words.get(text, text) == gettext(text) for text in single)


async def test_a_page_carries_the_texts_of_its_modules(real: Live) -> None:
    text = await page(real, "/?lang=ru")
    found = re.search(r'<script type="application/json" id="messages">(.*?)</script>', text)
    assert found
    words = json.loads(found[1])
    assert words["{n} six"] == {"one": "{n} шестёрка", "few": "{n} шестёрки", "many": "{n} шестёрок"}
    assert words["Roll"] == "Бросить"


async def sit(real: Live, browser: Browser, language: str) -> tuple[Any, Player]:
    """A socket of `browser`'s seat, on a page in `language`."""
    table = browser.table
    headers = {"Origin": browser.url, "Cookie": f"seat={browser.cookies[f'/t/{table}']}; lang=da"}
    address = browser.url.replace("http", "ws", 1) + f"/t/{table}/socket?lang={language}"
    socket = await connect(address, additional_headers=headers, ping_interval=None)
    return socket, Player(socket, table, browser)


async def test_each_of_two_players_hears_his_own_language(real: Live) -> None:
    ana, bo = Browser(real.url), Browser(real.url)
    await ana.lay(rules="gioul")
    await bo.join(ana.invitation)
    (one, light), (other, dark) = await sit(real, ana, "ru"), await sit(real, bo, "el")
    listening = [asyncio.create_task(player.listen()) for player in (light, dark)]
    await light.hello()
    await dark.hello()
    number = await light.do("roll")
    await dark.until(lambda player: player.state["number"] == number)
    assert light.events[-1]["words"] == ["Вам выпало 6-5."]
    assert dark.events[-1]["words"] == ["Ana: φέρνει 6-5."]
    refused = await dark.ask(dark.message("step", {"point": 24, "number": 6}))
    assert refused["body"]["message"] == "είναι η σειρά της άλλης πλευράς"
    assert light.stories[-1][-1]["words"].startswith("Начальный бросок")
    assert dark.stories[-1][-1]["words"].startswith("Πρώτη ζαριά")
    assert (light.state["title"], dark.state["title"]) == ("Gioul", "Γκιουλ")
    for socket in (one, other):
        await socket.close()
    await asyncio.gather(*listening, return_exceptions=True)

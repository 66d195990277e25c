"""Pages, forms and what guards them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from rosespring.language import languages
from rosespring.web.forms import FormError, read_order, tidy_name
from rosespring.web.pages import for_script
from rosespring.web.settings import Settings, public_url
from tests.web.helpers import Browser, Live, eventually, live, make_settings

LEVELS = ["random", "careful"]
FORM = {"opponent": "friend", "rules": "gioul", "length": "3", "name": "Ana"}


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Live]:
    async with live(make_settings(tmp_path)) as running:
        yield running


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with the real templates."""
    async with live(make_settings(tmp_path, templates=Settings().templates)) as running:
        yield running


def test_a_form_becomes_an_order() -> None:
    order = read_order(FORM, LEVELS)
    assert (order.rules["movement"], order.length, order.name, order.level) == ("contrary", 3, "Ana", "")
    assert read_order(FORM | {"opponent": "computer", "level": "careful"}, LEVELS).level == "careful"
    custom = {"rules": "custom", "movement": "contrary", "cascade_from": "2", "receiver": "skips", "rest": ""}
    rules = read_order(FORM | custom, LEVELS).rules
    chosen = {"movement": "contrary", "cascade_from": 2, "receiver": "skips", "rest": "passes"}
    assert {name: rules[name] for name in chosen} == chosen


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": "chess"},
        {"rules": ""},
        {"length": "0"},
        {"length": "100"},
        {"length": "three"},
        {"length": "-1"},
        {"opponent": "nobody"},
        {"opponent": "computer"},
        {"opponent": "computer", "level": "genius"},
        {"rules": "custom", "movement": "sideways"},
        {"rules": "custom", "cascade_from": "100"},
        {"rules": "custom", "cascade_from": "x"},
    ],
)
def test_a_form_that_the_page_does_not_offer_is_refused(changes: dict[str, str]) -> None:
    with pytest.raises(FormError):
        read_order(FORM | changes, LEVELS)


def test_a_refused_number_is_named_as_it_was_typed() -> None:
    with pytest.raises(FormError, match="not four"):
        read_order(FORM | {"rules": "custom", "cascade_from": "four"}, LEVELS)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ana\n Maria\t", "Ana Maria"),
        ("x" * 99, "x" * 24),
        ("a\u202eb\x00c", "abc"),
        ("Ünsal 🌹", "Ünsal 🌹"),
        (None, ""),
    ],
)
def test_a_name_is_one_line(given: object, shown: str) -> None:
    assert tidy_name(given) == shown


def test_json_cannot_leave_its_script() -> None:
    text = for_script({"name": "</script><!--\u2028"})
    assert "<" not in text
    assert json.loads(text) == {"name": "</script><!--\u2028"}


async def test_every_answer_is_guarded(running: Live) -> None:
    browser = Browser(running.url)
    for path in ("/", "/healthz", "/nowhere", "/t/none", "/assets/none.js", "/board.css"):
        response = await browser.request("GET", path)
        policy = response.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "same-origin"
        assert "server" not in response.headers


async def test_health(running: Live) -> None:
    answer = (await Browser(running.url).request("GET", "/healthz")).json()
    assert answer["ok"] is True


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "file://"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 303),
        ({}, 303),
    ],
)
async def test_forms_come_from_our_own_pages(running: Live, headers: dict[str, str], status: int) -> None:
    response = await Browser(running.url).request("POST", "/tables", FORM, headers)
    assert response.status_code == status


async def test_a_public_address_may_be_written_in_capitals(tmp_path: Path) -> None:
    settings = make_settings(tmp_path, public_url=public_url("https://Play.Example.org/"))
    async with live(settings) as running:
        headers = {"Origin": "https://play.example.org"}
        assert (await Browser(running.url).request("POST", "/tables", FORM, headers)).status_code == 303


async def test_large_bodies_are_refused(running: Live) -> None:
    large = FORM | {"name": "x" * 20_000}
    assert (await Browser(running.url).request("POST", "/tables", large)).status_code == 413

    async def drops() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    headers = {"Origin": running.url, "Content-Type": "application/x-www-form-urlencoded"}
    async with httpx.AsyncClient(base_url=running.url, headers=headers) as client:
        assert (await client.post("/tables", content=drops())).status_code == 413


async def test_a_faulty_form_comes_back_with_words(running: Live) -> None:
    response = await Browser(running.url).request("POST", "/tables", FORM | {"length": "0"})
    assert (response.status_code, response.text) == (422, "start Please choose a match length from 1 to 99 points.")


async def test_what_is_not_there_is_said_kindly(running: Live) -> None:
    for path in ("/nowhere", "/t/none", "/i/none", "/s/none", "/rules/chess", "/t/none/record", "/assets/../app.py"):
        response = await Browser(running.url).request("GET", path)
        assert response.status_code == 404
        assert response.text.startswith("There is nothing here: ")
    assert (await Browser(running.url).request("GET", "/tables")).status_code == 405
    assert (await Browser(running.url).request("POST", "/i/none", {"name": ""})).status_code == 404
    assert (await Browser(running.url).request("POST", "/t/none/seat-link")).status_code == 403


async def test_cookies_are_out_of_reach_for_scripts_and_other_sites(running: Live, tmp_path: Path) -> None:
    response = await Browser(running.url).request("POST", "/tables", FORM)
    cookies = response.headers.get_list("set-cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
    folder = tmp_path / "public"
    folder.mkdir()
    async with live(make_settings(folder, public_url="https://play.example.org")) as public:
        ours = {"Origin": "https://play.example.org"}
        response = await Browser(public.url).request("POST", "/tables", FORM, ours)
        assert all("Secure" in cookie for cookie in response.headers.get_list("set-cookie"))
        assert "max-age" in response.headers["strict-transport-security"]


async def test_links_are_made_with_the_public_address(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path, public_url="https://play.example.org")) as running:
        ana = Browser(running.url)
        table = await ana.lay()
        async with ana.sit() as light:
            assert light.state["invite"] == "https://play.example.org" + ana.invitation
            assert light.state["local_only"] is False
        link = (await ana.request("POST", f"/t/{table}/seat-link")).json()["url"]
        assert link.startswith("https://play.example.org/s/")


async def test_a_friend_in_the_local_network_gets_an_address_that_works(tmp_path: Path) -> None:
    nearby = "http://192.0.2.7:8000"
    async with live(make_settings(tmp_path, host="0.0.0.0", local_url=nearby)) as running:
        ana = Browser(running.url)
        await ana.lay()
        async with ana.sit() as light:
            assert light.state["invite"] == nearby + ana.invitation
            assert light.state["local_only"] is False


async def test_assets_are_kept_by_their_hash(real: Live) -> None:
    browser = Browser(real.url)
    start = (await browser.request("GET", "/")).text
    versioned = re.findall(r'"(/(?:assets/[^"]+|board\.css)\?v=[0-9a-f]{16})"', start)
    assert versioned
    for address in versioned:
        response = await browser.request("GET", address)
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]
    plain = await browser.request("GET", versioned[0].split("?")[0])
    assert plain.headers["cache-control"] == "no-cache"
    again = await browser.request("GET", versioned[0].split("?")[0], headers={"If-None-Match": plain.headers["etag"]})
    assert again.status_code == 304


async def test_the_real_pages_are_drawn(real: Live) -> None:
    ana, bo = Browser(real.url), Browser(real.url)
    assert "gul-bara-bulgarian" in (await ana.request("GET", "/")).text
    for path in ("/rules", "/rules/gioul", "/rules/custom-baaaaaaaa7"):
        assert (await ana.request("GET", path)).status_code == 200
    assert (await ana.request("GET", "/nowhere")).status_code == 404
    table = await ana.lay(rules="custom")
    assert (await bo.request("GET", ana.invitation)).status_code == 200
    page = await ana.request("GET", f"/t/{table}")
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page.text)
    assert found
    assert json.loads(found[1])["phase"] == "waiting"
    link = (await ana.request("POST", f"/t/{table}/seat-link")).json()["url"]
    assert (await bo.request("GET", link.removeprefix(real.url))).status_code == 200
    for response in (page, await ana.request("GET", "/")):
        assert not re.search(r"<script(?![^>]*(src=|application/json))", response.text)


async def test_a_taken_seat_shows_its_owner_the_way_to_the_table(real: Live) -> None:
    """On another device his browser sends the seat's cookie to the table only, so the invitation cannot know him."""
    ana, bo, phone = (Browser(real.url) for _ in range(3))
    table = await ana.lay()
    await bo.join(ana.invitation)
    link = (await bo.request("POST", f"/t/{table}/seat-link")).json()["url"].removeprefix(real.url)
    await phone.request("POST", link)
    for response in (await phone.request("GET", ana.invitation), await phone.join(ana.invitation)):
        assert response.status_code == 409
        assert f'href="/t/{table}"' in response.text
    assert (await phone.request("GET", f"/t/{table}")).status_code == 200
    assert f"/t/{table}" not in (await phone.request("GET", "/i/none")).text


async def test_pages_with_secrets_in_their_address_say_where_their_forms_come_from(real: Live) -> None:
    """Without a referrer, forms come from "null", and old browsers say nothing else."""
    ana = Browser(real.url)
    table = await ana.lay()
    link = (await ana.request("POST", f"/t/{table}/seat-link")).json()["url"].removeprefix(real.url)
    for path in (ana.invitation, link):
        page = (await Browser(real.url).request("GET", path)).text
        assert re.findall(r'name="referrer" content="([^"]*)"', page) == ["same-origin"]


async def test_the_disk_is_not_asked_for_languages_with_every_request(
    running: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = languages()
    monkeypatch.setattr("rosespring.language.LOCALES", None)
    assert (await Browser(running.url).request("GET", "/nowhere")).status_code == 404
    assert languages() == known


async def test_a_table_that_is_read_anew_asks_for_a_moment(running: Live) -> None:
    ana = Browser(running.url)
    table = await ana.lay()
    async with running.server.hall.room(table) as room, room.lock:
        waiting = asyncio.create_task(ana.request("GET", f"/t/{table}"))
        await eventually(lambda: room.users == 2)
        room.spoil()
    response = await waiting
    assert (response.status_code, response.text.split(":")[0]) == (503, "One moment, please")
    assert (await ana.request("GET", f"/t/{table}")).status_code == 200


@pytest.mark.parametrize("asked", ["xx, en;q=0.5", "", "*", "en-GB,en;q=0.9", ";;;,,,"])
async def test_an_unknown_language_is_english(running: Live, asked: str) -> None:
    response = await Browser(running.url).request("GET", "/nowhere", headers={"Accept-Language": asked})
    assert response.text.startswith("There is nothing here")

"""The cards beside links: what they show, who may have how many painted, and what happens when painting fails."""

from __future__ import annotations

import re
import struct
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from rosespring.web import cards, painter
from rosespring.web.cards import card
from rosespring.web.desk import Busy
from rosespring.web.painter import NoPicture, Painter
from rosespring.web.settings import Settings
from tests.web.helpers import Browser, Clock, Live, live, make_settings, two_players, write_dice

START = (*[0] * 24, 15)


def texts(drawing: str) -> list[str]:
    return re.findall(r"<text x[^>]*>([^<]*)</text>", drawing)[-20:]


def words(drawing: str) -> str:
    """What stands beside the board."""
    return " ".join(texts(drawing)).split("Rosespring ", 1)[1]


def size(picture: bytes) -> tuple[int, int]:
    """The width and height that the header of a PNG tells (PNG specification, 11.2.2)."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def asking(address: str = "203.0.113.5") -> Request:
    return Request({"type": "http", "client": (address, 1), "headers": []})


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Live]:
    dice = write_dice(tmp_path / "dice", [(6, 1), (4, 3), (2, 1)])
    async with live(make_settings(tmp_path, dice=dice, templates=Settings().templates)) as running:
        yield running


def test_a_card_says_what_it_is_told() -> None:
    drawn = card((START, START), "parallel", "Ana <against> Bo", ["Ana has won game 1: 2 points.", ""])
    assert words(drawn) == "Ana &lt;against&gt; Bo Ana has won game 1: 2 points."
    # resvg knows neither.
    assert "var(" not in drawn
    assert "@media" not in drawn


def test_what_is_too_long_is_broken_and_cut() -> None:
    drawn = card((START, START), "contrary", "W" * 24 + " against " + "i" * 24, ["many words " * 60])
    lines = texts(drawn)
    assert lines[-1].endswith("many …")
    assert "".join(lines).count("W") == 24
    heights = [float(y) for y in re.findall(r'<text x="716" y="(\d+)"', drawn)]
    assert heights == sorted(heights)
    assert heights[-1] <= cards.HEIGHT - 30


async def test_a_finished_game_has_a_card_in_the_language_of_its_page(served: Live) -> None:
    async with two_players(served.url, length=3) as (ana, _bo):
        await ana.do("resign", points=2)
        table = ana.table
    client = httpx.AsyncClient(base_url=served.url)
    page = (await client.get(f"/g/{table}?lang=es")).text
    (address,) = re.findall(r'property="og:image" content="([^"]+)"', page)
    answer = await client.get(address.replace("&amp;", "&"))
    assert answer.headers["content-type"] == "image/png"
    assert size(answer.content) == (1200, 630)
    assert answer.headers["cache-control"] == "private, max-age=3600"
    assert "lang=es" in address
    watched = await client.get(f"/w/{table}/card.png")
    assert size(watched.content) == (1200, 630)
    for missing in (f"/g/{table}/card.png?game=9", "/g/nowhere/card.png", "/w/nowhere/card.png"):
        assert (await client.get(missing)).status_code == 404
    await client.aclose()


async def test_an_invitation_has_a_card_that_takes_no_seat(served: Live) -> None:
    creator, guest = Browser(served.url), Browser(served.url)
    await creator.lay(length=3)
    link = creator.invitation
    page = (await guest.request("GET", link)).text
    (address,) = re.findall(r'property="og:image" content="([^"]+)"', page)
    assert address == f"{served.url}{link.removeprefix(served.url)}/card.png"
    picture = await guest.request("GET", f"{link}/card.png")
    assert size(picture.content) == (1200, 630)
    assert (await guest.join(link)).status_code == 303
    assert (await guest.request("GET", f"{link}/card.png")).status_code == 404
    assert (await guest.request("GET", "/i/nothing/card.png")).status_code == 404


async def test_a_picture_is_painted_once_and_an_address_has_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, painted = Clock(), list[str]()
    changes = {"pictures_at_once": 2, "picture_every": timedelta(seconds=5), "pictures_kept": 2, "clock": clock}
    paints = Painter(make_settings(tmp_path, **changes))

    async def paint(drawing: str) -> bytes:
        painted.append(drawing)
        return drawing.encode()

    monkeypatch.setattr(paints, "_painted", paint)
    for _ in range(3):
        assert await paints.paint(asking(), "one") == b"one"
    assert await paints.paint(asking(), "two") == b"two"
    with pytest.raises(Busy) as refused:
        await paints.paint(asking(), "three")
    assert not refused.value.crowded
    assert await paints.paint(asking("198.51.100.7"), "three") == b"three"
    clock.now += 5
    # Three do not fit: the one that was asked for longest ago is gone.
    assert await paints.paint(asking(), "one") == b"one"
    assert painted == ["one", "two", "three", "one"]


async def test_only_so_many_wait(tmp_path: Path) -> None:
    paints = Painter(make_settings(tmp_path, pictures_waiting=0))
    with pytest.raises(Busy) as refused:
        await paints.paint(asking(), "one")
    assert refused.value.crowded


async def test_a_painter_that_fails_or_hangs_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoPicture, match="ValueError"):
        await Painter(make_settings(tmp_path)).paint(asking(), "no drawing")
    paints = Painter(make_settings(tmp_path, paint_timeout=timedelta(seconds=1)))
    monkeypatch.setattr(painter, "PROGRAM", ("sleep", "1000"))
    with pytest.raises(NoPicture, match="within 1 s"):
        await paints.paint(asking(), "one")

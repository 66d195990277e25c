"""Plays a table on over the web protocol, beside the pages that look at it, to get to a state worth a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from playwright.sync_api import Page

from rosespring.board import Position
from rosespring.players.player import PLAYERS, play_turn
from tests.web.helpers import Browser, Player

State = dict[str, Any]
Wanted = Callable[[State], object]


def fly(url: str, pages: tuple[Page, Page], wanted: Wanted) -> State:
    """Let both seats of the table on `pages` play carefully until its state is `wanted`, as Light sees it."""
    table = pages[0].url.partition("?")[0].rpartition("/")[2]
    seats = [Browser(url, {f"/t/{table}": _secret(page)}) for page in pages]
    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, _fly(seats, wanted)).result()


def _secret(page: Page) -> str:
    """The page's seat."""
    return next(cookie["value"] for cookie in page.context.cookies([page.url]) if cookie["name"] == "seat")


async def _fly(seats: list[Browser], wanted: Wanted) -> State:
    async with seats[0].sit(agrees=False) as light, seats[1].sit(agrees=False) as dark:
        while not wanted(light.state):
            actor = dark if light.state["turn"] == 1 else light
            await _act(actor, wanted)
            for player in (light, dark):
                await player.until(
                    lambda heard: heard.state["number"] == max(light.state["number"], dark.state["number"])
                )
        return light.state


async def _act(player: Player, wanted: Wanted) -> None:
    can = player.state["can"]
    if "step" not in can:
        await player.do(next(kind for kind in ("done", "roll", "next") if kind in can))
        return
    position = Position.parse(player.state["position"])
    for step in play_turn(PLAYERS["careful"], position, Random(1))[0]:
        if not wanted(player.state):
            await player.do("step", point=step.point, number=step.number)


def rolls(count: int) -> Wanted:
    """Until so many rolls have been made by both together, and another is awaited."""
    return lambda state: sum(state["rolls"]) >= count and state["phase"] == "roll"


def steps(count: int) -> Wanted:
    """Until so many steps of the open turn are played."""
    return lambda state: len(state["open_steps"]) >= count


def phase(name: str) -> Wanted:
    """Until the table is in a phase."""
    return lambda state: state["phase"] == name

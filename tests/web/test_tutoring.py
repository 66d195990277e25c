"""The tutor over HTTP: for whole turns of one's own against the computer, with the costs of the analysis."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from rosespring.analysis import Thresholds
from rosespring.analysis.tutor import objection
from rosespring.board import Position, Side, Step
from rosespring.game import OpenTurn
from rosespring.web import tutoring
from rosespring.web.settings import Settings
from tests.web.helpers import Browser, Clock, Player, live, make_settings, two_players, write_dice


def settings(folder: Path, **changes: object) -> Settings:
    dice = write_dice(folder / "dice.txt", [(6, 1), (4, 3), (2, 1), (5, 3)])
    return make_settings(folder, dice=dice, **changes)


async def play_turn(player: Player, random: Random) -> None:
    """Any turn, up to where only done is left."""
    await player.do("roll")
    while player.state["legal"]:
        point, number = random.choice(player.state["legal"])
        await player.do("step", point=point, number=number)
    await player.until(lambda each: each.state["phase"] == "confirm")


async def test_a_turn_costs_what_the_analysis_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However little it is: the limit of the test is as good as none."""
    monkeypatch.setitem(tutoring.LIMITS, "doubtful", 1e-9)
    async with live(settings(tmp_path)) as running:
        ana = Browser(running.url)
        await ana.lay(level="novice")
        async with ana.sit() as light:
            before = Position.parse(light.state["position"])
            await play_turn(light, Random(2))
            answer = await ana.request("POST", f"/t/{ana.table}/tutor")
            assert answer.status_code == 200
            told = answer.json()
            assert told["number"] == light.state["number"]
            turn = open_turn(before, light)
            expected = objection(turn.steps[0].before, turn.played)
            if expected is None:
                assert told["warning"] is None
                return
            assert told["warning"]["cost"] == pytest.approx(expected.cost, abs=1e-4)
            assert told["warning"]["point"] == expected.point
            pairs = [(step["from"], step["number"]) for step in told["warning"]["better"]]
            assert pairs == [(step.point, step.number) for step in expected.better]
            assert f"on your {expected.point}." in told["warning"]["words"]


def open_turn(before: Position, player: Player) -> OpenTurn:
    """The turn as its owner has played it."""
    from rosespring.game import Game

    turn = OpenTurn(Game.from_position(before.to_roll(Side.LIGHT)))
    turn.roll(4, 3)
    for step in player.state["open_steps"]:
        turn.step(Step(step["from"], step["number"]))
    return turn


async def test_what_is_cheaper_than_asked_for_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tutoring.LIMITS, "very-bad", 4.0)
    async with live(settings(tmp_path)) as running:
        ana = Browser(running.url)
        await ana.lay(level="novice")
        async with ana.sit() as light:
            await play_turn(light, Random(2))
            answer = await ana.request("POST", f"/t/{ana.table}/tutor?from=very-bad")
            assert answer.json() == {"number": light.state["number"], "warning": None}
            assert (await ana.request("POST", f"/t/{ana.table}/tutor?from=all")).status_code == 422


async def test_it_is_asked_at_the_end_of_an_own_turn_and_by_its_owner(tmp_path: Path) -> None:
    async with live(settings(tmp_path)) as running:
        ana, stranger = Browser(running.url), Browser(running.url)
        await ana.lay(level="novice")
        async with ana.sit() as light:
            path = f"/t/{ana.table}/tutor"
            assert (await ana.request("POST", path)).status_code == 409
            await light.do("roll")
            assert (await ana.request("POST", path)).status_code == 409
            assert (await stranger.request("POST", path)).status_code == 403


async def test_two_people_are_not_advised(tmp_path: Path) -> None:
    async with live(settings(tmp_path)) as running, two_players(running.url) as (light, _dark):
        await play_turn(light, Random(1))
        answer = await light.browser.request("POST", f"/t/{light.table}/tutor")
        assert answer.status_code == 409
        assert answer.json()["error"] == "The tutor looks at whole turns of your own against the computer."


async def test_who_asks_too_often_must_wait(tmp_path: Path) -> None:
    clock = Clock()
    async with live(settings(tmp_path, clock=clock, hints_at_once=2)) as running:
        ana = Browser(running.url)
        await ana.lay(level="novice")
        async with ana.sit() as light:
            await play_turn(light, Random(2))
            codes = [(await ana.request("POST", f"/t/{ana.table}/tutor")).status_code for _ in range(3)]
            assert codes == [200, 200, 429]
            clock.now += running.server.settings.tutor_every.total_seconds()
            assert (await ana.request("POST", f"/t/{ana.table}/tutor")).status_code == 200


async def test_many_may_ask_at_once_and_all_are_answered(tmp_path: Path) -> None:
    """One worker, eight tables: each hears of its own turn."""
    async with live(settings(tmp_path)) as running:
        async with asyncio.TaskGroup() as tasks:
            asked = [tasks.create_task(_asks(running.url, seed)) for seed in range(8)]
        assert [task.result() for task in asked] == [200] * 8


async def _asks(url: str, seed: int) -> int:
    browser = Browser(url)
    await browser.lay(level="novice")
    async with browser.sit() as light:
        await play_turn(light, Random(seed))
        return (await browser.request("POST", f"/t/{browser.table}/tutor")).status_code


def test_the_limits_are_those_of_the_analysis() -> None:
    usual = Thresholds()
    assert list(tutoring.LIMITS.values()) == [usual.doubtful, usual.bad, usual.very_bad]

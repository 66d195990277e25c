"""The computer at the table."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

import pytest

from rosespring.board import Position, Side, Step
from rosespring.game import Game
from rosespring.web import bots, log
from rosespring.web.bots import Thinker, makeshift, seed_of
from rosespring.web.hall import Hall
from tests.web.helpers import PATIENCE, Browser, eventually, live, make_settings, write_dice

# The computer starts, and in gioul its every double cascades.
ONES = [(1, 6), *[(1, 1)] * 200]
SILENCE = 0.050
"""Seconds: nobody feels a pause of 50 ms."""


@pytest.mark.parametrize(("level", "shown"), [("random", "random"), ("runner", "simple")])
async def test_a_game_against_the_computer_ends(tmp_path: Path, level: str, shown: str) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana = Browser(running.url)
        await ana.lay(rules="gul-bara-bulgarian", level=level)
        async with ana.sit() as light:
            await light.play(Random(1))
            assert light.state["names"][1] == f"Computer ({shown})"
            await light.do("rematch")
            # The computer accepts, and the next match begins.
            await light.until(lambda player: player.state["phase"] in ("roll", "play"))
            assert light.state["score"] == [0, 0]
        entries = await running.server.storage.entries(ana.table)
    check_that_dice_come_first(entries)


def check_that_dice_come_first(entries: list[log.Entry]) -> None:
    """The computer's roll is an event of its own, before its steps; its steps are events, then it says done."""
    own = [entry.what for entry in entries if entry.seat == Side.DARK]
    assert {type(what) for what in own} >= {log.Rolled, log.Stepped, log.Done}
    assert all(entry.command == "" for entry in entries if entry.seat == Side.DARK)


def test_what_the_computer_decides_can_be_told_again() -> None:
    position = Game("gioul", 1)
    position.roll(1, 1)
    text = str(position.position)
    first = bots.think("careful", text, seed_of("table", 7))
    assert first == bots.think("careful", text, seed_of("table", 7))
    assert seed_of("table", 7) != seed_of("table", 8)


def test_a_makeshift_turn_is_legal_and_complete() -> None:
    game = Game("gioul", 1)
    game.roll(1, 1)
    position = game.position
    for step in makeshift(position):
        game.step(step)
    assert len(makeshift(position)) == 24
    assert game.position.side is Side.LIGHT or not game.position.stages


def crash_once(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    """Kill the worker at the first call; the file that remembers it is named by the level."""
    marker = Path(level)
    if not marker.exists():
        marker.touch()
        os._exit(1)
    return bots.think("runner", position, seed)


def hang_once(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    """Do not answer the first call; the file that remembers it is named by the level."""
    marker = Path(level)
    if not marker.exists():
        marker.touch()
        time.sleep(1000)
    return bots.think("runner", position, seed)


def crash_always(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    os._exit(1)


def never_answer(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    time.sleep(1000)
    return []


def play_nonsense(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    return [(1, 1)]


def play_nothing(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    return []


@pytest.fixture
def rolled() -> Position:
    game = Game("gioul", 0)
    game.roll(4, 3)
    return game.position


async def test_a_dead_worker_is_replaced(tmp_path: Path, rolled: Position) -> None:
    thinker = Thinker(1, PATIENCE, crash_once)
    try:
        expected = [Step(*pair) for pair in bots.think("runner", str(rolled), 1)]
        assert await thinker.steps(str(tmp_path / "marker"), rolled, 1) == expected
    finally:
        thinker.close()


async def test_workers_that_start_anew_leave_no_table_without_an_answer(tmp_path: Path, rolled: Position) -> None:
    """One table's computer hangs and the workers are stopped, while other tables wait for their turn."""
    thinker, marker = Thinker(1, PATIENCE, hang_once), tmp_path / "marker"
    try:
        expected = [Step(*pair) for pair in bots.think("runner", str(rolled), 1)]
        tables = [asyncio.create_task(thinker.steps(str(marker), rolled, 1)) for _ in range(6)]
        await eventually(marker.exists)
        thinker.close()
        assert await asyncio.wait_for(asyncio.gather(*tables), PATIENCE) == [expected] * 6
    finally:
        thinker.close()


@pytest.mark.parametrize(
    ("think", "patience"),
    [(crash_always, PATIENCE), (never_answer, 0.01), (play_nonsense, PATIENCE), (play_nothing, PATIENCE)],
)
async def test_a_player_that_fails_is_stood_in_for(think: bots.Think, patience: float, rolled: Position) -> None:
    thinker = Thinker(1, patience, think)
    try:
        assert await thinker.steps("runner", rolled, 1) == makeshift(rolled)
    finally:
        thinker.close()


class OneByOne:
    """A pool that shows what is handed to it, and answers when it is told to."""

    def __init__(self) -> None:
        self.handed: list[Future[list[tuple[int, int]]]] = []

    def submit(self, *_: object) -> Future[list[tuple[int, int]]]:
        self.handed.append(Future())
        return self.handed[-1]

    async def has(self, count: int) -> None:
        await eventually(lambda: len(self.handed) >= count)


async def test_waiting_for_a_worker_is_no_time_to_think(rolled: Position) -> None:
    """A table's time begins when a worker takes its turn up, so nothing is handed over before one is free."""
    thinker, pool = Thinker(2, PATIENCE), OneByOne()
    thinker._pool = pool  # type: ignore[assignment]
    steps = [(step.point, step.number) for step in makeshift(rolled)]
    tables = [asyncio.create_task(thinker.steps("runner", rolled, seed)) for seed in range(5)]
    for answered, at_work in enumerate((2, 3, 4, 5, 5)):
        await pool.has(at_work)
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(pool.handed) == at_work
        pool.handed[answered].set_result(steps)
    assert await asyncio.wait_for(asyncio.gather(*tables), PATIENCE) == [makeshift(rolled)] * 5


@dataclass(eq=False)
class Onlooker:
    """A watcher that counts what it is told."""

    seat: Side = Side.LIGHT
    language: str = "en"
    invite: str | None = None
    local_only: bool = False
    ready: bool = True
    heard: list[str] = field(default_factory=list)

    def send(self, text: str) -> None:
        self.heard.append(text)

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)


def own_time() -> float:
    """A clock in seconds that stands still while this thread is ready to run, but other programs have all the cores.

    What Linux does not tell elsewhere counts as our own.
    """
    try:
        waited = int(Path("/proc/thread-self/schedstat").read_text().split()[1])
    except OSError:
        waited = 0
    return time.perf_counter() - waited / 1e9


async def longest_silence(stop: asyncio.Event) -> float:
    """The longest time that the event loop let a task wait that was always ready, in seconds of `own_time`."""
    longest, last = 0.0, own_time()
    while not stop.is_set():
        await asyncio.sleep(0)
        now = own_time()
        longest, last = max(longest, now - last), now
    return longest


async def test_the_server_is_never_silent_while_the_computer_plays(tmp_path: Path) -> None:
    """A 1-1 cascade of 24 steps with both seats watched, thought out by the slowest level.

    What the event loop does itself is measured, and what it waits for (a lock, the disk, another thread), but not how
    long other programs keep it from a core. The garbage collector may still come in between, and a thread that holds
    the interpreter may be kept from a core too, so the median of five turns counts.
    """
    dice = write_dice(tmp_path / "dice", ONES)
    silences = []
    async with live(make_settings(tmp_path, dice=dice, bot_workers=1)) as running:
        for _ in range(5):
            ana = Browser(running.url)
            await ana.lay(rules="gioul", level=bots.levels()[-1])
            silences.append(await _silence_of_a_turn(running.server.hall, ana.table))
    told = ", ".join(f"{silence * 1000:.0f} ms" for silence in silences)
    assert median(silences) <= SILENCE, f"the server was silent for {told}"


async def _silence_of_a_turn(hall: Hall, table: str) -> float:
    watchers, stop = [Onlooker(), Onlooker(Side.DARK)], asyncio.Event()
    listening = asyncio.create_task(longest_silence(stop))
    async with hall.room(table) as room:
        for watcher in watchers:
            await room.enter(watcher)
        await eventually(lambda: any('"kind":"done"' in text for text in watchers[1].heard))
        for watcher in watchers:
            await room.leave(watcher)
    stop.set()
    silence = await listening
    assert sum('"kind":"step"' in text for text in watchers[0].heard) == 24
    return silence


async def test_the_computers_dice_may_run_out_with_words(tmp_path: Path) -> None:
    dice = write_dice(tmp_path / "dice", [(6, 1), (4, 3)])
    async with live(make_settings(tmp_path, dice=dice)) as running:
        ana = Browser(running.url)
        await ana.lay(level="random")
        async with ana.sit() as light:
            await light.play(Random(1), lambda player: player.others)
            assert "run out" in light.others[0]["body"]["message"]
            assert light.others[0]["body"]["code"] == "not-now"


async def test_the_computer_goes_on_by_itself_after_a_restart(tmp_path: Path) -> None:
    """Its roll is stored, then the server stops; the next one plays the rest, though nobody looks."""
    settings = make_settings(tmp_path, dice=write_dice(tmp_path / "dice", ONES))
    async with live(settings) as running:
        thought = asyncio.Event()

        async def think_for_ever(level: str, position: Position, seed: int) -> list[Step]:
            thought.set()
            await asyncio.Event().wait()
            return []

        running.server.thinker.steps = think_for_ever  # type: ignore[method-assign]
        ana = Browser(running.url)
        await ana.lay(rules="gioul", level="runner")
        async with running.server.hall.room(ana.table):
            await asyncio.wait_for(thought.wait(), PATIENCE)
        before = await running.server.storage.entries(ana.table)
        assert log.kind_of(before[-1].what) == "roll"
    async with live(settings) as running:
        finished = asyncio.create_task(_turn_ends(running.server.hall, ana.table))
        await asyncio.wait_for(finished, PATIENCE)
        after = await running.server.storage.entries(ana.table)
    assert after[: len(before)] == before
    assert [log.kind_of(entry.what) for entry in after[len(before) :]] == [*["step"] * 24, "done"]


async def _turn_ends(hall: Hall, table: str) -> None:
    await eventually(lambda: table in hall.rooms and hall.rooms[table].table.to_act is Side.LIGHT)
    task = hall.rooms[table].bot_task
    assert task is not None
    await task


async def test_people_may_act_while_the_computer_thinks(tmp_path: Path) -> None:
    """Giving up does not wait for the computer, and its late answer changes nothing."""
    dice = write_dice(tmp_path / "dice", ONES)
    async with live(make_settings(tmp_path, dice=dice)) as running:
        thought, answer = asyncio.Event(), asyncio.Event()

        async def steps(level: str, position: Position, seed: int) -> list[Step]:
            thought.set()
            await answer.wait()
            return makeshift(position)

        running.server.thinker.steps = steps  # type: ignore[method-assign]
        ana = Browser(running.url)
        await ana.lay(rules="gioul", level="random")
        async with ana.sit() as light:
            await asyncio.wait_for(thought.wait(), PATIENCE)
            await light.hello()
            await light.do("resign", points=2)
            answer.set()
            async with running.server.hall.room(ana.table) as room:
                assert room.bot_task is not None
                await asyncio.wait_for(room.bot_task, PATIENCE)
            assert (light.state["phase"], light.state["match_winner"]) == ("match-over", 1)


async def test_a_late_answer_does_not_stop_the_next_game(tmp_path: Path) -> None:
    """The computer still thinks about a game that was given up, when the next one waits for its roll."""
    dice = write_dice(tmp_path / "dice", ONES)
    async with live(make_settings(tmp_path, dice=dice)) as running:
        thought, answer = asyncio.Event(), asyncio.Event()

        async def steps(level: str, position: Position, seed: int) -> list[Step]:
            thought.set()
            await answer.wait()
            return makeshift(position)

        running.server.thinker.steps = steps  # type: ignore[method-assign]
        ana = Browser(running.url)
        await ana.lay(rules="gioul", length=3, level="random")
        async with ana.sit() as light:
            await asyncio.wait_for(thought.wait(), PATIENCE)
            await light.hello()
            await light.do("resign", points=2)
            await light.do("next")
            answer.set()
            # The winner starts: the computer rolls, plays and says done.
            await light.until(lambda player: player.state["turn"] == Side.LIGHT)
            assert (light.state["game_number"], light.others) == (2, [])


def test_the_levels_are_the_players() -> None:
    assert bots.levels()[:3] == ["random", "runner", "careful"]

"""The computer at the table."""

from __future__ import annotations

import asyncio
import json
import os
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import pytest

from rosespring.board import Position, Side, Step
from rosespring.errors import WeightsError
from rosespring.evaluation import network
from rosespring.game import Game
from rosespring.players import STRONGEST, turn_steps
from rosespring.players.thinkers import Needs
from rosespring.web import bots, log
from rosespring.web.bots import Thinker, makeshift, seed_of, without_folder
from rosespring.web.hall import Hall
from tests.web.helpers import PATIENCE, Browser, eventually, live, make_settings, write_dice

# The computer starts, and in gioul its every double cascades.
ONES = [(1, 6), *[(1, 1)] * 200]
SILENCE = 0.050
"""Seconds: nobody feels a pause of 50 ms."""


@pytest.mark.parametrize(("level", "shown"), [("random", "random"), ("runner", "simple"), ("casual", "Casual")])
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
    first = turn_steps("careful", text, seed_of("table", 7))
    assert first == turn_steps("careful", text, seed_of("table", 7))
    assert seed_of("table", 7) != seed_of("table", 8)


def test_a_makeshift_turn_is_legal_and_complete() -> None:
    game = Game("gioul", 1)
    game.roll(1, 1)
    position = game.position
    for step in makeshift(position):
        game.step(step)
    assert len(makeshift(position)) == 24
    assert game.position.side is Side.LIGHT or not game.position.stages


def nothing() -> None:
    """What a worker need not load before a test."""


def wait_for(path: str) -> None:
    """Get ready as soon as a file is there."""
    while not Path(path).exists():
        time.sleep(0.01)


async def test_who_goes_while_workers_get_ready_leaves_no_thread_behind(tmp_path: Path) -> None:
    file = tmp_path / "ready"
    thinker = Thinker(1, PATIENCE, ready=partial(wait_for, str(file)))
    with ThreadPoolExecutor(1) as one_thread:
        asyncio.get_running_loop().set_default_executor(one_thread)
        try:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(thinker.ask(os.getpid), 0.05)
            assert await asyncio.wait_for(asyncio.to_thread(lambda: 7), PATIENCE) == 7
            # And the workers have got ready all the same.
            file.touch()
            assert await thinker.ask(os.getpid)
        finally:
            file.touch()
            thinker.close()


def crash_once(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    """Kill the worker at the first call; the file that remembers it is named by the level."""
    marker = Path(level)
    if not marker.exists():
        marker.touch()
        os._exit(1)
    return turn_steps("runner", position, seed)


def hang_once(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    """Do not answer the first call; the file that remembers it is named by the level."""
    marker = Path(level)
    if not marker.exists():
        marker.touch()
        time.sleep(1000)
    return turn_steps("runner", position, seed)


def crash_always(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    os._exit(1)


def never_answer(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    time.sleep(1000)
    return []


def play_nonsense(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    return [(1, 1)]


def play_nothing(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    return []


@pytest.fixture
def rolled() -> Position:
    game = Game("gioul", 0)
    game.roll(4, 3)
    return game.position


async def test_a_dead_worker_is_replaced(tmp_path: Path, rolled: Position) -> None:
    thinker = Thinker(1, PATIENCE, crash_once, nothing)
    try:
        expected = [Step(*pair) for pair in turn_steps("runner", str(rolled), 1)]
        assert await thinker.steps(str(tmp_path / "marker"), rolled, 1) == expected
    finally:
        thinker.close()


async def test_workers_that_start_anew_leave_no_table_without_an_answer(tmp_path: Path, rolled: Position) -> None:
    """One table's computer hangs and the workers are stopped, while other tables wait for their turn."""
    thinker, marker = Thinker(1, PATIENCE, hang_once, nothing), tmp_path / "marker"
    try:
        expected = [Step(*pair) for pair in turn_steps("runner", str(rolled), 1)]
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
    thinker = Thinker(1, patience, think, nothing)
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
    watching: bool = False
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
            await ana.lay(rules="gioul", level=STRONGEST)
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

        async def think_for_ever(level: str, position: Position, seed: int, needs: Needs | None = None) -> list[Step]:
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

        async def steps(level: str, position: Position, seed: int, needs: Needs | None = None) -> list[Step]:
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

        async def steps(level: str, position: Position, seed: int, needs: Needs | None = None) -> list[Step]:
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


async def test_the_computer_knows_the_score(tmp_path: Path) -> None:
    """What it and its opponent still need: nothing in a single game, else its own first."""
    dice = write_dice(tmp_path / "dice", ONES)
    heard: list[Needs | None] = []

    async def steps(level: str, position: Position, seed: int, needs: Needs | None = None) -> list[Step]:
        heard.append(needs)
        return makeshift(position)

    async with live(make_settings(tmp_path, dice=dice)) as running:
        running.server.thinker.steps = steps  # type: ignore[method-assign]
        for length in (1, 3):
            ana = Browser(running.url)
            await ana.lay(rules="gioul", length=length, level="casual")
            async with ana.sit() as light:
                await light.until(lambda player: player.state["turn"] == Side.LIGHT)
                if length == 3:
                    await light.do("resign", points=2)
                    await light.do("next")
                    await light.until(lambda player: player.state["turn"] == Side.LIGHT)
    assert heard == [None, (3, 3), (1, 3)]


def play_without_networks(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
    """What the players of a program do whose networks lie in a folder that the environment names."""
    network.PACKAGED = Path(os.environ["ROSESPRING_TEST_NETWORKS"])
    network.packaged_network.cache_clear()
    return turn_steps(level, position, seed, needs)


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A network's file that is none; it lies where a worker that plays without networks looks."""
    folder = tmp_path / "secret folder"
    folder.mkdir()
    monkeypatch.setenv("ROSESPRING_TEST_NETWORKS", str(folder))
    path = folder / "parallel.npz"
    path.write_bytes(b"no network")
    return path


async def test_a_damaged_network_is_named_once_in_the_log(damaged: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = Game("gul-bara", 0)
    game.roll(4, 3)
    thinker = Thinker(1, PATIENCE, play_without_networks, nothing)
    try:
        for _ in range(2):
            with pytest.raises(WeightsError, match=str(damaged)):
                await thinker.steps("casual", game.position, 1)
        assert await thinker.steps("careful", game.position, 1)
    finally:
        thinker.close()
    assert len(caplog.records) == 1
    assert str(damaged) in caplog.text


async def test_a_game_goes_on_without_a_network_and_says_so(damaged: Path, tmp_path: Path) -> None:
    """A simpler player takes the computer's seat: by name, with the reason, once, and after a restart too."""
    settings = make_settings(tmp_path)
    async with live(settings) as running:
        running.server.thinker._think = play_without_networks
        ana = Browser(running.url)
        await ana.lay(rules="gul-bara", length=3, level="casual")
        async with ana.sit() as light:
            assert light.state["names"][1] == "Computer (Casual)"
            # Long enough for several turns of the computer, and short enough for the story to keep its beginning.
            await light.play(Random(2), lambda player: len(player.events) >= 40)
            told = [event for event in light.events if event["kind"] == "stand-in"]
            assert len(told) == 1
            reason = "cannot use the weights in parallel.npz: File is not a zip file"
            assert told[0]["words"] == [f"The computer plays by simpler rules from now on: {reason}."]
            assert told[0]["line"]["words"] == told[0]["words"][0]
            assert str(damaged.parent) not in json.dumps(told)
            assert light.state["names"][1] == "Computer (careful)"
    async with live(settings) as running:
        ana.url = running.url
        async with ana.sit() as light:
            assert light.state["names"][1] == "Computer (careful)"
            assert [line["kind"] for line in light.stories[0]].count("stand-in") == 1
        assert "Computer (careful)" in (await ana.request("GET", f"/t/{ana.table}/record")).text


def test_players_are_not_told_where_a_file_lies() -> None:
    for name in ("/srv/my games/data/a.npz", "a.npz", "C:\\my games\\a.npz"):
        assert (
            without_folder(WeightsError(f"cannot use the weights in {name}: x")) == "cannot use the weights in a.npz: x"
        )


async def test_a_new_worker_has_all_the_time_to_get_ready(tmp_path: Path, rolled: Position) -> None:
    """The time to think begins only when it is ready."""
    thinker = Thinker(1, 0.5, turn_steps, sleep_a_second)
    try:
        expected = [Step(*pair) for pair in turn_steps("runner", str(rolled), 1)]
        assert await thinker.steps("runner", rolled, 1) == expected
    finally:
        thinker.close()


def sleep_a_second() -> None:
    time.sleep(1)


async def test_the_computer_waits_until_its_first_turn_can_be_seen(tmp_path: Path) -> None:
    """Loading the page does not wake it: its first roll and steps are events for the page."""
    dice = write_dice(tmp_path / "dice", ONES)
    async with live(make_settings(tmp_path, dice=dice)) as running:
        ana = Browser(running.url)
        await ana.lay(rules="gioul", level="runner")
        assert (await ana.request("GET", f"/t/{ana.table}")).status_code == 200
        assert ana.table in running.server.hall.rooms
        async with ana.sit() as light:
            await light.until(lambda player: player.state["turn"] == Side.LIGHT)
            assert [event["kind"] for event in light.events] == ["roll", *["step"] * 24, "done"]

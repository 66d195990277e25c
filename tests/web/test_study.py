"""Positions over HTTP: checked, played on, evaluated; records read as far as they go; questions bounded, forgotten."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from rosespring.board import Position
from rosespring.notation.records import Recorder, format_record, load_record, record_to_json
from rosespring.notation.records import salvage_record as salvage
from rosespring.rules import find_rules
from rosespring.web import desk as desks
from rosespring.web.settings import Settings
from rosespring.web.valued import evaluate_plays
from tests.web.helpers import PATIENCE, Clock, Live, Player, eventually, live, make_settings, two_players, write_dice

START = "1~gul-bara~0~f-23~f-23~0.0~-~-"
SIX_FIVE = "1~gul-bara~0~f-23~f-23~1.0~65~-"
SIDE = [*([0] * 24), 15]


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Live]:
    settings = make_settings(tmp_path, templates=Settings().templates)
    async with live(settings) as server:
        yield server


@pytest.fixture
async def client(running: Live) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Origin": running.url}
    async with httpx.AsyncClient(base_url=running.url, headers=headers, timeout=120) as made:
        yield made


def short_record(rules: str = "gul-bara") -> str:
    """A single game of three turns that Dark gives up."""
    recorder = Recorder(rules)
    recorder.throw(6, 1)
    for dice in ((4, 3), (2, 1), (6, 5)):
        recorder.roll(*dice)
        game = recorder.game
        assert game is not None
        side = game.position.side
        while game.position.stages and game.position.side is side:
            recorder.step(game.legal_steps()[0])
        recorder.done()
    assert recorder.game is not None
    recorder.resign(recorder.game.position.side)
    return format_record(recorder.record())


async def test_a_position_that_is_set_up_is_told_with_its_id(client: httpx.AsyncClient) -> None:
    setup = {"rules": "gul-bara", "men": [SIDE, SIDE], "rolls": [1, 0], "stages": [[5, 6]]}
    told = (await client.post("/api/positions", json=setup)).json()
    # Of two different numbers the larger one comes first (rules.md section 2).
    assert (told["id"], told["stages"], told["pips"]) == (SIX_FIVE, [[6, 5]], [360, 360])
    assert told["legal"] == [[24, 6], [24, 5]]
    assert Position.parse(told["id"]).rules == find_rules("gul-bara")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"men": [[15, *([0] * 24)], [15, *([0] * 24)]]}, "Both sides have borne off all their checkers"),
        ({"men": [SIDE, [*([0] * 12), 15, *([0] * 12)]]}, "Both sides have checkers on one point"),
        ({"stages": [[6, 5]], "rolls": [0, 0]}, "whoever rolled has made one roll"),
        ({"stages": [[4, 4], [5, 5, 5, 5]], "rolls": [4, 0]}, "A cascade goes on with four of each higher number"),
        ({"stages": [[7]]}, "6"),
        ({"rules": "chess"}, "chess"),
        ({"more": 1}, "more"),
    ],
)
async def test_a_position_that_cannot_be_is_refused_with_the_reason(
    client: httpx.AsyncClient, change: dict[str, Any], words: str
) -> None:
    setup = {"rules": "gul-bara", "men": [SIDE, SIDE], "rolls": [1, 0]} | change
    answer = await client.post("/api/positions", json=setup)
    assert (answer.status_code, words in answer.json()["error"]) == (422, True), answer.text


@pytest.mark.parametrize(("cascade", "flags"), [(None, "s"), (False, "s"), (True, "cs")])
async def test_a_six_is_left_of_the_roll_that_is_meant(
    client: httpx.AsyncClient, cascade: bool | None, flags: str
) -> None:
    """Of a cascade its rest would pass, of another roll it would not (rules.md section 3, `rest_scope`)."""
    setup = {"rules": "gul-bara", "men": [SIDE, SIDE], "rolls": [4, 0], "stages": [[6]], "cascade": cascade}
    told = (await client.post("/api/positions", json=setup)).json()
    assert told["id"] == f"1~gul-bara~0~f-23~f-23~4.0~6~{flags}"


async def test_the_reason_is_told_in_the_readers_language(client: httpx.AsyncClient) -> None:
    setup = {"rules": "gul-bara", "men": [SIDE, SIDE], "rolls": [4, 0], "stages": [[4, 4], [5, 5, 5, 5]]}
    told = (await client.post("/api/positions?lang=da", json=setup)).json()
    assert told["error"] == "En kaskade fortsætter med fire af hvert højere tal op til 6."


async def test_a_position_is_rolled_for_and_played_on(client: httpx.AsyncClient) -> None:
    query = {"position": START, "roll": "66", "steps": "24.6,24.6,24.6,24.6"}
    told = (await client.get("/api/position", params=query)).json()
    # rules.md section 6, situation 1: 24/18 four times is the one way.
    assert (told["men"][0][18], told["side"], told["stages"]) == (4, 1, [])
    # The words say what became of numbers; that those that were played were played needs no words.
    assert told["words"] == ["Light rolls 6-6."]
    assert (await client.get("/api/position", params={"position": START, "roll": "77"})).status_code == 422
    wrong = await client.get("/api/position", params={"position": SIX_FIVE, "steps": "24.4"})
    assert wrong.status_code == 422


async def test_a_decision_is_valued_with_the_play_that_was_made(client: httpx.AsyncClient) -> None:
    query = {"position": SIX_FIVE, "depth": "usual", "played": "24/18/13"}
    told = (await client.get("/api/evaluation", params=query)).json()
    costs = [play["cost"] for play in told["plays"]]
    assert (costs[0], sorted(costs)) == (0.0, costs)
    assert [play["text"] for play in told["plays"] if play["played"]] == ["24/18/13"]
    assert len({play["after"] for play in told["plays"]}) == len(told["plays"])
    assert told["chances"] == told["plays"][0]["chances"]


@pytest.mark.parametrize(("rules", "rolls"), [("gul-bara", 21), ("gul-bara-bulgarian", 15)])
async def test_before_a_roll_the_worth_is_the_mean_over_the_rolls(
    client: httpx.AsyncClient, rules: str, rolls: int
) -> None:
    # Where the opening throw is played, the first roll is no double (rules.md section 4, `opening`).
    told = (await client.get("/api/evaluation", params={"position": START.replace("gul-bara", rules)})).json()
    assert len(told["rolls"]) == rolls
    shares = [1 if roll["dice"][0] == roll["dice"][1] else 2 for roll in told["rolls"]]
    wins = [share * roll["chances"]["win"] for share, roll in zip(shares, told["rolls"], strict=True)]
    assert told["chances"]["win"] == pytest.approx(sum(wins) / sum(shares), abs=1e-12)


async def test_what_dark_expects_is_what_light_would_in_his_place(client: httpx.AsyncClient) -> None:
    found = []
    for side, away in ((0, "3-1"), (1, "1-3")):
        query = {"position": f"1~gul-bara~{side}~f-23~f-23~2.2~65~-", "depth": "usual", "away": away}
        told = (await client.get("/api/evaluation", params=query)).json()
        found.append([(play["text"], play["chances"]["worth"]) for play in told["plays"]])
    assert found[0] == [(text, pytest.approx(worth, abs=1e-9)) for text, worth in found[1]]
    assert all(0 < worth < 1 for _text, worth in found[0])


async def test_what_is_finished_needs_no_looking(client: httpx.AsyncClient) -> None:
    won = "1~gul-bara~0~-24~-23.1~9.9~-~-"
    told = (await client.get("/api/evaluation", params={"position": won})).json()
    assert (told["chances"]["win"], told["chances"]["points"], told["plays"], told["rolls"]) == (1.0, 1.0, [], [])


@pytest.mark.parametrize(
    "query", [{"position": "x"}, {"position": START, "depth": "9"}, {"position": START, "away": "0-1"}]
)
async def test_questions_that_mean_nothing_are_refused(client: httpx.AsyncClient, query: dict[str, str]) -> None:
    answer = await client.get("/api/evaluation", params=query)
    assert (answer.status_code, bool(answer.json()["error"])) == (422, True)


async def test_a_record_is_read_with_the_positions_of_its_turns(client: httpx.AsyncClient) -> None:
    told = (await client.post("/api/records", content=short_record())).json()
    (game,) = told["games"]
    assert (told["fault"], told["movement"], game["winner"], game["resigned"]) == ("", "parallel", 0, True)
    assert [turn["dice"] for turn in game["turns"]] == [[4, 3], [2, 1], [6, 5]]
    for turn in game["turns"]:
        assert Position.parse(turn["before"]).stages == ()
        assert Position.parse(turn["decision"]).stages == (tuple(turn["dice"]),)
    positions = [*(turn["before"] for turn in game["turns"]), game["last"]]
    looked = (await client.post("/api/outlooks", json={"positions": positions})).json()["chances"]
    assert [0 < chances["win"] < 1 for chances in looked] == [True] * 4


async def test_names_that_would_turn_the_line_round_are_shown_plain(client: httpx.AsyncClient) -> None:
    """As at a table: a name is one line of visible characters."""
    text = short_record().replace("length:", "light: \u202eana\u200f\nlength:", 1)
    assert (await client.post("/api/records", content=text)).json()["names"] == ["ana", "Dark"]


async def test_of_a_damaged_record_what_comes_before_the_fault_is_kept(client: httpx.AsyncClient) -> None:
    lines = short_record().splitlines()
    third = next(number for number, line in enumerate(lines) if "6-5:" in line)
    lines[third] = "Light 6-5: 24/7"
    answer = await client.post("/api/records", content="\n".join(lines))
    told = answer.json()
    assert (answer.status_code, told["line"], len(told["games"][0]["turns"])) == (200, third + 1, 3)
    last = told["games"][0]["turns"][2]
    assert (last["steps"], last["unfinished"], last["decision"]) == ([], True, told["games"][0]["last"])
    assert [turn["unfinished"] for turn in told["games"][0]["turns"][:2]] == [False, False]


async def test_the_longest_game_is_looked_at_in_one_go(client: httpx.AsyncClient) -> None:
    positions = [f"1~gul-bara~{number % 2}~f-23~f-23~{number}.{number}~-~-" for number in range(500)]
    answer = await client.post("/api/outlooks", json={"positions": positions})
    assert (answer.status_code, len(answer.json()["chances"])) == (200, 500)
    assert (await client.post("/api/outlooks", json={"positions": [*positions, START]})).status_code == 422


async def test_no_table_stands_still_while_many_positions_are_read(running: Live, client: httpx.AsyncClient) -> None:
    """The worker reads them, and says which is none."""
    asked = [START, SIX_FIVE, START, START.replace("~0~", "~7~")]
    answer = await client.post("/api/outlooks?lang=da", json={"positions": asked})
    assert (answer.status_code, answer.json()["error"][:22]) == (422, "ventede side 0 eller 1")
    seen = list[Any]()

    async def read(_address: str, _function: object, positions: list[str], *_rest: object) -> list[Any]:
        seen.extend(positions)
        return []

    running.server.desk.glance = read  # type: ignore[method-assign,assignment]
    assert (await client.post("/api/outlooks", json={"positions": ["x", "y"]})).status_code == 200
    assert seen == ["x", "y"]


@pytest.mark.parametrize("text", ["", "hello\nworld", "{", '{"games": [1]}', "\x00" * 50, "rosespring record 1"])
async def test_what_is_no_record_is_refused_with_the_reason(client: httpx.AsyncClient, text: str) -> None:
    answer = await client.post("/api/records", content=text)
    assert (answer.status_code, bool(answer.json()["error"])) == (422, True)


async def test_bytes_that_are_no_text_and_files_too_large_are_refused(client: httpx.AsyncClient) -> None:
    told = (await client.post("/api/records", content=b"ab\xff")).json()
    assert ("byte 3" in told["error"], told["line"]) == (True, None)
    assert (await client.post("/api/records", content=b"x" * (Settings().record_limit + 1))).status_code == 413


def test_the_sound_games_of_a_json_record_are_kept() -> None:
    record, fault = salvage(short_record())
    assert (record is not None, fault) == (True, None)
    assert record is not None
    damaged = record_to_json(record).replace('"games": [', '"games": [').replace('"closing": null', '"closing": 7')
    kept, fault = salvage(damaged)
    assert fault is not None
    assert kept is not None
    assert kept.games == record.games


async def test_who_goes_away_is_forgotten(running: Live, client: httpx.AsyncClient) -> None:
    desk, asked = running.server.desk, asyncio.Event()

    async def never(*_arguments: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    desk.glance = never  # type: ignore[method-assign,assignment]
    asking = asyncio.create_task(client.get("/api/evaluation", params={"position": SIX_FIVE}))
    await asked.wait()
    assert desk.waiting == 1
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    await eventually(lambda: desk.waiting == 0)


async def test_a_crowded_server_says_so(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path, studies_waiting=0)) as running, httpx.AsyncClient() as client:
        answer = await client.get(f"{running.url}/api/evaluation", params={"position": SIX_FIVE})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert "analysed just now" in answer.json()["error"]


async def test_one_address_asks_for_so_many_evaluations(tmp_path: Path) -> None:
    """Through a proxy on this machine, which says who comes."""
    clock = Clock()
    settings = make_settings(tmp_path, clock=clock, studies_at_once=3, studies_per_address=1)
    async with live(settings) as running, httpx.AsyncClient(base_url=running.url, timeout=PATIENCE) as client:

        async def ask(address: str, positions: list[str] | None = None) -> httpx.Response:
            headers = {"X-Forwarded-For": address, "Origin": running.url}
            return await client.post("/api/outlooks", json={"positions": positions or []}, headers=headers)

        answers = [await ask("192.0.2.1") for _ in range(4)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429]
        assert (answers[-1].headers["retry-after"], answers[-1].json()["error"][:12]) == ("1", "This address")
        assert [(await ask(each)).status_code for each in ("192.0.2.2", "127.0.0.1")] == [200, 200]
        clock.now += Settings().study_every.total_seconds()
        assert [(await ask("192.0.2.1")).status_code for _ in range(2)] == [200, 429]

        asked, answer = asyncio.Event(), asyncio.Event()

        async def later(*_arguments: object) -> list[Any]:
            asked.set()
            await answer.wait()
            return []

        running.server.desk.glance = later  # type: ignore[method-assign,assignment]
        first = asyncio.create_task(ask("192.0.2.3", [START]))
        await asked.wait()
        # One of this address is being worked on, and it has no more than one.
        assert (await ask("192.0.2.3")).status_code == 429
        answer.set()
        assert (await first).status_code == 200
        assert (await ask("192.0.2.3")).status_code == 200


def wait_for(path: str) -> bool:
    """What a worker does that is at something long: it waits for a file."""
    while not Path(path).exists():
        time.sleep(0.01)
    return True


async def test_nobodys_first_answer_waits_for_anothers_long_look(tmp_path: Path) -> None:
    desk, file = desks.Desk(Settings(glance_workers=0, study_workers=0)), tmp_path / "enough"
    try:
        looking = asyncio.create_task(desk.study("", wait_for, str(file)))
        found = await desk.glance("", evaluate_plays, SIX_FIVE, None, "first", "")
        assert found is not None
        assert (found.depth, looking.done()) == ("first", False)
        file.touch()
        assert await looking
        # And the system lets the first have a core before the second.
        own = os.nice(0)
        assert await desk.glance("", os.nice, 0) == own
        assert await desk.study("", os.nice, 0) == min(19, own + desks.PATIENCE)
    finally:
        file.touch()
        desk.close()


@pytest.mark.parametrize("way", ["glance", "study"])
async def test_who_asks_much_waits_for_himself(tmp_path: Path, way: str) -> None:
    """Of one address one question is with the workers, or waits for them; another's comes next, whoever asked first."""
    desk = desks.Desk(Settings(glance_workers=0, study_workers=0))
    first, second, ask = tmp_path / "first", tmp_path / "second", getattr(desk, way)
    try:
        many = [asyncio.create_task(ask("192.0.2.1", wait_for, str(file))) for file in (first, second)]
        other = asyncio.create_task(ask("192.0.2.2", os.getpid))
        await asyncio.sleep(0)
        first.touch()
        assert await other
        assert [each.done() for each in many] == [True, False]
        second.touch()
        assert await asyncio.gather(*many) == [True, True]
    finally:
        second.touch()
        desk.close()


async def test_the_pages_show_what_they_were_asked_for(client: httpx.AsyncClient) -> None:
    for path in ("/editor", f"/editor?position={SIX_FIVE}", "/analysis", f"/analysis/{SIX_FIVE}"):
        answer = await client.get(path)
        assert (answer.status_code, "study-data" in answer.text) == (200, True), path
    drawn = await client.get(f"/analysis/{SIX_FIVE}/board.svg")
    assert (drawn.headers["content-type"], drawn.text.startswith("<svg")) == ("image/svg+xml", True)
    for path in ("/editor?position=x", "/analysis/x~y", "/analysis/nowhere", "/analysis/x~y/board.svg"):
        assert (await client.get(path)).status_code == 404, path


async def test_no_game_that_is_going_on_can_be_analysed(running: Live, client: httpx.AsyncClient) -> None:
    laid = await client.post("/api/tables", json={"opponent": "friend"})
    table = laid.json()["table"]
    assert (await client.get(f"/analysis/{table}")).status_code == 404


async def test_of_a_match_that_goes_on_the_running_game_stays_out(tmp_path: Path) -> None:
    """Light gives the first game up; in the second one some turns have been played, and one is open."""
    dice = write_dice(tmp_path / "dice", [(6, 1), (4, 3), *[(5, 2), (3, 1)] * 9])
    settings = make_settings(tmp_path, templates=Settings().templates, dice=dice)

    def second_is_going(player: Player) -> bool:
        state = player.state
        return state["game_number"] == 2 and sum(state["rolls"]) > 2 and bool(state["open_steps"])

    async with live(settings) as running, two_players(running.url, length=5) as (light, dark):
        await light.do("roll")
        await light.do("resign", points=2)
        await light.do("next")
        await asyncio.gather(light.play(Random(1), second_is_going), dark.play(Random(2), second_is_going))
        async with httpx.AsyncClient(base_url=running.url, timeout=PATIENCE) as client:
            table = light.table
            text = (await client.get(f"/g/{table}/record")).text
            page = (await client.get(f"/analysis/{table}")).text
            spied = await client.get(f"/t/{table}/record")
            brought = await client.post("/api/records", content=text, headers={"Origin": running.url})
        own = await light.browser.request("GET", f"/t/{table}/record")
    shown = msgspec.json.decode(re.findall(r'id="study-data">(.*?)</script>', page, re.DOTALL)[0])
    assert len(load_record(text).games) == 1
    assert ("Game 2" in text, "Game 2" in own.text, spied.status_code) == (False, True, 403)
    for record in (shown["record"], brought.json()):
        assert [(each["number"], each["winner"], each["points"]) for each in record["games"]] == [(1, 1, 2)]
        assert record["fault"] == ""
    assert light.state["position"] not in page + text

"""Parts in the dice over real sockets: given, forged, withheld, and there again after a kill."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from rosespring.web import log
from rosespring.web.settings import Settings
from rosespring.web.verifying import Report, verify
from tests.web.helpers import Browser, Player, Process, live, make_settings, two_players, write_dice

SEED = {0: bytes(range(32)), 1: bytes(range(1, 33))}


def part(player: Player, kind: str, side: int, **changes: object) -> dict:
    """The message by which `player` gives the part that belongs to `side`."""
    given = {"hash": sha256(SEED[side]).hexdigest()} if kind == "commit" else {"seed": SEED[side].hex()}
    return player.message(kind, {"match": 1, **given, **changes})


async def done(player: Player, message: dict) -> int:
    answer = await player.ask(message)
    assert answer["type"] == "ack", answer
    return int(answer["body"]["number"])


async def report_of(browser: Browser, table: str, match: int | None = None) -> Report:
    """What the check says of the dice file that everybody may download."""
    asked = "" if match is None else f"?match={match}"
    response = await Browser(browser.url).request("GET", f"/verify/{table}/file{asked}")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    return verify(response.text)


async def test_a_match_by_link_is_drawn_together_and_verified(tmp_path: Path) -> None:
    async with (
        live(make_settings(tmp_path)) as running,
        two_players(running.url, rules="gul-bara-bulgarian", length=3) as (light, dark),
    ):
        assert light.state["parts"]["kind"] == "drawn"
        await asyncio.gather(light.play(Random(1)), dark.play(Random(2)))
        report = await report_of(light.browser, light.table)
        assert report.verified
        # Both accept another match: new parts, agreed upon by themselves.
        await dark.until(lambda player: "rematch" in player.state["can"])
        server = light.state["parts"]["server"]
        await light.do("rematch")
        await dark.until(lambda player: player.state["rematch_offered_by"] == 0)
        await dark.do("rematch")
        await light.until(lambda player: player.state["match_number"] == 2 and player.state["phase"] == "play")
        assert light.state["parts"]["server"] != server
        assert (await report_of(light.browser, light.table, 1)).verified
        assert not (await report_of(light.browser, light.table)).verified
        assert not (await report_of(light.browser, light.table)).faults


async def test_parts_out_of_turn_are_refused_and_change_nothing(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        table = await ana.lay()
        async with ana.sit(agrees=False) as light:
            assert await light.refused(part(light, "commit", 0)) == "not-now"
            await bo.join(ana.invitation)
            async with bo.sit(agrees=False) as dark:
                await light.until(lambda player: player.state["phase"] == "dice")
                for kind, body in (
                    ("commit", {"match": 1, "hash": "A" * 64}),
                    ("commit", {"match": 1, "hash": "0" * 63}),
                    ("commit", {"match": 1}),
                    ("commit", {"match": 1, "hash": "0" * 64, "side": 1}),
                    ("commit", {"match": "1", "hash": "0" * 64}),
                    ("reveal", {"match": 1, "seed": None}),
                    ("throw", {"dice": [6, 7]}),
                    ("throw", {"dice": [6]}),
                ):
                    assert await light.refused(light.message(kind, body)) == "bad-message", body
                assert await light.refused(part(light, "reveal", 0)) == "not-now"
                assert await light.refused(light.message("throw", {"dice": [6, 6]})) == "not-now"
                number = await done(light, first := part(light, "commit", 0))
                # Sent again under the same id, it is answered again; under another id, refused.
                assert await done(light, first) == number
                assert await light.refused(part(light, "commit", 0)) == "not-now"
                assert await dark.refused(part(dark, "commit", 0)) == "wrong-seed"
                # Both give theirs at the same moment: being behind by the other's event does not matter.
                await done(dark, part(dark, "commit", 1) | {"expect": 1})
                assert await dark.refused(part(dark, "reveal", 0)) == "wrong-seed"
                assert await dark.refused(dark.message("roll")) == "not-now"
                await done(dark, part(dark, "reveal", 1))
                assert light.state["phase"] == "dice"
                await done(light, part(light, "reveal", 0))
                await dark.until(lambda player: player.state["phase"] == "roll")
                assert await dark.refused(part(dark, "reveal", 1)) == "not-now"
                assert dark.state["parts"]["seeds"] == [SEED[0].hex(), SEED[1].hex()]
        entries = await running.server.storage.entries(table)
    kinds = [log.kind_of(entry.what) for entry in entries if not isinstance(entry.what, log.Opening)]
    assert kinds == ["created", "joined", "seal", "commit", "commit", "reveal", "reveal"]


async def test_nobody_can_stop_the_other_from_calling_an_unstarted_match_off(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path)) as running:
        ana, bo = Browser(running.url), Browser(running.url)
        await ana.lay()
        await bo.join(ana.invitation)
        async with ana.sit() as light, bo.sit(agrees=False) as dark:
            await dark.until(lambda player: player.state["parts"]["commits"][0])
            await done(dark, part(dark, "commit", 1))
            # Dark never shows his seed: nothing is thrown, and Light may leave.
            await light.until(lambda player: player.state["parts"]["seeds"][0])
            assert (light.state["phase"], "abort" in light.state["can"]) == ("dice", True)
            await light.do("abort")
            assert await dark.refused(part(dark, "reveal", 1)) == "not-now"


@pytest.mark.parametrize("after", ["nothing", "a hash", "both hashes", "a seed"])
async def test_a_kill_in_mid_exchange_changes_no_part(tmp_path: Path, after: str) -> None:
    database = tmp_path / "test.db"
    with Process(database) as server:
        ana, bo = Browser(server.url), Browser(server.url)
        await ana.lay()
        await bo.join(ana.invitation)
        steps = [("commit", 0), ("commit", 1), ("reveal", 0), ("reveal", 1)]
        given = steps[: ["nothing", "a hash", "both hashes", "a seed"].index(after)]
        async with ana.sit(agrees=False) as light, bo.sit(agrees=False) as dark:
            for kind, side in given:
                await done((light, dark)[side], part((light, dark)[side], kind, side))
            parts = light.state["parts"]
            server.kill()
    with Process(database) as server:
        ana.url = bo.url = server.url
        async with ana.sit(agrees=False) as light, bo.sit(agrees=False) as dark:
            assert light.state["parts"]["server"] == parts["server"]
            for kind, side in steps[len(given) :]:
                await done((light, dark)[side], part((light, dark)[side], kind, side))
            rng = Random(7)
            await light.until(lambda player: player.state["phase"] in ("roll", "play"))
            await asyncio.gather(light.play(rng), dark.play(Random(8)))
        assert (await report_of(ana, ana.table)).verified


async def test_kills_in_mid_game_change_no_throw(tmp_path: Path, full_size: bool) -> None:
    """Killed after every few events, a game goes on to its end with the dice that were fixed at its start."""
    database, rng = tmp_path / "test.db", Random(9)
    ana, kills, over = Browser(""), 0, False
    while not over:
        with Process(database) as server:
            ana.url = server.url
            if not kills:
                await ana.lay(level="random")
            async with ana.sit() as light:
                stop = light.state["number"] + (rng.randint(1, 12) if kills < (40 if full_size else 4) else 10**6)

                def far_enough(player: Player, stop: int = stop) -> bool:
                    return bool(player.state["number"] >= stop or player.state["phase"] == "match-over")

                await light.play(rng, far_enough)
                over = light.state["phase"] == "match-over"
                if over:
                    assert (await report_of(ana, ana.table)).verified
                server.kill()
        kills += 1
    assert kills >= 4


async def test_scripted_dice_are_not_drawn_and_say_so(tmp_path: Path) -> None:
    dice = write_dice(tmp_path / "dice", [(6, 1), (4, 3)])
    async with live(make_settings(tmp_path, dice=dice)) as running, two_players(running.url) as (light, _dark):
        response = await light.browser.request("GET", f"/verify/{light.table}/file")
        file = json.loads(response.text)
        assert (file["parts"]["kind"], file["games"][0]["throws"]) == ("server", [{"side": None, "dice": [6, 1]}])
        assert file["games"][0]["sealed"] is None


async def test_the_pages_about_dice(tmp_path: Path) -> None:
    async with live(make_settings(tmp_path, templates=Settings().templates)) as running:
        ana = Browser(running.url)
        assert (await ana.request("GET", "/dice")).text.count("No rolls yet.") == 2
        table = await ana.lay(level="random")
        async with ana.sit() as light:
            await light.play(Random(1))
            entries = await running.server.storage.entries(table)
        own = sum(isinstance(entry.what, log.Rolled) and entry.what.side == 0 for entry in entries)
        theirs = sum(isinstance(entry.what, log.Rolled) and entry.what.side == 1 for entry in entries)
        page = (await ana.request("GET", "/dice")).text
        assert f"{own} rolls" in page
        assert f"{theirs} rolls" in page
        assert "No rolls yet." not in page
        # Whoever has no seat may check, too.
        stranger = Browser(running.url)
        checked = await stranger.request("GET", f"/verify/{table}")
        assert (checked.status_code, f'data-table="{table}"' in checked.text) == (200, True)
        for path in (
            "/verify/nowhere",
            "/verify/nowhere/file",
            f"/verify/{table}?match=2",
            f"/verify/{table}/file?match=x",
        ):
            assert (await stranger.request("GET", path)).status_code == 404, path

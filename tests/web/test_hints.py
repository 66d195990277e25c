"""Hints over HTTP: about the position that was there when they were asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.helpers import Browser, live, make_settings, write_dice


async def test_a_hint_names_the_position_that_it_is_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another tab of the seat plays on while the worker thinks: the page must not draw it then."""
    dice = write_dice(tmp_path / "dice.txt", [(6, 1), (4, 3)])
    async with live(make_settings(tmp_path, dice=dice)) as running:
        ana = Browser(running.url)
        await ana.lay(level="novice")
        async with ana.sit() as light:
            await light.do("roll")
            asked_at = light.state["number"]

            async def slow(*_question: Any) -> tuple[list[tuple[int, int]], float]:
                await light.do("step", point=24, number=4)
                return [(24, 4), (24, 3)], 0.5

            monkeypatch.setattr(running.server.desk, "glance", slow)
            told = (await ana.request("POST", f"/t/{ana.table}/hint")).json()
            assert told["text"] == "24/20 24/21"
            assert (told["number"], light.state["number"]) == (asked_at, asked_at + 1)


@pytest.mark.parametrize("asked", ["hint", "tutor"])
async def test_advice_waits_in_the_line_of_all_readers(asked: str, tmp_path: Path) -> None:
    """Thirty tables that each ask for ten hints kept everybody's first answers waiting for minutes."""
    dice = write_dice(tmp_path / "dice.txt", [(6, 1), (4, 3)])
    async with live(make_settings(tmp_path, dice=dice, studies_waiting=0)) as running:
        ana = Browser(running.url)
        await ana.lay(level="novice")
        async with ana.sit() as light:
            await light.do("roll")
            for number in (4, 3) if asked == "tutor" else ():
                await light.do("step", point=24, number=number)
            answer = await ana.request("POST", f"/t/{ana.table}/{asked}")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
            assert answer.json()["error"]

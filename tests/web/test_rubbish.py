"""The collector of rubbish leaves players alone, and finds everything once they have gone."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress

import pytest

from rosespring.web import rubbish
from tests.web.helpers import eventually


class Ring:
    """Rubbish as soon as nobody holds it, but no count of holders falls to nothing."""

    def __init__(self) -> None:
        self.itself = self


async def test_what_has_lived_is_searched_only_when_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rubbish, "ASIDE_EVERY", 0.0)
    before, there, rounds = gc.get_threshold(), True, 0

    def nobody_there() -> bool:
        nonlocal rounds
        rounds += 1
        return not there

    ring = Ring()
    held = weakref.ref(ring)
    collecting = asyncio.create_task(rubbish.collect_rubbish(nobody_there))
    try:
        await eventually(lambda: rounds > 2)
        del ring
        gc.collect()
        assert held() is not None  # it has been set aside
        there = False
        await eventually(lambda: held() is None)
    finally:
        collecting.cancel()
        with suppress(asyncio.CancelledError):
            await collecting
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)

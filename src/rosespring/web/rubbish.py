"""Python's collector of rubbish looks at all that lives: with thousands of tables a third of a second, and longer.

So that nobody waits for it in the midst of a game, what has lived for a minute is set aside from its search, and all
is searched only when nobody is there, or once an hour.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from datetime import timedelta

EVERY = timedelta(minutes=1)
ALL_EVERY = timedelta(hours=1)
_YOUNG, _MIDDLE, _OLD = 20_000, 20, 10**9
"""Objects, and collections of the younger kind, between two collections; the old are collected here only."""


async def collect_rubbish(nobody_there: Callable[[], bool]) -> None:
    """Collect again and again, until cancelled; then all is as it was before."""
    before = gc.get_threshold()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    searched = asyncio.get_running_loop().time()
    try:
        while True:
            now = asyncio.get_running_loop().time()
            if nobody_there() or now - searched >= ALL_EVERY.total_seconds():
                gc.unfreeze()
                searched = now
            gc.collect()
            gc.freeze()
            await asyncio.sleep(EVERY.total_seconds())
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)

"""Python's collector of rubbish looks at all that lives: with thousands of tables half a second, and longer.

So that nobody waits for it in the midst of a game, it looks at what is young only; what has lived for some seconds is
set aside from its search, which costs nothing, until nobody is there, or for an hour.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

ASIDE_EVERY = 5.0
"""Seconds between two times that what lives is set aside."""
SEARCH_EVERY = 3600.0
"""Seconds after which all is searched even if somebody is there."""
_YOUNG, _MIDDLE, _OLD = 700, 6, 10**9
"""Objects, and collections of the younger kind, between two collections; the old are collected here only."""


async def collect_rubbish(nobody_there: Callable[[], bool]) -> None:
    """Collect again and again, until cancelled; then all is as it was before."""
    before, time = gc.get_threshold(), asyncio.get_running_loop().time
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
    searched, quiet = time() - SEARCH_EVERY, False
    try:
        while True:
            # Where nobody is, nothing new comes to be: once is enough.
            if (nobody_there() and not quiet) or time() - searched >= SEARCH_EVERY:
                gc.unfreeze()
                gc.collect()
                searched = time()
            quiet = nobody_there()
            gc.freeze()
            await asyncio.sleep(ASIDE_EVERY)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)

"""The line before the analysis workers: so many may wait, in all and from one address; who goes away is forgotten.

What is answered at sight, and what takes long, go to workers of their own, and the system lets the first have its
cores before the second: so nobody's first answer waits for another's long look.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from starlette.requests import Request

from rosespring.web.bots import Thinker
from rosespring.web.limits import Tally, TokenBuckets, neighbourhood
from rosespring.web.settings import Settings, is_loopback
from rosespring.web.valued import ready_to_glance, ready_to_study

Answer = TypeVar("Answer")

PATIENCE = 5
"""So much nicer to the other processes of the machine are those that look further."""


class Busy(Exception):
    """Nothing more can be asked for now: too much waits (`crowded`), or this address asks too often."""

    def __init__(self, *, crowded: bool) -> None:
        super().__init__()
        self.crowded = crowded


class Gone(Exception):
    """Whoever asked has gone."""


class Lines:
    """Each address asks one thing at a time: who asks much waits for himself, and others for one of his questions."""

    def __init__(self) -> None:
        self._kept: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Lock:
        """Where the questions of one address wait for each other; this machine's own do not."""
        if is_loopback(address):
            return asyncio.Lock()
        return self._kept.setdefault(neighbourhood(address), asyncio.Lock())


class Desk:
    """Takes questions to the workers."""

    def __init__(self, settings: Settings) -> None:
        timeout = settings.think_timeout.total_seconds()
        self._settings = settings
        self._glancers = Thinker(settings.glance_workers, timeout, ready=ready_to_glance)
        self._students = Thinker(settings.study_workers, timeout, ready=ready_to_study, patience=PATIENCE)
        self._buckets = TokenBuckets(settings.studies_at_once, settings.study_every)
        self._held = Tally(settings.studies_per_address)
        self._before_glancers, self._before_students = Lines(), Lines()
        self.waiting = 0

    def start(self) -> None:
        """Start the workers."""
        self._glancers.start()
        self._students.start()

    def close(self) -> None:
        """Stop the workers, whatever they are at."""
        self._glancers.close()
        self._students.close()

    @asynccontextmanager
    async def place(self, request: Request) -> AsyncIterator[None]:
        """A place in the line.

        :raises Busy: if there is none.
        """
        address = address_of(request)
        if self.waiting >= self._settings.studies_waiting:
            raise Busy(crowded=True)
        with self._held.one_more(address) as may:
            if not may or not self._buckets.take(address, self._settings.clock()):
                raise Busy(crowded=False)
            self.waiting += 1
            try:
                yield
            finally:
                self.waiting -= 1

    async def answer(self, request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
        """What `work`, which asks the workers, finds, for a reader who waits in the line and until he goes.

        The request's body must have been read.

        :raises Busy: if there is no place in the line.
        :raises Gone: if he has gone.
        """
        try:
            async with self.place(request):
                return await while_there(request, work)
        finally:
            work.close()

    async def glance(self, address: str, function: Callable[..., Answer], *arguments: object) -> Answer | None:
        """What a worker says to a question of `address` that is answered at sight; None if it fails."""
        async with self._before_glancers.of(address):
            return await self._glancers.ask(function, *arguments)

    async def study(self, address: str, function: Callable[..., Answer], *arguments: object) -> Answer | None:
        """What a worker says to a question of `address` that takes long; None if it fails."""
        async with self._before_students.of(address):
            return await self._students.ask(function, *arguments)


def address_of(request: Request) -> str:
    """Whence somebody asks."""
    return request.client.host if request.client else ""


async def while_there(request: Request, work: Awaitable[Answer]) -> Answer:
    """What `work` finds; it is given up as soon as whoever asked has gone.

    The request's body must have been read.

    :raises Gone: then.
    """
    working, watching = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Gone
        return working.result()
    finally:
        for task in (working, watching):
            task.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass

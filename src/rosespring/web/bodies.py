"""The body of a request: so large at most, and all of it so soon."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive


class Body:
    """Reads what comes with a request, up to `limit` bytes within `seconds`."""

    def __init__(self, headers: Headers, receive: Receive, limit: int, seconds: float) -> None:
        self._receive = receive
        self._limit = limit
        self._due = asyncio.get_running_loop().time() + seconds
        self._received = 0
        length = headers.get("content-length", "0")
        self.too_large = not length.isdecimal() or int(length) > limit
        """Whether the request says so beforehand."""
        self._complete = False

    async def receive(self) -> Message:
        """The next part, or whatever comes after the body.

        :raises HTTPException: 413 if the body is over the limit, 408 if it comes too slowly.
        """
        message = await (self._receive() if self._complete else self._in_time())
        self._received += len(message.get("body", b""))
        if self._received > self._limit:
            raise HTTPException(413, "the request is too large")
        self._complete = self._complete or not message.get("more_body", False)
        return message

    async def _in_time(self) -> Message:
        try:
            async with asyncio.timeout_at(self._due):
                return await self._receive()
        except TimeoutError:
            raise HTTPException(408, "the request comes too slowly", {"Connection": "close"}) from None

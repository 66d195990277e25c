"""Paints cards: one after the other in processes of their own, kept for those who ask again, so many an address."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from hashlib import sha256

from starlette.requests import Request

from rosespring.errors import RosespringError
from rosespring.web.desk import Busy
from rosespring.web.limits import TokenBuckets
from rosespring.web.settings import Settings

PROGRAM = (sys.executable, "-m", "rosespring.web.rasterise")


class NoPicture(RosespringError):
    """The painting process has failed."""


class Painter:
    """Makes PNG of SVG."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._buckets = TokenBuckets(settings.pictures_at_once, settings.picture_every)
        self._brush = asyncio.Semaphore(1)
        self._waiting = 0

    async def paint(self, request: Request, drawing: str) -> bytes:
        """The drawing as PNG.

        :raises Busy: if too many wait, or the address of the request has asked for too many that had to be painted.
        :raises NoPicture: if painting fails.
        """
        key = sha256(drawing.encode()).digest()
        return self._find(key) or await self._in_turn(request, key, drawing)

    def _find(self, key: bytes) -> bytes:
        picture = self._kept.get(key, b"")
        if picture:
            self._kept.move_to_end(key)
        return picture

    async def _in_turn(self, request: Request, key: bytes, drawing: str) -> bytes:
        address = request.client.host if request.client else ""
        if self._waiting >= self._settings.pictures_waiting:
            raise Busy(crowded=True)
        if not self._buckets.take(address, self._settings.clock()):
            raise Busy(crowded=False)
        self._waiting += 1
        try:
            async with self._brush:
                return self._find(key) or self._keep(key, await self._painted(drawing))
        finally:
            self._waiting -= 1

    def _keep(self, key: bytes, picture: bytes) -> bytes:
        self._kept[key] = picture
        if len(self._kept) > self._settings.pictures_kept:
            self._kept.popitem(last=False)
        return picture

    async def _painted(self, drawing: str) -> bytes:
        process = await asyncio.create_subprocess_exec(*PROGRAM, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        try:
            within = self._settings.paint_timeout.total_seconds()
            picture, trouble = await asyncio.wait_for(process.communicate(drawing.encode()), within)
        except TimeoutError:
            raise NoPicture(f"expected a picture within {within:g} s, got none") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode or not picture:
            raise NoPicture(f"expected a picture, got {trouble.decode(errors='replace').strip()[-300:]!r}")
        return picture

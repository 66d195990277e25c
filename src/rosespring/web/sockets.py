"""One socket of one seat: requests in, messages out through a queue that cannot grow without end."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from rosespring.language import use_language
from rosespring.web import protocol
from rosespring.web.access import Holder
from rosespring.web.dice import DiceError
from rosespring.web.limits import Pace
from rosespring.web.protocol import Envelope, Hello, Ping, Refused
from rosespring.web.rooms import Room
from rosespring.web.settings import Settings
from rosespring.web.storage import FAILURES, Conflict, why

_logger = logging.getLogger(__name__)
CLOSE_WITHIN = 5.0
"""Seconds that a socket is given to take the last messages."""


async def come_back(socket: WebSocket, failure: Exception) -> None:
    """End a socket that cannot be served, because the database says nothing now."""
    _logger.error("the database fails, before a socket is served: %s", why(failure))
    with suppress(RuntimeError, WebSocketDisconnect):  # it may have gone meanwhile
        await socket.close(protocol.RECONNECT, "nothing can be read")


class Socket:
    """A `gathering.Watcher` over a WebSocket."""

    watching = False

    def __init__(
        self, socket: WebSocket, room: Room, holder: Holder, settings: Settings, language: str, invite: str | None,
        local_only: bool,
    ) -> None:  # fmt: skip
        self.seat = holder.seat
        self.language = language
        self.invite = invite
        self.local_only = local_only
        self.ready = False
        self._socket = socket
        self._room = room
        self._silent_after = settings.silent_after.total_seconds()
        self._pace = self._pace_of(room, settings)
        self._queue: asyncio.Queue[str] = asyncio.Queue(settings.queue_limit)
        self._ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._heard_at = asyncio.get_running_loop().time()
        self._silence: asyncio.TimerHandle | None = None
        self._hearing = False
        self._going = False

    def _pace_of(self, room: Room, settings: Settings) -> Pace:
        """How fast this socket is heard: all of a seat together."""
        return room.paces[self.seat]

    def send(self, text: str) -> None:
        """Put a message into the queue; if it is full, the client comes back and takes a snapshot."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(protocol.TOO_SLOW, "too many messages are waiting")

    def close(self, code: int, reason: str) -> None:
        """End the socket with `code`; the first reason counts."""
        if not self._ending.done():
            self._ending.set_result((code, reason))

    async def run(self) -> None:
        """Serve the socket until one side closes it."""
        with use_language(self.language):
            tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._speak())]
        self._mind_silence()
        try:
            await self._room.enter(self)
            ends: list[asyncio.Future[Any]] = [*tasks, self._ending]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._stop(tasks)
            # A database that takes its time must not keep the client from coming back.
            await asyncio.gather(self._room.leave(self), self._say_goodbye())

    async def _stop(self, tasks: list[asyncio.Task[None]]) -> None:
        """End `tasks`; but a command that is being carried out is finished, even when the socket has gone."""
        self._going = True
        if self._silence is not None:
            self._silence.cancel()
        listening, speaking = tasks
        speaking.cancel()
        if not self._hearing:
            listening.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                _logger.error("a socket of table %s failed", self._room.table.id, exc_info=outcome)

    async def _say_goodbye(self) -> None:
        if not self._ending.done():
            return
        code, reason = self._ending.result()
        try:
            await asyncio.wait_for(self._socket.close(code, reason), CLOSE_WITHIN)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            _logger.debug("a socket was gone before it could be closed")

    async def _speak(self) -> None:
        while True:
            text = await self._queue.get()
            try:
                await self._socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):
                return
            self._queue.task_done()

    def _mind_silence(self) -> None:
        """Close the socket when nothing has been heard for too long; one timer, not one for each message."""
        loop = asyncio.get_running_loop()
        left = self._heard_at + self._silent_after - loop.time()
        if left <= 0 and not self._hearing:
            self.close(protocol.SILENT, "nothing was heard for too long")
        else:
            self._silence = loop.call_later(left if left > 0 else self._silent_after, self._mind_silence)

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        while not self._going:
            # Whoever does not read his answers asks for no more: they would have to wait somewhere.
            await self._queue.join()
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            delay = self._pace.wait(loop.time())
            self._heard_at = loop.time() + delay
            if delay:
                await asyncio.sleep(delay)
            self._hearing = True
            try:
                await self._hear(message.get("text"))
            finally:
                self._hearing = False
                self._heard_at = loop.time()

    async def _hear(self, text: str | None) -> None:
        answers = ""
        try:
            envelope = protocol.read_envelope(text)
            answers = envelope.id
            await self._answer(envelope)
        except Refused as refusal:
            self._log_refusal(refusal)
            self._say("nack", {"code": refusal.code, "message": refusal.message}, answers)
            if refusal.code == "stale":
                self._show()
        except DiceError as error:
            self._say("nack", {"code": "not-now", "message": str(error)}, answers)
        except Conflict:
            self.close(protocol.RECONNECT, "the table is read anew")
        except FAILURES as error:
            _logger.error("the database fails, at table %s: %s", self._room.table.id, why(error))
            self.close(protocol.RECONNECT, "nothing can be stored")

    def _log_refusal(self, refusal: Refused) -> None:
        # A message that cannot be read may hold anything; what it held is not repeated.
        words = refusal.code if refusal.code == "bad-message" else f"{refusal.code}: {refusal.message}"
        _logger.info("table %s, seat %d: refused %s", self._room.table.id, self.seat, words)

    async def _answer(self, envelope: Envelope) -> None:
        if envelope.game != self._room.table.id:
            raise Refused("bad-message", f"expected a message for table {self._room.table.id}, got one for another")
        match protocol.read_request(envelope):
            case Ping():
                self._say("pong", None, envelope.id)
            case Hello():
                async with self._room.lock:
                    self._show(envelope.id)
                self._room.wake()
            case command:
                number = await self._room.submit(self.seat, command, envelope.id, envelope.expect)
                self._say("ack", {"number": number}, envelope.id)

    def _show(self, answers: str = "") -> None:
        self.ready = True
        self._say("snapshot", self._room.snapshot(self), answers)

    def _say(self, kind: str, body: object, answers: str) -> None:
        table = self._room.table
        self.send(protocol.write_message(table.id, table.number, kind, body, answers))

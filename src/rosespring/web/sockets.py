"""One socket of one seat: requests in, messages out through a queue that cannot grow without end."""

from __future__ import annotations

import asyncio
import logging
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
from rosespring.web.storage import Conflict

_logger = logging.getLogger(__name__)
CLOSE_WITHIN = 5.0
"""Seconds that a socket is given to take the last messages."""


class Socket:
    """A `rooms.Watcher` over a WebSocket."""

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
        self._pace = Pace(settings.messages_at_once, settings.message_every)
        self._queue: asyncio.Queue[str] = asyncio.Queue(settings.queue_limit)
        self._ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._hearing: asyncio.Task[None] | None = None

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
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._speak())]
        try:
            await self._room.enter(self)
            ends: list[asyncio.Future[Any]] = [*tasks, self._ending]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._stop(tasks)
            await self._room.leave(self)
            await self._say_goodbye()

    async def _stop(self, tasks: list[asyncio.Task[None]]) -> None:
        """End `tasks`; but a command that is being carried out is finished, even when the socket has gone."""
        for task in tasks:
            task.cancel()
        hearing = [self._hearing] if self._hearing else []
        for outcome in await asyncio.gather(*tasks, *hearing, return_exceptions=True):
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

    async def _listen(self) -> None:
        while True:
            try:
                message = await asyncio.wait_for(self._socket.receive(), self._silent_after)
            except TimeoutError:
                return self.close(protocol.SILENT, "nothing was heard for too long")
            if message["type"] != "websocket.receive":
                return None
            if delay := self._pace.wait(asyncio.get_running_loop().time()):
                await asyncio.sleep(delay)
            with use_language(self.language):
                self._hearing = asyncio.create_task(self._hear(message.get("text")))
            # Waiting for it is stopped by the end of the socket, but what is waited for is not; see `_stop`.
            await asyncio.wait((self._hearing,))
            if self._hearing.cancelled() or self._hearing.exception():
                return None

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

"""What comes over a connection before the application hears of it, and how much of it: uvicorn itself sets no bounds.

Measured without them: one client that sent pings, or a header line without an end, kept everybody waiting for 40 s.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rosespring.web import protocol

HEAD_WITHIN = 20.0
"""Seconds from the opening of a connection, or from the end of the last answer, to the end of a request's head."""
PORTION = 4096
"""Bytes of a socket that are looked at before it is asked again whether there is more than anybody wants to hear."""
OTHER_FRAMES = 20
"""Pings and pongs of the WebSocket protocol, and parts of messages, that a socket may send between two messages.

Pages send none: they ping by messages, and who sends no message for 30 s is closed anyway.
"""


class Requests(H11Protocol):
    """HTTP whose heads have an end (64 KiB, by h11), and come soon."""

    _due: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection that says nothing is closed."""
        super().connection_made(transport)
        self._mind()

    def data_received(self, data: bytes) -> None:
        """A head that comes drop by drop is no head."""
        super().data_received(data)
        self._mind()

    def send_400_response(self, msg: str) -> None:
        """Say that it was no HTTP, unless something else is being said."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _mind(self) -> None:
        """Have the connection closed in time if it goes on to ask nothing."""
        cycle: RequestResponseCycle | None = self.cycle
        serving = cycle is not None and not cycle.response_complete
        if serving or self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._due = None
            return
        if self._due is None:
            self._due = self.loop.time() + HEAD_WITHIN
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_at(self._due, self.timeout_keep_alive_handler)


class Frames(WebSocketsSansIOProtocol):
    """WebSocket frames, heard in portions: no more than the application keeps up with, and than its peer reads."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._unread = bytearray()
        self._others = 0

    def data_received(self, data: bytes) -> None:
        """Frames, or a part of one; what nobody has time for waits, and the peer with it."""
        self._unread += data
        self._hear()

    def _hear(self) -> None:
        while self._unread and not self._deaf():
            portion = bytes(self._unread[:PORTION])
            del self._unread[:PORTION]
            super().data_received(portion)
            if not self.handshake_initiated and self.conn.handshake_exc is not None:
                # What was wrong stands ready to be said, but is not said by itself.
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()

    def _deaf(self) -> bool:
        return self.read_paused or self.transport.is_closing() or not self.writable.is_set()

    async def receive(self) -> Any:
        """The next message; what waited behind it is looked at now."""
        message = await super().receive()
        self._hear()
        return message

    def pause_writing(self) -> None:
        """Whoever does not read is not heard, for even a ping wants an answer."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The peer reads again."""
        super().resume_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()
        self._hear()

    def send_receive_event_to_app(self) -> None:
        """A whole message; one that is no text closes the socket."""
        if self.close_sent:
            self._count()
            return
        self._others = 0
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(protocol.NO_TEXT, "expected text in UTF-8")
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, unless there is no end of them."""
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        """Nobody has asked for it."""
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message."""
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        self._others += 1
        if self._others > OTHER_FRAMES:
            self._fail(protocol.TOO_MANY, "too many frames that say nothing")

    def _fail(self, code: int, reason: str) -> None:
        if self.close_sent or self.conn.close_sent is not None:
            self.transport.close()
            return
        self.conn.fail(code, reason)
        self.handle_parser_exception()

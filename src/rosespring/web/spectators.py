"""The socket of somebody who watches: it sees what both players see, and changes nothing."""

from __future__ import annotations

from starlette.websockets import WebSocket

from rosespring.board import Side
from rosespring.language import gettext as _
from rosespring.web import protocol
from rosespring.web.access import Holder
from rosespring.web.limits import Pace
from rosespring.web.protocol import Envelope, Hello, Ping, Refused
from rosespring.web.rooms import Room
from rosespring.web.settings import Settings
from rosespring.web.sockets import Socket


class Spectator(Socket):
    """A `gathering.Watcher` without a seat, that sees the board from Light's side."""

    watching = True

    def __init__(self, socket: WebSocket, room: Room, settings: Settings, language: str) -> None:
        super().__init__(socket, room, Holder(Side.LIGHT, ""), settings, language, None, False)

    def _pace_of(self, room: Room, settings: Settings) -> Pace:
        return Pace(settings.watched_at_once, settings.watched_every)

    async def _answer(self, envelope: Envelope) -> None:
        if not isinstance(protocol.read_request(envelope), Hello | Ping):
            raise Refused("not-your-seat", _("You are watching: only the two players act."))
        await super()._answer(envelope)

"""Who is at a table: the sockets that play and watch, who is online or away, and what the two say."""

from __future__ import annotations

import logging
from typing import Protocol

from rosespring.board import Side
from rosespring.language import gettext as _
from rosespring.web import protocol
from rosespring.web.limits import Pace
from rosespring.web.protocol import Refused, Talk
from rosespring.web.settings import Settings
from rosespring.web.storage import FAILURES, Storage, why
from rosespring.web.table import Table
from rosespring.web.talk import Conversation

_logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """A socket, as a room needs it. `ready`: it has a snapshot, so that events mean something to it.

    `watching`: it has no seat, and sees the board from the side of `seat`.
    """

    seat: Side
    language: str
    invite: str | None
    local_only: bool
    ready: bool

    @property
    def watching(self) -> bool:
        """Whether nobody acts through it."""

    def send(self, text: str) -> None:
        """Put a message into the socket's queue; a full one closes the socket."""

    def close(self, code: int, reason: str) -> None:
        """Close the socket."""


class Gathering:
    """The sockets at one table, and what they are told of each other."""

    def __init__(self, table: Table, storage: Storage, settings: Settings, seen: dict[int, float]) -> None:
        self.table = table
        self.watchers: dict[Watcher, None] = {}  # in the order of their coming
        self._storage = storage
        self._settings = settings
        self._seen = seen
        self._conversation = Conversation(settings.clock)
        self.paces = {seat: Pace(settings.messages_at_once, settings.message_every) for seat in Side}
        """How fast each seat is heard, however many sockets it has."""

    @property
    def online(self) -> tuple[bool, bool]:
        """Which seats are there; a computer always is."""
        there = {watcher.seat for watcher in self.watchers if not watcher.watching}
        return Side.LIGHT in there, Side.DARK in there or bool(self.table.bot_level)

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return sum(watcher.watching for watcher in self.watchers)

    async def enter(self, watcher: Watcher) -> None:
        """A socket opens; everybody learns of it if its seat was empty. Of too many of one seat, the oldest closes."""
        before = self.online
        self.watchers[watcher] = None
        if watcher.watching:
            self._spectator_comes(watcher)
            return
        own = [other for other in self.watchers if other.seat is watcher.seat and not other.watching]
        for oldest in own[: -self._settings.sockets_per_seat]:
            oldest.close(protocol.TOO_MANY, "the seat is open in too many places")
        await self._presence_changed(before, watcher.seat)

    def _spectator_comes(self, watcher: Watcher) -> None:
        if self.spectators > self._settings.spectators_per_table:
            watcher.close(protocol.TOO_MANY, "too many watch already")
        self._tell_presence()

    async def leave(self, watcher: Watcher) -> None:
        """A socket closes; everybody learns of it if it was its seat's last."""
        before = self.online
        self.watchers.pop(watcher, None)
        if watcher.watching:
            self._tell_presence()
            return
        await self._presence_changed(before, watcher.seat)

    async def _presence_changed(self, before: tuple[bool, bool], seat: Side) -> None:
        if self.online == before:
            return
        self._tell_presence()
        await self.see(seat)

    def _tell_presence(self) -> None:
        body = {"online": list(self.online), "watching": self.spectators, "chat": self._conversation.allowed}
        self.tell("presence", body)

    def hear(self, seat: Side, talk: Talk, command_id: str) -> None:
        """Let everybody hear what a player says; free words are for the two players only.

        :raises Refused: if it cannot be said now.
        """
        if self.table.bot_level:
            raise Refused("not-now", _("the computer does not talk"))
        allowed = list(self._conversation.allowed)
        said = self._conversation.take(seat, talk, command_id)
        if said is not None:
            text = protocol.write_message(self.table.id, self.table.number, "said", said)
            for watcher in list(self.watchers):
                if watcher.ready and (said.phrase or not watcher.watching):
                    watcher.send(text)
        elif allowed != self._conversation.allowed:
            self._tell_presence()

    async def see(self, seat: Side) -> None:
        """Remember that `seat` is there, or was until now; a database that takes nothing keeps nobody from looking."""
        self._seen[seat] = self._settings.clock()
        try:
            await self._storage.see(self.table.id, seat, self._seen[seat])
        except FAILURES as error:
            _logger.error("cannot store who is at table %s: %s", self.table.id, why(error))

    def away_since(self, seat: Side) -> float | None:
        """Since when `seat` has been away; None while it is there."""
        return None if self.online[seat] else self._seen.get(seat, self.table.touched)

    def tell(self, kind: str, body: object) -> None:
        """Send the same message to every socket."""
        text = protocol.write_message(self.table.id, self.table.number, kind, body)
        for watcher in list(self.watchers):
            watcher.send(text)

"""Tables in memory: one lock each, and the sockets that watch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Protocol

from sqlalchemy.exc import OperationalError

from rosespring.board import Side
from rosespring.language import gettext as _
from rosespring.language import use_language
from rosespring.web import log, protocol
from rosespring.web.commands import Order, begin, flag_falls, joined, obey
from rosespring.web.dice import Dice
from rosespring.web.protocol import Chat, Command, Refused, Say, Talk
from rosespring.web.settings import Settings
from rosespring.web.shapes import Snapshot, State
from rosespring.web.storage import Conflict, SeatTaken, Storage
from rosespring.web.table import Table
from rosespring.web.talk import Conversation
from rosespring.web.throwing import Moment
from rosespring.web.told import Told
from rosespring.web.views import Viewer, event_of, snapshot_of, state_of

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


class Room:
    """One table in memory. Whatever changes it does so under its lock, and is stored before anyone sees it."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        dice: Dice,
        settings: Settings,
        seen: dict[int, float],
        changed: Callable[[Room], None],
    ) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: dict[Watcher, None] = {}  # in the order of their coming
        self.users = 0
        self.used_at = asyncio.get_running_loop().time()
        self.spoilt = False
        self.bot_task: asyncio.Task[None] | None = None
        self._storage = storage
        self._dice = dice
        self._settings = settings
        self._seen = seen
        self._changed = changed
        # On time is counted from when the table came into memory: a restart costs nobody any.
        self._since = self._asked_at = self.used_at
        self._conversation = Conversation(settings.clock)
        self._flag: asyncio.TimerHandle | None = None
        self._calling: asyncio.Task[None] | None = None
        self._wind()

    # Presence

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

    def wake(self) -> None:
        """Let the computer go on: somebody sees what it does."""
        self._changed(self)

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

    def hear(self, seat: Side, talk: Talk) -> None:
        """Let everybody hear what a player says.

        :raises Refused: if it cannot be said now.
        """
        if self.table.bot_level:
            raise Refused("not-now", _("the computer does not talk"))
        said = self._conversation.take(seat, talk)
        if said is None:
            self._tell_presence()
        else:
            self.tell("said", said)

    async def see(self, seat: Side) -> None:
        """Remember that `seat` is there, or was until now; a database that takes nothing keeps nobody from looking."""
        self._seen[seat] = self._settings.clock()
        try:
            await self._storage.see(self.table.id, seat, self._seen[seat])
        except OperationalError as error:
            _logger.error("cannot store who is at table %s: %s", self.table.id, error.orig)

    def away_since(self, seat: Side) -> float | None:
        """Since when `seat` has been away; None while it is there."""
        return None if self.online[seat] else self._seen.get(seat, self.table.touched)

    # What is seen

    def tell(self, kind: str, body: object) -> None:
        """Send the same message to every socket."""
        text = protocol.write_message(self.table.id, self.table.number, kind, body)
        for watcher in list(self.watchers):
            watcher.send(text)

    def snapshot(self, watcher: Watcher) -> Snapshot:
        """What a socket is shown when it asks.

        :raises Conflict: if this copy of the table has been given up.
        """
        self._check()
        with use_language(watcher.language):
            return snapshot_of(self.table, self._viewer_at(watcher))

    def state(self, seat: Side, invite: str | None, local_only: bool) -> State:
        """What a page begins with, in the language in use.

        :raises Conflict: if this copy of the table has been given up.
        """
        self._check()
        return state_of(self.table, self._viewer(seat, invite, local_only))

    def seen_by_all(self) -> State:
        """What the page of somebody who watches begins with, in the language in use.

        :raises Conflict: if this copy of the table has been given up.
        """
        self._check()
        return state_of(self.table, replace(self._viewer(Side.LIGHT, None, False), watching=True))

    def _viewer_at(self, watcher: Watcher) -> Viewer:
        viewer = self._viewer(watcher.seat, watcher.invite, watcher.local_only)
        return replace(viewer, watching=watcher.watching)

    def _viewer(self, seat: Side, invite: str | None, local_only: bool) -> Viewer:
        settings = self._settings
        away = self.away_since(seat.other)
        elapsed = self._elapsed()
        return Viewer(
            seat, settings.clock(), self.online, away, settings.claim_after, invite, local_only, elapsed,
            spectators=self.spectators, chat=tuple(self._conversation.allowed),
        )  # fmt: skip

    def _letters(self, told: Told) -> Iterator[tuple[Watcher, str]]:
        """One event for each socket; those that see the same share the text."""
        texts: dict[tuple[Side, str, str | None, bool, bool], str] = {}
        for watcher in self.watchers:
            if not watcher.ready:
                continue
            key = (watcher.seat, watcher.language, watcher.invite, watcher.local_only, watcher.watching)
            if key not in texts:
                texts[key] = self._event_text(told, watcher)
            yield watcher, texts[key]

    def _event_text(self, told: Told, watcher: Watcher) -> str:
        with use_language(watcher.language):
            body = event_of(told, self.table, self._viewer_at(watcher))
        return protocol.write_message(self.table.id, told.entry.number, "event", body)

    # What happens

    async def submit(self, seat: Side, command: Command | Talk, command_id: str, expect: int) -> int:
        """Carry a person's command out, once, and say the number of its last event.

        :raises Refused: if it cannot be obeyed; nothing has changed then.
        :raises Conflict: if this copy of the table has been given up.
        """
        if isinstance(command, Say | Chat):
            self.hear(seat, command)
            return self.table.number
        async with self.lock:
            self._check()
            if (answered := self.table.answers.get((seat, command_id))) is not None:
                return answered
            if await self._let_flag_fall():
                raise Refused("game-over", _("the time is up"))
            # Both give their parts in the dice at the same moment: neither waits to hear of the other's.
            if not isinstance(command, protocol.Commit | protocol.Reveal):
                self._check_expected(expect)
            return await self._carry_out(Order(seat, command, command_id))

    async def act(self, seat: Side, command: Command, expect: int) -> int:
        """Carry the computer's command out, decided upon after event `expect`; see `submit`."""
        async with self.lock:
            self._check()
            self._check_expected(expect)
            return await self._carry_out(Order(seat, command))

    async def stand_in(self, level: str, reason: str, expect: int) -> None:
        """A simpler player goes on at the computer's seat, decided upon after event `expect`; see `submit`."""
        async with self.lock:
            self._check()
            self._check_expected(expect)
            stood_in = log.StoodIn(int(Side.DARK), level, reason)
            entries, letters = self._taken_in(begin(self.table, iter([stood_in]), self._moment(Side.DARK)))
            await self._stored(self._storage.append(self.table.id, entries, self.table.bot_due), letters)

    async def seat_person(self, name: str, secret: str) -> None:
        """Somebody takes seat 1; `secret` is the hash of what opens it from now on.

        :raises SeatTaken: if the seat is not free any more.
        :raises Conflict: if this copy of the table has been given up.
        """
        async with self.lock:
            self._check()
            if self.table.phase != "waiting":
                raise SeatTaken("the seat is not free any more")
            moment = self._moment(Side.DARK)
            events = begin(self.table, joined(self.table, name, "", moment), moment)
            entries, letters = self._taken_in(events)
            await self._stored(self._storage.join(self.table.id, entries, self.table.bot_due, secret), letters)
            self._seen[Side.DARK] = entries[-1].at

    def _check(self) -> None:
        if self.spoilt:
            raise Conflict("the table is read anew")

    def _check_expected(self, expect: int) -> None:
        if expect != self.table.number:
            raise Refused("stale", f"expected event {self.table.number} as the last one seen, got {expect}")

    def _moment(self, seat: Side) -> Moment:
        settings = self._settings
        self._asked_at = asyncio.get_running_loop().time()
        away = self.away_since(seat.other)
        return Moment(settings.clock(), self._dice, away, settings.claim_after, elapsed=self._elapsed())

    async def _carry_out(self, order: Order) -> int:
        entries, letters = self._taken_in(obey(self.table, order, self._moment(order.seat)))
        await self._stored(self._storage.append(self.table.id, entries, self.table.bot_due), letters)
        return entries[-1].number

    def _taken_in(self, events: Iterator[Told]) -> tuple[list[log.Entry], list[tuple[Watcher, str]]]:
        """Let the table take events in, and write what each socket will be told when they are stored."""
        entries: list[log.Entry] = []
        letters: list[tuple[Watcher, str]] = []
        try:
            for told in events:
                if isinstance(told.entry.what, log.TICKS):
                    self._since = self._asked_at
                entries.append(told.entry)
                letters.extend(self._letters(told))
        except BaseException:
            if entries:
                self.spoil()
            raise
        return entries, letters

    async def _stored(self, storing: Coroutine[None, None, None], letters: list[tuple[Watcher, str]]) -> None:
        """Send `letters` when the events are on disk; if that fails, memory is ahead of it and must go."""
        try:
            await storing
        except BaseException:
            self.spoil()
            raise
        for watcher, text in letters:
            watcher.send(text)
        self._wind()
        self._changed(self)

    # Time

    def _elapsed(self) -> float:
        """Seconds since the last timed event, by a clock that nobody can set."""
        return asyncio.get_running_loop().time() - self._since

    def _wind(self) -> None:
        """Have the flag fall when the time of the side to act is up; until then the table stays in memory."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
            self.users -= 1
        left = self.table.time_left(self._elapsed())
        if left is not None and not self.spoilt:
            self._flag = asyncio.get_running_loop().call_later(max(left, 0.0), self._time_is_up)
            self.users += 1

    def _time_is_up(self) -> None:
        self._calling = asyncio.create_task(self._call_time())

    async def _call_time(self) -> None:
        try:
            async with self.lock:
                await self._let_flag_fall()
        except (Conflict, OperationalError) as error:
            _logger.error("the flag at table %s could not be stored: %s", self.table.id, error)

    async def _let_flag_fall(self) -> bool:
        """End the match if the side to act has no time left, and say whether it has come to that."""
        side, left = self.table.timed_side, self.table.time_left(self._elapsed())
        if side is None or left is None or self.spoilt:
            return False
        if left > 0:
            self._wind()
            return False
        entries, letters = self._taken_in(begin(self.table, flag_falls(side), self._moment(side)))
        await self._stored(self._storage.append(self.table.id, entries, self.table.bot_due), letters)
        return True

    def spoil(self) -> None:
        """Give this copy of the table up: the next who comes reads it from the log."""
        self.spoilt = True
        self._wind()
        for watcher in list(self.watchers):
            watcher.close(protocol.RECONNECT, "the table is read anew")

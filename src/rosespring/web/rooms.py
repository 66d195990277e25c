"""Tables in memory: what is seen of each, what happens at it one thing after the other, and when the time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace

from rosespring.board import Side
from rosespring.language import gettext as _
from rosespring.language import use_language
from rosespring.web import log, protocol
from rosespring.web.commands import Order, begin, flag_falls, joined, obey
from rosespring.web.dice import Dice
from rosespring.web.gathering import Gathering, Watcher
from rosespring.web.protocol import Chat, Command, Refused, Say, Talk
from rosespring.web.settings import Settings
from rosespring.web.shapes import Snapshot, State
from rosespring.web.storage import FAILURES, Conflict, SeatTaken, Storage
from rosespring.web.table import Table
from rosespring.web.throwing import Moment
from rosespring.web.told import Told
from rosespring.web.views import Viewer, event_of, snapshot_of, state_of

_logger = logging.getLogger(__name__)


class Room(Gathering):
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
        super().__init__(table, storage, settings, seen)
        self.lock = asyncio.Lock()
        self.users = 0
        self.used_at = asyncio.get_running_loop().time()
        self.spoilt = False
        self.bot_task: asyncio.Task[None] | None = None
        self._dice = dice
        self._changed = changed
        # On time is counted from when the table came into memory: a restart costs nobody any.
        self._since = self._asked_at = self.used_at
        self._flag: asyncio.TimerHandle | None = None
        self._calling: asyncio.Task[None] | None = None
        self._wind()

    def wake(self) -> None:
        """Let the computer go on: somebody sees what it does."""
        self._changed(self)

    # What is seen

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
            self.hear(seat, command, command_id)
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
        except (Conflict, *FAILURES) as error:
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

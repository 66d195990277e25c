"""All tables: which are in memory, which computers play, what is cleaned up."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from rosespring.board import Side
from rosespring.players.player import STAND_IN, match_needs
from rosespring.web import bots, protocol
from rosespring.web.bots import Thinker
from rosespring.web.commands import begin, joined, laid
from rosespring.web.counsel import side_needs
from rosespring.web.dice import Dice, DiceError
from rosespring.web.log import DiceKind
from rosespring.web.protocol import Refused
from rosespring.web.rooms import Room
from rosespring.web.settings import Settings
from rosespring.web.storage import FAILURES, Conflict, Storage, why
from rosespring.web.table import Table, table_of
from rosespring.web.throwing import Moment

_logger = logging.getLogger(__name__)


class NoTable(Exception):  # an ordinary answer to a wrong address
    """There is no table with this id."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What the start page asks for; without a `level` seat 1 is for a person."""

    rules: dict[str, str | int]
    length: int
    name: str
    level: str = ""
    dice: DiceKind = "drawn"
    clock: tuple[int, int] = (0, 0)


class Hall:
    """The tables of one server."""

    def __init__(self, settings: Settings, storage: Storage, dice: Dice, thinker: Thinker) -> None:
        self.rooms: dict[str, Room] = {}
        self._settings = settings
        self._storage = storage
        self._dice = dice
        self._thinker = thinker
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._coming: Counter[str] = Counter()
        self.closing = False

    # Rooms

    @asynccontextmanager
    async def room(self, table: str, *, wake: bool = True) -> AsyncIterator[Room]:
        """The table with this id, kept in memory meanwhile; its computer goes on, unless it is not to `wake`.

        :raises NoTable: if there is none.
        """
        room = await self._come_in(table)
        if wake:
            self.wake_bot(room)
        try:
            yield room
        finally:
            room.users -= 1
            room.used_at = asyncio.get_running_loop().time()
            if room.spoilt and self.rooms.get(table) is room:
                del self.rooms[table]

    async def _come_in(self, table: str) -> Room:
        # Who waits for a table counts before he has it: it must not leave memory under his feet.
        self._coming[table] += 1
        try:
            room = await self._get(table)
            room.users += 1
            return room
        finally:
            self._coming[table] -= 1
            if not self._coming[table]:
                del self._coming[table]

    async def _get(self, table: str) -> Room:
        if (room := self.rooms.get(table)) and not room.spoilt:
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        try:
            entries = await self._storage.entries(table)
            if not entries:
                raise NoTable(table)
            # A match has some thousand events: 30 ms that the event loop should not be silent.
            folded = await asyncio.to_thread(table_of, table, entries)
            seen = await self._storage.last_seen(table)
            room = Room(folded, self._storage, self._dice, self._settings, seen, self.wake_bot)
            self.rooms[table] = room
            return room
        finally:
            del self._loading[table]

    async def lay(self, table: str, wanted: NewTable, secret: str, invite: str) -> None:
        """A new table for the holder of `secret`; `secret` and `invite` are hashes."""
        laying = Table(table)
        moment = Moment(self._settings.clock(), self._dice)
        dice = "server" if self._dice.scripted and wanted.dice != "hand" else wanted.dice
        events = laid(Side.LIGHT, wanted.rules, wanted.length, wanted.name, dice, wanted.clock)
        entries = [told.entry for told in begin(laying, events, moment)]
        if wanted.level:
            taken = joined(laying, "", wanted.level, moment)
            entries += [told.entry for told in begin(laying, taken, moment)]
        await self._storage.lay(table, entries, laying.bot_due, secret, None if wanted.level else invite)

    # Computers

    async def wake_bots(self) -> None:
        """Let the computers go on that had something to do when the server stopped."""
        for table in await self._storage.bots_due():
            try:
                async with self.room(table):
                    pass
            except Exception:  # one table that cannot be read keeps no other one asleep
                _logger.exception("the computer at table %s cannot be woken", table)

    def wake_bot(self, room: Room) -> None:
        """Let the computer at a table play, if it has something to do and is not at it already."""
        idle = room.bot_task is None or room.bot_task.done()
        if room.table.bot_due and idle and not self.closing and not room.spoilt:
            room.bot_task = asyncio.create_task(self._play_bot(room))

    async def _play_bot(self, room: Room) -> None:
        try:
            while room.table.bot_due and not room.spoilt:
                await self._bot_acts_or_thinks_again(room)
        except (DiceError, Refused, Conflict) as error:
            _logger.error("the computer at table %s cannot go on: %s", room.table.id, error)
            room.tell("nack", {"code": "not-now", "message": str(error)})
        except FAILURES as error:
            # The pages at the table come back, and wake it again.
            _logger.error("the database fails, at the computer's turn at table %s: %s", room.table.id, why(error))

    async def _bot_acts_or_thinks_again(self, room: Room) -> None:
        try:
            await self._bot_acts(room, room.table.number)
        except Refused as refusal:
            # The other has given the game up meanwhile, and maybe begun the next one.
            if refusal.code != "stale":
                raise

    async def _bot_acts(self, room: Room, number: int) -> None:
        """Do what comes after event `number`."""
        if room.table.resign_offered_by is Side.LIGHT:
            table, needs = room.table, side_needs(room.table.match, Side.DARK)
            position = table.open_turn().game.position
            takes = await self._thinker.takes_one_point(table.bot_level, position, Side.DARK, needs)
            await room.act(Side.DARK, protocol.Accept() if takes else protocol.Refuse(), number)
            return
        match room.table.phase:
            case "match-over":
                await room.act(Side.DARK, protocol.Rematch(), number)
            case "roll":
                await room.act(Side.DARK, protocol.Roll(), number)
            case "confirm":
                await room.act(Side.DARK, protocol.Finish(), number)
            case _:
                await self._bot_plays(room, number)

    async def _bot_plays(self, room: Room, number: int) -> None:
        """Think, then play step by step; who cannot think is stood in for, and the players are told."""
        table = room.table
        position, seed = table.open_turn().game.position, bots.seed_of(table.id, number)
        try:
            steps = await self._thinker.steps(table.bot_level, position, seed, match_needs(table.match))
        except bots.BadFile as error:
            await room.stand_in(STAND_IN, bots.without_folder(error), number)
            return
        for step in steps:
            number = await room.act(Side.DARK, protocol.Play(step.point, step.number), number)

    # Cleaning up

    def is_empty(self) -> bool:
        """Whether nobody is at any table."""
        return not any(room.watchers for room in self.rooms.values())

    def evict(self) -> None:
        """Let tables that nobody uses leave memory."""
        now = asyncio.get_running_loop().time()
        for table, room in list(self.rooms.items()):
            playing = room.bot_task is not None and not room.bot_task.done()
            over = room.table.phase in ("match-over", "aborted")
            idle = now - room.used_at >= (0 if over else self._settings.idle_after.total_seconds())
            if not room.users and not self._coming[table] and not playing and idle:
                del self.rooms[table]

    async def forget(self) -> int:
        """Delete the tables that have been left for too long, and say how many."""
        before = self._settings.clock() - self._settings.keep_for.total_seconds()
        return await self._storage.forget(before)

    async def sweep(self) -> None:
        """Clean up again and again, until cancelled."""
        while True:
            await asyncio.sleep(self._settings.sweep_every.total_seconds())
            try:
                self.evict()
                if gone := await self.forget():
                    _logger.info("%d tables deleted after %s without an event", gone, self._settings.keep_for)
            except Exception:  # a database that takes nothing now may do so next time
                _logger.exception("cleaning up has failed")

    async def close(self) -> None:
        """Let what is being stored be stored, and stop the computers."""
        self.closing = True
        tasks = [room.bot_task for room in self.rooms.values() if room.bot_task is not None]
        # A socket that ends meanwhile takes its spoilt table out.
        for room in list(self.rooms.values()):
            async with room.lock:
                room.spoilt = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

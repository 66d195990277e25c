"""The database: an append-only log of events, seats by the hashes of their secrets, and links that work once."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from rosespring.web import log
from rosespring.web.parts import DRAWN
from rosespring.web.schema import events, links, seats, secrets, tables, throws

LinkKind = Literal["invite", "seat"]


class Conflict(Exception):  # who meets it takes another way; nothing is broken
    """Somebody else was first: the seat is taken, the link used, the event number given."""


class SeatTaken(Conflict):
    """The seat is taken, or the match called off, for good: trying again is no use."""


@dataclass(frozen=True, slots=True)
class Link:
    """What an invitation or a seat's link opens."""

    kind: LinkKind
    table: str
    seat: int
    expires: float | None
    used: bool


class Storage:
    """The tables of one server. Every method is one transaction, on disk when it returns."""

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url)
        sa.event.listen(self._engine.sync_engine, "connect", _set_up)
        sa.event.listen(self._engine.sync_engine, "begin", _begin)

    async def close(self) -> None:
        """Let go of the file."""
        await self._engine.dispose()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.connect() as raw:
                connection = await raw.execution_options(rosespring_writes=True)
                async with connection.begin():
                    yield connection
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error

    async def lay(
        self, table: str, entries: Sequence[log.Entry], bot_due: bool, secret: str, invite: str | None
    ) -> None:
        """A new table with its first events, the creator's secret on seat 0 and the invitation to seat 1, as hashes."""
        now = entries[-1].at
        async with self._writing() as connection:
            await connection.execute(
                tables.insert().values(id=table, created=now, touched=now, bot_due=bot_due, length=0)
            )
            await _append(connection, table, entries, bot_due)
            await _seat(connection, table, 0, secret, now)
            if invite is not None:
                await _link(connection, table, Link("invite", table, 1, None, False), invite, now)

    async def join(self, table: str, entries: Sequence[log.Entry], bot_due: bool, secret: str) -> None:
        """Seat 1 is taken, with the events that this brings about.

        :raises Conflict: if it has been taken before; nothing is stored then.
        """
        async with self._writing() as connection:
            await _seat(connection, table, 1, secret, entries[-1].at)
            await _append(connection, table, entries, bot_due)

    async def append(self, table: str, entries: Sequence[log.Entry], bot_due: bool) -> None:
        """More events of a table.

        :raises Conflict: if another process has written to the table.
        """
        async with self._writing() as connection:
            await _append(connection, table, entries, bot_due)

    async def entries(self, table: str) -> list[log.Entry]:
        """All events of a table, in order; none if there is no such table."""
        query = sa.select(events).where(events.c.table_id == table).order_by(events.c.number)
        rows = await self._rows(query)
        return [log.Entry(row.number, log.decode(row.body), row.at, row.seat, row.command) for row in rows]

    async def seat_of(self, table: str, secret: str) -> int | None:
        """The seat that the secret with this hash opens."""
        query = sa.select(secrets.c.seat).where(secrets.c.hash == secret, secrets.c.table_id == table)
        return next((int(row.seat) for row in await self._rows(query)), None)

    async def exists(self, table: str) -> bool:
        """Whether there is such a table."""
        return bool(await self._rows(sa.select(tables.c.id).where(tables.c.id == table)))

    async def add_link(self, token: str, link: Link, now: float) -> None:
        """A link that works once; `token` is its hash."""
        async with self._writing() as connection:
            await _link(connection, link.table, link, token, now)

    async def find_link(self, token: str) -> Link | None:
        """The link with this hash."""
        rows = await self._rows(sa.select(links).where(links.c.hash == token))
        return next((Link(row.kind, row.table_id, row.seat, row.expires, row.used is not None) for row in rows), None)

    async def use_seat_link(self, token: str, secret: str, invite: str | None, now: float) -> Link:
        """Turn a seat's link into one more secret of the seat, once; `invite` is the invitation that the secret shows.

        :raises Conflict: if it is unknown, used or too old.
        """
        unused = sa.and_(links.c.hash == token, links.c.kind == "seat", links.c.used.is_(None), links.c.expires > now)
        async with self._writing() as connection:
            marked = await connection.execute(links.update().where(unused).values(used=now).returning(links))
            row = marked.first()
            if row is None:
                raise Conflict("the link does not work any more")
            link = Link("seat", row.table_id, row.seat, row.expires, True)
            values = {"hash": secret, "table_id": link.table, "seat": link.seat, "created": now}
            await connection.execute(secrets.insert().values(values))
            if invite is not None:
                await _link(connection, link.table, Link("invite", link.table, 1, None, False), invite, now)
        return link

    async def see(self, table: str, seat: int, now: float) -> None:
        """Remember when a seat was last there."""
        async with self._writing() as connection:
            at = (seats.c.table_id == table) & (seats.c.seat == seat)
            await connection.execute(seats.update().where(at).values(seen=now))

    async def last_seen(self, table: str) -> dict[int, float]:
        """When each taken seat was last there."""
        rows = await self._rows(sa.select(seats.c.seat, seats.c.seen).where(seats.c.table_id == table))
        return {row.seat: row.seen for row in rows}

    async def bots_due(self) -> list[str]:
        """The tables at which a computer has something to do."""
        return [row.id for row in await self._rows(sa.select(tables.c.id).where(tables.c.bot_due))]

    async def throws(self, thrower: str) -> Counter[tuple[int, int]]:
        """How often each roll has come, over all tables, to ``person`` or ``computer``."""
        rows = await self._rows(sa.select(throws).where(throws.c.thrower == thrower))
        return Counter({(row.first, row.second): row.times for row in rows})

    async def forget(self, before: float) -> int:
        """Delete the tables whose last event is older than `before`, and say how many."""
        async with self._writing() as connection:
            gone = await connection.execute(tables.delete().where(tables.c.touched < before))
            return int(gone.rowcount)

    async def _rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        async with self._engine.connect() as connection:
            rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
            return rows


async def _append(connection: AsyncConnection, table: str, entries: Sequence[log.Entry], bot_due: bool) -> None:
    rows = [_row(table, entry) for entry in entries]
    await connection.execute(events.insert(), rows)
    await _count_throws(connection, entries)
    touched = tables.update().where(tables.c.id == table)
    await connection.execute(touched.values(touched=entries[-1].at, length=entries[-1].number, bot_due=bot_due))


async def _count_throws(connection: AsyncConnection, entries: Sequence[log.Entry]) -> None:
    drawn = [_counted(entry, entry.what) for entry in entries if isinstance(entry.what, log.Rolled)]
    if rows := [row for row in drawn if row is not None]:
        adding = insert(throws).on_conflict_do_update(set_={"times": throws.c.times + 1})
        await connection.execute(adding, rows)


def _counted(entry: log.Entry, what: log.Rolled) -> dict[str, Any] | None:
    """A roll for the counts, if it was drawn together; only persons' commands have ids."""
    thrower = "person" if entry.command else "computer"
    row = {"thrower": thrower, "first": what.dice[0], "second": what.dice[1], "times": 1}
    return row if what.source == DRAWN else None


def _row(table: str, entry: log.Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": entry.number,
        "kind": log.kind_of(entry.what),
        "body": log.encode(entry.what),
        "seat": entry.seat,
        "command": entry.command,
        "at": entry.at,
    }


async def _seat(connection: AsyncConnection, table: str, seat: int, secret: str, now: float) -> None:
    await connection.execute(seats.insert().values(table_id=table, seat=seat, seen=now))
    if secret:
        await connection.execute(secrets.insert().values(hash=secret, table_id=table, seat=seat, created=now))


async def _link(connection: AsyncConnection, table: str, link: Link, token: str, now: float) -> None:
    values = {"hash": token, "kind": link.kind, "table_id": table, "seat": link.seat}
    await connection.execute(links.insert().values(**values, created=now, expires=link.expires, used=None))


def _set_up(connection: Any, _record: object) -> None:
    """WAL lets readers go on beside the writer; FULL has each commit on disk before it is acknowledged."""
    # Transactions are begun by `_begin`; the driver must not begin its own.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """A writer takes its lock at once: SQLite cannot turn a reader that has fallen behind into a writer."""
    writes = connection.get_execution_options().get("rosespring_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

"""The database: an append-only log of events, seats by the hashes of their secrets, and links that work once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import create_async_engine

from rosespring.web import log
from rosespring.web.parts import DRAWN
from rosespring.web.schema import events, links, seats, secrets, tables, throws
from rosespring.web.writer import FAILURES as FAILURES
from rosespring.web.writer import Conflict as Conflict
from rosespring.web.writer import Writer
from rosespring.web.writer import why as why

LinkKind = Literal["invite", "seat"]


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
    """The tables of one server. Every method that writes is one transaction's part, on disk when it returns.

    Where the database takes or tells nothing, each raises one of `FAILURES`, without what was to be stored: that may be
    secret.
    """

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url, hide_parameters=True)
        sa.event.listen(self._engine.sync_engine, "connect", _set_up)
        sa.event.listen(self._engine.sync_engine, "begin", _begin)
        self._writer = Writer(url.replace("+aiosqlite", "", 1))
        sa.event.listen(self._writer.engine, "connect", _set_up)

    async def close(self) -> None:
        """Finish what is being written, and let go of the file."""
        await self._writer.close()
        await self._engine.dispose()

    async def lay(
        self, table: str, entries: Sequence[log.Entry], bot_due: bool, secret: str, invite: str | None
    ) -> None:
        """A new table with its first events, the creator's secret on seat 0 and the invitation to seat 1, as hashes."""
        now = entries[-1].at

        def laying(connection: sa.Connection) -> None:
            connection.execute(tables.insert().values(id=table, created=now, touched=now, bot_due=bot_due, length=0))
            _append(connection, table, entries, bot_due)
            _seat(connection, table, 0, secret, now)
            if invite is not None:
                _link(connection, table, Link("invite", table, 1, None, False), invite, now)

        await self._writer.write(laying)

    async def join(self, table: str, entries: Sequence[log.Entry], bot_due: bool, secret: str) -> None:
        """Seat 1 is taken, with the events that this brings about.

        :raises Conflict: if it has been taken before; nothing is stored then.
        """

        def joining(connection: sa.Connection) -> None:
            _seat(connection, table, 1, secret, entries[-1].at)
            _append(connection, table, entries, bot_due)

        await self._writer.write(joining)

    async def append(self, table: str, entries: Sequence[log.Entry], bot_due: bool) -> None:
        """More events of a table.

        :raises Conflict: if another process has written to the table.
        """
        await self._writer.write(lambda connection: _append(connection, table, entries, bot_due))

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
        await self._writer.write(lambda connection: _link(connection, link.table, link, token, now))

    async def find_link(self, token: str) -> Link | None:
        """The link with this hash."""
        rows = await self._rows(sa.select(links).where(links.c.hash == token))
        return next((Link(row.kind, row.table_id, row.seat, row.expires, row.used is not None) for row in rows), None)

    async def use_seat_link(self, token: str, secret: str, invite: str | None, now: float) -> Link:
        """Turn a seat's link into one more secret of the seat, once; `invite` is the invitation that the secret shows.

        :raises Conflict: if it is unknown, used or too old.
        """
        return await self._writer.write(lambda connection: _use_seat_link(connection, token, secret, invite, now))

    async def touch(self) -> None:
        """Store what is stored already, and return when that is on disk: whether anything could be."""
        await self._writer.write(_touch)

    async def see(self, table: str, seat: int, now: float) -> None:
        """Remember when a seat was last there."""
        at = (seats.c.table_id == table) & (seats.c.seat == seat)
        await self._writer.write(lambda connection: connection.execute(seats.update().where(at).values(seen=now)))

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
        old = tables.delete().where(tables.c.touched < before)
        return await self._writer.write(lambda connection: int(connection.execute(old).rowcount))

    async def _rows(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        async with self._engine.connect() as connection:
            rows: Sequence[sa.Row[Any]] = (await connection.execute(query)).all()
            return rows


def _touch(connection: sa.Connection) -> None:
    # A transaction that changes nothing writes nothing, and succeeds on a full disk.
    version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    connection.exec_driver_sql(f"PRAGMA user_version = {version}")


def _append(connection: sa.Connection, table: str, entries: Sequence[log.Entry], bot_due: bool) -> None:
    connection.exec_driver_sql(_INSERT, [_row(table, entry) for entry in entries])
    _count_throws(connection, entries)
    connection.exec_driver_sql(_TOUCH, (entries[-1].at, entries[-1].number, bot_due, table))


# Written out, because putting them together took most of the time of an event: 130 of 190 µs.
_INSERT = "INSERT INTO events (table_id, number, kind, body, seat, command, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
_TOUCH = "UPDATE tables SET touched = ?, length = ?, bot_due = ? WHERE id = ?"


def _count_throws(connection: sa.Connection, entries: Sequence[log.Entry]) -> None:
    drawn = [_counted(entry, entry.what) for entry in entries if isinstance(entry.what, log.Rolled)]
    if rows := [row for row in drawn if row is not None]:
        adding = insert(throws).on_conflict_do_update(set_={"times": throws.c.times + 1})
        connection.execute(adding, rows)


def _counted(entry: log.Entry, what: log.Rolled) -> dict[str, Any] | None:
    """A roll for the counts, if it was drawn together; only persons' commands have ids."""
    thrower = "person" if entry.command else "computer"
    row = {"thrower": thrower, "first": what.dice[0], "second": what.dice[1], "times": 1}
    return row if what.source == DRAWN else None


def _row(table: str, entry: log.Entry) -> tuple[Any, ...]:
    """An event as `_INSERT` wants it."""
    what = entry.what
    return table, entry.number, log.kind_of(what), log.encode(what), entry.seat, entry.command, entry.at


def _seat(connection: sa.Connection, table: str, seat: int, secret: str, now: float) -> None:
    connection.execute(seats.insert().values(table_id=table, seat=seat, seen=now))
    if secret:
        connection.execute(secrets.insert().values(hash=secret, table_id=table, seat=seat, created=now))


def _link(connection: sa.Connection, table: str, link: Link, token: str, now: float) -> None:
    values = {"hash": token, "kind": link.kind, "table_id": table, "seat": link.seat}
    connection.execute(links.insert().values(**values, created=now, expires=link.expires, used=None))


def _use_seat_link(connection: sa.Connection, token: str, secret: str, invite: str | None, now: float) -> Link:
    unused = sa.and_(links.c.hash == token, links.c.kind == "seat", links.c.used.is_(None), links.c.expires > now)
    row = connection.execute(links.update().where(unused).values(used=now).returning(links)).first()
    if row is None:
        raise Conflict("the link does not work any more")
    link = Link("seat", row.table_id, row.seat, row.expires, True)
    values = {"hash": secret, "table_id": link.table, "seat": link.seat, "created": now}
    connection.execute(secrets.insert().values(values))
    if invite is not None:
        _link(connection, link.table, Link("invite", link.table, 1, None, False), invite, now)
    return link


def _set_up(connection: Any, _record: object) -> None:
    """WAL lets readers go on beside the writer; FULL has each commit on disk before it is acknowledged."""
    # Transactions are begun by `_begin`; the driver must not begin its own.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")

"""How tables are laid and seats are taken, whoever asks for it: a page's form or a program."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from rosespring.web import access
from rosespring.web.hall import NewTable, NoTable
from rosespring.web.server import Server
from rosespring.web.storage import Conflict, Link, SeatTaken


class TooManyTables(Exception):  # an ordinary answer to somebody in a hurry
    """One address has laid so many tables that it must wait."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A new table, with the secret that opens its first seat and what leads to the other one."""

    table: str
    secret: str
    invite: str | None


async def lay_table(server: Server, request: Request, order: NewTable) -> Laid:
    """Lay a table for who asks.

    :raises TooManyTables: if his address has laid too many.
    """
    address = request.client.host if request.client else ""
    if not server.laying.take(address, server.settings.clock()):
        raise TooManyTables
    table, secret = access.new_table_id(), access.new_secret()
    invite = access.invitation(secret, table)
    await server.hall.lay(table, order, access.hash_of(secret), access.hash_of(invite))
    return Laid(table, secret, None if order.level else invite)


async def invited(server: Server, token: str) -> Link:
    """What an invitation leads to.

    :raises NoTable: if it is none.
    """
    link = await server.storage.find_link(access.hash_of(token))
    if link is None or link.kind != "invite":
        raise NoTable(token)
    return link


async def sit_down(server: Server, table: str, name: str) -> str:
    """Take seat 1, and return the secret that opens it; if the table must be read anew, try once more.

    :raises SeatTaken: if the seat is not free any more.
    """
    secret = access.new_secret()

    async def attempt() -> None:
        async with server.hall.room(table) as room:
            await room.seat_person(name, access.hash_of(secret))

    try:
        await attempt()
    except SeatTaken:
        raise
    except Conflict:  # somebody else's attempt has failed
        await attempt()
    return secret

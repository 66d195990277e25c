"""The pages about dice: how they are drawn, how often each has come, and the check of a match."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from rosespring.web.counts import tally
from rosespring.web.dicefile import DiceFile, dice_file
from rosespring.web.hall import NoTable
from rosespring.web.server import Server


async def explained(server: Server, request: Request) -> Response:
    """How the dice are drawn, and how often each throw has come on this server."""
    tallies = {thrower: tally(await server.storage.throws(thrower)) for thrower in ("person", "computer")}
    return server.pages.page("dice.html", tallies=tallies)


async def check(server: Server, request: Request) -> Response:
    """The page that checks the dice of a match in the visitor's own browser."""
    file = await _file(server, request)
    return server.pages.live_page("verify.html", table_id=file.table, match=file.match, matches=file.matches)


async def download(server: Server, request: Request) -> Response:
    """The dice file of a match: what may be known of its dice now."""
    file = await _file(server, request)
    name = f"rosespring-dice-{file.table}-{file.match}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(msgspec.json.encode(file), media_type="application/json", headers=headers)


async def _file(server: Server, request: Request) -> DiceFile:
    table, asked = request.path_params["table"], request.query_params.get("match", "")
    match = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else None
    if asked and match is None:
        raise NoTable(table)
    entries = await server.storage.entries(table)
    if not entries:
        raise NoTable(table)
    try:
        return await asyncio.to_thread(dice_file, table, entries, match)
    except LookupError:
        raise NoTable(table) from None

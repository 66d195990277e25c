"""A hint, where the other side is the computer: what a strong player would do now."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rosespring.board import Position, Side, Step
from rosespring.errors import PlayError
from rosespring.game import Game
from rosespring.language import gettext as _
from rosespring.notation.steps import format_steps
from rosespring.web import access
from rosespring.web.counsel import best_play, side_needs
from rosespring.web.desk import address_of
from rosespring.web.server import Server
from rosespring.web.table import Table

ADVISER = "master"
"""Looks at whole turns, and answers within a second on most machines."""


async def hint(server: Server, request: Request) -> Response:
    """The best play of the open turn, for its owner."""
    table_id = request.path_params["table"]
    holder = await access.holder_of(server.storage, request, table_id)
    if holder is None:
        return refused(403, _("You have no seat at this table."))
    async with server.hall.room(table_id, wake=False) as room:
        table = room.table
        if not may_ask(table, holder.seat):
            return refused(409, _("A hint can be had in a turn of your own against the computer."))
        if not server.hints.take(table_id, server.settings.clock()):
            return refused(429, _("Please think for a moment before you ask again."))
        # What is told is about this position, whatever is played meanwhile.
        number, position = table.number, table.open_turn().game.position
        needs = side_needs(table.match, holder.seat)
        await request.body()
        asking = server.desk.glance(address_of(request), best_play, ADVISER, str(position), needs)
        answer = await server.desk.answer(request, asking)
        # Whatever comes back is checked as a move would be.
        steps = [Step(*pair) for pair in answer[0]] if answer else []
        if not steps or not _legal(position, steps):
            return refused(503, _("No hint can be had just now."))
        told = [{"from": step.point, "to": step.target, "number": step.number} for step in steps]
        return JSONResponse({"number": number, "steps": told, "text": format_steps(steps, position)})


def may_ask(table: Table, seat: Side) -> bool:
    """Whether `seat` has numbers to play, and plays against the computer."""
    return bool(table.bot_level) and table.phase == "play" and table.to_act is seat


def _legal(position: Position, steps: list[Step]) -> bool:
    game = Game.from_position(position)
    try:
        for step in steps:
            game.step(step)
    except PlayError:
        return False
    return True


def refused(status: int, words: str) -> Response:
    """An answer that says in a sentence why there is nothing."""
    return JSONResponse({"error": words}, status)

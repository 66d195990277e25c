"""The tutor, where the other side is the computer: what a turn that is about to be done gives away."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rosespring.analysis import Thresholds
from rosespring.analysis.tutor import Objection
from rosespring.board import Position, Side
from rosespring.language import gettext as _
from rosespring.notation.steps import format_steps
from rosespring.web import access
from rosespring.web.counsel import side_needs, tutors_objection
from rosespring.web.desk import address_of
from rosespring.web.hints import refused
from rosespring.web.numbers import decimal
from rosespring.web.server import Server
from rosespring.web.table import Table

_LIMITS = Thresholds()
LIMITS = {"doubtful": _LIMITS.doubtful, "bad": _LIMITS.bad, "very-bad": _LIMITS.very_bad}
"""From how many points on the tutor speaks, by the word for it; docs/analysis.md."""


async def tutor(server: Server, request: Request) -> Response:
    """What is wrong with the turn that its owner has played and not yet closed, if it costs as much as asked for."""
    table_id, word = request.path_params["table"], request.query_params.get("from", "doubtful")
    if word not in LIMITS:
        return refused(422, _("expected one of {words}, got {word!r}").format(words=", ".join(LIMITS), word=word))
    holder = await access.holder_of(server.storage, request, table_id)
    if holder is None:
        return refused(403, _("You have no seat at this table."))
    async with server.hall.room(table_id, wake=False) as room:
        table = room.table
        if not may_ask(table, holder.seat):
            return refused(409, _("The tutor looks at whole turns of your own against the computer."))
        if not server.tutor.take(table_id, server.settings.clock()):
            return refused(429, _("Please think for a moment before you ask again."))
        number, steps, begun = table.number, table.open_turn().played, table.open_turn().steps[0].before
        played = [(step.point, step.number) for step in steps]
        needs = side_needs(table.match, holder.seat)
        await request.body()
        asking = server.desk.glance(address_of(request), tutors_objection, str(begun), played, needs)
        found = await server.desk.answer(request, asking)
        told = None if found is None or found.cost < LIMITS[word] else _told(found, begun)
        return JSONResponse({"number": number, "warning": told})


def may_ask(table: Table, seat: Side) -> bool:
    """Whether `seat` has played all of its turn against the computer, and not yet closed it."""
    return bool(table.bot_level) and table.phase == "confirm" and table.to_act is seat


def _told(found: Objection, begun: Position) -> dict[str, Any]:
    better = [{"from": step.point, "to": step.target, "number": step.number} for step in found.better]
    words, text = found.words(decimal(found.cost, 2)), format_steps(found.better, begun)
    return {"cost": round(found.cost, 4), "point": found.point, "words": words, "better": better, "text": text}

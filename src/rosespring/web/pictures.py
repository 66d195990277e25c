"""The cards that messengers show beside links: of a finished game, of a table to watch, of an invitation."""

from __future__ import annotations

import logging

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from rosespring.board import Position, Side
from rosespring.rules import explain, title
from rosespring.web.captions import against, invites, length_words, outcome, standing
from rosespring.web.cards import card
from rosespring.web.desk import Busy
from rosespring.web.hall import NoTable
from rosespring.web.pages import SHOWN_POSITIONS, describe_rules
from rosespring.web.painter import NoPicture
from rosespring.web.seating import invited
from rosespring.web.server import Server
from rosespring.web.sharing import asked_game, asked_match
from rosespring.web.table import Table

_logger = logging.getLogger(__name__)
HOUR, MOMENT = "private, max-age=3600", "private, max-age=10"
"""Private, since the words are in the language of whoever asks."""


async def game(server: Server, request: Request) -> Response:
    """The last position of a finished game, and how it ended."""
    told = await asked_match(server, request)
    shown = asked_game(request, told)
    lines = [outcome(told, shown), standing(told.length, told.score)]
    return await _painted(server, request, card(shown.men, told.movement, against(told.names), lines), HOUR)


async def watched(server: Server, request: Request) -> Response:
    """The position as everybody may see it now."""
    async with server.hall.room(request.path_params["table"], wake=False) as room, room.lock:
        state = room.seen_by_all()
    heading = against(state.names) if all(state.names) else state.title
    lines = [state.title if all(state.names) else "", standing(state.length, state.score)]
    drawn = card((state.men[0], state.men[1]), str(state.rules["movement"]), heading, lines)
    return await _painted(server, request, drawn, MOMENT)


async def invitation(server: Server, request: Request) -> Response:
    """Who invites to what; like its page, it takes no seat.

    :raises NoTable: if the invitation leads nowhere any more.
    """
    token = request.path_params["token"]
    link = await invited(server, token)
    async with server.hall.room(link.table, wake=False) as room:
        if room.table.phase != "waiting":
            raise NoTable(token)
        drawn = _invitation(room.table)
    return await _painted(server, request, drawn, HOUR)


def _invitation(table: Table) -> str:
    rules = table.match.rules
    inviter = table.seats[0].name if table.seats[0] else ""
    shown = Position.parse(SHOWN_POSITIONS[rules.movement])
    men = shown.men_of(Side.LIGHT), shown.men_of(Side.DARK)
    sentence = describe_rules(rules)["sentence"] or " ".join(words for _option, words in explain(rules))
    return card(men, rules.movement, invites(inviter, title(rules)), [length_words(table.match.length), sentence])


async def _painted(server: Server, request: Request, drawn: str, kept: str) -> Response:
    try:
        picture = await server.painter.paint(request, drawn)
    except Busy as busy:
        status = 503 if busy.crowded else 429
        return PlainTextResponse("too many pictures are asked for", status, {"Retry-After": "10"})
    except NoPicture as error:
        _logger.error("no picture of %s: %s", request.url.path, error)
        return PlainTextResponse("the picture cannot be painted just now", 503, {"Retry-After": "60"})
    return Response(picture, media_type="image/png", headers={"Cache-Control": kept})

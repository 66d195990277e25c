"""Positions and records for the analysis pages and for programs: JSON, found by workers that are asked in turn."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from rosespring.board import Position, Side
from rosespring.errors import NotationError, PositionError, RosespringError
from rosespring.game import Game
from rosespring.game.rolls import rolls_of
from rosespring.language import current_language
from rosespring.language import gettext as _
from rosespring.notation.turns import parse_turn
from rosespring.players.thinkers import Needs
from rosespring.web import valued
from rosespring.web.api import json_answer, problem
from rosespring.web.desk import Busy, Gone, address_of
from rosespring.web.server import Server
from rosespring.web.setups import Setup, follow, position_told, set_up
from rosespring.web.study_record import NothingRead
from rosespring.web.valued import Chances, Depth, Evaluation, NoPosition, RollsTold

TOO_BUSY = 1
"""Seconds after which a crowded server is asked again."""
AT_ONCE = 3
"""Rolls that a worker looks into before it turns to the next reader."""
AT_SIGHT = 50
"""Positions that a worker values at sight before it turns to the next reader: within 2 ms, or 0.1 s if all have a
whole cascade to play."""


class OutlooksOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Positions whose worth is wanted at sight; `away`: what Light and Dark need in a match."""

    positions: Annotated[list[Annotated[str, Meta(max_length=300)]], Meta(max_length=500)]
    away: tuple[Annotated[int, Meta(ge=1, le=99)], Annotated[int, Meta(ge=1, le=99)]] | None = None


class Outlooks(Struct, frozen=True):
    """What Light expects of each position."""

    chances: list[Chances]


async def position(server: Server, request: Request) -> Response:
    """A position by its id or its readable line, after a roll and steps if the query has them."""
    query = request.query_params
    try:
        reached, events = follow(query.get("position", ""), query.get("roll", ""), query.get("steps", ""))
    except RosespringError as error:
        return problem(422, _why(error))
    return json_answer(position_told(reached, events))


async def check(server: Server, request: Request) -> Response:
    """A position that was set up, if it can be."""
    try:
        made = set_up(msgspec.json.decode(await request.body(), type=Setup))
    except (msgspec.MsgspecError, RosespringError, RecursionError, UnicodeError) as error:
        return problem(422, _why(error))
    return json_answer(position_told(made, []))


def _why(error: Exception) -> str:
    """Why a position cannot be, for people where that is known."""
    reason = error.reason if isinstance(error, PositionError) else ""
    return reason or _("This position cannot be: {reason}").format(reason=error)


async def evaluation(server: Server, request: Request) -> Response:
    """What a position is worth, and the best plays."""
    query = request.query_params
    try:
        asked = _position(query.get("position", ""))
        needs, depth = _needs(query.get("away", ""), asked.side), _depth(query.get("depth", "first"))
        played = _played(query.get("played", ""), asked)
    except RosespringError as error:
        return problem(422, str(error))
    return await _answer(server, request, _evaluated(_asking(server, request, depth), asked, needs, depth, played))


def _position(text: str) -> Position:
    """The position that an id stands for, with numbers that cannot be played gone."""
    return Game.from_position(Position.parse(text)).position


def _needs(text: str, side: Side) -> Needs | None:
    """What the side to act and the other need, from a text like ``3-2`` of Light and Dark."""
    if not text:
        return None
    found = re.fullmatch(r"([1-9][0-9]?)-([1-9][0-9]?)", text, re.ASCII)
    if not found:
        raise NotationError(f"expected what Light and Dark need like '3-2', got {text!r:.40}")
    light, dark = int(found[1]), int(found[2])
    return (light, dark) if side is Side.LIGHT else (dark, light)


def _depth(text: str) -> Depth:
    depths: tuple[Depth, ...] = get_args(Depth)
    for depth in depths:
        if depth == text:
            return depth
    raise NotationError(f"expected a depth out of {', '.join(depths)}, got {text!r:.40}")


def _played(text: str, position: Position) -> str:
    """Steps that were played, if they are a whole play of all that was at hand."""
    if not text:
        return ""
    if not position.stages:
        raise PositionError("there is nothing to play in this position")
    game = Game.from_position(position)
    for step in parse_turn(text, position):
        game.step(step)
    if game.position.stages and game.position.side is position.side and not game.position.received:
        raise NotationError(f"the turn is not over after {text!r:.80}")
    return text


def _asking(server: Server, request: Request, depth: Depth) -> Callable[..., Awaitable[Any]]:
    """How the workers are asked that look so far."""
    return partial(server.desk.glance if depth == "first" else server.desk.study, address_of(request))


async def _evaluated(
    ask: Callable[..., Awaitable[Any]], asked: Position, needs: Needs | None, depth: Depth, played: str
) -> Evaluation | None:
    text = str(asked)
    if asked.stages or asked.winner is not None:
        found: Evaluation | None = await ask(valued.evaluate_plays, text, needs, depth, played)
        return found
    rolls, told = rolls_of(asked), list[RollsTold]()
    at_once = len(rolls) if depth == "first" else AT_ONCE
    # In portions, so that others have their turn in between, and a reader who goes is soon forgotten.
    for at in range(0, len(rolls), at_once):
        part = await ask(valued.evaluate_rolls, text, needs, depth, rolls[at : at + at_once])
        if part is None:
            return None
        told.append(part)
    return valued.mean_of(text, depth, RollsTold(told[0].network, [roll for part in told for roll in part.rolls]))


async def outlooks(server: Server, request: Request) -> Response:
    """What Light expects of many positions, at sight."""
    try:
        order = msgspec.json.decode(await request.body(), type=OutlooksOrder)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        return problem(422, str(error))
    return await _answer(server, request, _looked_at(server, address_of(request), order))


async def _looked_at(server: Server, address: str, order: OutlooksOrder) -> Outlooks | NoPosition | None:
    chances, asked = list[Chances](), order.positions
    # Reading 500 positions takes 0.1 s, for which no table may stand still: the worker does it.
    for at in range(0, len(asked), AT_SIGHT):
        some = asked[at : at + AT_SIGHT]
        part = await server.desk.glance(address, valued.outlooks, some, order.away, current_language())
        if part is None or isinstance(part, NoPosition):
            return part
        chances += part
    return Outlooks(chances)


async def record(server: Server, request: Request) -> Response:
    """A record to look at: its turns with their positions; of a faulty one what could be read, and why no more."""
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError as error:
        return json_answer(NothingRead(_("This is no text: byte {n} is no UTF-8.").format(n=error.start + 1)), 422)
    reading = server.desk.study(address_of(request), valued.read_record, text, current_language())
    return await _answer(server, request, reading)


async def _answer(server: Server, request: Request, work: Coroutine[Any, Any, object]) -> Response:
    """What `work` finds.

    :raises Busy: if there is no room for it.
    :raises Gone: if its reader waits no more.
    """
    found = await server.desk.answer(request, work)
    if found is None:
        return problem(503, _("The analysis has failed. Try again in a moment."))
    return json_answer(found, 422 if isinstance(found, NothingRead | NoPosition) else 200)


def no_answer(why: Busy | Gone) -> Response:
    """Why nobody has been asked, or nobody waits for what he says."""
    if isinstance(why, Gone):
        return problem(499, "nobody waits any more")
    if why.crowded:
        answer = problem(503, _("Many positions are being analysed just now. Try again in a moment."))
    else:
        answer = problem(429, _("This address asks for many evaluations. Try again in a moment."))
    answer.headers["Retry-After"] = str(TOO_BUSY)
    return answer

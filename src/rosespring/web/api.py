"""The table for programs: JSON in and out, described by ``/openapi.json``; a seat is the same cookie as a browser's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from rosespring.language import gettext as _
from rosespring.players import PLAYERS
from rosespring.rules import PRESETS, find_rules
from rosespring.web import access
from rosespring.web.forms import FormError, read_order, tidy_name
from rosespring.web.pages import describe_rules
from rosespring.web.seating import TooManyTables, invited, lay_table, sit_down
from rosespring.web.server import Server
from rosespring.web.storage import Conflict, SeatTaken

Name = Annotated[str, Meta(max_length=200, description="As others will see it; shortened to 24 characters.")]


class Problem(Struct, frozen=True):
    """Why something was not done, in a sentence."""

    error: str


class TableOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The table that is wanted."""

    opponent: Literal["friend", "computer"]
    rules: str | dict[str, str | int] = "gul-bara"
    length: Annotated[int, Meta(ge=1, le=99)] = 1
    level: Annotated[str, Meta(max_length=64)] = ""
    dice: Literal["drawn", "own", "hand"] = "drawn"
    name: Name = ""


class SeatOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down."""

    name: Name = ""


class Seated(Struct, frozen=True):
    """The seat that was taken; its secret is in the cookie that comes along."""

    table: str
    seat: int
    url: str
    invitation: str | None


class RuleSet(Struct, frozen=True):
    """A preset: its name, its game, in words, and all its options."""

    name: str
    game: str
    title: str
    sentence: str
    source: str
    options: dict[str, str | int]


async def create(server: Server, request: Request) -> Response:
    """Lay a table; who asks has seat 0."""
    try:
        wanted = msgspec.json.decode(await request.body(), type=TableOrder)
        order = read_order(_form(wanted), list(PLAYERS))
    except (msgspec.MsgspecError, FormError, RecursionError, UnicodeError) as error:
        return _problem(422, str(error))
    try:
        laid = await lay_table(server, request, order)
    except TooManyTables:
        answer = _problem(429, _("Many tables have been laid from this address. Try again in a minute."))
        answer.headers["Retry-After"] = "60"
        return answer
    base = access.base_url(server.settings, request)
    invitation = laid.invite and f"{base}/i/{laid.invite}"
    answer = json_answer(Seated(laid.table, 0, f"{base}/t/{laid.table}", invitation), 201)
    paths = [f"/t/{laid.table}", *([f"/i/{laid.invite}"] if laid.invite else [])]
    access.give_seat(answer, server.settings, laid.secret, *paths)
    return answer


def _form(wanted: TableOrder) -> Mapping[str, object]:
    """An order as the start page's form would say it."""
    texts: dict[str, object] = {name: str(value) for name, value in msgspec.structs.asdict(wanted).items()}
    if isinstance(wanted.rules, dict):
        for option in wanted.rules:
            if option in texts:
                raise FormError(f"unknown rule option {option!r}")
        return texts | {name: str(value) for name, value in wanted.rules.items()} | {"rules": "custom"}
    return texts


async def join(server: Server, request: Request) -> Response:
    """Take seat 1 by an invitation, once and for all."""
    token = request.path_params["token"]
    link = await invited(server, token)
    try:
        wanted = msgspec.json.decode(await request.body() or b"{}", type=SeatOrder)
        secret = await sit_down(server, link.table, tidy_name(wanted.name))
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        return _problem(422, str(error))
    except SeatTaken:
        return _problem(409, _("The seat is taken"))
    url = f"{access.base_url(server.settings, request)}/t/{link.table}"
    answer = json_answer(Seated(link.table, 1, url, None), 201)
    access.give_seat(answer, server.settings, secret, f"/t/{link.table}", f"/i/{token}")
    return answer


async def state(server: Server, request: Request) -> Response:
    """The table as a seat sees it, without its socket."""
    table = request.path_params["table"]
    holder = await access.holder_of(server.storage, request, table)
    if holder is None:
        known = await server.storage.exists(table)
        words = _("You have no seat at this table.") if known else _("There is no such table.")
        return _problem(403 if known else 404, words)
    try:
        async with server.hall.room(table, wake=False) as room, room.lock:
            return json_answer(room.state(holder.seat, None, access.local_only(server.settings, request)))
    except Conflict:
        return _problem(503, _("The table is being read anew. Ask again."))


async def rule_sets(server: Server, request: Request) -> Response:
    """All presets."""
    return json_answer([_rule_set(name) for name in PRESETS])


async def rule_set(server: Server, request: Request) -> Response:
    """One preset."""
    name = request.path_params["name"]
    if name not in PRESETS:
        return _problem(404, _("There are no such rules."))
    return json_answer(_rule_set(name))


def _rule_set(name: str) -> RuleSet:
    told: dict[str, Any] = describe_rules(find_rules(name))
    return RuleSet(*(told[field] for field in ("name", "game", "title", "sentence", "source", "rules")))


def json_answer(value: object, status: int = 200) -> Response:
    """`value` as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _problem(status: int, words: str) -> Response:
    return json_answer(Problem(words), status)

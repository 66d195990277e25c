"""The description of the HTTP interface for programs, as OpenAPI 3.1; its schemas come from the types themselves."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from rosespring import __version__
from rosespring.web.api import Problem, RuleSet, Seated, SeatOrder, TableOrder
from rosespring.web.dicefile import DiceFile
from rosespring.web.server import Server
from rosespring.web.setups import PositionTold, Setup
from rosespring.web.shapes import State
from rosespring.web.studies import Outlooks, OutlooksOrder
from rosespring.web.study_record import NothingRead, RecordStudied
from rosespring.web.valued import Evaluation


class Health(Struct, frozen=True):
    """That the server lives."""

    ok: bool
    version: str
    tables: int
    sockets: int


class Ready(Struct, frozen=True):
    """Whether it can take players, and if not why."""

    ok: bool
    reason: str = ""


class SeatLink(Struct, frozen=True):
    """A link by which a seat goes on at another device; it works once."""

    url: str


TYPES = (
    Problem, TableOrder, SeatOrder, Seated, RuleSet, State, DiceFile, Health, Ready, SeatLink, Setup, PositionTold,
    Evaluation, OutlooksOrder, Outlooks, RecordStudied, NothingRead,
)  # fmt: skip
_schemas, _components = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
_SCHEMA: dict[type, dict[str, Any]] = dict(zip(TYPES, _schemas, strict=True))

Answers = dict[str, dict[str, Any]]


def _json(what: type | None, words: str) -> dict[str, Any]:
    schema = {"type": "array", "items": _SCHEMA[RuleSet]} if what is None else _SCHEMA[what]
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _text(kind: str, words: str) -> dict[str, Any]:
    return {"description": words, "content": {kind: {"schema": {"type": "string"}}}}


def _problem(words: str) -> dict[str, Any]:
    return _json(Problem, words)


_PAGE = "a page that says so"
_TOO_MANY = {"429": _text("text/plain", "too many requests from one address; `Retry-After` says when to come back")}
_GUARDED: Answers = {
    **_TOO_MANY,
    "403": _text("text/plain", "the `Origin` is not that of this server"),
    "413": _text("text/plain", "the body is too large"),
}
_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}, "description": "a table's id"}
_TOKEN = {"name": "token", "in": "path", "required": True, "schema": {"type": "string"}, "description": "of a link"}
_PRESET = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}, "description": "of a preset"}
_MATCH = {
    "name": "match",
    "in": "query",
    "schema": {"type": "integer", "minimum": 1, "maximum": 99999},
    "description": "number of a match at this table, from 1; the last one without it",
}


def _asked(name: str, words: str, pattern: str = "", *, required: bool = False) -> dict[str, Any]:
    schema = {"type": "string"} | ({"pattern": pattern} if pattern else {})
    return {"name": name, "in": "query", "required": required, "schema": schema, "description": words}


_POSITION = _asked("position", "a position's id, or its readable line", required=True)
_WORKED: Answers = {
    "422": _problem("what was asked cannot be read or played"),
    "429": {
        "description": "too many questions or requests from one address",
        "content": {
            "application/json": {"schema": _SCHEMA[Problem]},
            "text/plain": {"schema": {"type": "string"}},
        },
    },
    "503": _problem("too much waits, or the analysis has failed: ask again after `Retry-After` seconds"),
}
_FAULTY = {"422": _json(NothingRead, "nothing of it can be read")}
_SEAT: list[dict[str, list[str]]] = [{"seat": []}]


def _operation(
    summary: str,
    answers: Answers,
    parameters: list[dict[str, Any]] | None = None,
    body: type | None = None,
    security: list[dict[str, list[str]]] | None = None,
) -> dict[str, Any]:
    described: dict[str, Any] = {"summary": summary, "responses": _TOO_MANY | answers}
    if parameters:
        described["parameters"] = parameters
    if body:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": _SCHEMA[body]}}}
    if security:
        described["security"] = security
    return described


PATHS: dict[str, dict[str, Any]] = {
    "/healthz": {"get": _operation("Whether the server lives", {"200": _json(Health, "it lives")})},
    "/readyz": {
        "get": _operation(
            "Whether it can take players", {"200": _json(Ready, "it can"), "503": _json(Ready, "it cannot, and why")}
        )
    },
    "/api/rules": {"get": _operation("All presets of the rules", {"200": _json(None, "in a stable order")})},
    "/api/rules/{name}": {
        "get": _operation(
            "One preset", {"200": _json(RuleSet, "the preset"), "404": _problem("there is none")}, [_PRESET]
        )
    },
    "/api/tables": {
        "post": _operation(
            "Lay a table and take seat 0",
            {
                "201": _json(Seated, "the seat; the cookie `seat` opens it"),
                "422": _problem("the order cannot be obeyed"),
                **_GUARDED,
                "429": {
                    "description": "too many tables or requests from one address",
                    "content": {
                        "application/json": {"schema": _SCHEMA[Problem]},
                        "text/plain": {"schema": {"type": "string"}},
                    },
                },
            },
            body=TableOrder,
        )
    },
    "/api/invitations/{token}": {
        "post": _operation(
            "Take seat 1 by an invitation",
            {
                "201": _json(Seated, "the seat; the cookie `seat` opens it"),
                "404": _problem("no such invitation"),
                "409": _problem("the seat is taken"),
                "422": _problem("the order cannot be obeyed"),
                **_GUARDED,
            },
            [_TOKEN],
            SeatOrder,
        )
    },
    "/api/position": {
        "get": _operation(
            "A position, after a roll and steps if any are given",
            {"200": _json(PositionTold, "the position"), "422": _problem("it cannot be, or not be played so")},
            [
                _POSITION,
                _asked("roll", "a roll of the side to act, like `65`"),
                _asked("steps", "steps like `24.4,20.3`: own point and number"),
            ],
        )
    },
    "/api/positions": {
        "post": _operation(
            "Check a position that was set up",
            {"200": _json(PositionTold, "the position"), "422": _problem("it cannot be, and why"), **_GUARDED},
            body=Setup,
        )
    },
    "/api/evaluation": {
        "get": _operation(
            "What a position is worth to the side to act, and the best plays",
            {"200": _json(Evaluation, "the evaluation"), **_WORKED},
            [
                _asked("position", "a position's id", required=True),
                _asked("depth", "`first` (at once), `quick`, `usual` or `deep`; `first` without it"),
                _asked("away", "what Light and Dark need in a match, like `3-2`; a single game without it"),
                _asked("played", "the play that was made, like `24/20 13/9`, to be among those that are told"),
            ],
        )
    },
    "/api/outlooks": {
        "post": _operation(
            "What Light expects of many positions at sight",
            {"200": _json(Outlooks, "in the order of the positions"), **_GUARDED, **_WORKED},
            body=OutlooksOrder,
        )
    },
    "/api/records": {
        "post": _operation(
            "The games of a record with the positions of all turns; of a faulty one what could be read",
            {"200": _json(RecordStudied, "what could be read"), **_GUARDED, **_WORKED, **_FAULTY},
        )
        | {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}
    },
    "/t/{table}/state": {
        "get": _operation(
            "A table as one seat sees it",
            {
                "200": _json(State, "the state, as in the messages of the socket"),
                "403": _problem("no seat there"),
                "404": _problem("no such table"),
                "503": _problem("ask again"),
            },
            [_TABLE],
            security=_SEAT,
        )
    },
    "/t/{table}/record": {
        "get": _operation(
            "A match as a record",
            {
                "200": _text("text/plain", "the record"),
                "403": _text("text/html", "no seat there"),
                "404": _text("text/html", _PAGE),
            },
            [_TABLE, _MATCH],
            security=_SEAT,
        )
    },
    "/t/{table}/seat-link": {
        "post": _operation(
            "A link to the own seat, for another device",
            {
                "200": _json(SeatLink, "the link"),
                **_GUARDED,
                "403": {
                    "description": "no seat there, or the `Origin` is not that of this server",
                    "content": {
                        "application/json": {"schema": _SCHEMA[Problem]},
                        "text/plain": {"schema": {"type": "string"}},
                    },
                },
            },
            [_TABLE],
            security=_SEAT,
        )
    },
    "/verify/{table}/file": {
        "get": _operation(
            "The dice of a match, for whoever checks them",
            {"200": _json(DiceFile, "what may be known now"), "404": _text("text/html", _PAGE)},
            [_TABLE, _MATCH],
        )
    },
}

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "Rosespring",
        "version": __version__,
        "description": "Tables of Gul Bara and Gioul over HTTP. Play itself goes over a socket, which "
        "docs/reference/web-protocol.md describes. Requests other than GET need the server's own address as `Origin`.",
    },
    "paths": PATHS,
    "components": {
        "schemas": _components,
        "securitySchemes": {"seat": {"type": "apiKey", "in": "cookie", "name": "seat"}},
    },
}
_encoded = msgspec.json.encode(DOCUMENT)


async def document(server: Server, request: Request) -> Response:
    """The description itself."""
    return Response(_encoded, media_type="application/json", headers={"Cache-Control": "max-age=3600"})

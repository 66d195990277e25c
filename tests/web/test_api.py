"""The HTTP interface for programs: what it does, and that it is what its description says, whatever is asked of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from rosespring.notation import load_record
from rosespring.rules import PRESETS
from rosespring.web.app import ROUTES
from rosespring.web.openapi import DOCUMENT
from rosespring.web.settings import Settings
from tests.conftest import FULL_SIZE
from tests.web.helpers import Browser, Live, Process, live, make_settings

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
schema = schemathesis.openapi.from_dict(DOCUMENT)


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Live]:
    async with live(make_settings(tmp_path)) as server:
        yield server


async def post(url: str, path: str, body: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url, headers={"Origin": url}) as client:
        return await client.post(path, json=body)


async def test_two_programs_sit_down_and_see_the_table(running: Live) -> None:
    laid = await post(running.url, "/api/tables", {"opponent": "friend", "rules": "gioul", "length": 3, "name": "Ana"})
    assert laid.status_code == 201
    table, invitation = laid.json()["table"], laid.json()["invitation"]
    token = invitation.rpartition("/")[2]
    joined = await post(running.url, f"/api/invitations/{token}", {"name": "Bo"})
    assert (joined.status_code, joined.json()["seat"]) == (201, 1)
    assert (await post(running.url, f"/api/invitations/{token}", {})).status_code == 409
    refused = await post(running.url, "/api/invitations/nothing", {})
    assert (refused.status_code, list(refused.json())) == (404, ["error"])
    unknown = await post(running.url, "/api/nowhere", {})
    assert (unknown.status_code, list(unknown.json())) == (404, ["error"])
    secrets = [response.headers["set-cookie"].partition("seat=")[2].partition(";")[0] for response in (laid, joined)]
    async with httpx.AsyncClient(base_url=running.url) as client:
        for seat, secret in enumerate(secrets):
            state = await client.get(f"/t/{table}/state", headers={"Cookie": f"seat={secret}"})
            assert (state.json()["seat"], state.json()["names"], state.json()["length"]) == (seat, ["Ana", "Bo"], 3)
        assert (await client.get(f"/t/{table}/state")).status_code == 403
        assert (await client.get("/t/nowhere/state")).status_code == 404
        record = await client.get(f"/t/{table}/record", headers={"Cookie": f"seat={secrets[0]}"})
        assert load_record(record.text).rules == PRESETS["gioul"].rules


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"opponent": "nobody"}, "nobody"),
        ({"opponent": "friend", "length": 0}, "length"),
        ({"opponent": "friend", "rules": "chess"}, "rules"),
        ({"opponent": "friend", "rules": {"movement": "diagonal"}}, "diagonal"),
        ({"opponent": "friend", "rules": {"opponent": "computer"}}, "opponent"),
        ({"opponent": "computer", "level": "god"}, "computer plays"),
        ({"opponent": "friend", "more": 1}, "more"),
        ([], "object"),
    ],
)
async def test_an_order_that_cannot_be_obeyed_is_refused_by_name(running: Live, body: Any, words: str) -> None:
    response = await post(running.url, "/api/tables", body)
    assert response.status_code == 422
    assert words in response.json()["error"]


async def test_rules_of_ones_own_may_be_ordered(running: Live) -> None:
    order = {"opponent": "friend", "rules": {"movement": "contrary", "cascade_from": 2}}
    laid = await post(running.url, "/api/tables", order)
    browser = Browser(running.url, {f"/t/{laid.json()['table']}": laid.headers["set-cookie"][5:48]})
    async with browser.sit(laid.json()["table"]) as light:
        assert light.state["rules"]["movement"] == "contrary"
        assert light.state["rules"]["cascade_from"] == 2


async def test_the_description_is_served_and_leads_somewhere(running: Live) -> None:
    async with httpx.AsyncClient(base_url=running.url) as client:
        assert (await client.get("/openapi.json")).json() == msgspec.json.decode(msgspec.json.encode(DOCUMENT))
    served = {(method.lower(), path) for method, path, _ in ROUTES}
    described = {(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert described <= served
    assert {(method, path) for method, path in served if path.startswith("/api/")} <= described


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that anything may be asked of, with a table at which nobody has a seat."""
    with Process(tmp_path_factory.mktemp("api") / "test.db") as server:
        yield server.url


@schema.parametrize()
@settings(
    max_examples=300 if FULL_SIZE else 12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
def test_whatever_is_asked_is_answered_as_described(case: schemathesis.Case, url: str) -> None:
    response = case.call(base_url=url, headers={"Origin": url})
    if response.status_code == 413:  # too large to be read, whatever is in it
        assert int(response.request.headers["Content-Length"]) > Settings().body_limit
        return
    case.validate_response(response, checks=CHECKS)

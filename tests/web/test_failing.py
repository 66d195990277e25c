"""What nobody expected: a page or JSON with the number under which the log has it, and the server goes on."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response

from rosespring.web import app
from rosespring.web.logs import JsonLines
from rosespring.web.server import Server
from rosespring.web.settings import Settings, database_url
from tests.web.helpers import Live, live, make_settings

HTML = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


async def fails(server: Server, request: Request) -> Response:
    raise ZeroDivisionError("nobody expected this")


@pytest.fixture(autouse=True)
def failing_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    routes = [("GET", path, fails) for path in ("/fails", "/api/fails", "/i/{token}/fails")]
    monkeypatch.setattr(app, "ROUTES", (*app.ROUTES, *routes))


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[Live]:
    """A server with the pages that players see."""
    settings = Settings(database=database_url(str(tmp_path / "test.db")), bot_workers=0, study_workers=0)
    async with live(settings) as server:
        yield server


async def ask(url: str, path: str, headers: dict[str, str]) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url, headers=headers) as client:
        return await client.get(path)


async def test_a_person_gets_a_page_in_his_language(real: Live, caplog: pytest.LogCaptureFixture) -> None:
    answer = await ask(real.url, "/fails?lang=da", HTML)
    assert answer.status_code == 500
    assert '<html lang="da"' in answer.text
    assert "<h1>Noget gik galt</h1>" in answer.text
    assert answer.headers["x-request-id"] in answer.text
    # The page has no less protection than others.
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert record.exc_info
    assert "nobody expected this" in str(record.exc_info[1])
    assert "nobody expected" not in answer.text
    assert (await ask(real.url, "/", HTML)).status_code == 200


@pytest.mark.parametrize(("path", "headers"), [("/api/fails", HTML), ("/fails", {"Accept": "*/*"})])
async def test_a_program_gets_json(real: Live, path: str, headers: dict[str, str]) -> None:
    answer = await ask(real.url, path, headers)
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/json")
    request = answer.headers["x-request-id"]
    assert answer.json() == {"error": f"Something failed on the server (request {request})."}


async def test_the_log_tells_no_secret_of_an_address(real: Live, caplog: pytest.LogCaptureFixture) -> None:
    await ask(real.url, "/i/secret/fails", HTML)
    (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert "secret" not in record.getMessage()
    assert "secret" not in json.loads(JsonLines().format(record))["traceback"]


async def test_even_the_page_for_it_may_fail(tmp_path: Path) -> None:
    settings = make_settings(tmp_path)
    (settings.templates / "message.html").unlink()
    async with live(settings) as running:
        answer = await ask(running.url, "/fails", HTML)
        request = answer.headers["x-request-id"]
        assert (answer.status_code, answer.text) == (500, f"something failed on the server (request {request})")

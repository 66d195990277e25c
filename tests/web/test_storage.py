"""The database: append-only, atomic, and of the version that the code wants."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from rosespring.web import log
from rosespring.web.migrations import WrongDatabase, migrate
from rosespring.web.parts import DRAWN, HAND
from rosespring.web.schema import metadata
from rosespring.web.settings import database_url
from rosespring.web.storage import Conflict, Link, Storage

CREATED = log.Entry(1, log.Created(0, {"movement": "parallel"}, 3, "Ana"), 10.0)


def joined(number: int) -> log.Entry:
    return log.Entry(number, log.Joined(1, "Bo"), 20.0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a folder" / "test.db"
    migrate(database_url(str(path)))
    return path


@pytest.fixture
async def storage(file: Path) -> AsyncIterator[Storage]:
    storage = Storage(database_url(str(file)))
    yield storage
    await storage.close()


async def test_events_come_back_as_they_went(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    rolled = log.Entry(2, log.Rolled(0, (6, 1), "random dice"), 11.5, 0, "c1")
    await storage.append("t", [rolled, log.Entry(3, log.Done(0), 12.0, 0, "c2")], True)
    assert await storage.entries("t") == [CREATED, rolled, log.Entry(3, log.Done(0), 12.0, 0, "c2")]
    assert await storage.bots_due() == ["t"]
    assert await storage.entries("other") == []
    assert (await storage.exists("t"), await storage.exists("other")) == (True, False)


async def test_rolls_drawn_together_are_counted_and_stay_when_tables_go(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    rolls = [
        log.Entry(2, log.Opening((5, 5), DRAWN), 11.0, 0, "c0"),
        log.Entry(3, log.Rolled(0, (6, 1), DRAWN), 11.0, 0, "c1"),
        log.Entry(4, log.Rolled(1, (6, 1), DRAWN), 11.0, 1),
        log.Entry(5, log.Rolled(0, (6, 1), DRAWN), 11.0, 0, "c2"),
        log.Entry(6, log.Rolled(0, (1, 6), HAND), 11.0, 0, "c3"),
    ]
    for roll in rolls:
        await storage.append("t", [roll], False)
    with pytest.raises(Conflict):  # what is not stored is not counted
        await storage.append("t", [log.Entry(6, log.Rolled(0, (2, 2), DRAWN), 11.0, 0, "c4")], False)
    assert await storage.forget(100.0) == 1
    assert await storage.throws("person") == {(6, 1): 2}
    assert await storage.throws("computer") == {(6, 1): 1}


async def test_an_event_number_is_given_once(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    with pytest.raises(Conflict):
        await storage.append("t", [joined(2), joined(2)], False)
    with pytest.raises(Conflict):
        await storage.append("t", [joined(1)], False)
    assert await storage.entries("t") == [CREATED]


async def test_a_seat_is_taken_once_and_with_its_events(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    attempts = [storage.join("t", [joined(2)], False, f"s{n}") for n in range(5)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 4
    seats = [await storage.seat_of("t", f"s{n}") for n in range(5)]
    assert sorted(seats, key=str) == [1, None, None, None, None]
    assert len(await storage.entries("t")) == 2
    # Events and seat go together: with an event that cannot be stored, the seat stays free.
    await storage.lay("u", [CREATED], False, "other", "more")
    with pytest.raises(Conflict):
        await storage.join("u", [joined(1)], False, "s9")
    assert await storage.seat_of("u", "s9") is None
    assert set(await storage.last_seen("u")) == {0}


async def test_the_log_cannot_be_changed(storage: Storage, file: Path) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    with sqlite3.connect(file) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute("UPDATE events SET body = '{}'")
    connection.close()


async def test_secrets_open_their_seat_only(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    await storage.lay("u", [CREATED], False, "other", "more")
    assert await storage.seat_of("t", "secret") == 0
    assert await storage.seat_of("u", "secret") is None
    assert await storage.find_link("invite") == Link("invite", "t", 1, None, False)
    assert await storage.find_link("secret") is None


async def test_a_seat_link_works_once_and_in_time(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    await storage.add_link("link", Link("seat", "t", 0, 100.0, False), 10.0)
    with pytest.raises(Conflict):
        await storage.use_seat_link("link", "second", None, 100.0)
    with pytest.raises(Conflict):
        await storage.use_seat_link("invite", "second", None, 50.0)
    attempts = [storage.use_seat_link("link", f"s{n}", None, 50.0) for n in range(4)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert sum(isinstance(outcome, Link) for outcome in outcomes) == 1
    link = await storage.find_link("link")
    assert link is not None
    assert link.used


async def test_what_is_forgotten_is_gone_altogether(storage: Storage, file: Path) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    await storage.lay("u", [log.Entry(1, CREATED.what, 99.0)], False, "other", "more")
    assert await storage.forget(11.0) == 1
    connection = sqlite3.connect(file)
    for table in ("tables", "events", "seats", "secrets", "links"):
        assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (1,)
    connection.close()


async def test_when_a_seat_was_last_there(storage: Storage) -> None:
    await storage.lay("t", [CREATED], False, "secret", "invite")
    await storage.see("t", 0, 42.0)
    assert await storage.last_seen("t") == {0: 42.0}


async def test_a_commit_is_on_disk(storage: Storage) -> None:
    async with storage._engine.connect() as connection:
        pragmas = {
            name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_migrations_lead_to_what_the_code_wants(file: Path) -> None:
    migrate(database_url(str(file)))
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("given", ["data/x.db", "sqlite:///{}/x.db", "sqlite+aiosqlite:///{}/x.db"])
def test_a_database_is_a_path_or_a_url(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path if "{}" in given else tmp_path / "data"
    assert database_url(given.format(tmp_path)) == f"sqlite+aiosqlite:///{folder}/x.db"


def test_the_default_database_lies_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ROSESPRING_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert database_url(None) == "sqlite+aiosqlite:////data/rosespring/rosespring.db"
    monkeypatch.setenv("ROSESPRING_DATABASE", "/else/where.db")
    assert database_url(None) == "sqlite+aiosqlite:////else/where.db"


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE events (what TEXT)")
    before = file.read_bytes()
    with pytest.raises(WrongDatabase, match="another program"):
        migrate(database_url(str(file)))
    assert file.read_bytes() == before


def test_a_database_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "newer.db"
    migrate(database_url(str(file)))
    with closing(sqlite3.connect(file)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(WrongDatabase, match=r"newer version of Rosespring .*9999"):
        migrate(database_url(str(file)))

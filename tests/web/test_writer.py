"""The one writer: jobs share commits, fail alone, and are on disk when they are called done."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from rosespring.web.writer import LIMIT, WINDOW, Conflict, Job, Writer
from tests.web.helpers import PATIENCE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "test.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
    connection.close()
    return path


@pytest.fixture
async def writer(file: Path) -> AsyncIterator[Writer]:
    writer = Writer(f"sqlite:///{file}")
    sa.event.listen(writer.engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
    yield writer
    await writer.close()


def put(number: int) -> Job:
    return lambda connection: connection.exec_driver_sql("INSERT INTO t VALUES (?)", (number,)).lastrowid


def stored(file: Path) -> list[int]:
    """What another connection sees, and so what a killed process leaves behind."""
    connection = sqlite3.connect(file)
    rows = [row[0] for row in connection.execute("SELECT n FROM t ORDER BY rowid")]
    connection.close()
    return rows


async def test_jobs_that_come_together_share_a_commit(writer: Writer, file: Path) -> None:
    commits: list[int] = []
    sa.event.listen(writer.engine, "commit", lambda _: commits.append(1))
    results = await asyncio.gather(*(writer.write(put(number)) for number in range(1, 51)))
    assert results == list(range(1, 51))
    assert len(commits) == 1
    await writer.write(put(51))
    assert len(commits) == 2
    assert stored(file) == list(range(1, 52))


async def test_what_is_called_done_is_there(writer: Writer, file: Path) -> None:
    for number in range(1, 6):
        await writer.write(put(number))
        assert stored(file)[-1] == number


async def test_a_job_that_fails_takes_no_other_one_along(writer: Writer, file: Path) -> None:
    def half_done(connection: sa.Connection) -> None:
        put(7)(connection)
        raise Conflict("no more")

    jobs = [put(1), put(1), half_done, put(2)]
    results = await asyncio.gather(*(writer.write(job) for job in jobs), return_exceptions=True)
    assert [type(result) for result in results] == [int, Conflict, Conflict, int]
    assert stored(file) == [1, 2]


async def test_a_commit_that_fails_is_told_to_all_and_stores_nothing(writer: Writer, file: Path) -> None:
    def broken(connection: sa.Connection) -> None:
        raise OSError("the disk is full")

    results = await asyncio.gather(writer.write(put(1)), writer.write(broken), return_exceptions=True)
    assert [type(result) for result in results] == [OSError, OSError]
    assert stored(file) == []
    await writer.write(put(1))
    assert stored(file) == [1]


async def test_a_job_is_done_though_nobody_waits_for_it_any_more(writer: Writer, file: Path) -> None:
    waiting = asyncio.create_task(writer.write(put(1)))
    await asyncio.sleep(0)
    waiting.cancel()
    await writer.write(put(2))
    assert waiting.cancelled()
    assert stored(file) == [1, 2]


async def test_no_more_wait_than_there_is_room_for(file: Path) -> None:
    writer = Writer(f"sqlite:///{file}", limit=2)
    sa.event.listen(writer.engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
    longest = 0

    def look(number: int) -> Job:
        def job(connection: sa.Connection) -> None:
            nonlocal longest
            longest = max(longest, len(writer._waiting))
            put(number)(connection)

        return job

    await asyncio.wait_for(asyncio.gather(*(writer.write(look(number)) for number in range(1, 21))), PATIENCE)
    await writer.close()
    assert stored(file) == list(range(1, 21))
    assert longest <= 2 < LIMIT


def test_nobody_waits_for_others_longer_than_five_milliseconds() -> None:
    assert 0 < WINDOW <= 0.005


async def test_the_last_jobs_are_written_before_the_file_is_let_go(file: Path) -> None:
    writer = Writer(f"sqlite:///{file}")
    sa.event.listen(writer.engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
    jobs = [asyncio.create_task(writer.write(put(number))) for number in range(1, 9)]
    await asyncio.sleep(0)
    await writer.close()
    assert stored(file) == list(range(1, 9))
    await asyncio.gather(*jobs)

"""Group commit: one thread writes, and what comes within a few milliseconds shares one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

T = TypeVar("T")
Job = Callable[[sa.Connection], Any]
Waiting = tuple[Job, "asyncio.Future[Any]"]
Outcome = tuple[Any, BaseException | None]

WINDOW = 0.003
"""Seconds that a job waits for others to share its commit; a commit to a disk takes about as long."""
LIMIT = 4096
"""Jobs that may wait; who comes then waits until there is room, and so do the messages behind him."""

FAILURES = (OperationalError, NoConnection)
"""What a database raises that takes or tells nothing now: full, locked, read-only, or asked by too many at once."""


class Conflict(Exception):  # who meets it takes another way; nothing is broken
    """Somebody else was first: the seat is taken, the link used, the event number given."""


def why(failure: Exception) -> str:
    """What is wrong with the database, in one line."""
    return str(getattr(failure, "orig", None) or failure).partition("\n")[0]


class Writer:
    """Runs jobs one after the other on the database, each wholly or not at all, in the order of their coming."""

    def __init__(self, url: str, window: float = WINDOW, limit: int = LIMIT) -> None:
        self._engine = sa.create_engine(url, hide_parameters=True)
        sa.event.listen(self._engine, "begin", _begin)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._window = window
        self._room = asyncio.Semaphore(limit)
        self._waiting: list[Waiting] = []
        self._since = 0.0
        self._writing: asyncio.Task[None] | None = None

    @property
    def engine(self) -> sa.Engine:
        """The engine of the one connection that writes."""
        return self._engine

    async def write(self, job: Callable[[sa.Connection], T]) -> T:
        """Run `job` in the next transaction; its result is returned when that is on disk.

        A job that has been handed over is done, even if who waits for it goes away.
        """
        async with self._room:
            future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            if not self._waiting:
                self._since = time.monotonic()
            self._waiting.append((job, future))
            if self._writing is None or self._writing.done():
                self._writing = asyncio.create_task(self._write())
            return await future

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            # What has gathered during the last commit has waited long enough.
            await asyncio.sleep(max(0.0, self._since + self._window - time.monotonic()))
            batch, self._waiting = self._waiting, []
            committing = loop.run_in_executor(self._thread, self._commit, [job for job, _ in batch])
            (outcomes,) = await asyncio.gather(committing, return_exceptions=True)
            if isinstance(outcomes, BaseException):  # nothing is stored, and each one who waits must know
                outcomes = [(None, outcomes)] * len(batch)
            for (_job, future), (result, failure) in zip(batch, outcomes, strict=True):
                _settle(future, result, failure)

    def _commit(self, jobs: list[Job]) -> list[Outcome]:
        """What became of each job, all in one transaction; a savepoint for each only if one of them fails."""
        try:
            return self._in_one(jobs, lambda job, connection: (job(connection), None))
        except (Conflict, IntegrityError):
            return self._in_one(jobs, _attempt)

    def _in_one(self, jobs: list[Job], run: Callable[[Job, sa.Connection], Outcome]) -> list[Outcome]:
        with self._engine.begin() as connection:
            return [run(job, connection) for job in jobs]

    async def close(self) -> None:
        """Write what is still waiting, and let go of the file."""
        if self._writing is not None:
            await self._writing
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


def _attempt(job: Job, connection: sa.Connection) -> Outcome:
    """A job of which nothing stays if it fails; the others of its transaction go on."""
    failure: Conflict | None
    connection.exec_driver_sql("SAVEPOINT job")
    try:
        result, failure = job(connection), None
    except Conflict as error:
        result, failure = None, error
    except IntegrityError as error:
        result, failure = None, Conflict(str(error.orig))
    if failure is not None:
        connection.exec_driver_sql("ROLLBACK TO job")
    connection.exec_driver_sql("RELEASE job")
    return result, failure


def _settle(future: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if future.done():  # who waited has gone
        return
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)


def _begin(connection: sa.Connection) -> None:
    """Take the lock at once: SQLite cannot turn a reader that has fallen behind into a writer."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")

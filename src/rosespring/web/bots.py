"""The computer at the table: it thinks in processes of its own, so that the server always answers."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait

from rosespring.board import Position, Step
from rosespring.errors import MustPlay
from rosespring.game import Game

Think = Callable[[str, str, int], list[tuple[int, int]]]
"""A level, a position id and a seed to steps (point, number), for as far as the side plays on without a roll."""

ATTEMPTS = 3
_logger = logging.getLogger(__name__)


def levels() -> list[str]:
    """The names of the levels that may sit at a table."""
    from rosespring.players import PLAYERS

    return list(PLAYERS)


def think(level: str, position: str, seed: int) -> list[tuple[int, int]]:
    """What the player of `level` does; runs in a worker."""
    from rosespring.players import turn_steps

    return turn_steps(level, position, seed)


def seed_of(table: str, number: int) -> int:
    """The seed for the decision after event `number` of a table, so that every game can be told again."""
    return int.from_bytes(sha256(f"{table}:{number}".encode()).digest()[:8], "big")


def makeshift(position: Position) -> list[Step]:
    """The first legal steps, for a computer that does not answer: a weak play is better than a game that hangs."""
    game, steps = Game.from_position(position), list[Step]()
    while game.position.side is position.side and (legal := game.legal_steps()):
        steps.append(legal[0])
        game.step(legal[0])
    return steps


class Thinker:
    """A pool of worker processes that is built anew when one of them dies; with 0 workers one comes when needed."""

    def __init__(self, workers: int, timeout: float, think: Think = think) -> None:
        self._workers = workers
        self._timeout = timeout
        self._think = think
        self._pool: ProcessPoolExecutor | None = None
        # The time to think begins when a worker is free: who waits behind others is not ill.
        self._free = asyncio.Semaphore(max(1, workers))

    def start(self) -> None:
        """Start the workers, and have each import what it needs before the first game."""
        self._running()

    def _running(self) -> ProcessPoolExecutor:
        """The pool, built if there is none."""
        if self._pool is None:
            workers = max(1, self._workers)
            self._pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_set_up_worker)
            for _ in range(self._workers):
                self._pool.submit(_warm_up)
        return self._pool

    def close(self) -> None:
        """Stop the workers, whatever they are at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            _stop(pool)

    async def steps(self, level: str, position: Position, seed: int) -> list[Step]:
        """The steps of a turn; never fails, but falls back on `makeshift` after a few attempts."""
        for _ in range(ATTEMPTS):
            async with self._free:
                pool = self._running()
                try:
                    return await self._attempt(pool, level, position, seed)
                except (BrokenExecutor, TimeoutError):
                    _logger.exception("a worker did not answer for %s in %s; the workers start anew", level, position)
                    # All tables share a pool, and another one may have built it anew already.
                    if pool is self._pool:
                        self.close()
                except Exception:  # whatever a player's code raises, the game must go on
                    _logger.exception("the player %s failed in %s", level, position)
                    break
        return makeshift(position)

    async def _attempt(self, pool: ProcessPoolExecutor, level: str, position: Position, seed: int) -> list[Step]:
        future = asyncio.wrap_future(pool.submit(self._think, level, str(position), seed))
        pairs = await asyncio.wait_for(future, self._timeout)
        return _checked(position, [Step(point, number) for point, number in pairs])


def _checked(position: Position, steps: list[Step]) -> list[Step]:
    """`steps`, if there are any and each is legal.

    :raises PlayError: otherwise.
    """
    if not steps:
        raise MustPlay(f"expected steps in {position}, got none")
    game = Game.from_position(position)
    for step in steps:
        game.step(step)
    return steps


def _set_up_worker() -> None:
    # Ctrl-C in a terminal reaches the workers too; ending them is the server's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the server does: a worker whose server was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _warm_up() -> None:
    levels()


def _stop(pool: ProcessPoolExecutor) -> None:
    workers = list((pool._processes or {}).values())
    # What waits is not cancelled, for that would cancel the tasks of other tables: it fails with the workers.
    pool.shutdown(wait=False)
    for worker in workers:
        worker.kill()

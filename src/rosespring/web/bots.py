"""The computer at the table: it thinks in processes of its own, so that the server always answers."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TypeVar

from rosespring.board import Position, Side, Step
from rosespring.errors import MustPlay, TableError, WeightsError
from rosespring.game import Game
from rosespring.players import turn_steps
from rosespring.players.player import STAND_IN
from rosespring.players.thinkers import Needs
from rosespring.players.warming import warm
from rosespring.web.counsel import takes_one_point

Answer = TypeVar("Answer")
Think = Callable[[str, str, int, Needs | None], list[tuple[int, int]]]
"""A level, a position id, a seed and the score to steps (point, number), as far as the side plays on without a roll."""
BadFile = (WeightsError, TableError)
"""A file that a level thinks with cannot be used; the message names it."""

ATTEMPTS = 3
READY_WITHIN = 600.0
"""Seconds that new workers have to compile, on the slowest machine; 1 s where it has been done before."""
_logger = logging.getLogger(__name__)


def without_folder(error: Exception) -> str:
    """The reason why a file cannot be used, for players: they are not told where it lies on the server."""
    return re.sub(r"\S*[/\\](.*[/\\])?", "", str(error))


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
    """A pool of worker processes that is built anew when one of them dies; with 0 workers one comes when needed.

    `patience`: by how much the workers let other processes go first, 0 … 19.
    """

    def __init__(
        self,
        workers: int,
        timeout: float,
        think: Think = turn_steps,
        ready: Callable[[], None] = warm,
        patience: int = 0,
    ) -> None:
        self._workers = workers
        self._timeout = timeout
        self._think = think
        self._ready = ready
        self._patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._readying: list[Future[None]] = []
        self._told: set[str] = set()
        # The time to think begins when a worker is free: who waits behind others is not ill.
        self._free = asyncio.Semaphore(max(1, workers))

    def start(self) -> None:
        """Start the workers, and have each load what it needs before the first game."""
        self._running()

    def _running(self) -> ProcessPoolExecutor:
        """The pool, built if there is none."""
        if self._pool is None:
            workers = max(1, self._workers)
            self._pool = ProcessPoolExecutor(workers, get_context("spawn"), _set_up_worker, (self._patience,))
            self._readying = [self._pool.submit(self._ready) for _ in range(self._workers)]
        return self._pool

    def close(self) -> None:
        """Stop the workers, whatever they are at."""
        pool, self._pool = self._pool, None
        if pool is not None:
            _stop(pool)

    async def steps(self, level: str, position: Position, seed: int, needs: Needs | None = None) -> list[Step]:
        """The steps of a turn; a player that fails is stood in for, in the end by `makeshift`.

        :raises WeightsError: if the level's network cannot be used.
        :raises TableError: if a table of endings is damaged.
        """
        for player, attempts in ((level, ATTEMPTS), (STAND_IN, 1)):
            if steps := await self._steps_of(player, attempts, position, seed, needs):
                return steps
        return makeshift(position)

    async def takes_one_point(self, level: str, position: Position, side: Side, needs: Needs | None) -> bool:
        """Whether the computer at `side` takes 1 point now rather than play on; it does where it cannot think."""
        answer = await self.ask(takes_one_point, level, str(position), int(side), needs)
        return answer is not False

    async def ask(self, function: Callable[..., Answer], *arguments: object) -> Answer | None:
        """What `function` of `arguments` says in a worker, when one is free; None if it fails or takes too long."""
        async with self._free:
            pool = self._running()
            try:
                return await self._answer(pool, function, *arguments)
            except (BrokenExecutor, TimeoutError):
                _logger.exception("no answer of %s; the workers start anew", function.__name__)
                if pool is self._pool:
                    self.close()
            except Exception:  # whatever a player's code raises, the game must go on
                _logger.exception("%s failed", function.__name__)
            return None

    async def _steps_of(
        self, player: str, attempts: int, position: Position, seed: int, needs: Needs | None
    ) -> list[Step]:
        """The steps of one player; none if it fails in all attempts."""
        for _ in range(attempts):
            async with self._free:
                pool = self._running()
                try:
                    return await self._attempt(pool, player, position, seed, needs)
                except BadFile as error:
                    self._tell(error)
                    raise
                except (BrokenExecutor, TimeoutError):
                    _logger.exception("no answer of %s in %s; the workers start anew", player, position)
                    # All tables share a pool, and another one may have built it anew already.
                    if pool is self._pool:
                        self.close()
                except Exception:  # whatever a player's code raises, the game must go on
                    _logger.exception("the player %s failed in %s", player, position)
                    return []
        return []

    async def _attempt(
        self, pool: ProcessPoolExecutor, player: str, position: Position, seed: int, needs: Needs | None
    ) -> list[Step]:
        pairs = await self._answer(pool, self._think, player, str(position), seed, needs)
        return _checked(position, [Step(point, number) for point, number in pairs])

    async def _answer(self, pool: ProcessPoolExecutor, function: Callable[..., Answer], *arguments: object) -> Answer:
        if not all(each.done() for each in self._readying):
            # Getting ready is no time to think. It goes on if whoever waits for it here is gone.
            await asyncio.wait([_watched(each) for each in self._readying], timeout=READY_WITHIN)
        future = asyncio.wrap_future(pool.submit(function, *arguments))
        return await asyncio.wait_for(future, self._timeout)

    def _tell(self, error: Exception) -> None:
        """Write down which file cannot be used, once."""
        if str(error) not in self._told:
            self._told.add(str(error))
            _logger.error("a simpler player stands in: %s", error)


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


def _watched(getting_ready: Future[None]) -> asyncio.Future[None]:
    """Something to wait for; whether it fails is no matter here, for whoever asks next finds out."""
    watched = asyncio.wrap_future(getting_ready)
    watched.add_done_callback(lambda done: done.cancelled() or done.exception())
    return watched


def _set_up_worker(patience: int) -> None:
    if patience and hasattr(os, "nice"):
        os.nice(patience)
    # Ctrl-C in a terminal reaches the workers too; ending them is the server's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the server does: a worker whose server was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _stop(pool: ProcessPoolExecutor) -> None:
    workers = list((pool._processes or {}).values())
    # What waits is not cancelled, for that would cancel the tasks of other tables: it fails with the workers.
    pool.shutdown(wait=False)
    for worker in workers:
        worker.kill()

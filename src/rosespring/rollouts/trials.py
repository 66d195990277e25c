"""What is rolled out, and how trials are played: on any number of threads, with the same results."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rosespring.board import CHECKERS, Men, Position, Side, Step
from rosespring.endings.races import doubles_kind
from rosespring.endings.specs import MAX_CONTACT, contact_spec
from rosespring.endings.tables import default_tables
from rosespring.evaluation.batches import queue_of
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.movegen.words import key_of, rule_words
from rosespring.players.arena import Fighter
from rosespring.players.thinkers import utility_of
from rosespring.rollouts import kernels
from rosespring.rollouts.settings import DEPTHS, PORTION, Settings
from rosespring.rules import Rules

if TYPE_CHECKING:
    from rosespring.players.kernels import Seat


@dataclass(frozen=True, slots=True)
class Found:
    """Trials of one candidate: `chances` (n, 4) of the side that asks, and `pairs` (n, 2) of first rolls by number.

    Chances are to win 1, win 2, lose 1, lose 2; with the luck taken off a single trial may say less than 0 or more
    than 1.
    """

    chances: NDArray[np.float64]
    pairs: NDArray[np.int64]

    @classmethod
    def empty(cls, count: int = 0) -> Found:
        """Room for so many trials."""
        return cls(np.zeros((count, 4)), np.zeros((count, 2), np.int64))

    def part(self, begin: int, end: int) -> Found:
        """Some of the trials; the same arrays."""
        return Found(self.chances[begin:end], self.pairs[begin:end])

    def __add__(self, more: Found) -> Found:
        return Found(np.concatenate([self.chances, more.chances]), np.concatenate([self.pairs, more.pairs]))

    def __len__(self) -> int:
        return len(self.chances)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing to be rolled out: the position after `steps`, which may be none."""

    steps: tuple[Step, ...]
    after: Position

    @classmethod
    def of(cls, position: Position, steps: tuple[Step, ...] = ()) -> Candidate:
        """`position` after the legal `steps` that its side to act plays.

        :raises IllegalStep: for a step that the rules refuse.
        :raises PlayError: for a step when there is nothing to play.
        """
        after, _events = transitions.settle(position)
        for step in steps:
            after, _events = transitions.step(after, step)
        return cls(steps, after)


class Trials:
    """Plays the trials of candidates, for the side `asks`; `threads` share the work and make no difference."""

    def __init__(self, network: Network, asks: Side, settings: Settings, threads: int = 1) -> None:
        self._network = network
        self._asks = asks
        self._settings = settings
        self._threads = threads
        self._scratch = threading.local()
        self.utility = utility_of(network, settings.needs)

    def play(self, candidates: Sequence[Candidate], first: int, count: int) -> list[Found]:
        """Trials `first` to ``first + count`` of each candidate, in portions that the threads take in turn."""
        found = [Found.empty(count) for _ in candidates]
        parts = [
            (candidate, first + begin, room.part(begin, begin + PORTION))
            for begin in range(0, count, PORTION)
            for candidate, room in zip(candidates, found, strict=True)
        ]
        if self._threads == 1:
            for part in parts:
                self._fill(*part)
        else:
            pool = ThreadPoolExecutor(self._threads)
            try:
                list(pool.map(lambda part: self._fill(*part), parts))
            finally:  # Ctrl-C waits for no more than the portions in hand
                pool.shutdown(cancel_futures=True)
        return found

    def _fill(self, candidate: Candidate, first: int, room: Found) -> None:
        after, asks, settings = candidate.after, self._asks, self._settings
        if after.winner is not None:
            room.chances[:, (0 if after.winner is asks else 2) + after.points - 1] = 1.0
            return
        own, other = (key_of(after.men_of(side)) for side in (asks, asks.other))
        kernels.play_trials(
            self._seat(), rule_words(after.rules), np.uint64(own), np.uint64(other), int(after.side is not asks),
            queue_of(after), after.cascade, (after.rolls[asks], after.rolls[asks.other]), self.utility,
            first_rolls(after), np.uint64(settings.seed % 2**64), first,
            np.array([settings.truncate or 0, settings.reduce]), exact_table(after.rules, settings.exact),
            np.zeros(4), room.chances, room.pairs,
        )  # fmt: skip

    def _seat(self) -> Seat:
        """The player of both sides with this thread's scratch."""
        if not hasattr(self._scratch, "seat"):
            level = DEPTHS[self._settings.depth]
            self._scratch.seat = Fighter(self._network.net, level.depth, apart=level.apart).seat()
        seat: Seat = self._scratch.seat
        return seat


def throws_first(position: Position) -> bool:
    """Whether the first roll is the opening throw, and so no double (rules.md section 4, `opening`)."""
    return position.rules.opening == "play" and position.rolls == (0, 0) and position.men == Men.start()


def first_rolls(position: Position) -> NDArray[np.int64]:
    """The first rolls (n, 2) that are equally likely: all 36, or the 30 that can open a game."""
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7) if a != b or not throws_first(position)]
    return np.array(rolls)


@lru_cache(maxsize=8)
def exact_table(rules: Rules, wanted: bool) -> kernels.Exact:
    """The widest contact table that there is for `rules`, for the kernels; an empty one if none is wanted or there.

    :raises TableError: if a table is damaged.
    """
    tables = default_tables()
    for men in range(MAX_CONTACT, 0, -1) if wanted else ():
        if table := tables.find(contact_spec(rules, men)):
            return kernels.Exact(men, _binomials(), np.frombuffer(table.content(), "<u4").astype(np.uint32))
    return kernels.Exact(0, _binomials(), np.zeros(1, np.uint32))


def is_decided(position: Position, settings: Settings) -> bool:
    """Whether trials end before the first roll: the game is over, or a table knows the rest."""
    if position.winner is not None:
        return True
    men = CHECKERS - min(position.men.own[0], position.men.other[0])
    reach = exact_table(position.rules, settings.exact).men
    return not position.stages and men <= reach and doubles_kind(position) is not None


def _binomials() -> NDArray[np.int64]:
    """The binomial coefficients (32, 8)."""
    return np.array([[comb(n, k) for k in range(8)] for n in range(32)])

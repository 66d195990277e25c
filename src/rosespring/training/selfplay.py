"""Rounds of self-play on all cores; what is played depends on the network and the seed, not on the threads."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rosespring.evaluation.kernels import MOST_ROWS, STAGES_PHASE, Net
from rosespring.evaluation.match_equity import MONEY
from rosespring.movegen.words import rule_words
from rosespring.search.room import make_pools, make_room
from rosespring.training import kernels
from rosespring.training.settings import Settings, preset_count, rule_sets

_PART = 32
"""Games that one task plays."""
_MOMENTS_A_GAME = 100
BEAM = 48
"""Lines kept between the stages where moments are learned from the best end."""

Kind = Literal["all", "deeper", "stages"]
"""Which moments of games: all; a share of them, one roll deeper; those of contact with stages to play."""


@dataclass(frozen=True, slots=True)
class Played:
    """The moments of some games: rows (n, 3 + MOST_ROWS), targets (n, 4), and what they were (`spots`, n, 6).

    `games` (games, 3): winners, points, rolls. See `kernels.play_games`.
    """

    moments: NDArray[np.int16]
    targets: NDArray[np.float32]
    spots: NDArray[np.uint64]
    games: NDArray[np.int64]

    def only(self, order: NDArray[np.int64]) -> Played:
        """The moments `order` of the same games."""
        return Played(self.moments[order], self.targets[order], self.spots[order], self.games)


class SelfPlay:
    """Plays games in the background."""

    def __init__(self, settings: Settings, threads: int) -> None:
        self._settings = settings
        self._rules = np.array([rule_words(rules) for rules in rule_sets(settings)])
        self._presets = preset_count(settings)
        self._pool = ThreadPoolExecutor(threads)

    def close(self) -> None:
        """Wait for what is being played, and drop the rest."""
        self._pool.shutdown(cancel_futures=True)

    def start(self, net: Net, first: int, games: int, kind: Kind = "all") -> list[Future[Played]]:
        """Begin to play the games from number `first` on; `kind` is the moments that are kept."""
        parts = [(begin, min(_PART, first + games - begin)) for begin in range(first, first + games, _PART)]
        task = {"all": self._play, "deeper": self._deepened, "stages": self._planned}[kind]
        return [self._pool.submit(task, net, begin, count) for begin, count in parts]

    def _planned(self, net: Net, first: int, games: int) -> Played:
        """The moments of open contact with stages left, with the worth of the best end that a beam finds."""
        played = self._play(net, first, games)
        order = np.flatnonzero(played.moments[:, 1] == STAGES_PHASE)
        pools, room = make_pools(BEAM, 1), make_room(net.rows.shape[2])
        kernels.plan_stages(net, self._rules, played.spots, order, MONEY, *pools, played.targets, room)
        return played.only(order)

    def _deepened(self, net: Net, first: int, games: int) -> Played:
        """A share of the moments of some games, with targets one roll deeper."""
        played, settings = self._play(net, first, games), self._settings
        random = np.random.default_rng((settings.seed, first, 1))
        order = np.flatnonzero(random.random(len(played.moments)) < settings.deep_share)
        room = make_room(net.rows.shape[2])
        kernels.deepen(net, self._rules, played.spots, order, settings.deep_trust, MONEY, played.targets, room)
        return played.only(order)

    def _kinds(self, first: int, games: int) -> NDArray[np.int64]:
        """The rule set of each game: presets in turn, and a share of the random sets."""
        random = np.random.default_rng((self._settings.seed, first))
        kinds = np.arange(first, first + games) % self._presets
        wild = random.random(games) < self._settings.custom
        others = random.integers(self._presets, len(self._rules), games) if len(self._rules) > self._presets else kinds
        return np.where(wild, others, kinds)

    def _play(self, net: Net, first: int, games: int) -> Played:
        settings, kinds = self._settings, self._kinds(first, games)
        room = make_room(net.rows.shape[2])
        found: list[Played] = []
        done = 0
        while done < games:
            rows = (games - done) * _MOMENTS_A_GAME + kernels.LONGEST_GAME
            moments = np.zeros((rows, MOST_ROWS + 3), np.int16)
            targets = np.zeros((rows, 4), np.float32)
            spots = np.zeros((rows, 6), np.uint64)
            info = np.zeros((games - done, 3), np.int64)
            played, n = kernels.play_games(
                net, self._rules, kinds[done:], np.uint64(settings.seed), first + done, settings.wild,
                settings.decay, MONEY, moments, targets, spots, info, room,
            )  # fmt: skip
            found.append(Played(moments[:n], targets[:n], spots[:n], info[:played]))
            done += played
        return together(found)


def together(parts: list[Played]) -> Played:
    """Several parts as one."""
    arrays = zip(*((part.moments, part.targets, part.spots, part.games) for part in parts), strict=True)
    return Played(*(np.concatenate(array) for array in arrays))

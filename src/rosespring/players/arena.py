"""The compiled arena: pairs of matches between players that the kernels know.

These are the levels of networks below full strength, and the yardstick. A pair costs milliseconds instead of seconds.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rosespring.board import Position
from rosespring.evaluation.match_equity import DOUBLE_SHARE, LONGEST, MONEY, Doubles, utilities
from rosespring.movegen.words import rule_words
from rosespring.players import kernels
from rosespring.players.duel import Bout
from rosespring.players.kernels import Seat
from rosespring.players.player import Player
from rosespring.players.thinkers import NetworkPlayer, Yardstick, yardstick_net
from rosespring.rules import Rules
from rosespring.search.depth import Depth
from rosespring.search.room import make_pools, make_room, make_top

if TYPE_CHECKING:
    from rosespring.evaluation.kernels import Net


@dataclass(frozen=True, slots=True)
class Fighter:
    """A player as the kernels take it."""

    net: Net
    depth: Depth
    noise: float = 0.0
    apart: bool = False

    def seat(self) -> Seat:
        """It with scratch for one thread."""
        room, depth = make_room(self.net.rows.shape[2]), self.depth
        room.noise[0] = self.noise
        pools = make_pools(depth.beam, depth.wide)
        return Seat(
            self.net, np.array([depth.wide, depth.budget, self.apart]), np.array([depth.near]), room, make_top(), *pools
        )


def fighter(player: Player, rules: Rules) -> Fighter | None:
    """`player` under `rules` for the arena; None if the kernels do not know it.

    :raises WeightsError: if the network's file cannot be used.
    """
    match player:
        case Yardstick():
            return Fighter(yardstick_net(), Depth(wide=player.wide), apart=True)
        case NetworkPlayer(level) if not level.exact:
            return Fighter(player.network(Position.start(rules)).net, level.depth, level.noise, level.apart)
    return None


class Arena:
    """Plays pairs of matches to `length` points (1: single games, for points) between `a` and `b`.

    Both sides of a match play by a table made of `double_share`.
    """

    def __init__(
        self, a: Fighter, b: Fighter, rules: Rules, length: int, seed: int, double_share: float | None = None
    ) -> None:
        self._fighters = a, b
        self._rules = rule_words(rules)
        self._opening = (rules.opening == "play") + 2 * (rules.next_starter == "roll")
        self._length = length
        self._table = match_table(length, DOUBLE_SHARE if double_share is None else double_share)
        self._seed = np.uint64(seed % 2**64)
        self._scratch = threading.local()

    def play_pair(self, pair: int) -> tuple[int, list[Bout]]:
        """Both bouts of a pair; they depend on its number and the seed alone, not on the thread."""
        scores = np.zeros((2, 4), np.int64)
        kernels.play_matches(
            *self._seats(), self._rules, self._opening, self._length, self._table, self._seed, 2 * pair, scores,
            np.zeros((2, 4)),
        )  # fmt: skip
        return pair, [self._bout(side, *row) for side, row in enumerate(scores.tolist())]

    def _seats(self) -> tuple[Seat, Seat]:
        """Both with this thread's scratch."""
        if not hasattr(self._scratch, "seats"):
            self._scratch.seats = tuple(fighter.seat() for fighter in self._fighters)
        a, b = self._scratch.seats
        return a, b

    def _bout(self, a_side: int, mine: int, yours: int, games: int, rolls: int) -> Bout:
        return Bout(a_side, mine >= self._length, (mine, yours), games, rolls)


def match_table(length: int, double_share: float) -> Doubles:
    """The utilities (length, length, 4) of a match as `kernels.play_matches` takes them."""
    if length == 1:
        return np.array([[MONEY]])
    longest = min(length, LONGEST)
    needs = np.minimum(np.arange(length), longest - 1)
    table: Doubles = utilities(longest, double_share)[np.ix_(needs, needs)]
    return table

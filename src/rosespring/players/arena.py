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
from rosespring.players.player import Player
from rosespring.players.thinkers import NetworkPlayer, Yardstick, yardstick_net
from rosespring.rules import Rules
from rosespring.search.room import make_room

if TYPE_CHECKING:
    from rosespring.evaluation.kernels import Net
    from rosespring.search.kernels import Room


@dataclass(frozen=True, slots=True)
class Fighter:
    """A player as the kernels take it."""

    net: Net
    wide: int
    noise: float = 0.0

    def room(self) -> Room:
        """Its scratch for one thread."""
        room = make_room(self.net.rows.shape[2])
        room.noise[0] = self.noise
        return room


def fighter(player: Player, rules: Rules) -> Fighter | None:
    """`player` under `rules` for the arena; None if the kernels do not know it.

    :raises WeightsError: if the network's file cannot be used.
    """
    match player:
        case Yardstick():
            return Fighter(yardstick_net(), player.wide)
        case NetworkPlayer(level) if not level.full:
            return Fighter(player.network(Position.start(rules)).net, level.wide, level.noise)
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
        self._table = match_table(length, double_share or DOUBLE_SHARE)
        self._seed = np.uint64(seed % 2**64)
        self._scratch = threading.local()

    def play_pair(self, pair: int) -> tuple[int, list[Bout]]:
        """Both bouts of a pair; they depend on its number and the seed alone, not on the thread."""
        a, b = self._fighters
        scores = np.zeros((2, 4), np.int64)
        kernels.play_matches(
            a.net, b.net, self._rules, self._opening, self._length, self._table, a.wide, b.wide, self._seed, 2 * pair,
            scores, np.zeros((2, 4)), np.zeros(2, np.int64), *self._rooms(),
        )  # fmt: skip
        return pair, [self._bout(side, *row) for side, row in enumerate(scores.tolist())]

    def _rooms(self) -> tuple[Room, Room]:
        """This thread's scratch for both."""
        if not hasattr(self._scratch, "rooms"):
            self._scratch.rooms = tuple(fighter.room() for fighter in self._fighters)
        a, b = self._scratch.rooms
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

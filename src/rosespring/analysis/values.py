"""What positions are worth: one definition for played and best plays alike.

Before a roll it is the mean over the rolls of the best play of each; with stages to play, that of the best play found;
where exact tables reach, what they say. So the values along a game telescope (docs/analysis.md).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rosespring.analysis.scope import Scope
from rosespring.board import Position, Side, Step
from rosespring.evaluation import Outlook
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.game.rolls import throws_first
from rosespring.movegen import stage_results
from rosespring.players.thinkers import worth_of
from rosespring.search.choose import Utility, best_lines, outlook_of_rolls

_KEPT = 20_000
"""Positions whose values are remembered."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play all stages at hand: its steps, the position `after` them, and what the side that plays expects."""

    steps: tuple[Step, ...]
    after: Position
    outlook: Outlook
    worth: float


Key = tuple[Position, Utility]
"""A position as if Light were to act, and the utility of the side that is."""
T = TypeVar("T")


class Memory(Generic[T]):
    """What was found for the last positions asked for; threads may share it."""

    def __init__(self, size: int = _KEPT) -> None:
        self._size = size
        self._found: dict[Key, T] = {}
        self._lock = threading.Lock()

    def get(self, key: Key) -> T | None:
        """What is remembered of `key`."""
        return self._found.get(key)

    def keep(self, key: Key, value: T) -> T:
        """Remember `value`, and give it back; the oldest one is forgotten where there are too many."""
        with self._lock:
            if len(self._found) >= self._size:
                del self._found[next(iter(self._found))]
            self._found[key] = value
        return value


class Valuer:
    """Values positions under one utility, that of Light; of equal positions it works once.

    Safe to share between threads. A position with the sides exchanged has the same value only where the utility is
    the same for both, so the utility is part of what is remembered.
    """

    def __init__(self, network: Network, scope: Scope, utility: Utility, *, kept: int = _KEPT) -> None:
        self.network = network
        self.scope = scope
        self._utility = {Side.LIGHT: utility, Side.DARK: (-utility[2], -utility[3], -utility[0], -utility[1])}
        self._outlooks: Memory[Outlook] = Memory(kept)
        self._ways: Memory[list[Way]] = Memory(kept)

    def worth(self, outlook: Outlook, side: Side) -> float:
        """The expected utility of an outlook of `side`."""
        return worth_of(outlook, self._utility[side])

    def outlook(self, position: Position) -> Outlook:
        """The outlook of the side to act in a settled position: about to roll, with stages to play, or at the end."""
        if position.winner is not None:
            return Outlook.decided(position.points, won=position.winner is position.side)
        if position.stages:
            return self.ways(position)[0].outlook
        known = self._outlooks.get(self._key(position))
        return known or self._outlooks.keep(self._key(position), exact_outlook(position) or self._mean(position))

    def ways(self, position: Position) -> list[Way]:
        """The best ways to play the stages of `position`, best first; all of them where tables know what follows."""
        key = self._key(position)
        found = self._ways.get(key) or self._ways.keep(key, self._valued(position))
        return found if position.side is Side.LIGHT else [_mirrored(way) for way in found]

    def way(self, position: Position, steps: Sequence[Step]) -> Way:
        """The way that plays `steps`, valued."""
        after = transitions.after_steps(position, steps)
        outlook = self.outlook(after).seen_by(position.side, after.side)
        return Way(tuple(steps), after, outlook, self.worth(outlook, position.side))

    def _key(self, position: Position) -> Key:
        seen = position if position.side is Side.LIGHT else position.mirror()
        return seen, self._utility[position.side]

    def _valued(self, position: Position) -> list[Way]:
        """As `ways`, as if Light played."""
        found: dict[Position, Way] = {}
        for steps in self._candidates(position):
            way = self.way(position, steps)
            found.setdefault(way.after, way)
        ways = sorted(found.values(), key=lambda way: -way.worth)
        return ways if position.side is Side.LIGHT else [_mirrored(way) for way in ways]

    def _candidates(self, position: Position) -> list[tuple[Step, ...]]:
        if len(position.stages) == 1 and exact_outlook(position) is not None:
            return [tuple(result.steps) for result in stage_results(position)]
        depth = replace(self.scope.within, beam=self.scope.lines, wide=self.scope.seen)
        lines = best_lines(self.network, position, depth, self._utility[position.side])
        return [line.steps for line in lines[: self.scope.plays]]

    def _mean(self, position: Position) -> Outlook:
        """The mean over the rolls of what the side about to roll expects after the best play of each."""
        utility, doubles = self._utility[position.side], not throws_first(position)
        return outlook_of_rolls(self.network, position, self.scope.within, utility, doubles=doubles)


def _mirrored(way: Way) -> Way:
    return replace(way, after=way.after.mirror())

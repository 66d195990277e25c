"""An independent solution of small endings: value iteration over `Position` and `transitions`, nothing compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rosespring.board import Men, Position, Side
from rosespring.game import transitions
from rosespring.movegen import legal_steps
from rosespring.rules import Rules

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]
LATE = (200, 200)
"""So many rolls made that doubles cascade under any rules that have it."""


class ValueIteration:
    """The chances of the side to roll, solved when they are asked for.

    With `given` only the checkers asked for are solved, by what `given` says of those with fewer pips.
    """

    def __init__(self, rules: Rules, given: Callable[[Men], float] | None = None) -> None:
        self.rules = rules
        self.known: dict[Men, float] = {}
        self._given = given
        self._playing: dict[tuple[object, ...], float] = {}

    def chance(self, men: Men) -> float:
        """The chance of the side to roll, both sides playing as well as can be."""
        if men not in self.known:
            self._solve(men)
        return self.known[men]

    def playing(self, position: Position) -> float:
        """The chance of the side to act, with stages to play or about to roll."""
        after, _events = transitions.settle(position)
        chance = self._of_mover(after)
        return chance if after.side is position.side else 1 - chance

    def _solve(self, men: Men) -> None:
        own, other = self._rolls(men), self._rolls(men.mirror())
        x = y = 0.5
        while True:
            before = x, y
            x = sum(1 - y if value is None else value for value in own) / 36
            y = sum(1 - x if value is None else value for value in other) / 36
            if abs(x - before[0]) + abs(y - before[1]) < 1e-15:
                break
        self.known[men], self.known[men.mirror()] = x, y

    def _rolls(self, men: Men) -> list[float | None]:
        """What each roll is worth; None where nobody can play anything of it."""
        values: list[float | None] = []
        for a, b in ROLLS:
            after, _events = transitions.roll(Position(self.rules, men, Side.LIGHT, LATE), a, b)
            unchanged = not after.stages and after.seen_by(Side.LIGHT).men == men
            values.append(None if unchanged else self._worth(after))
        return values

    def _worth(self, position: Position) -> float:
        """The chance of Light."""
        chance = self._of_mover(position)
        return chance if position.side is Side.LIGHT else 1 - chance

    def _of_mover(self, position: Position) -> float:
        if position.winner is not None:
            return float(position.winner is position.side)
        if not position.stages:
            return self._given(position.men) if self._given else self.chance(position.men)
        key = position.men, position.stages, position.cascade, position.received
        if key not in self._playing:
            light = replace(position, side=Side.LIGHT, rolls=LATE)
            after = (transitions.advance(light, step)[0] for step in legal_steps(light))
            self._playing[key] = max(map(self._worth, after))
        return self._playing[key]

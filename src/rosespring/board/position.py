"""A position: everything that matters for the rest of a game, as the side to act sees it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rosespring.board.nouns import CHECKERS, Men, Side, Stage
from rosespring.rules import Rules


@dataclass(frozen=True, slots=True)
class Position:
    """Checkers, side to act, rolls made, and the queue of stages still to play (rules.md sections 1 to 3).

    `rolls` counts the rolls made by Light and Dark, the one being played included. With no `stages`
    the side to act must roll. `cascade`: the stages come from a cascading double. `received`: they
    are the opponent's rest, and the side to act rolls afterwards. `started`: the roller (of received
    stages: the receiver) has played at least one number of them.

    ``str(position)`` is a URL-safe id, and ``Position.parse(str(position)) == position``.
    """

    rules: Rules
    men: Men
    side: Side = Side.LIGHT
    rolls: tuple[int, int] = (0, 0)
    stages: tuple[Stage, ...] = ()
    cascade: bool = False
    received: bool = False
    started: bool = False

    @classmethod
    def start(cls, rules: Rules, starter: Side = Side.LIGHT) -> Position:
        """The first position of a game."""
        return cls(rules, Men.start(), starter)

    @property
    def winner(self) -> Side | None:
        """The side that has borne off all its checkers, or None."""
        if self.men.own[0] == CHECKERS:
            return self.side
        return self.side.other if self.men.other[0] == CHECKERS else None

    @property
    def points(self) -> int:
        """The points won: 2 if the loser has borne off none, else 1; 0 while the game goes on (rules.md section 4)."""
        winner = self.winner
        if winner is None:
            return 0
        loser = self.men.other if winner == self.side else self.men.own
        return 1 if loser[0] else 2

    def mirror(self) -> Position:
        """The same position with the colours of the two sides exchanged."""
        return replace(self, side=self.side.other, rolls=self.rolls[::-1])

    def men_of(self, side: Side) -> tuple[int, ...]:
        """The 25 counts of `side` by its own points."""
        return self.men.own if side == self.side else self.men.other

    def next_stage(self) -> Position:
        """The position with the current stage taken off the queue."""
        return self.with_stages(self.stages[1:])

    def with_stages(self, stages: tuple[Stage, ...]) -> Position:
        """The position with other stages left; without any, all flags fall."""
        if stages:
            return replace(self, stages=stages)
        return replace(self, stages=(), cascade=False, received=False, started=False)

    def to_roll(self, side: Side) -> Position:
        """The position in which `side` must roll."""
        return self.with_stages(()).seen_by(side)

    def seen_by(self, side: Side) -> Position:
        """The same position with `side` to act."""
        return self if side == self.side else replace(self, men=self.men.mirror(), side=side)

    def __str__(self) -> str:
        from rosespring.board.position_id import format_id

        return format_id(self)

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that an id stands for.

        :raises NotationError: for text of another form.
        :raises PositionError: for a position that cannot be.
        :raises RulesError: for unknown rules.
        """
        from rosespring.board.position_id import parse_id

        return parse_id(text)

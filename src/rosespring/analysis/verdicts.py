"""What an analysis finds, as plain values: of a match, its games, their turns, their stages.

Costs, luck and values are points; at a match score, points of the game at hand: half of what lies between winning and
losing it by one point. `GameVerdict.chance` turns them into chances to win the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rosespring.board import Position, Roll, Side, Step
from rosespring.evaluation import Outlook
from rosespring.notation.record import Record


@dataclass(frozen=True, slots=True)
class Play:
    """One way to play a turn: what is expected then, and by how much less it is worth than the best."""

    steps: tuple[Step, ...]
    outlook: Outlook
    worth: float
    cost: float
    played: bool


@dataclass(frozen=True, slots=True)
class StageVerdict:
    """One stage as it was played from `before`: what it cost by itself, and the best line from here on.

    `forced`: there was one result only.
    """

    before: Position
    steps: tuple[Step, ...]
    best: tuple[Step, ...]
    cost: float
    forced: bool


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """What `side` did with a roll or with a received rest (`roll` None).

    `before`: the position before the roll, or the first decision where there was no roll. `decision`: where the side
    began to play; None if it could play nothing. `luck`: what the roll was worth to the side; None without a roll.
    `rest`: what the rest that it left is worth to the other side; None if none passed. `value` and `after`: the
    outlook and value in points for Light before the turn, and after it. `open`: the game broke off in its midst.
    """

    side: Side
    roll: Roll | None
    before: Position
    decision: Position | None
    steps: tuple[Step, ...]
    stages: tuple[StageVerdict, ...]
    plays: tuple[Play, ...]
    luck: float | None
    cost: float
    rest: float | None
    outlook: Outlook
    value: float
    after: float
    open: bool = False

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide."""
        return all(stage.forced for stage in self.stages)


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """One game from Light's view: ``end == start + luck - errors`` of Light less those of Dark, exactly.

    `before`: the value before anybody knew who begins. `end`: the result, or the value where the game broke off
    (`finished` says which). `resigned`: who gave up, and what that cost him (less than 0: it cost the other, who took
    too little). `chance`: match chances for a point; None in a single game. `opening`: whether a throw
    decided who begins.
    """

    number: int
    score: tuple[int, int]
    turns: tuple[TurnVerdict, ...]
    before: float
    start: float
    end: float
    finished: bool
    resigned: tuple[Side, float] | None
    chance: float | None
    opening: bool
    starter: Side
    points: tuple[int, int]

    def luck(self, side: Side) -> float:
        """The luck of all rolls of `side`."""
        return sum(turn.luck for turn in self.turns if turn.side is side and turn.luck is not None)

    def play_errors(self, side: Side) -> float:
        """What all plays of `side` cost."""
        return sum(turn.cost for turn in self.turns if turn.side is side)

    def resignation_error(self, side: Side) -> float:
        """What a resignation cost `side`, who gave up or who took it."""
        if self.resigned is None:
            return 0.0
        who, cost = self.resigned
        return max(0.0, cost if who is side else -cost)

    def errors(self, side: Side) -> float:
        """What `side` gave away by plays and by a resignation."""
        return self.play_errors(side) + self.resignation_error(side)

    def decisions(self, side: Side) -> int:
        """How many turns of `side` left a choice."""
        return sum(turn.side is side and not turn.forced for turn in self.turns)

    @property
    def beginning(self) -> float:
        """What beginning is worth to Light (less than 0: to Dark)."""
        return self.start - self.before


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """A match as it was analysed: the record, the games, and by what (`scope`, the network's hash)."""

    record: Record
    games: tuple[GameVerdict, ...]
    scope: str
    network: str

    def turns(self) -> Iterator[tuple[GameVerdict, TurnVerdict]]:
        """Every turn with its game."""
        return ((game, turn) for game in self.games for turn in game.turns)

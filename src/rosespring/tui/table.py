"""A match at one terminal: its recorder, who sits where, and the dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from rosespring.board import Side
from rosespring.errors import MustRoll
from rosespring.game import Event, OpenTurn
from rosespring.language import gettext as _
from rosespring.notation.records import Heading, Record, Recorder, clean_text, replay
from rosespring.notation.turns import Turn, turns_of
from rosespring.players.thinkers import Needs
from rosespring.rules import Rules
from rosespring.tui.dice import HAND, Dice, SeededDice, dice_named

FRIEND = "friend"
_COMPUTER = {Side.LIGHT: "x-computer-light", Side.DARK: "x-computer-dark"}

Bot = Callable[[str, str, int, Needs | None], list[tuple[int, int]]]
"""Level, position id, seed and score to the (point, number) steps of a turn; `rosespring.players.turn_steps`."""


@dataclass
class Table:
    """`levels`: the computer's level on each side, None for a person. `dice` is None if they are typed by hand."""

    recorder: Recorder
    levels: tuple[str | None, str | None]
    dice: Dice | None
    last_turns: list[Turn] = field(default_factory=list)
    _finished: OpenTurn | None = None

    @property
    def turn(self) -> OpenTurn:
        """The turn of the game that is going on, else of the one before.

        :raises MustRoll: if no game has been opened yet.
        """
        if turn := self.recorder.turn or self._finished:
            return turn
        raise MustRoll(_("the opening throw comes first"))

    @property
    def viewer(self) -> Side:
        """From whose side the board is shown: the only person's, else the owner's of the turn."""
        people = [side for side in Side if self.levels[side] is None]
        if len(people) == 1 or self.recorder.turn is None:
            return people[0] if people else Side.LIGHT
        return self.turn.owner

    def computer(self, side: Side) -> str | None:
        """The level of the computer that plays `side`; None for a person."""
        return self.levels[side]

    def seat_computer(self, side: Side, level: str) -> None:
        """Have another level play `side` from now on; a saved match goes on with the one it was begun with."""
        self.levels = (level, self.levels[1]) if side is Side.LIGHT else (self.levels[0], level)

    def throw_dice(self) -> tuple[int, int]:
        """The next two dice; not for dice typed by hand."""
        assert self.dice is not None
        return self.dice.throw(self.recorder.drawn)

    def bot_seed(self) -> int:
        """A number for the computer's own chance: the same at the same place of the same match."""
        text = f"{self.recorder.heading.dice} {self.recorder.drawn}"
        return int.from_bytes(sha256(text.encode()).digest()[:6], "big")

    def remember(self) -> None:
        """Keep the turns of the current game, so that the last one can be told after its end."""
        self._finished = self.recorder.turn or self._finished
        if (game := self.recorder.game) and game.entries:
            self.last_turns = turns_of(game.entries)

    def done(self) -> tuple[Event, ...]:
        """Close the turn."""
        self.remember()
        return self.recorder.done()

    def again(self) -> Table:
        """A table for another match of the same kind; dice of a seed are those of the next one."""
        old, match = self.recorder.heading, self.recorder.match
        dice = SeededDice(self.dice.seed + 1) if isinstance(self.dice, SeededDice) else self.dice
        heading = Heading(old.players, today(), dice.name if dice else HAND, old.extra)
        return Table(Recorder(match.rules, match.length, heading), self.levels, dice)


def today() -> str:
    """The day, for records."""
    return datetime.now().astimezone().date().isoformat()


def new_table(rules: Rules, length: int, opponent: str, dice: Dice | None, name: str) -> Table:
    """A table for a new match of Light, a person called `name`, against `opponent`: a level, or `FRIEND`."""
    level = None if opponent == FRIEND else opponent
    extra = ((_COMPUTER[Side.DARK], level),) if level else ()
    names = (clean_text(name), f"Computer ({level})" if level else "")
    heading = Heading(names, today(), dice.name if dice else HAND, extra)
    return Table(Recorder(rules, length, heading), (None, level), dice)


def table_of(record: Record) -> Table:
    """A table that goes on where `record` ends.

    :raises NotationError: for a record that cannot be replayed.
    """
    recorder = replay(record)
    levels = (record.extra_value(_COMPUTER[Side.LIGHT]), record.extra_value(_COMPUTER[Side.DARK]))
    table = Table(recorder, levels, dice_named(record.dice))
    table.remember()
    return table


def use_dice(table: Table, dice: Dice | None) -> None:
    """Go on with other dice, and write down that it is so."""
    table.dice = dice
    table.recorder.heading.dice = dice.name if dice else HAND

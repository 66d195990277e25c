"""Tables without a network, for tests of what happens at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from rosespring.board import Men, Position, Side
from rosespring.game import Game, OpenTurn
from rosespring.rules import Rules, find_rules
from rosespring.web import log, protocol
from rosespring.web.commands import Order, begin, joined, laid, obey
from rosespring.web.dice import Dice, ScriptedDice
from rosespring.web.log import DiceKind
from rosespring.web.protocol import Command
from rosespring.web.shapes import State
from rosespring.web.table import Table
from rosespring.web.throwing import Moment
from rosespring.web.told import Told
from rosespring.web.views import Viewer, event_of, state_of


class SeededDice(Dice):
    """Dice that are the same in every run."""

    name = "seeded dice"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def throw(self, count: int) -> tuple[int, int]:
        return self._rng.randint(1, 6), self._rng.randint(1, 6)


class Bench:
    """A table with its log, as the server keeps them, and the moment at which everything happens."""

    def __init__(
        self, rules: str | Rules = "gul-bara", length: int = 1, dice: Dice | None = None, kind: DiceKind = "server",
        clock: tuple[int, int] = (0, 0),
    ) -> None:  # fmt: skip
        self.table = Table("table")
        self.entries: list[log.Entry] = []
        self.seen: list[State] = []
        self.now = 1000.0
        self.away_since: float | None = None
        self.elapsed = 0.0
        self.dice = dice or SeededDice(0)
        self._secrets = Random(0)
        events = laid(Side.LIGHT, find_rules(rules).as_dict(), length, "Ana", kind, clock)
        self._take(begin(self.table, events, self.moment))

    @property
    def moment(self) -> Moment:
        return Moment(
            self.now, self.dice, self.away_since, new_seed=lambda: self._secrets.randbytes(32), elapsed=self.elapsed
        )

    def join(self, level: str = "") -> None:
        self._take(begin(self.table, joined(self.table, "Bo", level, self.moment), self.moment))

    def do(self, seat: int, command: Command, command_id: str = "") -> list[str]:
        """Carry a command out, and say which kinds of events it brought about."""
        before = len(self.entries)
        self._take(obey(self.table, Order(Side(seat), command, command_id), self.moment))
        return [log.kind_of(entry.what) for entry in self.entries[before:]]

    def _take(self, events: Iterator[Told]) -> None:
        for told in events:
            self.entries.append(told.entry)
            # What the two would be sent now; whatever cannot be shown fails here.
            light, _dark = (event_of(told, self.table, Viewer(side)) for side in Side)
            self.seen.append(light.state)

    def view(self, seat: int, **changes: object) -> State:
        return state_of(self.table, Viewer(Side(seat), **changes))  # type: ignore[arg-type]

    def roll(self) -> list[str]:
        assert self.table.to_act is not None
        return self.do(self.table.to_act, protocol.Roll())

    def steps(self, *steps: tuple[int, int]) -> None:
        for point, number in steps:
            assert self.table.to_act is not None
            self.do(self.table.to_act, protocol.Play(point, number))

    def done(self) -> list[str]:
        assert self.table.to_act is not None
        return self.do(self.table.to_act, protocol.Finish())

    def act(self, rng: Random) -> None:
        """Do something legal."""
        table = self.table
        if table.phase == "game-over":
            self.do(rng.randint(0, 1), protocol.NextGame())
            return
        assert table.to_act is not None
        self.do(table.to_act, self._command(rng))

    def _command(self, rng: Random) -> Command:
        turn = self.table.open_turn()
        if self.table.phase == "roll":
            return protocol.Roll()
        if turn.may_undo and rng.random() < 0.05:
            return protocol.Undo()
        if self.table.phase == "confirm":
            return protocol.Finish()
        step = rng.choice(turn.legal_steps())
        return protocol.Play(step.point, step.number)


def counts(**points: int) -> tuple[int, ...]:
    """25 counts out of ``p6=2``; what is not named is borne off."""
    on_board = {int(name[1:]): count for name, count in points.items()}
    return tuple(15 - sum(on_board.values()) if p == 0 else on_board.get(p, 0) for p in range(25))


def placed(
    rules: str,
    light: tuple[int, ...],
    dark: tuple[int, ...],
    dice: Iterable[tuple[int, int]],
    *,
    rolls: tuple[int, int] = (4, 4),
) -> Bench:
    """A table at which Light is to roll in a position of the test's own; the opening throw comes first."""
    bench = Bench(rules, dice=ScriptedDice([(6, 1), *dice]))
    bench.join()
    found = find_rules(rules)
    position = Position(found, Men.checked(light, dark, found.parallel), Side.LIGHT, rolls)
    bench.table.turn = OpenTurn(Game.from_position(position))
    bench.table.match.game = bench.table.turn.game
    return bench


def queue(state: State) -> list[tuple[int, str]]:
    """The numbers of a state with their fates."""
    return [(item.number, item.fate) for item in state.queue]

"""Perft: how many distinct results there are, in a text form that shows where two generators differ.

A table has one entry after another, blank lines and ``#`` comments between them::

    stages 97 1~gul-bara~0~f-23~f-23~0.0~-~-
        6-5 3
        …

- ``stages``: the distinct results of the first stage of each of the 21 rolls, added up;
- ``turns``: the distinct results of the whole roll, stuck lines and what they leave included;
- ``turns2``: ``turns`` of the opponent's next roll after each of these results, whatever it left, added up.

Beneath an entry stands its *divide*: the share of each roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from rosespring import board
from rosespring.board import Men, Position, Roll
from rosespring.errors import NotationError, PositionError, RulesError
from rosespring.movegen.reference import stage_results, turn_results

ROLLS = board.ROLLS[::-1]
"""The 21 rolls in the order of a divide, from 1-1 to 6-6."""
KINDS = ("stages", "turns", "turns2")

Counter = Callable[[Position], int]
"""Counts the distinct results of a position with stages."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table with its divide: the count of each roll, in the order of `ROLLS`."""

    kind: str
    position: Position
    divide: tuple[int, ...]

    @property
    def nodes(self) -> int:
        """The sum of the divide."""
        return sum(self.divide)


@dataclass(frozen=True, slots=True)
class Generator:
    """A move generator to be counted with: results of one stage, and of all stages."""

    name: str
    stage: Counter
    turn: Counter


REFERENCE = Generator(
    "reference", lambda position: len(stage_results(position)), lambda position: len(turn_results(position))
)


def compiled() -> Generator:
    """The compiled generator; loads the kernels."""
    from rosespring.movegen import legal

    def stage(position: Position) -> int:
        return len(legal.stage_results([position]).keys)

    def turn(position: Position) -> int:
        if len(set(position.stages[0])) > 1:
            return stage(position)
        return legal.cascade_results(position).count

    return Generator("compiled", stage, turn)


def rolled(position: Position, roll: Roll) -> Position:
    """`position`, which must be about to roll, with the stages of `roll` to play."""
    side = position.side
    rolls = (position.rolls[0] + (side == 0), position.rolls[1] + (side == 1))
    cascade = roll.double and position.rules.cascades(rolls[side], sum(rolls))
    return replace(position, rolls=rolls, stages=roll.stages(cascade), cascade=cascade)


def perft(kind: str, position: Position, generator: Generator = REFERENCE) -> Entry:
    """The entry of `position`, which must be about to roll.

    :raises NotationError: for an unknown kind.
    :raises PositionError: for a position with stages.
    """
    if kind not in KINDS:
        raise NotationError(f"expected a kind of perft out of {', '.join(KINDS)}, got {kind!r}")
    if position.stages or position.winner is not None:
        raise PositionError(f"expected a position that is about to roll, got {position}")
    count = {"stages": generator.stage, "turns": generator.turn, "turns2": _second_roll(generator)}[kind]
    return Entry(kind, position, tuple(count(rolled(position, roll)) for roll in ROLLS))


def _second_roll(generator: Generator) -> Counter:
    def count(position: Position) -> int:
        total = 0
        for own, _left in turn_results(position):
            men = Men(own, position.men.other).mirror()
            following = Position(position.rules, men, position.side.other, position.rolls)
            total += sum(generator.turn(rolled(following, roll)) for roll in ROLLS)
        return total

    return count


def format_entry(entry: Entry) -> str:
    """The text of an entry with its divide."""
    lines = [f"{entry.kind} {entry.nodes} {entry.position}"]
    lines += [f"    {roll.high}-{roll.low} {count}" for roll, count in zip(ROLLS, entry.divide, strict=True)]
    return "\n".join(lines) + "\n"


def parse_table(text: str) -> list[Entry]:
    """The entries of a table.

    :raises NotationError: naming the first faulty line.
    """
    entries = []
    lines = ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#")
    for number, line in lines:
        kind, nodes, position = _head(line, number)
        entry = Entry(kind, position, tuple(_divide(lines, number)))
        if entry.nodes != nodes:
            raise _fault(number, f"expected a divide that adds up to {nodes}, got {entry.nodes}")
        entries.append(entry)
    return entries


def _fault(number: int, reason: object) -> NotationError:
    return NotationError(f"line {number}: {reason}", number)


def _head(line: str, number: int) -> tuple[str, int, Position]:
    words = line.split()
    if len(words) != 3 or words[0] not in KINDS or not words[1].isdecimal():
        raise _fault(number, f"expected a kind, a count and a position, got {line!r}")
    try:
        return words[0], int(words[1]), Position.parse(words[2])
    except (NotationError, PositionError, RulesError) as error:
        raise _fault(number, error) from None


def _divide(lines: Iterator[tuple[int, str]], head: int) -> Iterator[int]:
    for roll in ROLLS:
        number, line = next(lines, (head, ""))
        words = line.split()
        if len(words) != 2 or words[0] != f"{roll.high}-{roll.low}" or not words[1].isdecimal():
            raise _fault(number, f"expected the count of {roll.high}-{roll.low}, got {line!r}")
        yield int(words[1])


def differences(entries: Iterable[Entry], generator: Generator) -> Iterator[str]:
    """Where `generator` counts otherwise than a table: each faulty entry with its divide, the table's count first."""
    for entry in entries:
        counted = perft(entry.kind, entry.position, generator)
        if counted != entry:
            rows = zip(ROLLS, entry.divide, counted.divide, strict=True)
            shown = [
                f"  {roll.high}-{roll.low} {old} {new}" + ("  <--" if old != new else "") for roll, old, new in rows
            ]
            yield "\n".join([f"{entry.kind} {entry.position} {entry.nodes} {counted.nodes}", *shown])

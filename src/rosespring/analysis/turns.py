"""A game cut into turns: what each side did with a roll, or with a rest that it received."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rosespring.board import Position, Roll, Side, Step
from rosespring.game import Entry, Game, Passed
from rosespring.movegen.legal import batch_results
from rosespring.movegen.words import Batch


@dataclass(frozen=True, slots=True)
class Turn:
    """The entries of one turn, and the position that followed."""

    entries: Sequence[Entry]
    after: Position

    @property
    def side(self) -> Side:
        """Whose turn it was."""
        return self.entries[0].before.side

    @property
    def roll(self) -> Roll | None:
        """What was rolled; None where a received rest was played."""
        action = self.entries[0].action
        return action if isinstance(action, Roll) else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order."""
        return tuple(entry.action for entry in self.entries if isinstance(entry.action, Step))

    @property
    def passed(self) -> bool:
        """Whether a rest passed to the other side."""
        return any(isinstance(event, Passed) for entry in self.entries for event in entry.events)

    @property
    def open(self) -> bool:
        """Whether its side still has something to play."""
        return bool(self.after.stages) and self.after.side is self.side

    def stages(self) -> list[tuple[Position, tuple[Step, ...]]]:
        """The position at the beginning of each stage that was played, and its steps."""
        found: list[tuple[Position, tuple[Step, ...]]] = []
        for entry in self.entries:
            if not isinstance(entry.action, Step):
                continue
            if not found or len(found[-1][0].stages) != len(entry.before.stages):
                found.append((entry.before, ()))
            before, steps = found[-1]
            found[-1] = before, (*steps, entry.action)
        return found

    def positions(self) -> Iterator[Position]:
        """The positions whose values are needed."""
        if self.roll:
            yield self.entries[0].before
        yield from (before for before, _steps in self.stages() if not is_forced(before))


def turns_of(game: Game) -> list[Turn]:
    """The turns of a game in order."""
    groups: list[list[Entry]] = []
    for entry in game.entries:
        if not groups or isinstance(entry.action, Roll) or entry.before.side is not groups[-1][-1].before.side:
            groups.append([])
        groups[-1].append(entry)
    afters = [*(group[0].before for group in groups[1:]), game.position]
    return [Turn(group, after) for group, after in zip(groups, afters, strict=True)] if groups else []


def is_forced(position: Position) -> bool:
    """Whether the current stage has one result only."""
    return len(batch_results(Batch([position]))[0]) == 1

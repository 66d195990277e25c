"""The nouns of the board: sides, checkers, rolls, stages, steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from rosespring.errors import PositionError
from rosespring.language import gettext as _

CHECKERS = 15
START = 24
HOME = 6

Stage = tuple[int, ...]
"""The numbers of one stage that are still to be played, larger first (rules.md section 2)."""


class Side(IntEnum):
    """One of the two players."""

    LIGHT = 0
    DARK = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side(1 - self)

    def __repr__(self) -> str:
        return f"Side.{self.name}"


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One checker moved from the mover's own `point` by `number` pips; past point 1 it is borne off."""

    point: int
    number: int

    @property
    def target(self) -> int:
        """The mover's own point where the checker lands; 0 is borne off."""
        return max(0, self.point - self.number)


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice, larger first."""

    high: int
    low: int

    @classmethod
    def of(cls, a: int, b: int) -> Roll:
        """The roll of dice `a` and `b` in any order.

        :raises PositionError: unless both are whole numbers from 1 to 6.
        """
        for die in (a, b):
            if type(die) is not int or not 1 <= die <= 6:
                raise PositionError(_("expected a die from 1 to 6, got {die!r}").format(die=die))
        return cls(max(a, b), min(a, b))

    @property
    def double(self) -> bool:
        """Whether both dice are equal."""
        return self.high == self.low

    def stages(self, cascade: bool) -> tuple[Stage, ...]:
        """The stages that the roll is played in (rules.md section 2)."""
        if not self.double:
            return ((self.high, self.low),)
        last = 6 if cascade else self.high
        return tuple((number,) * 4 for number in range(self.high, last + 1))


ROLLS = tuple(Roll(high, low) for high in range(6, 0, -1) for low in range(high, 0, -1))
"""The 21 rolls, from 6-6 to 1-1."""


def opposite(point: int, parallel: bool) -> int:
    """The opponent's number for the own `point`, and the other way round (rules.md section 1)."""
    return (point + 11) % 24 + 1 if parallel else 25 - point


@dataclass(frozen=True, slots=True)
class Men:
    """The checkers of both sides as the side to act sees them.

    `own` and `other` are 25 counts, each by that side's own point 0 … 24, where 0 is borne off.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]

    @classmethod
    def start(cls) -> Men:
        """All checkers on both sides' 24 (rules.md section 1)."""
        side = (0,) * START + (CHECKERS,)
        return cls(side, side)

    @classmethod
    def checked(cls, own: Sequence[int], other: Sequence[int], parallel: bool) -> Men:
        """Men from untrusted counts.

        :raises PositionError: unless each side is 25 counts that sum to 15, no point is shared,
            and not both sides have borne off everything.
        """
        _check_counts(own, acting=True)
        _check_counts(other, acting=False)
        men = cls(tuple(own), tuple(other))
        for point in range(1, START + 1):
            if own[point] and other[opposite(point, parallel)]:
                message = _(
                    "both sides have checkers on point {own} of the side to act (point {other} of the opponent)"
                )
                raise PositionError(
                    message.format(own=point, other=opposite(point, parallel)),
                    _("Both sides have checkers on one point. Take those of one side off."),
                )
        if own[0] == other[0] == CHECKERS:
            reason = _("Both sides have borne off all their checkers: put some on the board.")
            raise PositionError(_("both sides have borne off all 15 checkers"), reason)
        return men

    def mirror(self) -> Men:
        """The same checkers as the opponent sees them."""
        return Men(self.other, self.own)

    def moved(self, step: Step) -> Men:
        """The checkers after `step` of the side to act; the step is not checked."""
        return Men(moved(self.own, step), self.other)

    @property
    def pips(self) -> tuple[int, int]:
        """The pips that the side to act and the opponent still have to move."""
        return pip_count(self.own), pip_count(self.other)


def moved(own: Sequence[int], step: Step) -> tuple[int, ...]:
    """One side's 25 counts after its `step`, which is not checked."""
    after = list(own)
    after[step.point] -= 1
    after[step.target] += 1
    return tuple(after)


def pip_count(counts: Sequence[int]) -> int:
    """The pips that one side, given by its 25 counts, still has to move."""
    return sum(point * count for point, count in enumerate(counts))


def _check_counts(counts: Sequence[int], acting: bool) -> None:
    if len(counts) != START + 1:
        own, other = (
            _("expected 25 counts for the side to act, got {n}"),
            _("expected 25 counts for the opponent, got {n}"),
        )
        raise PositionError((own if acting else other).format(n=len(counts)))
    for point, count in enumerate(counts):
        if type(count) is not int or not 0 <= count <= CHECKERS:
            own = _("expected 0 to 15 checkers of the side to act on point {point}, got {count!r}")
            other = _("expected 0 to 15 checkers of the opponent on point {point}, got {count!r}")
            raise PositionError((own if acting else other).format(point=point, count=count))
    if (total := sum(counts)) != CHECKERS:
        own, other = (
            _("expected 15 checkers of the side to act, got {n}"),
            _("expected 15 checkers of the opponent, got {n}"),
        )
        raise PositionError((own if acting else other).format(n=total))

"""Time to think: each turn has some that costs nothing, then a bank for the whole match. No clock of its own runs."""

from __future__ import annotations

from rosespring.board import Side

FREE_NUMBERS = 4
"""So many numbers are played in a turn's own time; a cascade has up to 24."""
SECONDS_A_NUMBER = 2
"""What each number beyond them adds to it: moving a checker takes a second or two, in a hurry."""


class Clock:
    """Both sides' time in one match, in seconds; with `bank` 0 nobody's time is counted.

    `delay`: what each turn has before the bank is touched.
    """

    def __init__(self, delay: int = 0, bank: int = 0) -> None:
        self.delay = delay
        self.bank = bank
        self.banks = [float(bank), float(bank)]
        self.free = 0.0

    def begin_turn(self) -> None:
        """A turn begins: it has its own time before the bank."""
        self.free = float(self.delay)

    def allow_for(self, numbers: int) -> None:
        """The turn has so many `numbers` to play, rolled or received: long ones have more time."""
        self.free += SECONDS_A_NUMBER * max(0, numbers - FREE_NUMBERS)

    def spend(self, side: Side, seconds: float) -> None:
        """`side` has thought for so long."""
        rest = max(0.0, seconds - self.free)
        self.free = max(0.0, self.free - seconds)
        self.banks[side] = max(0.0, self.banks[side] - rest)

    def left(self, side: Side) -> float:
        """What `side`, which is to act, has left in all."""
        return self.free + self.banks[side]

"""What the tables say of a position, as plain chances."""

from __future__ import annotations

from typing import NamedTuple


class Chances(NamedTuple):
    """The chances of the side to act to win, to win 2 points and to lose 2 points: the fields of an `Outlook`."""

    win: float
    win2: float
    lose2: float

    def mirror(self) -> Chances:
        """The same for the opponent."""
        return Chances(1 - self.win, self.lose2, self.win2)

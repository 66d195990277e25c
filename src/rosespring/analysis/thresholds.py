"""From what cost a play is doubtful, bad or very bad, and from what worth a roll is lucky or unlucky."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Grade = Literal["good", "doubtful", "bad", "very bad"]
Fortune = Literal["lucky", "usual", "unlucky"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Points; the defaults are those that `python -m benchmarks.thresholds` finds, see docs/analysis.md.

    :raises ValueError: unless 0 < doubtful ≤ bad ≤ very bad, and luck is above 0.
    """

    doubtful: float = 0.03
    bad: float = 0.065
    very_bad: float = 0.13
    lucky: float = 0.36
    unlucky: float = 0.18

    def __post_init__(self) -> None:
        if not 0 < self.doubtful <= self.bad <= self.very_bad:
            raise ValueError(
                f"expected 0 < doubtful <= bad <= very bad, got {self.doubtful} {self.bad} {self.very_bad}"
            )
        if self.lucky <= 0 or self.unlucky <= 0:
            raise ValueError(f"expected lucky and unlucky above 0, got {self.lucky} {self.unlucky}")

    def grade(self, cost: float) -> Grade:
        """What a play of that cost is called."""
        if cost < self.doubtful:
            return "good"
        if cost < self.bad:
            return "doubtful"
        return "bad" if cost < self.very_bad else "very bad"

    def fortune(self, luck: float) -> Fortune:
        """What a roll of that luck is called."""
        if luck >= self.lucky:
            return "lucky"
        return "unlucky" if luck <= -self.unlucky else "usual"

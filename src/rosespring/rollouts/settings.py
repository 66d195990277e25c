"""How a rollout is done, and when it has done enough."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.players.thinkers import LEVELS, SEARCHES, Level, Needs

PORTION = 36
"""Trials that a thread plays in one go."""
ROUND = 6 * PORTION
"""Trials after which it is looked whether they are enough."""
BLOCK = 36 * 36
"""Trials that have each pair of first rolls once."""
DEPTHS: dict[str, Level] = {
    "stage": SEARCHES["network"],
    "turn": LEVELS["master"],
    "ahead": SEARCHES["turns-ahead"],
}
"""How trials are played, by name: each stage for itself, whole turns by a beam, or whole turns one roll ahead."""
FEWEST = 2 * ROUND
"""Trials before a rollout may stop of itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What decides the trials: the same settings give the same trials, on any number of threads.

    `truncate`: after so many rolls the network's value stands for the rest (None: never). `reduce`: whether the luck
    of the rolls is taken off. `exact`: whether exact endings end a trial. `needs`: the points that the side that asks
    and the other need in a match; None counts points.
    """

    seed: int = 0
    depth: str = "turn"
    truncate: int | None = None
    reduce: bool = True
    exact: bool = True
    needs: Needs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """When it is enough: after `trials`, or as soon as all standard errors are at most `error`, or the best is `clear`.

    The best is clear when each other play is worse by so many joint standard deviations. `error` is in points, at a
    match score in match chances from 0 to 1.
    """

    trials: int = BLOCK
    error: float | None = None
    clear: float | None = None

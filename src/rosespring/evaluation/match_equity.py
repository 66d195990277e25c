"""Match equity: the chance to win a match at every score, from how games end (rules.md section 4)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LONGEST = 15
"""The longest match for which tables are made; longer ones are played as if for points until they are near."""
MONEY = (1.0, 2.0, -1.0, -2.0)
"""The utility of win 1, win 2, lose 1, lose 2 where points are all that counts."""
DOUBLE_SHARE = 0.32
"""The share of games that end with 2 points in self-play."""

_KEPT = 64
"""Tables that are kept: one for each share of double games at hand."""

Doubles = NDArray[np.float64]


@lru_cache(maxsize=_KEPT)
def match_equity(double_share: float = DOUBLE_SHARE, longest: int = LONGEST) -> Doubles:
    """The chance (longest + 1, longest + 1) of a side that needs i points when the other needs j; row 0 is 1.

    Both sides win each game with the same chance, and 2 points in `double_share` of them.
    """
    table = np.zeros((longest + 1, longest + 1))
    table[0, 1:] = 1.0
    for i in range(1, longest + 1):
        for j in range(1, longest + 1):
            one = table[i - 1, j] + table[i, j - 1]
            two = table[max(0, i - 2), j] + table[i, max(0, j - 2)]
            table[i, j] = ((1 - double_share) * one + double_share * two) / 2
    table.flags.writeable = False  # all callers have the same one
    return table


@lru_cache(maxsize=_KEPT)
def utilities(length: int, double_share: float = DOUBLE_SHARE) -> Doubles:
    """The utility (length, length, 4) of a game's four ends for a side that needs i + 1 points, the other j + 1."""
    equity = match_equity(double_share, max(length, LONGEST))
    found = np.zeros((length, length, 4))
    for i in range(1, length + 1):
        for j in range(1, length + 1):
            ends = equity[i - 1, j], equity[max(0, i - 2), j], equity[i, j - 1], equity[i, max(0, j - 2)]
            found[i - 1, j - 1] = [2 * chance - 1 for chance in ends]
    found.flags.writeable = False
    return found

"""What trials say: means with standard errors that know that the first two rolls came evenly.

Trials are grouped by their first two rolls, or by the first alone while some pairs are missing. The mean of each group
counts with the exact chance of its rolls, so that only the spread within groups makes the result uncertain.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Z95 = 1.96
"""Half the width of a 95 % interval in standard errors."""
_ROLLS = 36


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    error: float

    @property
    def half(self) -> float:
        """Half the width of the 95 % interval."""
        return Z95 * self.error

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.mean - self.half, self.mean + self.half


@dataclass(frozen=True, slots=True)
class Groups:
    """Which group each of n trials belongs to (n), how large each group is, and the exact chance of its rolls."""

    of: NDArray[np.int64]
    sizes: Floats
    shares: Floats

    @classmethod
    def of_pairs(cls, pairs: NDArray[np.int64], firsts: NDArray[np.int64]) -> Groups:
        """The groups of trials whose first two rolls have the numbers `pairs` (n, 2); see `kernels.roll_number`.

        `firsts` (m, 2): the first rolls that are equally likely.
        """
        first = _shares(firsts)
        both = np.outer(first, _shares(_ALL)).ravel()
        grouped = cls._of(pairs[:, 0] * _ROLLS + pairs[:, 1], both)
        return grouped if np.all(grouped.sizes[both > 0]) else cls._of(pairs[:, 0], first)

    @classmethod
    def _of(cls, numbers: NDArray[np.int64], chances: Floats) -> Groups:
        sizes = np.bincount(numbers, minlength=len(chances)).astype(np.float64)
        there = np.where(sizes > 0, chances, 0.0)
        return cls(numbers, sizes, there / there.sum())

    def estimate(self, values: Floats, jump: float = 0.0) -> Estimate:
        """The mean of the trials' `values` (n).

        `jump`: by how much a trial may differ from others of its group that all came out alike. The error is no smaller
        than if one such trial had been missed.
        """
        sizes = np.maximum(self.sizes, 1)
        means = np.bincount(self.of, values, len(sizes)) / sizes
        deviations: Floats = (values - means[self.of]) ** 2
        squares = np.bincount(self.of, deviations, len(sizes)).astype(np.float64)
        variance = np.sum(self.shares**2 * self._spread(squares) / sizes)
        return Estimate(float(self.shares @ means), sqrt(float(variance) + (jump / len(values)) ** 2))

    def _spread(self, squares: Floats) -> Floats:
        """The variance within each group; within one of a single trial that of all others together."""
        freedom = np.maximum(self.sizes - 1, 0)
        pooled = squares.sum() / max(1.0, freedom.sum())
        spread: Floats = np.where(freedom > 0, squares / np.maximum(freedom, 1), pooled)
        return spread


def _shares(rolls: NDArray[np.int64]) -> Floats:
    """The chance of each roll by its number, where all of `rolls` (n, 2) are equally likely."""
    numbers = (rolls.max(axis=1) - 1) * 6 + rolls.min(axis=1) - 1
    return np.bincount(numbers, minlength=_ROLLS) / len(rolls)


_ALL = np.array([(a, b) for a in range(1, 7) for b in range(1, 7)])

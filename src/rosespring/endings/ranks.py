"""A side's checkers as an index into tables.

The checkers of a side with at most n of them on points 1 … k, written highest first and filled up with
zeros for those that are off, are numbered in the order of these lists: 0 is "all off", and moving
any checker forward lowers the index. With the same n the indices for a smaller k come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb

from rosespring.board import START


def index_count(men: int, points: int) -> int:
    """How many indices there are for at most `men` checkers on `points` points."""
    return comb(points + men, men)


def index_of(places: Sequence[int], men: int) -> int:
    """The index of checkers on `places`, highest first, among those of at most `men` checkers."""
    return sum(comb(point + men - 1 - i, men - i) for i, point in enumerate(places))


def places_of(counts: Sequence[int]) -> list[int]:
    """The points of the checkers on the board, highest first, from 25 counts."""
    return [point for point in range(START, 0, -1) for _ in range(counts[point])]


def all_places(men: int, points: int) -> Iterator[tuple[int, ...]]:
    """The lists of points, zeros included, in the order of their indices."""
    return (tuple(reversed(places)) for places in sorted(_rising(men, points), key=lambda rising: rising[::-1]))


def _rising(men: int, points: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(range(points + 1), men)

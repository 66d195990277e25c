"""Means and standard errors of trials whose first rolls come evenly, against numbers worked out by hand."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from rosespring.board import Position
from rosespring.rollouts.estimates import Estimate, Groups
from rosespring.rollouts.trials import first_rolls
from rosespring.rules import PRESETS

ALL = np.array([(a, b) for a in range(1, 7) for b in range(1, 7)])


def number(a: int, b: int) -> int:
    return (max(a, b) - 1) * 6 + min(a, b) - 1


def pairs_of(count: int, seed: int = 0) -> np.ndarray:
    """Trials in which the first roll runs through all 36, the second likewise more slowly."""
    numbers = [number(a, b) for a, b in ALL.tolist()]
    return np.array([(numbers[n % 36], numbers[(n // 36 + n + seed) % 36]) for n in range(count)])


def test_what_the_first_two_rolls_decide_is_known_without_error() -> None:
    pairs = pairs_of(1296)
    values = pairs[:, 0] + 0.1 * pairs[:, 1]
    found = Groups.of_pairs(pairs, ALL).estimate(values)
    expected = np.mean([number(a, b) for a, b in ALL.tolist()]) * 1.1
    assert found.mean == pytest.approx(expected, abs=1e-12)
    assert found.error == pytest.approx(0, abs=1e-12)


def test_uneven_trials_count_by_the_chances_of_their_rolls() -> None:
    """54 trials: the first 18 rolls came twice as often as the others; by first rolls the mean is even all the same."""
    pairs = pairs_of(54)
    found = Groups.of_pairs(pairs, ALL).estimate(pairs[:, 0].astype(float))
    assert found.mean == pytest.approx(np.mean([number(a, b) for a, b in ALL.tolist()]), abs=1e-12)


def test_noise_within_groups_gives_the_usual_error() -> None:
    """The standard deviation of fair coins is 1/2, so the standard error of n of them is 1 / (2 √n)."""
    values = np.random.default_rng(1).integers(0, 2, 12960).astype(float)
    found = Groups.of_pairs(pairs_of(12960), ALL).estimate(values)
    assert found.error == pytest.approx(0.5 / sqrt(12960), rel=0.03)


def test_the_interval_is_196_errors_to_both_sides() -> None:
    assert Estimate(1.0, 0.1).interval == pytest.approx((0.804, 1.196))


def test_an_opening_throw_that_is_played_is_no_double() -> None:
    assert len(first_rolls(Position.start(PRESETS["gul-bara"].rules))) == 36
    firsts = first_rolls(Position.start(PRESETS["gul-bara-bulgarian"].rules))
    assert len(firsts) == 30
    assert all(a != b for a, b in firsts.tolist())

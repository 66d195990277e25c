"""The formula's parts against values worked out by hand from its definition."""

from __future__ import annotations

from math import log

import pytest

from rosespring.board import Men, Position, Side, opposite
from rosespring.evaluation import Formula, Outlook, Weights
from rosespring.evaluation.formula import blocking, buried, normal, race_chance, rolls_to_first_off
from rosespring.rules import PRESETS


def side(**points: int) -> tuple[int, ...]:
    counts = [0] * 25
    for name, count in points.items():
        counts[int(name[1:])] = count
    counts[0] = 15 - sum(counts)
    return tuple(counts)


def test_normal_distribution() -> None:
    assert normal(0) == 0.5
    assert normal(1.959964) == pytest.approx(0.975, abs=1e-6)  # the usual table value


def test_an_even_race_favours_the_side_to_roll_by_half_a_roll() -> None:
    rolls = 100 / 15.94
    expected = normal(0.5 / (2 * rolls * (21.9 / 15.94) ** 2 + 0.25) ** 0.5)
    assert race_chance(100, 100) == pytest.approx(expected)
    assert race_chance(0, 100_000) == 1 - 1e-6
    assert race_chance(100_000, 0) == 1e-6


@pytest.mark.parametrize("parallel", [True, False])
def test_blocking_counts_held_points_in_front(parallel: bool) -> None:
    # Two opposing checkers on their 20; of the six points before them (19 … 14) three are held: 2 · 9/36 · 0.25.
    other = side(p20=2, p3=4)  # a checker on its 6 … 1 is not counted
    own = [0] * 25
    for theirs in (19, 17, 14, 13):  # 13 is the seventh point: too far
        own[opposite(theirs, parallel)] = 1
    own[0] = 11
    assert blocking(tuple(own), other, parallel) == pytest.approx(0.25 * 2 * 9 / 36)


def test_buried_checkers_count_only_while_others_are_outside() -> None:
    assert buried(side(p1=2, p3=1, p20=5)) == pytest.approx((2 * 3 + 1) * 5 / 15)
    assert buried(side(p1=2, p3=1, p6=5)) == 0


def test_rolls_to_the_first_checker_off() -> None:
    # 2 · (10 - 6) pips into home, then one from the lowest home point, the 4.
    assert rolls_to_first_off(tuple([0] * 4 + [13] + [0] * 5 + [2] + [0] * 14)) == pytest.approx((8 + 4) / 15.94)
    assert rolls_to_first_off(side(p24=14)) == 0


def test_race_only_outlook_is_the_race_chance() -> None:
    position = Position(PRESETS["gul-bara"].rules, Men(side(p6=5), side(p6=5)), Side.LIGHT, (9, 9))
    (outlook,) = Formula(Weights(race=1, blocking=0)).outlooks([position])
    chance = race_chance(30, 30)
    assert log(outlook.win / (1 - outlook.win)) == pytest.approx(log(chance / (1 - chance)))
    assert (outlook.win2, outlook.lose2) == (0, 0)  # both have borne some off


def test_finished_positions_are_decided() -> None:
    won = Position(PRESETS["gul-bara"].rules, Men((15,) + (0,) * 24, side(p24=15)), Side.DARK, (9, 9))
    assert Formula().outlooks([won]) == [Outlook(1, 1, 0)]
    assert Outlook.decided(2, won=False).points == -2
    assert Outlook.decided(1, won=False).points == -1


def test_mirror_is_the_opponents_view() -> None:
    outlook = Outlook(0.7, 0.2, 0.1)
    assert outlook.points == pytest.approx(0.7 - 0.3 + 0.2 - 0.1)
    assert outlook.mirror().points == pytest.approx(-outlook.points)

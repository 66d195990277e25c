"""Points, rolls, steps and checkers (rules.md sections 1 and 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import Side, Step
from rosespring.board import Men, Roll, opposite, pip_count
from rosespring.errors import PositionError
from tests import naive, strategies
from tests.positions import counts


@pytest.mark.parametrize(
    ("own", "parallel", "contrary"), [(24, 12, 1), (12, 24, 13), (13, 1, 12), (1, 13, 24), (7, 19, 18), (6, 18, 19)]
)
def test_the_opponents_number_for_my_point(own: int, parallel: int, contrary: int) -> None:
    assert opposite(own, parallel=True) == parallel
    assert opposite(own, parallel=False) == contrary


@pytest.mark.parametrize("movement", ["parallel", "contrary"])
def test_numbers_follow_from_walking_round_the_board(movement: str) -> None:
    """The k-th cell of a path is point 24 - k; a shared cell has both numbers."""
    light, dark = naive.PATHS[movement, 0], naive.PATHS[movement, 1]
    for point in range(1, 25):
        cell = light[24 - point]
        assert opposite(point, movement == "parallel") == 24 - dark.index(cell)


@given(st.integers(1, 24), st.booleans())
def test_opposite_twice_is_the_same_point(point: int, parallel: bool) -> None:
    assert opposite(opposite(point, parallel), parallel) == point


def test_sides() -> None:
    assert (Side.LIGHT.other, Side.DARK.other) == (Side.DARK, Side.LIGHT)
    assert list(Side) == [0, 1]


@pytest.mark.parametrize(("point", "number", "target"), [(24, 6, 18), (7, 6, 1), (6, 6, 0), (2, 6, 0), (1, 1, 0)])
def test_where_a_step_lands(point: int, number: int, target: int) -> None:
    assert Step(point, number).target == target


@pytest.mark.parametrize(
    ("dice", "cascade", "stages"),
    [
        ((6, 5), False, ((6, 5),)),
        ((5, 6), False, ((6, 5),)),
        ((2, 1), True, ((2, 1),)),
        ((3, 3), False, ((3, 3, 3, 3),)),
        ((6, 6), False, ((6, 6, 6, 6),)),
        ((6, 6), True, ((6, 6, 6, 6),)),
        ((4, 4), True, ((4, 4, 4, 4), (5, 5, 5, 5), (6, 6, 6, 6))),
    ],
)
def test_a_roll_becomes_stages(dice: tuple[int, int], cascade: bool, stages: tuple[tuple[int, ...], ...]) -> None:
    assert Roll.of(*dice).stages(cascade) == stages


def test_a_cascade_from_ones_is_24_moves() -> None:
    stages = Roll.of(1, 1).stages(cascade=True)
    assert [stage[0] for stage in stages] == [1, 2, 3, 4, 5, 6]
    assert sum(map(len, stages)) == 24


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (-1, 1), (True, 2), (1.0, 2), ("1", 2), (None, 1)])
def test_dice_that_do_not_exist(dice: tuple[int, int]) -> None:
    with pytest.raises(PositionError, match="expected a die from 1 to 6, got"):
        Roll.of(*dice)


def test_the_start() -> None:
    assert Men.start() == Men(counts([24] * 15), counts([24] * 15))
    assert Men.start().pips == (360, 360)


@given(st.data())
def test_generated_men_keep_the_law(data: st.DataObject) -> None:
    """15 checkers a side, no shared point; seen from the other side twice, nothing changes."""
    movement = data.draw(st.sampled_from(["parallel", "contrary"]))
    men = data.draw(strategies.men(movement == "parallel"))
    assert sum(men.own) == sum(men.other) == 15
    ring = naive.cells_of(movement, (men.own, men.other))  # refuses a shared point
    assert (naive.men_of(ring, movement, 0), naive.men_of(ring, movement, 1)) == (men.own, men.other)
    assert men.mirror().mirror() == men
    assert men.mirror().pips == men.pips[::-1]
    assert Men.checked(men.other, men.own, movement == "parallel") == men.mirror()


def test_a_step_moves_one_checker() -> None:
    men = Men(counts([13, 13, 4]), counts([24]))
    assert men.moved(Step(13, 5)).own == counts([13, 8, 4])
    assert men.moved(Step(4, 6)) == Men(counts([13, 13]), counts([24]))
    assert pip_count(men.own) == 30
    assert pip_count(men.moved(Step(13, 5)).own) == 25


ONE = counts([24])


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        (ONE[:-1], ONE, "expected 25 counts for the side to act, got 24"),
        (ONE, (*ONE, 0), "expected 25 counts for the opponent, got 26"),
        ((), ONE, "expected 25 counts for the side to act, got 0"),
        ((*counts([])[:-1], 2), ONE, "expected 15 checkers of the side to act, got 17"),
        (ONE, (0, *ONE[1:]), "expected 15 checkers of the opponent, got 1"),
        ((16, -1, *ONE[2:]), ONE, "on point 0, got 16"),
        ((15, -1, *ONE[2:]), ONE, "on point 1, got -1"),
        ((14.0, *ONE[1:]), ONE, "expected 0 to 15 checkers of the side to act on point 0, got 14.0"),
        (ONE, (*ONE[:-1], True), "expected 0 to 15 checkers of the opponent on point 24, got True"),
        (counts([]), counts([]), "both sides have borne off all 15 checkers"),
    ],
)
def test_men_that_cannot_be(own: tuple[int, ...], other: tuple[int, ...], said: str) -> None:
    with pytest.raises(PositionError) as error:
        Men.checked(own, other, parallel=True)
    assert said in str(error.value)


@given(st.integers(1, 24), st.booleans())
def test_no_point_is_shared(point: int, parallel: bool) -> None:
    theirs = opposite(point, parallel)
    with pytest.raises(PositionError, match=rf"point {point} of the side to act \(point {theirs} of the opponent\)"):
        Men.checked(counts([point]), counts([theirs]), parallel)
    for free in set(range(1, 25)) - {theirs}:
        assert Men.checked(counts([point]), counts([free]), parallel).other[free] == 1


def test_one_side_may_have_all_off() -> None:
    assert Men.checked(counts([]), ONE, parallel=True).own[0] == 15
    assert Men.checked(ONE, counts([]), parallel=False).other[0] == 15


@given(st.lists(st.integers(-1, 16), min_size=24, max_size=26), st.booleans())
def test_any_counts_are_men_or_a_position_error(found: list[int], parallel: bool) -> None:
    try:
        men = Men.checked(found, ONE, parallel)
    except PositionError:
        return
    assert list(men.own) == found
    assert sum(found) == 15

"""Legal steps and stage results: laws over any position, and why a step is refused (rules.md sections 1, 2 and 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import Position, Rules, Side, Step
from rosespring.board import Men, Stage, opposite
from rosespring.errors import IllegalStep, PlayError
from rosespring.movegen import StageResult, can_play, check_step, legal_steps, stage_results
from rosespring.movegen.reference import without
from tests import naive
from tests.positions import counts, place, steps
from tests.strategies import men, positions, rule_sets

playing = positions(playing=True)


def after(position: Position, step: Step) -> Position:
    """The position after a step inside the current stage, nothing resolved."""
    stage = without(position.stages[0], step.number)
    # A stage that is used up stays as an empty one: what follows is not looked at.
    return Position(
        position.rules, position.men.moved(step), position.side, position.rolls, (stage,), position.cascade,
        position.received, started=True,
    )  # fmt: skip


def brute_lines(position: Position) -> Iterator[tuple[tuple[Step, ...], tuple[int, ...], Stage]]:
    """Every sequence of legal steps in the current stage: the steps, the checkers and the numbers left."""
    legal = legal_steps(position)
    if not legal:
        yield (), position.men.own, () if position.winner is not None else position.stages[0]
    for step in legal:
        for line, own, left in brute_lines(after(position, step)):
            yield (step, *line), own, left


def ring(position: Position) -> naive.Cells:
    men = (position.men_of(Side.LIGHT), position.men_of(Side.DARK))
    return naive.cells_of(position.rules.movement, men)


# Laws


@given(playing)
def test_steps_come_highest_point_first_then_larger_number(position: Position) -> None:
    legal = legal_steps(position)
    assert legal == sorted(set(legal), key=lambda step: (-step.point, -step.number))


@given(playing)
def test_a_number_can_be_played_exactly_if_a_step_is_legal(position: Position) -> None:
    assert can_play(position) is bool(legal_steps(position))


@given(playing)
def test_numbers_are_those_on_offer_and_checkers_are_there(position: Position) -> None:
    for step in legal_steps(position):
        assert step.number in position.stages[0]
        assert position.men.own[step.point] > 0
        moved = position.men.moved(step)
        assert Men.checked(moved.own, moved.other, position.rules.parallel) == moved, "a shared point"
        assert moved.pips[0] == position.men.pips[0] - min(step.point, step.number)


@given(playing)
def test_mirrored_colours_have_the_same_steps_and_results(position: Position) -> None:
    assert legal_steps(position.mirror()) == legal_steps(position)
    assert stage_results(position.mirror()) == stage_results(position)


@given(positions(rule_sets(dice_use="all"), playing=True))
def test_no_step_is_offered_that_cannot_be_completed(position: Position) -> None:
    """As many numbers are played as any sequence of moves could play; a win counts as all of them."""
    stage = position.stages[0]
    movement = position.rules.movement
    fewest = min(map(len, naive.leavings(ring(position), movement, position.side, stage)))
    for step in legal_steps(position):
        follow = after(position, step)
        left = naive.leavings(ring(follow), movement, follow.side, follow.stages[0])
        assert min(map(len, left)) == fewest, step


@given(positions(rule_sets(dice_use="all"), playing=True))
def test_equal_numbers_reach_the_maximum_in_any_order(position: Position) -> None:
    """Rules.md section 2: so only the single step need be checked."""
    stage = (position.stages[0][0],) * 4
    left = naive.leavings(ring(position), position.rules.movement, position.side, stage)
    assert len(left) == 1


@given(playing)
def test_results_are_what_playing_legal_steps_reaches(position: Position) -> None:
    reached: dict[tuple[int, ...], Stage] = {}
    for line, own, left in brute_lines(position):
        assert len(line) <= len(position.stages[0])
        reached[own] = min(left, reached.get(own, left), key=len)
    assert {result.own: result.left for result in stage_results(position)} == reached


@given(playing)
def test_results_are_distinct_in_their_order_and_reached_by_their_steps(position: Position) -> None:
    results = stage_results(position)
    assert results == sorted(results, key=lambda result: result.own[:0:-1], reverse=True)
    assert len({result.own for result in results}) == len(results) > 0
    for result in results:
        now = position
        for step in result.steps:
            check_step(now, step)
            now = after(now, step)
        assert now.men.own == result.own
        assert now.men.other == position.men.other
        assert legal_steps(now) == []
        assert result.left == (() if now.winner is not None else now.stages[0])


@given(playing, st.integers(1, 5))
def test_a_limit_keeps_the_first_results(position: Position, limit: int) -> None:
    assert stage_results(position, limit) == stage_results(position)[:limit]


@given(positions(playing=False))
def test_before_a_roll_there_is_nothing_to_play(position: Position) -> None:
    assert legal_steps(position) == []
    assert stage_results(position) == []
    assert not can_play(position)


@given(st.data())
def test_no_mutual_deadlock(data: st.DataObject) -> None:
    """Rules.md section 4: one side at least can play some number, and a side without six shut points ahead can."""
    rules = data.draw(rule_sets(dice_use="all"))
    checkers = data.draw(men(rules.parallel))
    first, second = shut_out(rules, checkers), shut_out(rules, checkers.mirror())
    assert not (first and second)
    if first or second:
        owner = checkers.mirror() if first else checkers
        assert can_play(Position(rules, owner, rolls=(1, 1), stages=((1,),), started=True)), "he can play a 1"


@given(rule_sets(dice_use="all"), st.integers(7, 24), st.lists(st.integers(0, 24), min_size=9, max_size=9), st.data())
def test_the_owner_of_six_points_in_a_row_can_play_a_one(
    rules: Rules, shut_in: int, more: list[int], data: st.DataObject
) -> None:
    """The side with the six points may have its other checkers anywhere, the other side all of its own behind."""
    prime = [opposite(shut_in - number, rules.parallel) for number in range(1, 7)]
    taken = opposite(shut_in, rules.parallel)
    owner = counts(point for point in (*prime, *more) if point not in (0, taken))
    checkers = Men.checked(owner, counts([shut_in] * data.draw(st.integers(1, 15))), rules.parallel)
    assert shut_out(rules, checkers.mirror())
    assert can_play(Position(rules, checkers, rolls=(1, 1), stages=((1,),), started=True))


def shut_out(rules: Rules, checkers: Men) -> bool:
    return not any(
        can_play(Position(rules, checkers, rolls=(1, 1), stages=((number,),), started=True)) for number in range(1, 7)
    )


def test_a_finished_game_has_no_steps() -> None:
    for own, other in (([], [24]), ([24], [])):
        ended = Position(Rules(), Men(counts(own), counts(other)), rolls=(1, 1), stages=((6, 5),))
        assert legal_steps(ended) == []
        assert stage_results(ended) == []


# Small boards, one after the other


def small_boards(movement: str, chosen: int) -> Iterator[Position]:
    """Two checkers against one, for all 21 rolls and both uses of the dice; every `chosen`-th of them."""
    points, rolls = range(1, 25), list(combinations_with_replacement(range(6, 0, -1), 2))
    boards = product(combinations_with_replacement(points, 2), points, rolls, ("all", "free"))
    for at, (own, theirs, roll, dice_use) in enumerate(boards):
        shut = (theirs + 11) % 24 + 1 if movement == "parallel" else 25 - theirs
        if at % chosen == 0 and shut not in own:
            rules = Rules(movement, 0, dice_use=dice_use)
            stages = (roll,) if roll[0] != roll[1] else (roll * 2,)
            yield place(rules, own, [theirs], rolls=(1, 0), stages=stages)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("movement", ["parallel", "contrary"])
def test_two_checkers_against_one(movement: str, full_size: bool, verification: Callable[[str], None]) -> None:
    seen = 0
    # 97 has no factor in common with the numbers of boards and rolls, so every kind is met.
    for position in small_boards(movement, chosen=1 if full_size else 97):
        seen += 1
        stage, dice_use, cells = position.stages[0], position.rules.dice_use, ring(position)
        legal = [(step.point, step.number) for step in legal_steps(position)]
        assert legal == naive.first_moves(cells, movement, 0, stage, dice_use), position
        ends = naive.stage_ends(cells, movement, 0, stage, dice_use)
        assert {result.own for result in stage_results(position)} == {
            naive.men_of(after, movement, 0) for after, _left in ends
        }, position
    assert seen > 2000
    verification(
        f"{'all' if full_size else 'some'} boards with two checkers against one, {movement}, with all 21 rolls: "
        f"{seen:,} positions with the legal steps and results of tests/naive.py"
    )


# Single cases


def test_the_first_results_of_a_roll_from_the_start() -> None:
    rolled = place("gul-bara", [24] * 15, [24] * 15, rolls=(1, 0), stages=((6, 5),))
    assert stage_results(rolled) == [
        StageResult(counts([24] * 14 + [13]), tuple(steps("24/18/13")), ()),
        StageResult(counts([24] * 13 + [19, 18]), tuple(steps("24/18 24/19")), ()),
    ]


FREE = {"dice_use": "free"}


@pytest.mark.parametrize(
    ("rules", "own", "other", "stage", "legal"),
    [
        # Home, exact number: bearing off is a may, moving inside home is as legal.
        ("gul-bara", [6, 5, 4], [24], (4,), [(6, 4), (5, 4), (4, 4)]),
        # The point is empty and nothing is higher: the highest one is borne off, and only it.
        ("gul-bara", [3, 2, 2], [24], (5,), [(3, 5)]),
        # The point is empty and a higher checker can move: only that.
        ("gul-bara", [6, 1], [24], (5,), [(6, 5)]),
        # The higher checker is blocked: the die cannot be played.
        ("gioul", [5, 2], [24], (4,), []),
        # One checker outside home: nothing is borne off.
        ("gul-bara", [7, 3], [24], (3,), [(7, 3)]),
        # A checker comes home with one number, so the other may bear off.
        ("gul-bara", [7, 3], [24], (3, 1), [(7, 3), (7, 1), (3, 1)]),
        # Both numbers must be played: after 13/8 no 6 could be, 14 and 2 being shut.
        ("gul-bara", [20, 13], [14, 2], (6, 5), [(20, 5), (13, 6)]),
        (FREE, [20, 13], [14, 2], (6, 5), [(20, 5), (13, 6), (13, 5)]),
        # Only one can be played, each alone: the larger.
        ("gul-bara", [13], [14], (6, 5), [(13, 6)]),
        (FREE, [13], [14], (6, 5), [(13, 6), (13, 5)]),
        # Only the smaller can be played.
        ("gul-bara", [13], [19, 14], (6, 5), [(13, 5)]),
        # Neither.
        ("gul-bara", [13], [19, 20], (6, 5), []),
        # Bearing off the last checker with the smaller number uses all of them.
        ("gul-bara", [1], [24], (6, 1), [(1, 6), (1, 1)]),
    ],
)
def test_single_cases(
    rules: str | dict[str, object], own: list[int], other: list[int], stage: Stage, legal: list[tuple[int, int]]
) -> None:
    flags = "" if len(stage) == 2 else "started"
    position = place(rules, own, other, rolls=(1, 1), stages=(stage,), flags=flags)
    assert [(step.point, step.number) for step in legal_steps(position)] == legal


@pytest.mark.parametrize(
    ("rules", "own", "other", "stage", "step", "reason"),
    [
        ("gul-bara", [13], [24], (6, 5), (13, 4), "4 is not on offer; to play now: 6, 5"),
        ("gul-bara", [13], [24], (3, 3), (13, 4), "4 is not on offer; to play now: 3"),
        ("gul-bara", [13], [24], (6, 5), (12, 5), "no checker of yours stands on point 12"),
        ("gul-bara", [13], [24], (6, 5), (0, 5), "no checker of yours stands on point 0"),
        ("gul-bara", [13], [24], (6, 5), (25, 5), "no checker of yours stands on point 25"),
        ("gul-bara", [13], [24], (6, 5), (-1, 5), "no checker of yours stands on point -1"),
        ("gul-bara", [13], [19], (6, 5), (13, 6), "point 7 is shut: an opposing checker holds it"),
        ("gul-bara", [13, 8], [19], (6, 5), (13, 6), "point 7 is shut: an opposing checker holds it"),
        ("gul-bara", [13, 3], [24], (6, 5), (3, 5),
         "no checker may be borne off while one stands outside home, on point 13"),
        ("gul-bara", [6, 2], [24], (5, 4), (2, 4),
         "a checker may not be borne off from point 2 with 4: one from a higher point must move or bear off"),
        ("gul-bara", [6, 1], [24], (5, 4), (1, 4),
         "a checker may not be borne off from point 1 with 4: one from a higher point must move or bear off"),
        ("gul-bara", [24], [7], (6, 5), (24, 5), "point 19 is shut: an opposing checker holds it"),
        ("gul-bara", [13], [14], (6, 5), (13, 5),
         "only one of the numbers can be played, and then it must be the larger one, 6"),
        ("gul-bara", [20, 13], [14, 2], (6, 5), (13, 5),
         "both numbers must be played, and after 13 with 5 no checker could play the 6"),
    ],
)  # fmt: skip
def test_refusals_say_why(
    rules: str, own: list[int], other: list[int], stage: Stage, step: tuple[int, int], reason: str
) -> None:
    flags = "started" if len(set(stage)) == 1 else ""
    position = place(rules, own, other, rolls=(1, 1), stages=(stage,), flags=flags)
    with pytest.raises(IllegalStep) as error:
        check_step(position, Step(*step))
    assert str(error.value) == reason
    assert isinstance(error.value, PlayError)
    assert isinstance(error.value, ValueError)


@given(playing, st.integers(-1, 26), st.integers(-1, 8))
def test_exactly_the_legal_steps_are_admitted(position: Position, point: int, number: int) -> None:
    step = Step(point, number)
    if step in legal_steps(position):
        check_step(position, step)
    else:
        with pytest.raises(IllegalStep, match=r"^[^{}]+$"):
            check_step(position, step)

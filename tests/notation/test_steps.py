"""Steps and turns as text: what they look like, what may be typed, and that nothing is lost on the way."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rosespring import Game, Position, Rules, Side, Step
from rosespring.board import opposite
from rosespring.errors import NotationError
from rosespring.game import transitions
from rosespring.movegen import legal_steps, stage_results
from rosespring.notation import format_step, format_turn, parse_turn, queue_text, turns_of
from rosespring.notation.turns import last_turn
from tests.positions import counts, place
from tests.strategies import games, positions, rule_sets

GB, GI = "gul-bara", "gioul"
START = [24] * 15


def rolled(rules: str, own: list[int], other: list[int], dice: tuple[int, int], rolls: int = 0) -> Position:
    """What Light has to play after it rolled `dice`, its roll number `rolls` + 1."""
    game = Game.from_position(place(rules, own, other, rolls=(rolls, rolls)))
    game.roll(*dice)
    return game.position


CASCADE = rolled(GI, START, START, (4, 4))


# What is written


@pytest.mark.parametrize(
    ("position", "steps", "text"),
    [
        (rolled(GB, START, START, (6, 6)), [(24, 6)] * 4, "24/18(4)"),
        (rolled(GB, START, START, (6, 5)), [(24, 6), (24, 5)], "24/18 24/19"),
        (rolled(GB, [13], [19], (6, 5)), [(13, 5), (8, 6)], "13/8/2"),
        (rolled(GB, [2], [24], (6, 1)), [(2, 6)], "2/off"),
        (rolled(GB, [2], [24], (6, 1)), [(2, 1), (1, 6)], "2/1/off"),
        (rolled(GI, [6, 3], [24], (6, 5)), [(6, 6)], "6/off"),
        (rolled(GB, [5, 5, 3], [24], (6, 5)), [(5, 5), (5, 6)], "5/off(2)"),
        (rolled(GB, [5, 5, 3], [24], (6, 5)), [(5, 6), (5, 5)], "5/off:6 5/off"),
        (CASCADE, [(24, 4)] * 4 + [(24, 5)] * 4 + [(24, 6)] * 4, "24/20(4) · 24/19(4) · 24/18(4)"),
        (CASCADE, [(24, 4), (20, 4)] * 2 + [(24, 5)], "24/20/16(2) · 24/19"),
        (CASCADE, [(24, 4), (24, 4), (20, 4), (20, 4)], "24/20(2) 20/16(2)"),
        (CASCADE, [(24, 4), (20, 4), (16, 4), (12, 4)], "24/20/16/12/8"),
        (CASCADE, [(24, 4), (24, 4), (20, 4), (16, 4)], "24/20(2) 20/16/12"),
        (CASCADE, [], "no play"),
    ],
)
def test_texts(position: Position, steps: list[tuple[int, int]], text: str) -> None:
    played = [Step(point, number) for point, number in steps]
    assert format_turn(played, position) == text
    assert parse_turn(text, position) == played


def test_a_received_rest_is_marked() -> None:
    game = Game.from_position(place(GB, [22, 7], [6, 5], rolls=(4, 4)))
    game.roll(5, 5)
    game.step(Step(7, 5))
    assert game.position.received
    assert queue_text(game.position.stages) == "5 5 5 · 6 6 6 6"
    steps = parse_turn("rest: 5/off 6/1/off", game.position)
    assert steps == parse_turn("5 6/1 1", game.position) == [Step(5, 5), Step(6, 5), Step(1, 5)]
    assert format_turn(steps, game.position) == "rest: 5/off 6/1/off"
    for step in steps:
        game.step(step)
    assert [str(turn) for turn in turns_of(game.entries)] == ["7/2", "rest: 5/off 6/1/off"]
    turn = last_turn(game)
    assert turn is not None
    assert (turn.side, turn.roll, turn.received) == (Side.DARK, None, True)
    assert turn.stages == ((5, 5, 5), (6, 6, 6, 6))


@given(games(), st.sampled_from([" · ", " | ", "; "]))
def test_every_turn_comes_back(game: Game, separator: str) -> None:
    for turn in turns_of(game.entries):
        text = format_turn(turn.steps, turn.before, separator)
        assert parse_turn(text, turn.before) == list(turn.steps)
        assert parse_turn(text.upper() + " ...", turn.before) == list(turn.steps)
        if turn.steps:
            assert parse_turn(text.replace("/", "-").replace(" ", ",  "), turn.before) == list(turn.steps)


@given(positions(playing=True))
def test_every_legal_step_comes_back(position: Position) -> None:
    for step in legal_steps(position):
        assert parse_turn(format_step(step, position), position) == [step]
        assert parse_turn(f"{step.point}:{step.number}", position) == [step]


@given(
    rule_sets(),
    st.lists(st.integers(1, 6), min_size=1, max_size=15),
    st.lists(st.integers(1, 24), max_size=15),
    st.sampled_from([(a, b) for a in range(6, 0, -1) for b in range(1, a)]),
)
def test_either_number_off_the_same_point_is_as_good(
    rules: Rules, own: list[int], other: list[int], stage: tuple[int, int]
) -> None:
    """Why `5/off` may choose a number by itself."""
    shut = {opposite(point, rules.parallel) for point in own}
    position = place(rules, own, [point for point in other if point not in shut] or [24 if rules.parallel else 7])
    assume(counts(own)[0] < 15)
    position = Position(rules, position.men, Side.LIGHT, (1, 0), (stage,))
    steps = [step for step in legal_steps(position) if not step.target]
    for point in {step.point for step in steps}:
        after = [transitions.step(position, step)[0] for step in steps if step.point == point]
        results = [{result.own for result in stage_results(each)} for each in after if each.stages]
        assert all(result == results[0] for result in results)
        assert len(results) in (0, len(after))


# What may be typed


@pytest.mark.parametrize(
    "text",
    [
        "24/20/16 24/20/16",
        "24/16 24/16",
        "24/16(2)",
        " 24 / 20 / 16 ( 2 ) ",
        "24-16, 24-16",
        "24 20 24 20",
        "24:4 20:4 24:4, 20:4",
        "24/20:4 20/16:4 24/20 20/16",
        "24/20 20/16 24/16",
        "24/20/16(2) |",
        "24/20/16(2) ·",
        "24/20/16(2);",
        "24/20/16(2)...",
        "24/20/16(2) …",
    ],
)
def test_ways_to_type_it(text: str) -> None:
    assert parse_turn(text, CASCADE) == [Step(24, 4), Step(20, 4)] * 2


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("13/2", [(13, 5), (8, 6)]),
        ("13", [(13, 5)]),
        ("13 8", [(13, 5), (8, 6)]),
        ("13/8 8/2", [(13, 5), (8, 6)]),
        ("", []),
        ("no play", []),
        ("NO PLAY ...", []),
    ],
)
def test_numbers_taken_together(text: str, steps: list[tuple[int, int]]) -> None:
    """13/7 is shut (rules.md section 6, 6)."""
    assert parse_turn(text, rolled(GB, [13], [19], (6, 5))) == [Step(*step) for step in steps]


def test_several_numbers_bear_off_together() -> None:
    position = rolled(GB, [8, 6, 6], [24], (6, 2))
    assert parse_turn("8/off", position) == [Step(8, 6), Step(2, 2)]
    assert parse_turn("8/6/o", position) == [Step(8, 2), Step(6, 6)]
    assert parse_turn("8/6/0", position) == [Step(8, 2), Step(6, 6)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("24/21", "24/21: 3 is not on offer; to play now: 4"),
        ("24/20(5)", "24/20: 4 is not on offer; to play now: 5"),
        ("24/10", "24/10 cannot be made of 4 4 4 4"),
        ("24/19", "24/19: 5 is not on offer; to play now: 4"),
        ("20/16", "20/16: no checker of yours stands on point 20"),
        ("20", "20: no checker of yours stands on point 20"),
        ("24:5", "24:5: 5 is not on offer; to play now: 4"),
        ("24/19:4", "24/19:4: that number does not lead there"),
        ("16/20", "16/20: checkers move from higher points to lower ones"),
        ("24/24", "24/24: checkers move from higher points to lower ones"),
        ("24/off", "24/off: 24 is not on offer; to play now: 4"),
        ("25/21", "expected a point from 1 to 24, got 25"),
        ("0/off", "expected a point from 1 to 24, got 0"),
        ("24/20(0)", "expected a count from 1 to 24, got (0)"),
        ("24/20*2", "'24/20*2' is no step; write one like 24/20, 24/20(2) or 6/off"),
        ("bar/20", "'bar/20' is no step; write one like 24/20, 24/20(2) or 6/off"),
        ("24/20 |", "this stage is not over: 4 4 4 to play"),
        ("| 24/20", "this stage is not over: 4 4 4 4 to play"),
        ("24/20(4) | | 24/19", "this stage is not over: 5 5 5 5 to play"),
        ("24/20(4) 24/19(4) 24/18(4) 18", "18 cannot be played: the turn is over before it"),
        ("24/20(4) 24/19(4) 24/18(4) |", "no stage follows: the turn is over"),
        ("rest: 24/20", "these numbers are no rest of the opponent's"),
        ("24/20 " * 500, "expected steps of at most 2000 characters"),
    ],
)
def test_faults_are_named(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as fault:
        parse_turn(text, CASCADE)
    assert str(fault.value) == reason


def test_reasons_come_from_the_rules() -> None:
    cases = {
        ("13/7", rolled(GB, [13], [19], (6, 5))): "13/7: point 7 is shut: an opposing checker holds it",
        ("13/2", rolled(GB, [13], [14], (6, 5))): "13/2 cannot be made of 6 5",
        ("24/16", rolled(GB, [24, 10], [8], (4, 4))): "24/16: point 20 is shut: an opposing checker holds it",
        (
            "13/8",
            rolled(GB, [13], [14], (6, 5)),
        ): "13/8: only one of the numbers can be played, and then it must be the larger one, 6",
        (
            "2/off",
            rolled(GB, [6, 2], [24], (4, 4)),
        ): "2/off: a checker may not be borne off from point 2 with 4: one from a higher point must move or bear off",
        ("13", rolled(GB, [13], [24], (6, 5))): "13 could be any of 13:6 13:5",
        ("6/off", rolled(GB, [6, 2], [24], (2, 1))): "6/off: 6 is not on offer; to play now: 2, 1",
    }
    for (text, position), reason in cases.items():
        with pytest.raises(NotationError) as fault:
            parse_turn(text, position)
        assert str(fault.value) == reason


def test_nothing_to_play_is_said() -> None:
    start = Position.start(Rules())
    with pytest.raises(NotationError, match="there is nothing to play: roll first"):
        parse_turn("24/20", start)
    won = place(GB, [], [24])
    with pytest.raises(NotationError, match="the game is over"):
        parse_turn("24/20", won)


@given(positions(), st.text() | st.text("0123456789/-:()|;·, of\nrest."))
def test_any_text_is_read_or_refused(position: Position, text: str) -> None:
    try:
        steps = parse_turn(text, position)
    except NotationError:
        return
    assert parse_turn(format_turn(steps, position), position) == steps

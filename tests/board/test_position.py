"""Positions: values seen by the side to act, their winner and points, and their text id."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import PRESETS, Position, Rules, Side
from rosespring.board import Men, check_position
from rosespring.errors import NotationError, PositionError, RosespringError, RulesError
from tests.positions import counts, place
from tests.strategies import positions, rule_sets, sides

START_ID = "1~gul-bara~0~f-23~f-23~0.0~-~-"


# Values


@given(rule_sets(), sides)
def test_the_first_position(rules: Rules, starter: Side) -> None:
    position = Position.start(rules, starter)
    assert position == Position(rules, Men.start(), starter, (0, 0), (), False, False, False)
    assert (position.winner, position.points) == (None, 0)
    assert check_position(position) is position


@given(positions())
def test_positions_are_values(position: Position) -> None:
    assert eval(repr(position)) == position
    assert position.mirror().mirror() == position
    assert {position: 1}[Position.parse(str(position))] == 1
    assert pickle.loads(pickle.dumps(position)) == position


@given(positions())
def test_mirror_exchanges_the_colours(position: Position) -> None:
    turned = position.mirror()
    assert (turned.side, turned.men) == (position.side.other, position.men)
    assert turned.rolls == (position.rolls[1], position.rolls[0])
    assert all(turned.men_of(side) == position.men_of(side.other) for side in Side)
    assert check_position(turned) is turned


@given(positions())
def test_seen_by_changes_only_the_view(position: Position) -> None:
    seen = position.seen_by(position.side.other)
    assert seen.seen_by(position.side) == position
    assert all(seen.men_of(side) == position.men_of(side) for side in Side)
    assert (seen.rolls, seen.stages) == (position.rolls, position.stages)
    assert position.seen_by(position.side) is position


@given(positions(playing=True))
def test_flags_fall_with_the_last_stage(position: Position) -> None:
    for side in Side:
        rolling = position.to_roll(side)
        assert (rolling.side, rolling.stages) == (side, ())
        assert (rolling.cascade, rolling.received, rolling.started) == (False, False, False)
        assert check_position(rolling) is rolling
    following = position.next_stage()
    assert following.stages == position.stages[1:]
    if following.stages:
        assert (following.cascade, following.received, following.started) == (
            position.cascade, position.received, position.started,
        )  # fmt: skip
    else:
        assert following == position.to_roll(position.side)


@pytest.mark.parametrize(
    ("own", "other", "winner", "points"),
    [
        ([], [24] * 15, Side.LIGHT, 2),
        ([], [1] * 15, Side.LIGHT, 2),
        ([], [24] * 14, Side.LIGHT, 1),
        ([], [1], Side.LIGHT, 1),
        ([24] * 15, [], Side.DARK, 2),
        ([24] * 14, [], Side.DARK, 1),
        ([1], [24], None, 0),
    ],
)
def test_winner_and_points(own: list[int], other: list[int], winner: Side | None, points: int) -> None:
    """Rules.md section 4: 2 points if the loser has borne off none, else 1."""
    position = place("gul-bara", own, other)
    assert (position.winner, position.points) == (winner, points)
    if winner is not None:
        assert (position.mirror().winner, position.mirror().points) == (winner.other, points)
        seen = position.seen_by(Side.DARK)
        assert (seen.winner, seen.points) == (winner, points)


# Text


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (Position.start(PRESETS["gul-bara"].rules), START_ID),
        (Position.start(PRESETS["gioul"].rules, Side.DARK), "1~gioul~1~f-23~f-23~0.0~-~-"),
        (Position.start(Rules(dice_use="free")), "1~custom-aabaaaaaa4~0~f-23~f-23~0.0~-~-"),
        (
            place(
                "gul-bara", [24, 24, 22, 7], [6, 6, 6, 5],
                rolls=(5, 4), stages=((5, 5), (6,) * 4), flags="cascade started",
            ),
            "1~gul-bara~0~201-14.1-6~-18.31-4~5.4~55.6666~cs",
        ),
        (
            place("gioul", [13, 2], [24], side=Side.DARK, rolls=(1, 0), stages=((6, 5),), flags="received"),
            "1~gioul~1~-11.1-10.10~1-23~1.0~65~r",
        ),
        (place("gul-bara", [], [1]), "1~gul-bara~0~-24~-23.1~0.0~-~-"),
    ],
)  # fmt: skip
def test_ids(position: Position, text: str) -> None:
    assert str(position) == text
    assert Position.parse(text) == position


@given(positions())
def test_ids_round_trip_and_are_safe_in_a_url(position: Position) -> None:
    text = str(position)
    assert Position.parse(text) == position
    assert re.fullmatch(r"[A-Za-z0-9._~-]{1,300}", text)


@given(positions(), positions())
def test_different_positions_have_different_ids(one: Position, two: Position) -> None:
    assert (str(one) == str(two)) is (one == two)


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", NotationError, "8 parts"),
        ("1~gul-bara", NotationError, "8 parts"),
        (START_ID + "~", NotationError, "8 parts"),
        ("2" + START_ID[1:], NotationError, "starts with '1~'"),
        (START_ID * 20, NotationError, "at most 300 characters, got 600"),
        ("1~gulbara4~0~f-23~f-23~0.0~-~-", RulesError, "did you mean 'gul-bara'"),
        ("1~rosespring~0~f-23~f-23~0.0~-~-", NotationError, "another spelling"),
        # cascade_from 0 with scope cascade: `skips` has no effect and is not written.
        ("1~custom-aaaaaabaa0~0~f-23~f-23~0.0~-~-", NotationError, "another spelling"),
        ("1~gul-bara~2~f-23~f-23~0.0~-~-", NotationError, "expected side 0 or 1, got '2'"),
        ("1~gul-bara~0~f-22~f-23~0.0~-~-", NotationError, "expected the checkers on 24 points, got 'f-22'"),
        ("1~gul-bara~0~f-24~f-23~0.0~-~-", NotationError, "24 points"),
        ("1~gul-bara~0~F-23~f-23~0.0~-~-", NotationError, "24 points"),
        ("1~gul-bara~0~f-1.-22~f-23~0.0~-~-", NotationError, "another spelling"),
        ("1~gul-bara~0~f00000000000000000000000~f-23~0.0~-~-", NotationError, "another spelling"),
        ("1~gul-bara~0~f-23.~f-23~0.0~-~-", NotationError, "another spelling"),
        ("1~gul-bara~0~f-٢٣~f-23~0.0~-~-", NotationError, "another spelling"),
        ("1~gul-bara~0~ff-22~f-23~0.0~-~-", PositionError, "expected 15 checkers of the side to act, got 30"),
        ("1~gul-bara~0~f-23~-12.1-11~0.0~-~-", PositionError, "both sides have checkers"),
        ("1~gul-bara~0~-24~-24~0.0~-~-", PositionError, "both sides have borne off all"),
        ("1~gul-bara~0~f-23~f-23~00.0~-~-", NotationError, "another spelling"),
        ("1~gul-bara~0~f-23~f-23~1~-~-", NotationError, "expected two counts of rolls"),
        ("1~gul-bara~0~f-23~f-23~-1.0~-~-", NotationError, "expected two counts of rolls"),
        ("1~gul-bara~0~f-23~f-23~٣.0~-~-", NotationError, "expected two counts of rolls"),
        ("1~gul-bara~0~f-23~f-23~9999999.0~-~-", PositionError, "from 0 to 1000000, got 9999999"),
        ("1~gul-bara~0~f-23~f-23~1.0~~-", NotationError, "expected stages"),
        ("1~gul-bara~0~f-23~f-23~1.0~70~-", NotationError, "expected stages"),
        ("1~gul-bara~0~f-23~f-23~1.0~6.5.4.3.2.1.1~-", NotationError, "expected stages"),
        ("1~gul-bara~0~f-23~f-23~1.0~65~", NotationError, "expected flags"),
        ("1~gul-bara~0~f-23~f-23~1.0~6~sc", NotationError, "expected flags"),
        ("1~gul-bara~0~f-23~f-23~1.0~6~ss", NotationError, "expected flags"),
        ("1~gul-bara~0~f-23~f-23~1.0~56~-", PositionError, "larger first"),
        ("1~gul-bara~0~f-23~f-23~0.0~-~s", PositionError, "started must be false"),
    ],
)
def test_ids_that_say_nothing(text: str, error: type[RosespringError], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        Position.parse(text)


def assert_position_or_own_error(text: str) -> None:
    try:
        position = Position.parse(text)
    except (NotationError, PositionError, RulesError):
        return
    assert str(position) == text
    assert check_position(position) is position


@given(st.text(max_size=400))
def test_any_text_is_a_position_or_an_own_error(text: str) -> None:
    assert_position_or_own_error(text)


CHARACTERS = st.sampled_from("0123456789abcdefrs.-~ \n٣") | st.characters()


@given(positions(), st.data())
def test_mutated_ids_are_a_position_or_an_own_error(position: Position, data: st.DataObject) -> None:
    text = str(position)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        drop = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.text(CHARACTERS, max_size=3)) + text[at + drop :]
    assert_position_or_own_error(text)


@given(positions(), positions(), st.integers(1, 7))
def test_parts_of_two_ids_are_a_position_or_an_own_error(one: Position, two: Position, part: int) -> None:
    parts = str(one).split("~")
    parts[part] = str(two).split("~")[part]
    assert_position_or_own_error("~".join(parts))


def test_counts_above_nine_are_one_letter() -> None:
    position = place("gul-bara", [24] * 10 + [1] * 5, [11] * 15)
    assert str(position) == "1~gul-bara~0~a-22.5~-13.f-10~0.0~-~-"
    assert Position.parse(str(position)).men.own == counts([24] * 10 + [1] * 5)

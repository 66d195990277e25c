"""Positions as readable lines: exact texts, round trips, faults."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import Game, Position, Rules, Side
from rosespring.errors import NotationError, PositionError, RulesError
from rosespring.notation import format_position, parse_position
from rosespring.notation.position_text import format_rules, parse_rules
from tests.positions import place
from tests.strategies import games, positions, rule_sets

REST = "gul-bara; Light 22×1 2×1 off×13; Dark 6×1 5×1 off×13; rolls 5 4; Dark to play 555 6666, cascade, received"


def test_known_texts() -> None:
    start = "gioul; Light 24×15; Dark 24×15; rolls 0 0; Light to roll"
    assert format_position(Position.start(Rules("contrary", 1, rest_scope="every-roll"))) == start
    position = place(
        "gul-bara", [6, 5], [22, 2], side=Side.DARK, rolls=(5, 4), stages=((5,) * 3, (6,) * 4), flags="cascade received"
    )
    assert format_position(position) == REST
    won = place({"receiver": "skips"}, [], [24, 24], side=Side.DARK)
    text = "receiver=skips; Light 24×2 off×13; Dark off×15; rolls 0 0; Dark has won"
    assert format_position(won) == text
    assert parse_position(text) == won
    assert "Dark has lost" in format_position(won.seen_by(Side.LIGHT).mirror())


@given(positions() | games().map(lambda game: game.position))
def test_every_position_comes_back(position: Position) -> None:
    text = format_position(position)
    assert "\n" not in text
    assert parse_position(text) == position
    assert parse_position(text.upper().replace("×", "*").replace(" ", "  ")) == position
    assert parse_position(f" {position} ") == position


@given(rule_sets())
def test_every_rule_set_comes_back(rules: Rules) -> None:
    assert parse_rules(format_rules(rules)) == rules


def test_rules_may_be_named_with_what_differs() -> None:
    assert parse_rules("gioul receiver=skips cascade_from=2") == Rules(
        "contrary", 2, rest_scope="every-roll", receiver="skips"
    )


def test_a_game_goes_on_from_a_text() -> None:
    game = Game.from_position(parse_position(REST))
    assert [str(step.point) for step in game.legal_steps()] == ["6", "5"]


@pytest.mark.parametrize(
    ("old", "new", "error", "reason"),
    [
        ("Light 22×1", "Light 22x2", PositionError, "expected 15 checkers of the opponent, got 16"),
        ("Light 22", "Lihgt 22", NotationError, "expected the checkers of Light"),
        ("22×1", "22", NotationError, "expected checkers like '24×7' or 'off×3', got '22'"),
        ("22×1", "25×1", NotationError, "each point from 1 to 24"),
        ("22×1 2×1", "2×1 2×1", NotationError, "each point from 1 to 24 or 'off' once, got '2×1'"),
        ("rolls 5 4", "rolls 5", NotationError, "expected the rolls made by Light and Dark"),
        ("rolls 5 4", "rolls 3 4", PositionError, "does not cascade yet"),
        ("to play 555 6666", "to play 7", NotationError, "expected stages like"),
        ("555 6666", "5555 666", PositionError, "no roll or rest leaves stages"),
        (", received", ", recieved", NotationError, "got 'recieved'"),
        (", received", ", cascade", NotationError, "at most once, got 'cascade'"),
        (
            "to play 555 6666, cascade, received",
            "has won",
            NotationError,
            "expected 'dark to roll' with these checkers",
        ),
        ("to play 555 6666, cascade, received", "rolls", NotationError, "expected who acts"),
        ("gul-bara;", "gul-baar;", RulesError, "did you mean 'gul-bara'"),
        ("gul-bara;", "receiver=skip;", RulesError, "did you mean 'skips'"),
        ("gul-bara;", ";", NotationError, "expected a preset's name or rule options"),
        ("gul-bara;", "", NotationError, "expected a position like"),
        ("Light", "Light " * 300, NotationError, "at most 1000 characters"),
    ],
)
def test_faults_are_named(old: str, new: str, error: type[Exception], reason: str) -> None:
    assert old in REST
    with pytest.raises(error) as fault:
        parse_position(REST.replace(old, new, 1))
    assert reason in str(fault.value)


@given(st.text() | st.lists(st.sampled_from([*REST.split(" "), "~", "1~", "=", "custom-"])).map(" ".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        position = parse_position(text)
    except (NotationError, PositionError, RulesError):
        return
    assert parse_position(format_position(position)) == position


@given(st.integers(0, len(REST) - 1), st.characters())
def test_one_wrong_letter_is_read_or_refused(at: int, letter: str) -> None:
    try:
        parse_position(REST[:at] + letter + REST[at + 1 :])
    except (NotationError, PositionError, RulesError):
        return

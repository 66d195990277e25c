"""Rule options: values, defaults, and rule sets that play the same being equal (rules.md section 5)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import Game, Rules, Step
from rosespring.errors import RulesError
from rosespring.rules import CHOICES, OPTIONS, rules_from_options
from tests.strategies import Options, RandomPlayer, raw_options, rule_sets


def test_every_option_of_the_rules_is_there() -> None:
    assert set(OPTIONS) == {
        "movement", "cascade_from", "cascade_count", "dice_use", "rest", "rest_scope", "unstarted", "receiver",
        "opening", "next_starter",
    }  # fmt: skip
    assert {name: set(values) for name, values in CHOICES.items()} == {
        "movement": {"parallel", "contrary"},
        "cascade_count": {"player", "game"},
        "dice_use": {"all", "free"},
        "rest": {"passes", "lost"},
        "rest_scope": {"every-roll", "cascade"},
        "unstarted": {"passes", "lost"},
        "receiver": {"stops", "skips"},
        "opening": {"reroll", "play"},
        "next_starter": {"winner", "roll"},
    }


def test_options_left_out_are_those_of_gul_bara() -> None:
    assert rules_from_options({}).as_dict() == {
        "movement": "parallel",
        "cascade_from": 4,
        "cascade_count": "player",
        "dice_use": "all",
        "rest": "passes",
        "rest_scope": "cascade",
        "unstarted": "passes",
        "receiver": "stops",
        "opening": "reroll",
        "next_starter": "winner",
    }
    assert rules_from_options({"receiver": "skips"}) == Rules(receiver="skips")


@given(rule_sets())
def test_options_round_trip(rules: Rules) -> None:
    assert rules_from_options(rules.as_dict()) == rules
    assert list(rules.as_dict()) == list(OPTIONS)
    assert eval(repr(rules)) == rules


@given(raw_options())
def test_options_without_effect_hold_their_defaults(options: Options) -> None:
    rules = rules_from_options(options)
    defaults = {"rest_scope": "cascade", "unstarted": "passes", "receiver": "stops"}
    for name, value in rules.as_dict().items():
        if name in defaults and not rules.has_effect(name):
            assert value == defaults[name]
        else:
            assert value == options[name]


@pytest.mark.parametrize(
    "options",
    [
        # Nothing passes, so nothing about passing matters.
        {"rest": "lost", "rest_scope": "every-roll", "unstarted": "lost", "receiver": "skips"},
        # Nothing cascades, and only cascades would pass.
        {"cascade_from": 0, "unstarted": "lost", "receiver": "skips"},
    ],
)
def test_hand_over_options_fall_where_nothing_passes(options: Options) -> None:
    rules = rules_from_options(options)
    assert (rules.rest_scope, rules.unstarted, rules.receiver) == ("cascade", "passes", "stops")


def test_receiver_falls_where_only_single_stages_pass() -> None:
    rules = Rules(cascade_from=0, rest_scope="every-roll", unstarted="lost", receiver="skips")
    assert (rules.rest_scope, rules.unstarted, rules.receiver) == ("every-roll", "lost", "stops")


HAND_OVER = ("rest_scope", "unstarted", "receiver")


def effective_flips() -> list[tuple[Rules, str, Rules]]:
    """Rule sets that differ in one hand-over option which has an effect in both."""
    flips = []
    for since, *values in product((0, 1, 4), *(CHOICES[name] for name in HAND_OVER)):
        # Gioul's movement, in which numbers are often unplayable.
        options = {"movement": "contrary", "cascade_from": since, **dict(zip(HAND_OVER, values, strict=True))}
        one = rules_from_options(options)
        for name in HAND_OVER:
            default, other = CHOICES[name]
            if one.has_effect(name) and getattr(one, name) == default:
                flips.append((one, name, rules_from_options(options | {name: other})))
    return list(dict.fromkeys(flips))


def differ(one: Rules, two: Rules) -> bool:
    """Whether some random game of 200 goes another way under `two` than under `one`."""
    for seed in range(200):
        first, second = Game(one), Game(two)
        for action in RandomPlayer(seed, double_chance=0.4).play(first):
            second.step(action) if isinstance(action, Step) else second.roll(action.high, action.low)
            if replace(first.position, rules=two) != second.position:
                return True
    return False


@pytest.mark.parametrize(("one", "name", "two"), effective_flips())
def test_options_with_effect_change_the_game(one: Rules, name: str, two: Rules) -> None:
    assert one != two, name
    assert differ(one, two), name


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"movment": "parallel"}, "unknown rule option 'movment': did you mean 'movement'?"),
        ({"unstarted": "pass"}, "rule option unstarted has no value 'pass': did you mean 'passes'?"),
        ({"rest_scope": "every roll"}, "rule option rest_scope has no value 'every roll': did you mean 'every-roll'?"),
        ({"movement": "Parallel"}, "did you mean 'parallel'?"),
        ({"rest": "zzz"}, "rule option rest has no value 'zzz': expected one of passes, lost"),
        ({"dice_use": None}, "rule option dice_use has no value None: expected one of all, free"),
        ({"dice_use": ["all"]}, "rule option dice_use has no value ['all']"),
        ({"cascade_from": 100}, "rule option cascade_from: expected a number from 0 to 99, got 100"),
        ({"cascade_from": -1}, "expected a number from 0 to 99, got -1"),
        ({"cascade_from": True}, "expected a number from 0 to 99, got True"),
        ({"cascade_from": 1.0}, "expected a number from 0 to 99, got 1.0"),
        ({"cascade_from": "4"}, "expected a number from 0 to 99, got '4'"),
        ({1: "parallel"}, "unknown rule option 1"),
    ],
)
def test_unknown_options_and_values_name_the_nearest(options: dict[Any, Any], said: str) -> None:
    with pytest.raises(RulesError) as error:
        rules_from_options(options)
    assert said in str(error.value)


def test_bounds_of_cascade_from() -> None:
    assert [Rules(cascade_from=n).cascade_from for n in (0, 99)] == [0, 99]


@given(st.dictionaries(st.text() | st.sampled_from(OPTIONS), st.none() | st.integers() | st.text() | st.booleans()))
def test_any_mapping_is_rules_or_a_rules_error(options: dict[str, Any]) -> None:
    try:
        rules = rules_from_options(options)
    except RulesError:
        return
    assert set(options) <= set(OPTIONS)
    assert rules_from_options(rules.as_dict()) == rules


def test_rules_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Rules().rest = "lost"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("since", "count", "own_rolls", "all_rolls", "cascades"),
    [
        (0, "player", 99, 198, False),
        (0, "game", 99, 198, False),
        (1, "player", 1, 1, True),
        (4, "player", 3, 6, False),
        (4, "player", 4, 7, True),
        (4, "game", 2, 3, False),
        (4, "game", 2, 4, True),
        (99, "player", 98, 196, False),
        (99, "player", 99, 197, True),
    ],
)
def test_when_doubles_cascade(since: int, count: str, own_rolls: int, all_rolls: int, cascades: bool) -> None:
    assert Rules(cascade_from=since, cascade_count=count).cascades(own_rolls, all_rolls) is cascades


@pytest.mark.parametrize(
    ("options", "of_cascade", "of_cascade_unstarted", "of_other", "of_other_unstarted"),
    [
        ({"rest": "lost"}, False, False, False, False),
        ({}, True, True, False, False),
        ({"unstarted": "lost"}, True, False, False, False),
        ({"rest_scope": "every-roll"}, True, True, True, True),
        ({"rest_scope": "every-roll", "unstarted": "lost"}, True, False, True, False),
    ],
)
def test_which_rests_pass(
    options: Options, of_cascade: bool, of_cascade_unstarted: bool, of_other: bool, of_other_unstarted: bool
) -> None:
    """Rules.md section 3."""
    rules = rules_from_options(options)
    assert rules.passes(cascade=True, started=True) is of_cascade
    assert rules.passes(cascade=True, started=False) is of_cascade_unstarted
    assert rules.passes(cascade=False, started=True) is of_other
    assert rules.passes(cascade=False, started=False) is of_other_unstarted

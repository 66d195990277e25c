"""Each option is explained in words, and only where it has an effect."""

from __future__ import annotations

import pytest
from hypothesis import given

from rosespring import PRESETS, Rules
from rosespring.rules import CHOICES, OPTIONS, explain, explain_option
from tests.strategies import rule_sets


@given(rule_sets())
def test_what_has_an_effect_is_explained(rules: Rules) -> None:
    explained = explain(rules)
    assert [option for option, _sentence in explained] == [name for name in OPTIONS if rules.has_effect(name)]
    for _option, sentence in explained:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_different_values_have_different_sentences() -> None:
    for option, values in CHOICES.items():
        # rest_scope makes all hand-over options matter.
        rules = [Rules(**({"rest_scope": "every-roll"} | {option: value})) for value in values]  # type: ignore[arg-type]
        sentences = {explain_option(option, each) for each in rules}
        assert len(sentences) == len(values), option


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules(cascade_from=0), "Doubles never cascade: a double is four equal numbers, nothing more."),
        (Rules(cascade_from=1), "Every double cascades: it is followed by every higher double, up to 6-6."),
        (Rules(cascade_from=4), "Doubles cascade from a player's roll number 4 on"),
        (Rules(cascade_from=7, cascade_count="game"), "Doubles cascade from the game's roll number 7 on"),
    ],
)
def test_cascade_in_words(rules: Rules, sentence: str) -> None:
    assert explain_option("cascade_from", rules).startswith(sentence)


def test_presets_without_hand_over_say_nothing_about_it() -> None:
    told = [option for option, _sentence in explain(PRESETS["gul-bara-forfeit"].rules)]
    assert not {"rest_scope", "unstarted", "receiver"} & set(told)
    assert "cascade_count" not in [option for option, _sentence in explain(PRESETS["gioul"].rules)]

"""The presets of rules.md section 5, and finding rules by name, alias, id or options."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import PRESETS, Rules, find_rules
from rosespring.errors import RulesError
from rosespring.rules import CHOICES, Preset, differing_options, rules_from_options, rules_id, title
from tests.strategies import Options, raw_options, rule_sets

# The table of rules.md section 5, cell for cell; a dash holds the default.
TABLE = """
| gioul              | contrary | 1 | passes | every-roll | passes | stops | reroll | winner |
| gioul-doubles      | contrary | 1 | passes | cascade    | passes | stops | reroll | winner |
| gul-bara           | parallel | 4 | passes | cascade    | passes | stops | reroll | winner |
| gul-bara-forfeit   | parallel | 4 | lost   | –          | –      | –     | reroll | winner |
| gul-bara-bulgarian | parallel | 4 | passes | cascade    | lost   | skips | play   | roll   |
"""
COLUMNS = [
    "movement", "cascade_from", "rest", "rest_scope", "unstarted", "receiver", "opening", "next_starter",
]  # fmt: skip
DEFAULTS = {"rest_scope": "cascade", "unstarted": "passes", "receiver": "stops"}


def rows() -> list[tuple[str, dict[str, object]]]:
    found = []
    for line in TABLE.strip().splitlines():
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        options: dict[str, object] = dict(zip(COLUMNS, cells, strict=True))
        options |= {column: DEFAULTS[column] for column in COLUMNS if options[column] == "–"}
        options |= {"cascade_from": int(str(options["cascade_from"]))}
        found.append((name, options | {"cascade_count": "player", "dice_use": "all"}))
    return found


@pytest.mark.parametrize(("name", "options"), rows())
def test_presets_are_those_of_the_table(name: str, options: Options) -> None:
    assert PRESETS[name].rules.as_dict() == options
    assert find_rules(name) == rules_from_options(options)


def test_there_are_five_presets_and_all_differ() -> None:
    assert set(PRESETS) == {name for name, _options in rows()}
    assert len({preset.rules for preset in PRESETS.values()}) == 5


@pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))
def test_presets_say_what_they_are(preset: Preset) -> None:
    assert preset.game in ("Gul Bara", "Gioul")
    assert (preset.game == "Gul Bara") is preset.rules.parallel
    assert preset.title
    assert preset.source
    assert preset.sentence.endswith(".")
    assert title(preset.rules) == preset.title


def test_no_two_presets_share_a_name() -> None:
    names = [name.casefold() for preset in PRESETS.values() for name in (preset.name, *preset.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("Rosespring", "gul-bara"),
        ("rosespring backgammon", "gul-bara"),
        ("Crazy Narde", "gul-bara"),
        ("crazy_narde", "gul-bara"),
        ("  Gul  Bara ", "gul-bara"),
        ("GÜLBAHAR", "gul-bara"),
        ("Гюльбара", "gul-bara"),
        ("Narde nebune", "gul-bara"),
        ("гюлбара", "gul-bara-bulgarian"),
        ("Gioul", "gioul"),
        ("ΓΚΙΟΥΛ", "gioul"),
        ("GIOUL_DOUBLES", "gioul-doubles"),
    ],
)
def test_names_that_people_use(spelled: str, name: str) -> None:
    assert find_rules(spelled) is PRESETS[name].rules


@pytest.mark.parametrize(
    ("spelled", "nearest"),
    [
        ("giuol", "'gioul'"),
        ("gulbra", "'gul-bara'"),
        ("gul-bara-bulgaria", "'gul-bara-bulgarian'"),
        ("GIOUL-DOUBLE", "'gioul-doubles'"),
        ("forfiet", "gul-bara-forfeit"),
        ("%%%", "expected one of gul-bara, gul-bara-bulgarian, gul-bara-forfeit, gioul, gioul-doubles"),
        ("", "expected one of"),
    ],
)
def test_unknown_names_name_the_nearest(spelled: str, nearest: str) -> None:
    with pytest.raises(RulesError, match=re.escape(f"unknown rules {spelled!r}")) as error:
        find_rules(spelled)
    assert nearest in str(error.value)


@pytest.mark.parametrize("wrong", [None, 4, 1.5, ["gioul"], b"gioul"])
def test_names_of_another_type(wrong: object) -> None:
    with pytest.raises(RulesError, match="expected a preset's name or an object of rule options"):
        find_rules(wrong)  # type: ignore[arg-type]


def all_rules(since: int) -> list[Rules]:
    """Each combination of values, with or without effect."""
    return [
        rules_from_options({"cascade_from": since, **dict(zip(CHOICES, values, strict=True))})
        for values in product(*CHOICES.values())
    ]


def test_ids_are_equal_exactly_for_equal_rules(full_size: bool) -> None:
    everything = [rules for since in (range(100) if full_size else (0, 1, 4, 10, 99)) for rules in all_rules(since)]
    by_id: dict[str, Rules] = {}
    for rules in everything:
        assert by_id.setdefault(rules_id(rules), rules) == rules
    assert len(by_id) == len(set(everything))
    for text, rules in by_id.items():
        assert find_rules(text) == rules
        assert re.fullmatch(r"[a-z0-9-]+", text)
    assert {text for text in by_id if not text.startswith("custom-")} <= set(PRESETS)


@given(raw_options())
def test_ids_forget_what_has_no_effect(options: Options) -> None:
    rules = rules_from_options(options)
    assert rules_id(rules_from_options(rules.as_dict())) == rules_id(rules)


@given(rule_sets())
def test_rules_are_found_by_themselves_their_id_and_their_options(rules: Rules) -> None:
    assert find_rules(rules) is rules
    assert find_rules(rules_id(rules)) == rules
    assert find_rules(rules.as_dict()) == rules


def test_ids_of_presets_are_their_names() -> None:
    assert {name: rules_id(preset.rules) for name, preset in PRESETS.items()} == {name: name for name in PRESETS}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("custom-aaaaaaaac4", "unknown letter 'c' for option next_starter"),
        ("custom-zaaaaaaaa4", "unknown letter 'z' for option movement"),
        ("custom-aaaaaaaaa04", "unknown rules"),
        ("custom-aaaaaaaaa100", "unknown rules"),
        ("custom-aaaaaaaaa-1", "unknown rules"),
        ("custom-aaaaaaaaa٤", "unknown rules"),
        ("custom-aaaaaaaa4", "unknown rules"),
        ("Custom-aaaaaaaaa4", "unknown rules"),
        ("custom-aaaaaaaaa4\n", "unknown rules"),
    ],
)
def test_custom_ids_of_another_form(text: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        find_rules(text)


@given(st.text(max_size=40) | st.from_regex(r"custom-[ab]{0,10}[a-z0-9]{0,4}", fullmatch=True))
def test_any_text_is_rules_or_a_rules_error(text: str) -> None:
    try:
        rules = find_rules(text)
    except RulesError:
        return
    assert find_rules(rules_id(rules)) == rules


def test_titles_of_custom_rules() -> None:
    assert title(Rules(dice_use="free")) == "Gul Bara, custom rules"
    assert title(Rules(movement="contrary")) == "Gioul, custom rules"


def test_differing_options_in_their_order() -> None:
    bulgarian, plain = PRESETS["gul-bara-bulgarian"].rules, PRESETS["gul-bara"].rules
    assert differing_options(bulgarian, plain) == ["unstarted", "receiver", "opening", "next_starter"]
    assert differing_options(plain, plain) == []

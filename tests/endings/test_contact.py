"""Contact endings against value iteration over positions, and situations of rules.md section 6."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import prod
from pathlib import Path

import numpy as np
import pytest

from rosespring.board import Men, Position, Side, opposite
from rosespring.endings import Spec, Tables, build_tables, probe
from rosespring.endings.contact_solver import solve_contact
from rosespring.endings.races import is_race
from rosespring.endings.specs import PRESET_CONTACT, contact_spec
from rosespring.endings.tables import PACKAGED
from rosespring.errors import TableError
from rosespring.rules import PRESETS, Rules, find_rules
from tests.endings.iteration import LATE, ValueIteration
from tests.positions import counts, place

CUSTOM = [
    Rules(movement="contrary", cascade_from=0, dice_use="free", rest_scope="every-roll"),
    Rules(cascade_from=1, dice_use="free", rest_scope="every-roll", unstarted="lost", receiver="skips"),
    Rules(movement="contrary", cascade_from=2, cascade_count="game", unstarted="lost", receiver="skips"),
    Rules(cascade_from=0, dice_use="free", rest="lost"),
    Rules(movement="contrary", cascade_from=99, rest_scope="every-roll", receiver="skips"),
    Rules(cascade_from=0, rest_scope="every-roll", unstarted="lost"),
]
RULES = [*(preset.rules for preset in PRESETS.values()), *CUSTOM]
all_rules = pytest.mark.parametrize("rules", RULES, ids=lambda rules: contact_spec(rules).rules)

Places = tuple[int, ...]


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """The tables of all these rules."""
    folder = tmp_path_factory.mktemp("contact")
    build_tables(folder, [contact_spec(rules).name for rules in CUSTOM])
    return Tables(folder)


def men_of(rules: Rules, own: Places, other: Places) -> Men | None:
    """The checkers on these points; None where both sides would share one."""
    if {opposite(point, rules.parallel) for point in own} & set(other):
        return None
    return Men(counts(own), counts(other))


def all_men(rules: Rules, own: int, other: int) -> Iterator[Men]:
    """All positions of so many checkers."""
    for a in combinations_with_replacement(range(1, 25), own):
        for b in combinations_with_replacement(range(1, 25), other):
            if men := men_of(rules, a, b):
                yield men


def random_men(rules: Rules, sizes: tuple[int, int], most: int, count: int, seed: int) -> Iterator[Men]:
    """Positions in contact below which there are not many more than `most` others."""
    chance, found = random.Random(seed), 0
    while found < count:
        own, other = (tuple(chance.randint(1, 24) for _ in range(size)) for size in sizes)
        men = men_of(rules, own, other) if prod(point + 1 for point in own + other) <= most else None
        if men and not is_race(Position(rules, men)):
            found += 1
            yield men


def by_table(rules: Rules, tables: Tables) -> Callable[[Men], float]:
    def chance(men: Men) -> float:
        found = probe(Position(rules, men, Side.LIGHT, LATE), tables)
        assert found is not None
        assert found[1:] == (0.0, 0.0)
        return found.win

    return chance


def largest_error(rules: Rules, tables: Tables, positions: Iterator[Men]) -> tuple[int, float]:
    iteration, chance = ValueIteration(rules), by_table(rules, tables)
    errors = [abs(iteration.chance(m) - chance(m)) for men in positions for m in (men, men.mirror())]
    return len(errors), max(errors)


@all_rules
def test_one_against_one_is_what_value_iteration_finds(
    rules: Rules, solved: Tables, verification: Callable[[str], None]
) -> None:
    number, error = largest_error(rules, solved, all_men(rules, 1, 1))
    assert number == 1104
    assert error < 1e-9
    verification(f"{contact_spec(rules).rules}: {number} positions 1 against 1, largest error {error:.2g}")


def test_in_memory_the_solution_is_exact_to_rounding(
    verification: Callable[[str], None],
) -> None:
    rules = find_rules("gioul")
    solved, iteration = solve_contact(contact_spec(rules, 1)), ValueIteration(rules)
    error = max(
        abs(iteration.chance(men) - solved.win[men.own.index(1), men.other.index(1)]) for men in all_men(rules, 1, 1)
    )
    assert error < 1e-14
    assert solved.link < 0.01
    verification(f"1 against 1 in memory: largest error {error:.1g}, link {solved.link:.2g}")


@all_rules
def test_two_against_one_is_what_value_iteration_finds(
    rules: Rules, solved: Tables, full_size: bool, verification: Callable[[str], None]
) -> None:
    positions = all_men(rules, 2, 1) if full_size else random_men(rules, (2, 1), 400, 2, 1)
    number, error = largest_error(rules, solved, positions)
    assert number == (13248 if full_size else 4)
    assert error < 1e-9
    verification(f"{contact_spec(rules).rules}: {number} positions 2 against 1, largest error {error:.2g}")


@all_rules
def test_two_against_two_is_what_value_iteration_finds(
    rules: Rules, solved: Tables, full_size: bool, verification: Callable[[str], None]
) -> None:
    positions = random_men(rules, (2, 2), 10_000, 6, 2) if full_size else random_men(rules, (2, 2), 1500, 1, 2)
    number, error = largest_error(rules, solved, positions)
    assert error < 1e-9
    verification(f"{contact_spec(rules).rules}: {number} positions 2 against 2, largest error {error:.2g}")


@all_rules
def test_each_chance_follows_from_those_with_fewer_pips(rules: Rules, solved: Tables, full_size: bool) -> None:
    chance = by_table(rules, solved)
    for men in random_men(rules, (2, 2), 25**4, 300 if full_size else 8, 3):
        iteration = ValueIteration(rules, chance)
        assert iteration.chance(men) == pytest.approx(chance(men), abs=1e-9)
        assert iteration.chance(men.mirror()) == pytest.approx(chance(men.mirror()), abs=1e-9)


SITUATIONS = [
    # rules.md section 6, numbers 3, 6, 9, 11, 13 and 17, some with the roll on the table
    ("gioul", (6, 3), (24,), ((6, 5),), ""),
    ("gioul", (6, 3), (24,), ((5, 4),), ""),
    ("gul-bara", (13,), (19,), ((6, 5),), ""),
    ("gul-bara", (24,), (7,), tuple((n,) * 4 for n in (5, 6)), "cascade"),
    ("gul-bara-bulgarian", (24,), (7,), tuple((n,) * 4 for n in (5, 6)), "cascade"),
    ("gul-bara", (22, 7), (6, 5), tuple((n,) * 4 for n in (5, 6)), "cascade"),
    ("gul-bara", (7,), (24, 20), ((5,) * 3, (6,) * 4), "cascade received"),
    ("gul-bara-bulgarian", (7,), (24, 20), ((5,) * 3, (6,) * 4), "cascade received"),
    ("gul-bara", (24, 17), (23,), tuple((n,) * 4 for n in (5, 6)), "cascade"),
    ("gul-bara", (24, 6), (24, 6), ((6,) * 4,), "cascade"),
    ("gioul", (20, 2), (21,), ((6, 5),), ""),
    ("gioul", (9, 2), (21,), ((4,),), "received"),
]


@pytest.mark.parametrize(("rules", "own", "other", "stages", "flags"), SITUATIONS)
def test_stages_are_played_as_well_as_can_be(
    rules: str, own: Places, other: Places, stages: tuple[Places, ...], flags: str, tables: Tables
) -> None:
    position = place(rules, own, other, rolls=LATE, stages=stages, flags=flags)
    found = probe(position, tables)
    expected = ValueIteration(position.rules, by_table(position.rules, tables)).playing(position)
    assert found is not None
    assert found.win == pytest.approx(expected, abs=1e-9)


def test_the_roller_may_win_by_its_rest(tables: Tables) -> None:
    # rules.md section 6, number 11: A must play 7/2, and B wins with the rest, 5/off, 6/1, 1/off.
    position = place("gul-bara", (22, 7), (6, 5), rolls=LATE, stages=((5,) * 4, (6,) * 4), flags="cascade")
    assert probe(position, tables) == (0.0, 0.0, 0.0)


def test_a_mutual_block_is_not_a_draw(tables: Tables) -> None:
    # rules.md section 6, number 17: both rolls of 6-6 change nothing.
    position = place("gul-bara", (24, 6), (24, 6), rolls=LATE)
    found = probe(position, tables)
    assert found is not None
    rolls = ValueIteration(position.rules, by_table(position.rules, tables))
    assert 0.5 < found.win < 1
    assert rolls.chance(position.men) == pytest.approx(found.win, abs=1e-9)


@pytest.mark.parametrize("rules", PRESETS)
def test_one_roll_takes_two_checkers_off_the_ace_point(rules: str, tables: Tables) -> None:
    for own in ((1,), (1, 1)):
        assert probe(place(rules, own, (20,), rolls=LATE), tables) == (1.0, 0.0, 0.0)


def test_a_win_before_the_opponent_takes_his_last_checker(tables: Tables) -> None:
    # B's ace-point checker goes off with any roll, so A wins with those of the 36 rolls that take its own off:
    # from 6 all but the 9 that sum up to less (1-2, 1-3, 1-4, 2-3 both ways and, were it not a cascade, 1-1).
    chance = probe(place("gul-bara", (6,), (1,), rolls=LATE), tables)
    ordinary = probe(place({"cascade_from": 0}, (6,), (1,)), tables)
    assert chance == pytest.approx((28 / 36, 0.0, 0.0), abs=1e-9)
    assert ordinary is None  # nobody has built that table


def test_positions_beyond_the_tables_are_not_answered(tables: Tables) -> None:
    assert probe(place("gul-bara", (6, 5, 4), (1,), rolls=LATE), tables) is None
    assert probe(Position.start(find_rules("gioul")), tables) is None
    # The doubles of rolls three and four would be of two kinds.
    assert probe(place("gul-bara", (6,), (1,), rolls=(3, 2)), tables) is None
    assert probe(place("gul-bara", (6,), (1,), rolls=(3, 3)), tables) is not None


def test_rules_that_differ_only_in_the_opening_share_a_table() -> None:
    assert contact_spec(find_rules("gul-bara")).name == "contact-2-gul-bara"
    assert contact_spec(find_rules({"opening": "play", "cascade_from": 9})) == contact_spec(find_rules("gul-bara"))
    assert contact_spec(find_rules({"cascade_from": 0})) != contact_spec(find_rules("gul-bara"))
    assert len(set(PRESET_CONTACT)) == len(PRESETS)


@pytest.mark.parametrize("name", ["contact-4-gioul", "contact-2-giul", "race-16x6-ordinary", "race-15x9-ordinary", "x"])
def test_tables_that_cannot_be_are_refused_by_name(name: str) -> None:
    with pytest.raises(TableError, match=name):
        Spec.parse(name)


def test_the_tables_of_the_package_are_what_is_built_today(tmp_path: Path) -> None:
    names = [spec.name for spec in PRESET_CONTACT]
    for built, packaged in zip(build_tables(tmp_path, names), build_tables(PACKAGED, names), strict=True):
        head, words = built.read_bytes()[:96], np.fromfile(built, "<u4", offset=128)
        assert packaged.read_bytes()[:96] == head
        # Another processor may round the last bit of a chance otherwise.
        others = np.fromfile(packaged, "<u4", offset=128)
        assert len(words) == len(others) == 325**2
        assert np.abs(words.astype(np.int64) - others).max() <= 1

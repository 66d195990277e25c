"""Lessons are exactly known endings, whole and as the network sees them."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from rosespring.board import CHECKERS, START, Men, Position
from rosespring.endings import probe, race_estimate
from rosespring.endings.races import is_race
from rosespring.evaluation import kernels as k
from rosespring.rules import PRESETS, Rules, find_rules
from rosespring.training.lessons import make_lessons, random_contact, random_race

RULES = [preset.rules for preset in PRESETS.values()]


def men_of(moment: NDArray[np.int16]) -> Men:
    """The checkers that the rows of a moment tell of."""
    counts = np.zeros((2, START + 1), np.int64)
    for row in moment[3 : 3 + moment[0]].tolist():
        if row < k.OFF:
            point, count = divmod(row - k.POINT, 16)
            counts[point // START, point % START + 1] = count
    counts[:, 0] = CHECKERS - counts.sum(axis=1)
    own, other = (tuple(side) for side in counts.tolist())
    return Men(own, other)


def position_of(moment: NDArray[np.int16], rules: Rules) -> Position:
    """The position that the rows of a moment tell of, after enough rolls that doubles cascade."""
    rows = moment[3 : 3 + moment[0]].tolist()
    left = sorted(divmod(row - k.PENDING, 5) for row in rows if k.PENDING <= row < k.TURN)
    stages = tuple((number + 1,) * count for number, count in left)
    received, going = k.TURN + 2 in rows, bool(stages)
    return Position(
        rules, men_of(moment), rolls=(10, 10), stages=stages, cascade=going, received=received,
        started=going and not received,
    )  # fmt: skip


def exact(position: Position) -> tuple[float, float, float, float]:
    found = probe(position) or race_estimate(position)
    assert found
    return found.win - found.win2, found.win2, 1 - found.win - found.lose2, found.lose2


@pytest.mark.parametrize("rules", RULES, ids=PRESETS)
def test_targets_are_what_the_tables_say(rules: Rules, full_size: bool) -> None:
    size = 5000 if full_size else 100
    lessons = make_lessons([rules], size, size, size, 1)
    assert len(lessons.moments) == len(lessons.targets) == 3 * size
    for moment, target in zip(lessons.moments, lessons.targets, strict=True):
        position = position_of(moment, rules)
        assert target == pytest.approx(exact(position), abs=1e-6)
        assert position.winner is None
    assert lessons.targets.sum(axis=1) == pytest.approx(1, abs=1e-6)
    # All phases but those that only games can teach.
    assert set(lessons.moments[:, 1].tolist()) == set(range(k.PHASES)) - {k.CONTACT_PHASE, k.STAGES_PHASE}


@pytest.mark.parametrize("rules", RULES, ids=PRESETS)
def test_races_and_contact_endings_are_legal_positions(rules: Rules) -> None:
    random = Random(2)
    races = [random_race(rules, random) for _ in range(300)]
    assert all(is_race(position) for position in races)
    contacts = [random_contact(rules, random) for _ in range(300)]
    assert sum(not is_race(position) for position in contacts) > 100
    for position in races + contacts:
        Men.checked(position.men.own, position.men.other, rules.parallel)
        assert position.winner is None
    assert Counter(max(map(sum, (p.men.own[1:], p.men.other[1:]))) for p in contacts).keys() == {1, 2}
    # Races of whole and of few checkers, some with double wins in them.
    assert {0, CHECKERS - 1} <= {position.men.own[0] for position in races}


def test_lessons_and_selections_depend_on_the_seed() -> None:
    one, again, other = (make_lessons(RULES[:1], 20, 20, 20, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.moments, again.moments)
    assert np.array_equal(one.targets, again.targets)
    assert not np.array_equal(one.moments, other.moments)
    some, same, different = (one.some(10, seed) for seed in (5, 5, 6))
    assert np.array_equal(some[0], same[0])
    assert not np.array_equal(some[0], different[0])
    for moment, target in zip(*some, strict=True):
        (found,) = np.flatnonzero((one.moments == moment).all(axis=1))[:1]
        assert np.array_equal(one.targets[found], target)


def test_rules_without_a_table_have_races_only() -> None:
    custom = find_rules({"dice_use": "free", "receiver": "skips", "movement": "contrary"})
    assert len(make_lessons([custom], 0, 10, 10, 1).moments) == 0
    assert make_lessons([custom, RULES[0]], 3, 2, 4, 1).targets.shape == (3 + 9, 4)

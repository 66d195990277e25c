"""Double games: the exact race of few checkers against 15, and the bound where an army far behind is in contact."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring.board import CHECKERS, Position, Side
from rosespring.endings import Tables, build_tables, least_double, probe, race_estimate
from rosespring.endings.race_solver import solve_two_sided
from rosespring.endings.ranks import index_of
from rosespring.game import transitions
from rosespring.movegen import legal_steps
from rosespring.rules import find_rules
from tests.endings.iteration import LATE, ROLLS
from tests.positions import place

Places = tuple[int, ...]
ARMIES: list[Places] = [(6,) * 15, (6,) * 10 + (5,) * 5, (6, 5, 4, 3, 2) * 3, (1,) * 15]


@pytest.fixture(scope="module")
def doubles(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Tables:
    """The table of cascading double games, with the races."""
    path = tmp_path_factory.mktemp("doubles")
    build_tables(path, ["doubles-2-cascading"])
    for race in folder.iterdir():
        (path / race.name).symlink_to(race)
    return Tables(path)


def test_two_sided_races_follow_from_all_plays_of_the_law() -> None:
    rules = find_rules({"cascade_from": 1})
    solved = solve_two_sided(2, 2, "cascading").outcomes

    def chance(position: Position) -> float:
        own, other = (
            index_of([point for point in range(24, 0, -1) for _ in range(men[point])], 2)
            for men in (position.men.own, position.men.other)
        )
        return float(solved[0, 1, own, other])

    def best(position: Position) -> float:
        if position.winner is not None:
            return float(position.winner is Side.LIGHT)
        if not position.stages:
            return 1 - chance(position)
        return max(best(transitions.advance(position, step)[0]) for step in legal_steps(position))

    for own in ((6, 5), (6,), (4, 2)):
        for other in ((5, 3), (6, 6), (1,)):
            start = place(rules, own, other)
            rolled = [best(transitions.roll(start, a, b)[0]) for a, b in ROLLS]
            assert chance(start) == pytest.approx(sum(rolled) / 36, abs=1e-12)


@pytest.mark.parametrize("army", ARMIES)
def test_the_exact_double_race_is_near_the_estimate_and_above_the_bound(army: Places, doubles: Tables) -> None:
    for few in ((1, 1), (6,), (6, 6), (5, 2)):
        position = place("gioul", few, army, rolls=LATE)
        exact, estimate, least = probe(position, doubles), race_estimate(position, doubles), least_double(position)
        assert exact is not None
        assert estimate is not None
        assert least is not None
        assert tuple(exact) == pytest.approx(estimate, abs=0.006)
        assert least <= exact.win2 + 1e-9
        assert exact.win2 <= exact.win
        answer, estimate = (ask(position.to_roll(Side.DARK), doubles) for ask in (probe, race_estimate))
        assert answer is not None
        assert estimate is not None
        assert tuple(answer) == pytest.approx(estimate, abs=0.006)


def test_known_double_wins(doubles: Tables) -> None:
    army = (6,) * 15
    assert probe(place("gioul", (1, 1), army, rolls=LATE), doubles) == (1.0, 1.0, 0.0)
    # The army to roll takes one off with the ten rolls of a 6 and another number, with 5-1 and 4-2 both ways, and
    # with all six doubles, since each cascade goes up to 6-6: with 20 rolls of 36.
    lost = probe(place("gioul", army, (1, 1), rolls=LATE), doubles)
    assert lost is not None
    assert lost.lose2 == pytest.approx(16 / 36, abs=1e-9)


FAR = [(24,) * 15, (24,) * 8 + (18,) * 7, (20,) * 8 + (12,) * 7]


@pytest.mark.parametrize("rules", ["gul-bara", "gioul"])
@pytest.mark.parametrize("army", FAR)
def test_an_army_far_behind_loses_double_nearly_always(rules: str, army: Places) -> None:
    last = (6, 3) if 18 not in army else (4, 4)  # the point that is neither's
    for few, least in (((2,), 0.9998), ((3, 2), 0.999), ((4, 3), 0.998), (last, 0.98)):
        bound = least_double(place(rules, few, army, rolls=LATE))
        assert bound is not None
        assert least <= bound <= 1
    assert least_double(place(rules, (9, 3), army, rolls=LATE)) is None
    assert least_double(place(rules, last, army[:-1], rolls=LATE)) is None
    assert least_double(place(rules, (4, 3, 2), army, rolls=LATE)) is None


def test_the_bound_where_it_can_be_worked_out() -> None:
    # The army needs one pip, so only A's first roll counts: from its 3 and 2 all rolls take both off but those with
    # a 1, 11 of them; where doubles cascade, 1-1 does.
    ordinary: dict[str, object] = {"cascade_from": 0, "rest": "lost"}
    assert least_double(place(ordinary, (3, 2), (6,) * 15)) == pytest.approx(25 / 36)
    assert least_double(place({"cascade_from": 1, "rest": "lost"}, (3, 2), (6,) * 15)) == pytest.approx(26 / 36)


def test_an_army_is_fifteen_checkers() -> None:
    assert all(len(army) == CHECKERS for army in ARMIES + FAR)

"""Race tables against brute force in exact fractions, known values, and the estimate made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from rosespring.board import CHECKERS, Position, Roll
from rosespring.endings import Tables, race_estimate
from rosespring.endings.measure import race_errors
from rosespring.endings.race_solver import solve_race, solve_two_sided
from rosespring.endings.races import combined, doubles_kind, is_race, rolls_distribution
from rosespring.endings.ranks import all_places, index_count, index_of
from rosespring.endings.specs import DOUBLE_KINDS, FIRST, NEXT, RACE, RACES, Spec
from rosespring.errors import TableError
from tests.endings.iteration import LATE, ROLLS
from tests.positions import counts, place

Places = tuple[int, ...]
kinds = pytest.mark.parametrize("kind", DOUBLE_KINDS)


class BruteForce:
    """Races by trying every play of every roll, in fractions; checkers are points, highest first, zeros off."""

    def __init__(self, kind: str, goal: str) -> None:
        self.cascading = kind == "cascading"
        self.goal = goal
        self.expected = cache(self._expected)
        self.chances = cache(self._chances)
        self.ends = cache(self._ends)

    def over(self, places: Places, start: Places) -> bool:
        """Whether the goal is met, if `start` was to roll."""
        return not any(places) or (self.goal != RACE and places.count(0) > start.count(0))

    def _ends(self, places: Places, numbers: Places, start: Places) -> frozenset[Places]:
        if not numbers or self.over(places, start):
            return frozenset([places])
        after = set(moves(places, numbers[0]))
        return frozenset().union(*(self._ends(end, numbers[1:], start) for end in after))

    def _all_ends(self, places: Places, a: int, b: int) -> frozenset[Places]:
        if a != b:
            return self.ends(places, (a, b), places) | self.ends(places, (b, a), places)
        lines: frozenset[Places] = frozenset([places])
        for stage in Roll.of(a, b).stages(self.cascading):
            for number in stage:
                lines = frozenset().union(*(self.ends(line, (number,), places) for line in lines))
        return lines

    def best(self, places: Places, a: int, b: int) -> Places:
        """The best end of a roll: the fewest expected rolls; of equal ones the first in the order of indices."""
        ends = self._all_ends(places, a, b)
        over = [end for end in ends if self.over(end, places)]
        return min(over or ends, key=lambda end: (self.expected(end), end))

    def _expected(self, places: Places) -> Fraction:
        if not any(places):
            return Fraction(0)
        ends = [self.best(places, a, b) for a, b in ROLLS if a >= b]
        weights = [1 if a == b else 2 for a, b in ROLLS if a >= b]
        later = [Fraction(0) if self.over(end, places) else self.expected(end) for end in ends]
        return 1 + sum((weight * rolls for weight, rolls in zip(weights, later, strict=True)), Fraction(0)) / 36

    def _chances(self, places: Places) -> tuple[Fraction, ...]:
        """The chance of each number of rolls."""
        total = [Fraction(0)] * 40
        for a, b in ROLLS:
            end = self.best(places, a, b)
            later = (Fraction(1),) if self.over(end, places) else self.chances(end)
            for rolls, chance in enumerate(later[:39]):
                total[rolls + 1] += chance / 36
        return tuple(total)


def moves(places: Places, number: int) -> Iterator[Places]:
    """All moves of one die where nothing is blocked (rules.md section 4)."""
    for i, point in enumerate(places):
        may_bear_off = places[0] <= 6 and point and (point == number or (point < number and point == places[0]))
        if point > number or may_bear_off:
            moved = [*places[:i], max(0, point - number), *places[i + 1 :]]
            yield tuple(sorted(moved, reverse=True))


def small(men: int, points: int) -> list[Places]:
    return [tuple(reversed(places)) for places in combinations_with_replacement(range(points + 1), men) if any(places)]


def check(goal: str, kind: str, tables: Tables, positions: list[Places]) -> float:
    """The largest error of any chance."""
    truth, worst = BruteForce(kind, goal), 0.0
    for places in positions:
        spec = next(spec for spec in tables.races(goal, kind) if spec.points >= places[0])
        begin, found = tables.get(spec).rolls(index_of(places, spec.men))
        padded = [0.0] * begin + list(found) + [0.0] * (40 - begin - len(found))
        worst = max(worst, *(abs(a - b) for a, b in zip(padded, truth.chances(places), strict=True)))
    return worst


@kinds
@pytest.mark.parametrize("goal", [RACE, NEXT])
def test_all_home_positions_of_four_checkers_against_brute_force(
    goal: str, kind: str, tables: Tables, verification: Callable[[str], None]
) -> None:
    positions = small(4, 6)
    error = check(goal, kind, tables, positions)
    assert len(positions) == 209
    assert error < 1e-12
    verification(f"{goal}, {kind}: all {len(positions)} home positions of up to 4 checkers, error {error:.1g}")


@kinds
def test_positions_outside_home_against_brute_force(
    kind: str, tables: Tables, full_size: bool, verification: Callable[[str], None]
) -> None:
    positions = small(4, 12) if full_size else small(2, 12)
    error = check(RACE, kind, tables, positions)
    assert error < 1e-12
    verification(f"race, {kind}: all {len(positions)} positions on 12 points, error {error:.1g}")


def rolls(places: Places, kind: str, tables: Tables, goal: str = RACE) -> list[float]:
    found = rolls_distribution(counts(places), kind, goal, tables)
    assert found is not None
    return list(found)


@kinds
def test_known_values(kind: str, tables: Tables) -> None:
    assert rolls((1,), kind, tables) == [0.0, 1.0]
    assert rolls((1, 1), kind, tables) == [0.0, 1.0]
    # One checker on the 6: all rolls but 2-1, 3-1, 4-1, 3-2 and, unless 2-2 follows, 1-1: 36 - 8 - 1 of 36.
    at_once = 27 if kind == "ordinary" else 28
    assert rolls((6,), kind, tables)[1] == pytest.approx(at_once / 36, abs=1e-12)
    # Three on the ace point: a double, which may cascade, or two rolls.
    assert rolls((1, 1, 1), kind, tables) == pytest.approx([0, 6 / 36, 30 / 36], abs=1e-12)
    # All 15 on the ace point, none off: one roll takes the first one off; a 1-1, 2-2 or 3-3 cascade takes all.
    whole = (1,) * CHECKERS
    assert rolls(whole, kind, tables, FIRST) == [0.0, 1.0]
    assert rolls(whole, kind, tables)[1] == pytest.approx(3 / 36 if kind == "cascading" else 0, abs=1e-12)


@kinds
def test_the_first_checker_off_is_the_next_one_of_fifteen(kind: str, tables: Tables) -> None:
    next_off = tables.get(Spec(NEXT, CHECKERS, 6, kind))
    for places in ((6,) * 15, (6,) * 14 + (5,), (6, 5, 4, 3, 2) * 3, (1,) * 15):
        ordered = tuple(sorted(places, reverse=True))
        begin, chances = next_off.rolls(index_of(ordered, CHECKERS))
        assert rolls(places, kind, tables, FIRST) == pytest.approx([0.0] * begin + list(chances), abs=1e-12)


@kinds
@pytest.mark.parametrize("goal", [RACE, NEXT])
def test_every_home_position_sums_to_one_and_fewer_pips_take_no_more_rolls(goal: str, kind: str) -> None:
    expected, chances = solve_race(Spec(goal, CHECKERS, 6, kind))
    assert len(expected) == 54264
    assert chances.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert (chances @ range(chances.shape[1])) == pytest.approx(expected, abs=1e-9)
    assert (expected[1:] >= 1).all()


@kinds
@pytest.mark.parametrize("men", [2, 5])
def test_a_checker_less_never_takes_more_rolls(men: int, kind: str) -> None:
    # A step ahead may: 3 3 1 1 is worse than 3 3 2 1. With two checkers it never does.
    expected, _chances = solve_race(Spec(RACE, men, 6, kind))
    for places in small(men, 6):
        for i in range(men - places.count(0)):
            fewer = (*places[:i], *places[i + 1 :], 0)
            ahead = sorted((*places[:i], places[i] - 1, *places[i + 1 :]), reverse=True)
            assert expected[index_of(fewer, men)] <= expected[index_of(places, men)] + 1e-12
            assert men > 2 or expected[index_of(ahead, men)] <= expected[index_of(places, men)] + 1e-12


def test_indices_count_in_the_order_of_the_lists() -> None:
    for men, points in ((1, 24), (2, 24), (3, 9), (15, 2)):
        listed = list(all_places(men, points))
        assert len(listed) == index_count(men, points)
        assert [index_of(places, men) for places in listed] == list(range(len(listed)))


@pytest.mark.parametrize("rules", ["gul-bara", "gioul"])
@pytest.mark.parametrize(
    ("own", "other", "race"),
    [
        ((6, 3), (6,), (True, True)),
        ((12,), (12,), (True, True)),
        ((13,), (2,), (False, True)),
        ((1,), (23,), (False, True)),
    ],
)
def test_a_race_is_where_nobody_can_meet(rules: str, own: Places, other: Places, race: tuple[bool, bool]) -> None:
    position = place(rules, own, other, rolls=LATE)
    assert is_race(position) is race[rules == "gioul"]
    assert is_race(position.mirror()) is is_race(position)


def test_the_kind_of_doubles_follows_from_the_rolls_made() -> None:
    assert doubles_kind(place({"cascade_from": 0}, (6,), (6,))) == "ordinary"
    assert doubles_kind(place("gioul", (6,), (6,))) == "cascading"
    assert doubles_kind(place("gul-bara", (6,), (6,), rolls=(3, 3))) == "cascading"
    assert doubles_kind(place("gul-bara", (6,), (6,), rolls=(9, 2))) is None
    by_game: dict[str, object] = {"cascade_from": 8, "cascade_count": "game"}
    assert doubles_kind(place(by_game, (6,), (6,), rolls=(4, 2))) is None
    assert doubles_kind(place(by_game, (6,), (6,), rolls=(4, 3))) == "cascading"


def test_the_estimate_weighs_both_sides_rolls() -> None:
    # A needs 1 or 2 rolls, B surely 1: A wins with the first.
    assert combined([0, 0.25, 0.75], [0, 1], [1], [1]) == (0.25, 0.0, 0.0)
    # Both need 2 or 3; A rolls first and wins unless it needs 3 and B 2.
    win = combined([0, 0, 0.5, 0.5], [0, 0, 0.5, 0.5], [1], [1]).win
    assert win == pytest.approx(0.75)
    # B has none off and takes 2 rolls for the first: A wins double with 1 or 2 of its own.
    assert combined([0, 0.2, 0.3, 0.5], [0] * 9 + [1], [1], [0, 0, 1]).win2 == pytest.approx(0.5)
    # A has none off and takes 2 rolls for that: it loses double to 1 of B's.
    assert combined([0] * 9 + [1], [0, 0.2, 0.8], [0, 0, 1], [1]).lose2 == pytest.approx(0.2)


@kinds
def test_the_estimate_is_what_is_measured(kind: str, tables: Tables) -> None:
    rules: dict[str, object] = {"cascade_from": int(kind == "cascading")}
    exact = solve_two_sided(2, 2, kind).outcomes[0, 1]
    errors = []
    for a in small(2, 6):
        for b in small(2, 6):
            found = race_estimate(place(rules, [p for p in a if p], [p for p in b if p]), tables)
            assert found is not None
            errors.append(abs(found.win - exact[index_of(a, 2), index_of(b, 2)]))
    # Who is to roll, A or B, is the same question twice where both have as many checkers.
    (measured,) = [error for error in race_errors(((2, 2),)) if error.rules == kind]
    assert max(errors) == pytest.approx(measured.largest, abs=1e-9)


def test_the_errors_of_the_estimate_are_what_the_documents_say(
    full_size: bool, verification: Callable[[str], None]
) -> None:
    documented = {
        ("ordinary", 4, "win"): 0.0095, ("cascading", 4, "win"): 0.0002, ("ordinary", 15, "win"): 2.7e-7,
        ("ordinary", 15, "win2"): 0.0, ("cascading", 15, "win"): 0.0058, ("cascading", 15, "win2"): 0.0022,
    }  # fmt: skip
    for error in race_errors() if full_size else race_errors(((4, 4),)):
        limit = documented[error.rules, error.other_men, error.chance]
        assert error.largest == pytest.approx(limit, rel=0.05, abs=1e-9)
        verification(
            f"estimate, {error.rules}, {error.men} against {error.other_men}: largest error of {error.chance} "
            f"{error.largest:.2g}, mean {error.mean:.2g}, {error.positions} positions"
        )


def test_estimates_end_where_the_tables_end(tables: Tables) -> None:
    whole = [7, *[6] * 14]
    assert race_estimate(place("gul-bara", (6, 5), whole[1:], rolls=LATE), tables) is not None
    assert race_estimate(place("gul-bara", (6, 5), whole, rolls=LATE), tables) is None
    assert race_estimate(place("gul-bara", (13,), (2,), rolls=LATE), tables) is None
    assert race_estimate(place("gul-bara", (6,), (6,), rolls=LATE, stages=((6, 5),)), tables) is None


def test_missing_tables_say_how_to_build_them(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="rosespring endings build"):
        race_estimate(place("gul-bara", (6,), (6,), rolls=LATE), Tables(tmp_path))


def test_the_race_tables_take_at_most_twenty_megabytes(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.glob("*.table")) <= 20_000_000
    assert {path.stem for path in folder.glob("*.table")} == {spec.name for spec in RACES}


def test_finished_and_unfinished_positions_have_no_estimate(tables: Tables) -> None:
    assert race_estimate(Position.start(place("gioul", (6,), (6,)).rules), tables) is None

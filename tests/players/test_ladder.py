"""Ladders: ratings against known values, intervals that hold what they promise, standings that fit the duels."""

from __future__ import annotations

from itertools import combinations
from math import log10

import numpy as np
import pytest

from rosespring.errors import UnknownPlayer
from rosespring.players import LADDER, PLAYERS, Ladder, duel, ladder
from rosespring.players.ladder import bradley_terry, rate, softened
from rosespring.rules import PRESETS

BULGARIAN = PRESETS["gul-bara-bulgarian"].rules


@pytest.mark.parametrize("share", [0.5, 0.6, 0.9, 0.999, 1 / 3])
def test_two_players_differ_by_the_odds_of_a_win(share: float) -> None:
    wins = np.array([[0, 1000 * share], [1000 * (1 - share), 0]])
    difference = 400 * log10(share / (1 - share))
    assert bradley_terry(wins, anchor=1) == pytest.approx([difference, 0], abs=1e-6)
    assert bradley_terry(wins) == pytest.approx([0, -difference], abs=1e-6)


def chance(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


TRUE = [0.0, 60.0, 210.0, 400.0, 900.0]


def test_ratings_that_made_the_results_come_out() -> None:
    wins = np.array([[0 if a == b else 100 * chance(a - b) for b in TRUE] for a in TRUE])
    assert bradley_terry(wins) == pytest.approx(TRUE, abs=1e-6)
    # Many tables at once are rated each for itself.
    both = bradley_terry(np.stack([wins, wins.T]))
    assert both == pytest.approx(np.array([TRUE, [-rating for rating in TRUE]]), abs=1e-6)


def test_results_that_fit_no_ratings_are_no_trouble() -> None:
    # Each beats the next three to one in a ring: nobody is better.
    ring = np.array([[0, 3, 1], [1, 0, 3], [3, 1, 0]])
    assert bradley_terry(ring) == pytest.approx([0, 0, 0], abs=1e-6)


@pytest.mark.parametrize(
    "wins", [[[0, 5], [0, 0]], [[0, 0], [0, 0]], [[0, 5, 5], [5, 0, 5], [0, 0, 0]]], ids=["all won", "none", "three"]
)
def test_ratings_without_end_are_refused(wins: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="expected every group"):
        bradley_terry(np.array(wins, float))


def test_who_lost_everything_is_rated_as_if_by_half_a_win() -> None:
    assert softened(np.array([[0.0, 5.0], [0.0, 0.0]])).tolist() == [[0.0, 5.0], [0.5, 0.0]]
    ratings, low, high = rate(2, {(0, 1): [1.0] * 20})
    assert ratings == pytest.approx([0, -400 * log10(80)])
    assert low[1] < -400 * log10(80)  # and it may be worse still
    assert -400 * log10(80) < high[1] < -100


def test_intervals_hold_the_truth_as_often_as_they_say(full_size: bool) -> None:
    random, pairs, runs = np.random.default_rng(1), 300, 200 if full_size else 30
    missed = 0
    for run in range(runs):
        shares = {
            (a, b): random.choice([1.0, 0.0], (pairs, 2), p=[win := chance(TRUE[a] - TRUE[b]), 1 - win])
            .mean(axis=1)
            .tolist()
            for a, b in combinations(range(4), 2)
        }
        ratings, low, high = rate(4, shares, 0, run)
        assert ratings == pytest.approx(TRUE[:4], abs=120)
        missed += sum(not low[index] <= TRUE[index] <= high[index] for index in (1, 2, 3))
    assert 0 < missed / (3 * runs) < 0.12


@pytest.fixture(scope="module")
def small() -> Ladder:
    return ladder(["expert", "random", "novice"], BULGARIAN, pairs=20, seed=7, workers=1)


def test_a_ladder_is_anchored_and_sorted(small: Ladder) -> None:
    assert [standing.player for standing in small.standings] == ["expert", "novice", "random"]
    assert (small.anchor, small.standings[-1].rating, small.standings[-1].low) == ("random", 0, 0)
    best, middle, last = small.standings
    assert best.rating > middle.rating > 0
    assert best.low is not None
    assert best.high is not None
    assert best.low < best.rating < best.high
    assert (last.next_share, last.next_half_width) == (None, None)


def test_a_ladder_says_what_its_duels_say(small: Ladder) -> None:
    assert [(result.a, result.b, result.seed) for result in small.duels] == [
        ("expert", "random", 7), ("expert", "novice", 8), ("random", "novice", 9),
    ]  # fmt: skip
    again = duel("expert", "novice", BULGARIAN, pairs=20, seed=8)
    assert small.duels[1] == again
    best, middle, _last = small.standings
    assert (best.next_share, best.next_half_width) == (again.win_share, again.win_half_width)
    assert best.win_share == (small.duels[0].win_share + again.win_share) / 2
    assert middle.next_share == 1 - small.duels[2].win_share
    assert small.as_dict()["standings"][1]["player"] == "novice"


def test_a_single_pair_gives_ratings_without_intervals() -> None:
    seen: list[tuple[str, int]] = []
    found = ladder(["yardstick", "expert"], BULGARIAN, pairs=1, progress=lambda *shown: seen.append(shown))
    assert found.anchor == "yardstick"
    assert [(standing.low, standing.high) for standing in found.standings] == [(None, None)] * 2
    assert seen == [("yardstick – expert", 2)]


@pytest.mark.parametrize("players", [[], ["random"], ["random", "expert", "random"]], ids=str)
def test_a_ladder_needs_different_players(players: list[str]) -> None:
    with pytest.raises(ValueError, match="two different players"):
        ladder(players, BULGARIAN)


def test_everybody_is_known_before_anybody_plays() -> None:
    with pytest.raises(UnknownPlayer, match="'experts'"):
        ladder(["careful", "random", "experts"], BULGARIAN, pairs=10**6)


def test_any_seed_will_do() -> None:
    for seed in (-5, 2**80):
        found = ladder(("runner", "random"), PRESETS["gul-bara"].rules, pairs=2, seed=seed, workers=1)
        assert (found.seed, len(found.standings)) == (seed, 2)


def test_the_usual_players_exist() -> None:
    assert set(LADDER) < set(PLAYERS)
    assert LADDER[0] == "random"

"""Match equity: the laws of the table, and cases that are known or counted in another way."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest

from rosespring.evaluation.match_equity import DOUBLE_SHARE, LONGEST, MONEY, match_equity, utilities
from rosespring.players.thinkers import utility_of
from tests.evaluation.samples import random_network

SHARES = [0.0, 0.2, DOUBLE_SHARE, 0.35, 0.5, 1.0]


@pytest.mark.parametrize("share", SHARES)
def test_one_side_wins(share: float) -> None:
    table = match_equity(share)
    assert table.shape == (LONGEST + 1, LONGEST + 1)
    going = table[1:, 1:]
    assert going + going.T == pytest.approx(1)
    assert np.diag(going) == pytest.approx(0.5)
    assert (table[0, 1:] == 1).all()
    assert (table[1:, 0] == 0).all()


@pytest.mark.parametrize("share", SHARES)
def test_needing_less_is_never_worse(share: float) -> None:
    table = match_equity(share)
    assert (np.diff(table[:, 1:], axis=0) <= 1e-15).all()
    assert (np.diff(table[1:, :], axis=1) >= -1e-15).all()
    if share < 1:  # where 2 points are all that is won, 1 and 2 needed are the same
        assert (np.diff(table[:, 1:], axis=0) < 0).all()


def test_without_doubles_it_is_the_problem_of_points() -> None:
    # Pascal and Fermat, 1654: i and j points needed; of i + j - 1 fair games the side wins at least i.
    table = match_equity(0.0)
    for i in range(1, LONGEST + 1):
        for j in range(1, LONGEST + 1):
            games = i + j - 1
            assert table[i, j] == pytest.approx(sum(comb(games, won) for won in range(i, games + 1)) / 2**games)
    assert table[1, 3] == 7 / 8
    assert table[2, 3] == 11 / 16


def test_with_doubles_only_it_is_the_same_in_pairs_of_points() -> None:
    single, double = match_equity(0.0), match_equity(1.0)
    for i in range(1, LONGEST + 1):
        for j in range(1, LONGEST + 1):
            assert double[i, j] == pytest.approx(single[(i + 1) // 2, (j + 1) // 2])


def test_small_scores_by_hand() -> None:
    # 1 against 2 with share d: win at once, or lose 2 and the match, or lose 1 and be even: 1/2 + (1 - d)/2 · 1/2.
    for share in SHARES:
        assert match_equity(share)[1, 2] == pytest.approx(0.75 - share / 4)


def test_any_share_is_the_sum_over_all_sequences_of_games() -> None:
    share = Fraction(8, 25)

    @cache
    def chance(i: int, j: int) -> Fraction:
        """Every way a match can go on from here, in fractions."""
        if i <= 0 or j <= 0:
            return Fraction(int(i <= 0))
        ends = ((1, 0, 1 - share), (2, 0, share), (0, 1, 1 - share), (0, 2, share))
        return sum((part * chance(i - mine, j - yours) / 2 for mine, yours, part in ends), Fraction(0))

    table = match_equity(0.32)
    for i in range(1, LONGEST + 1):
        for j in range(1, LONGEST + 1):
            assert table[i, j] == pytest.approx(float(chance(i, j)))


@pytest.mark.parametrize("share", SHARES)
def test_utilities_are_turned_with_the_sides(share: float) -> None:
    found = utilities(LONGEST, share)
    assert found.shape == (LONGEST, LONGEST, 4)
    for i in range(LONGEST):
        for j in range(LONGEST):
            win, win2, lose, lose2 = found[i, j]
            assert found[j, i] == pytest.approx([-lose, -lose2, -win, -win2])  # what I lose you win
            assert 1 >= win2 >= win >= lose >= lose2 >= -1
            assert win > lose or share == 1  # where one point is never won, it need not matter
            # A fair game changes nothing on average: its mean is the score's own.
            mean = (1 - share) * (win + lose) / 2 + share * (win2 + lose2) / 2
            assert mean == pytest.approx(2 * match_equity(share)[i + 1, j + 1] - 1)


def test_the_last_game_is_all_or_nothing_and_points_do_not_matter() -> None:
    assert utilities(1)[0, 0].tolist() == [1, 1, -1, -1]
    assert utilities(3)[0, 0].tolist() == [1, 1, -1, -1]
    # One point is as good as two for who needs one, and two decide against who lets the other have them.
    one_needed = utilities(3, 0.0)[0, 1].tolist()
    assert one_needed == [1, 1, 0, -1]


def test_matches_longer_than_the_table_have_their_own() -> None:
    assert utilities(20).shape == (20, 20, 4)
    assert utilities(20)[:15, :15] == pytest.approx(utilities(15))


def test_a_player_without_a_score_counts_points() -> None:
    assert list(MONEY) == [1, 2, -1, -2]
    for network in (None, random_network()):
        assert utility_of(network, None) == MONEY


def test_a_players_utility_is_that_of_its_score_and_network() -> None:
    network = random_network()
    for needs in ((1, 1), (3, 2), (1, 15), (15, 4)):
        mine, yours = needs
        assert utility_of(None, needs) == tuple(utilities(15)[mine - 1, yours - 1])
        assert utility_of(network, needs) == tuple(utilities(15, network.card.double_share)[mine - 1, yours - 1])
    assert utility_of(None, (40, 3)) == utility_of(None, (15, 3))

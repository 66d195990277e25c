"""Rollouts: the same dice on any number of threads, exact endings, matches, truncation, files."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rosespring.board import Position
from rosespring.errors import IllegalStep, RosespringError
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.match_equity import utilities
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.notation import parse_turn
from rosespring.rollouts import Rollout, Settings, Standing, Stop
from rosespring.rollouts.store import resume_rollout, save_rollout
from rosespring.rollouts.trials import exact_table
from rosespring.rules import PRESETS, find_rules
from tests.networks import random_network
from tests.positions import place, steps

NETWORK = random_network("parallel")
RULES = PRESETS["gul-bara"].rules
LATE = place("gul-bara", [3, 5, 6, 6, 12, 13], [2, 4, 4, 5, 9, 11], rolls=(9, 9))


def run(rollout: Rollout, stop: Stop) -> list[Standing]:
    for _standings in rollout.run(stop):
        pass
    return rollout.standings()


def rolled(position: Position, a: int, b: int) -> Position:
    return transitions.roll(position, a, b)[0]


@pytest.mark.parametrize("settings", [Settings(seed=7), Settings(depth="stage", reduce=False), Settings(truncate=4)])
def test_threads_make_no_difference(settings: Settings) -> None:
    one, two = (Rollout(NETWORK, Position.start(RULES), (), settings, threads) for threads in (1, 2))
    for rollout in (one, two):
        run(rollout, Stop(trials=250))
    assert np.array_equal(one.found[0].chances, two.found[0].chances)
    assert one.standings() == two.standings()


def test_another_seed_throws_other_dice() -> None:
    one, two = (Rollout(NETWORK, Position.start(RULES), (), Settings(seed=seed)) for seed in (1, 2))
    run(one, Stop(trials=72))
    run(two, Stop(trials=72))
    assert not np.array_equal(one.found[0].chances, two.found[0].chances)


def test_each_pair_of_first_rolls_comes_once_in_1296() -> None:
    """Of 1,296 ordered pairs 6-5 then 6-5 are four, 6-6 then 6-6 is one, and 6-6 then 6-5 are two."""
    rollout = Rollout(NETWORK, LATE, (), Settings(seed=3))
    run(rollout, Stop(trials=1296))
    seen = Counter(map(tuple, rollout.found[0].pairs.tolist()))
    assert seen[34, 34] == 4
    assert seen[35, 35] == 1
    assert seen[35, 34] == 2
    assert len(seen) == 441
    assert sum(seen.values()) == 1296


def test_an_exact_ending_is_not_rolled_out() -> None:
    position = place("gul-bara", [9, 4], [11, 2], rolls=(9, 9))
    exact = exact_outlook(position)
    assert exact is not None
    (found,) = run(Rollout(NETWORK, position), Stop(trials=36))
    assert found.win.mean == pytest.approx(exact.win, abs=1e-9)
    assert found.win.error == 0


@pytest.mark.parametrize("preset", list(PRESETS))
def test_tables_are_read_as_python_reads_them(preset: str) -> None:
    rules = PRESETS[preset].rules
    network = random_network(rules.movement)
    for own, other in (([5], [3]), ([20, 1], [7]), ([24, 2], [5, 5]), ([6], [24, 24])):
        position = place(rules, own, other, rolls=(9, 9))
        (found,) = run(Rollout(network, position), Stop(trials=36))
        exact = exact_outlook(position)
        assert exact is not None
        assert found.win.mean == pytest.approx(exact.win, abs=1e-9)
    assert exact_table(rules, wanted=True).men >= 2


def test_while_doubles_will_still_change_no_table_is_asked() -> None:
    """With one roll made by each the second and third do not cascade yet, and later ones will (`cascade_from` 4)."""
    position = place("gul-bara", [9, 4], [11, 2], rolls=(1, 1))
    assert exact_outlook(position) is None
    (found,) = run(Rollout(NETWORK, position), Stop(trials=72))
    assert found.value.error > 0


@pytest.mark.parametrize("reduce", [False, True])
def test_truth_lies_where_trials_say(reduce: bool) -> None:
    """A checker on the 7 and the roll against one on the 2: only rolls of 7 pips or more, or two rolls, matter."""
    position = place("gul-bara", [7], [14], rolls=(9, 9))
    exact = exact_outlook(position)
    assert exact is not None
    (found,) = run(Rollout(NETWORK, position, (), Settings(exact=False, reduce=reduce)), Stop(trials=1296))
    assert found.win.mean == pytest.approx(exact.win, abs=max(4 * found.win.error, 1e-3))


def test_luck_taken_off_leaves_the_mean_and_less_spread() -> None:
    plain, reduced = (
        run(Rollout(NETWORK, LATE, (), Settings(exact=False, reduce=reduce)), Stop(trials=1296))[0]
        for reduce in (False, True)
    )
    joint = (plain.value.error**2 + reduced.value.error**2) ** 0.5
    assert plain.value.mean == pytest.approx(reduced.value.mean, abs=4 * joint)


def test_a_play_that_wins_is_worth_its_points_and_needs_no_dice() -> None:
    position = rolled(place("gul-bara", [1], [3], rolls=(9, 9)), 2, 1)
    found = run(Rollout(NETWORK, position, [steps("1/off:2")]), Stop(trials=36))
    assert (found[0].value.mean, found[0].value.error) == (1.0, 0.0)


def test_the_values_of_plays_are_those_of_the_side_that_plays() -> None:
    position = rolled(place("gul-bara", [8, 1], [12], rolls=(9, 9)), 2, 1)
    plays = [steps("8/6/5"), steps("8/6 1/off")]
    found = run(Rollout(NETWORK, position, plays), Stop(trials=36))
    for standing in found:
        after = standing.candidate.after
        exact = exact_outlook(after)
        assert exact is not None
        assert after.side is not position.side
        assert standing.win.mean == pytest.approx(1 - exact.win, abs=1e-9)
    assert found[0].loss is None
    assert found[1].loss is not None
    assert found[1].loss.mean == pytest.approx(found[0].value.mean - found[1].value.mean)


def test_dark_is_told_what_light_is() -> None:
    mirrored = LATE.mirror()
    assert mirrored.side is not LATE.side
    light, dark = (run(Rollout(NETWORK, each), Stop(trials=72))[0] for each in (LATE, mirrored))
    assert (light.value, light.win, light.lose2) == (dark.value, dark.win, dark.lose2)


def test_a_match_counts_chances_to_win_it() -> None:
    """A side that needs 1 point against 1 wins the match with the game: the value is the chance to win."""
    (found,) = run(Rollout(NETWORK, LATE, (), Settings(needs=(1, 1))), Stop(trials=72))
    assert found.value.mean == pytest.approx(found.win.mean)
    (found,) = run(Rollout(NETWORK, LATE, (), Settings(needs=(2, 3))), Stop(trials=72))
    one, two, lose_one, lose_two = utilities(15, NETWORK.card.double_share)[1, 2].tolist()
    win, win2, lose2 = found.win.mean, found.win2.mean, found.lose2.mean
    worth = (win - win2) * one + win2 * two + (1 - win - lose2) * lose_one + lose2 * lose_two
    assert found.value.mean == pytest.approx((worth + 1) / 2)


def test_cut_after_the_roll_the_network_speaks() -> None:
    """One roll deep with all 36 first rolls, each played stage by stage: what `outlook_ahead` finds."""
    from rosespring.search.choose import outlook_ahead

    position = Position.start(RULES)
    (found,) = run(Rollout(NETWORK, position, (), Settings(truncate=1, depth="stage")), Stop(trials=36))
    expected = outlook_ahead(NETWORK, position, 1)
    assert found.win.mean == pytest.approx(expected.win, abs=1e-9)
    assert found.win2.mean == pytest.approx(expected.win2, abs=1e-9)


def test_it_stops_when_the_error_is_small_or_the_best_is_clear() -> None:
    rollout = Rollout(NETWORK, LATE, (), Settings(exact=False))
    (found,) = run(rollout, Stop(trials=100_000, error=0.02))
    assert found.value.error <= 0.02
    assert 432 <= rollout.done < 100_000
    position = rolled(place("gul-bara", [4, 1, 1], [3, 1], rolls=(9, 9)), 2, 1)
    compared = Rollout(NETWORK, position, [steps("4/2/1"), steps("4/2 1/off")], Settings(exact=False))
    best, other = run(compared, Stop(trials=100_000, clear=3.0))
    assert other.loss is not None
    assert other.loss.mean > 3 * other.loss.error
    assert best.candidate.steps == tuple(steps("4/2 1/off"))


def test_it_goes_on_from_a_file_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    path, settings = tmp_path / "kept.npz", Settings(seed=5)
    first = Rollout(NETWORK, LATE, (), settings)
    run(first, Stop(trials=300))
    save_rollout(path, first)
    second, whole = Rollout(NETWORK, LATE, (), settings), Rollout(NETWORK, LATE, (), settings)
    resume_rollout(path, second)
    assert second.done == 300
    assert run(second, Stop(trials=600)) == run(whole, Stop(trials=600))


@pytest.mark.parametrize("other", [Settings(seed=6), Settings(seed=5, depth="stage"), Settings(seed=5, needs=(1, 2))])
def test_a_file_of_another_rollout_is_refused(tmp_path: Path, other: Settings) -> None:
    path = tmp_path / "kept.npz"
    first = Rollout(NETWORK, LATE, (), Settings(seed=5))
    run(first, Stop(trials=36))
    save_rollout(path, first)
    with pytest.raises(RosespringError, match=r"kept\.npz holds another rollout"):
        resume_rollout(path, Rollout(NETWORK, LATE, (), other))


def test_no_damaged_file_is_taken_for_trials(tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    rollout = Rollout(NETWORK, LATE, (), Settings())
    resume_rollout(path, rollout)
    assert rollout.done == 0
    run(rollout, Stop(trials=36))
    save_rollout(path, rollout)
    whole = path.read_bytes()
    for damaged in (b"", b"no archive", whole[:-40], whole[: len(whole) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(RosespringError, match=r"kept\.npz"):
            resume_rollout(path, rollout)


def test_of_two_runs_on_one_file_the_longer_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    longer, shorter, other = (Rollout(NETWORK, LATE, (), Settings(seed=seed)) for seed in (5, 5, 6))
    run(longer, Stop(trials=108))
    run(shorter, Stop(trials=72))
    run(other, Stop(trials=144))
    save_rollout(path, longer)
    save_rollout(path, shorter)
    with pytest.raises(RosespringError, match=r"kept\.npz holds another rollout: its seed is 5, not 6"):
        save_rollout(path, other)
    resumed = Rollout(NETWORK, LATE, (), Settings(seed=5))
    resume_rollout(path, resumed)
    assert resumed.done == 108


def test_a_pipe_is_no_file_of_a_rollout(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(RosespringError, match="is no file of a rollout"):
        resume_rollout(path, Rollout(NETWORK, LATE, (), Settings()))


def test_an_illegal_play_is_refused() -> None:
    position = rolled(Position.start(find_rules("gul-bara")), 6, 5)
    with pytest.raises(IllegalStep):
        Rollout(NETWORK, position, [steps("24/20")])


def test_a_whole_cascade_and_a_passed_rest_are_played_out() -> None:
    """Gioul's opening 6-6 leaves nothing, 1-1 six stages; what cannot be played is the other side's to begin with."""
    network: Network = random_network("contrary")
    start = Position.start(PRESETS["gioul"].rules)
    for a, b in ((6, 6), (1, 1)):
        (found,) = run(Rollout(network, rolled(start, a, b), (), Settings(depth="turn")), Stop(trials=36))
        assert 0 <= found.win.mean <= 1
    rest = replace(
        place("gul-bara", [24, 3], [2, 20], rolls=(5, 5), stages=((5, 5, 5), (6, 6, 6, 6)), flags="cascade received")
    )
    (found,) = run(Rollout(NETWORK, transitions.settle(rest)[0], ()), Stop(trials=36))
    assert -2 <= found.value.mean <= 2
    assert parse_turn("no play", start) == []

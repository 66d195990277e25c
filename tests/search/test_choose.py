"""Choosing plays: what is returned is legal, leads where it says, and is the best by what it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from rosespring import Position, find_rules
from rosespring.board import Step
from rosespring.errors import PositionError
from rosespring.evaluation import Outlook
from rosespring.evaluation.match_equity import utilities
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.movegen.reference import stage_results
from rosespring.players.thinkers import LEVELS, Needs, Yardstick
from rosespring.rules import PRESETS
from rosespring.search.choose import Line, best_lines, best_stage, outlook_ahead, outlook_of_rolls
from rosespring.search.depth import FULL, STAGE, Depth
from tests.evaluation.samples import NETWORKS, moments
from tests.positions import place, steps
from tests.search import plain
from tests.search.plain import Utility

MONEY: Utility = (1.0, 2.0, -1.0, -2.0)


def network_of(position: Position) -> Network:
    return NETWORKS[position.rules.movement]


def playing(seed: int, count: int, most: int = 99) -> list[Position]:
    """Settled positions with at most so many numbers to play."""
    positions = moments(seed, 8 * count)
    found = [position for position in positions if 0 < sum(map(len, position.stages)) <= most]
    assert len(found) >= count
    return found[:count]


def facts(lines: Sequence[Line]) -> list[tuple[object, ...]]:
    return [(line.stages, line.outlook, line.worth, line.rolls) for line in lines]


def chances_of(line: Line) -> np.ndarray:
    return as_chances(line.outlook)


def as_chances(outlook: Outlook) -> np.ndarray:
    return np.array([outlook.win - outlook.win2, outlook.win2, 1 - outlook.win - outlook.lose2, outlook.lose2])


# Before a roll


def rolling(seed: int, count: int) -> list[Position]:
    """Settled positions of sides about to roll."""
    return [position for position in moments(seed, 4 * count) if not position.stages and not position.winner][:count]


def best_of_roll(position: Position, high: int, low: int, depth: Depth) -> np.ndarray:
    """The chances of the side about to roll after the best play of a roll, by whomever it is played."""
    network = network_of(position)
    after, _events = transitions.roll(position, high, low)
    if after.stages:
        outlook = best_lines(network, after, depth)[0].outlook
    else:
        outlook = outlook_ahead(network, after, int(depth.wide > 1))
    return as_chances(outlook.seen_by(position.side, after.side))


@pytest.mark.parametrize(("depth", "count"), [(Depth(beam=8), 40), (Depth(beam=8, wide=2), 30)], ids=str)
@pytest.mark.parametrize("doubles", [True, False])
def test_before_a_roll_the_mean_over_the_best_plays_is_expected(
    depth: Depth, count: int, doubles: bool, full_size: bool
) -> None:
    passing = 0
    for position in rolling(33, count * (10 if full_size else 1)):
        total, share_of_all = np.zeros(4), 0
        for high, low in combinations_with_replacement(range(1, 7), 2):
            share = 1 if high == low else 2
            if share == 2 or doubles:
                total += share * best_of_roll(position, high, low, depth)
                share_of_all += share
                passing += transitions.roll(position, high, low)[0].received
        found = outlook_of_rolls(network_of(position), position, depth, doubles=doubles)
        assert as_chances(found) == pytest.approx(total / share_of_all, abs=1e-9), position
    assert passing  # rests that pass before anything is played


def test_with_numbers_to_play_there_is_no_mean_over_rolls() -> None:
    (position,) = playing(34, 1)
    with pytest.raises(ValueError, match="expected a position about to roll"):
        outlook_of_rolls(network_of(position), position, Depth())


# Whole turns


@pytest.mark.parametrize(
    ("depth", "count"),
    [(Depth(), 150), (Depth(beam=6), 150), (Depth(beam=6, wide=4), 60), (FULL, 12)],
    ids=str,
)
def test_lines_are_legal_and_end_where_they_say(depth: Depth, count: int, full_size: bool) -> None:
    for position in playing(31, count * (10 if full_size else 1)):
        lines = best_lines(network_of(position), position, depth)
        assert 1 <= len(lines) <= max(1, depth.wide)
        reached = set()
        for line in lines:
            at = position
            for stage in line.stages:
                assert stage
                assert at.side is position.side
                assert at.stages
                at = plain.follow(at, stage)
            assert not plain.goes_on(position, at)  # all that can be played is
            reached.add(at)
            assert line.worth == pytest.approx(float(chances_of(line) @ MONEY), abs=1e-9)
        assert len(reached) == len(lines)  # none twice
        keys = [(-line.rolls, -line.worth) for line in lines]
        assert keys == sorted(keys)


@pytest.mark.parametrize(("wide", "count"), [(1, 80), (3, 10)])
def test_a_lines_outlook_is_that_of_its_end(wide: int, count: int, full_size: bool) -> None:
    random = Random(2)
    for position in playing(32, count * (5 if full_size else 1)):
        utility = (random.random(), random.random() + 1, -random.random(), -random.random() - 1)
        network = network_of(position)
        for line in best_lines(network, position, Depth(beam=4, wide=wide), utility):
            end = plain.follow(position, line.steps)
            wanted = utility if end.side is position.side else plain.against(utility)
            expected = plain.ahead(network, end, wanted, line.rolls)
            expected = expected if end.side is position.side else expected[[2, 3, 0, 1]]
            assert line.rolls == (1 if wide > 1 else 0)
            assert chances_of(line) == pytest.approx(expected, abs=1e-5), position
            assert line.worth == pytest.approx(float(expected @ utility), abs=1e-5)


def worths_of_ends(network: Network, position: Position, utility: Utility) -> dict[Position, float]:
    """The worth at 0 rolls of every end of all stages, by the reference."""
    ends = sorted(plain.ends(position), key=str)
    return dict(zip(ends, (plain.chances_of(network, ends, position.side) @ utility).tolist(), strict=True))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_1_1_is_planned(preset: str) -> None:
    # rules.md section 6, 2: all 24 of its numbers can be played from the start, whatever is played first.
    stages = tuple((number,) * 4 for number in range(1, 7))
    start = place(preset, [24] * 15, [24] * 15, rolls=(4, 3), stages=stages, flags="cascade")
    lines = best_lines(network_of(start), start)
    assert len(lines) == FULL.wide
    for line in lines:
        assert [step.number for step in line.steps] == [number for stage in stages for number in stage]
        end = plain.follow(start, line.steps)
        assert (end.side, end.stages) == (start.side.other, ())


def test_a_wide_beam_finds_the_best_of_all_ends(full_size: bool) -> None:
    for position in playing(33, 400 if full_size else 80, most=8):
        network = network_of(position)
        worths = worths_of_ends(network, position, MONEY)
        if len(worths) > 3000:
            continue
        (line,) = best_lines(network, position, Depth(beam=4000))
        assert worths[plain.follow(position, line.steps)] == pytest.approx(max(worths.values()), abs=1e-5), position


def test_the_widest_lines_are_those_that_are_best_at_0_rolls(full_size: bool) -> None:
    for position in playing(34, 200 if full_size else 40, most=7):
        network = network_of(position)
        worths = worths_of_ends(network, position, MONEY)
        if len(worths) > 3000:
            continue
        lines = best_lines(network, position, Depth(beam=4000, wide=5))
        found = sorted((worths[plain.follow(position, line.steps)] for line in lines), reverse=True)
        assert found == pytest.approx(sorted(worths.values(), reverse=True)[:5], abs=1e-5), position


def beam_ends(network: Network, position: Position, beam: int) -> list[float]:
    """The worths at 0 rolls of the ends that a beam finds, best first: between stages the `beam` best go on."""
    front: set[Position] = {position}
    ends: dict[Position, float] = {}
    while front:
        going: dict[Position, float] = {}
        for at in front:
            for after, worth in stage_worths(network, at).items():
                (going if plain.goes_on(at, after) else ends)[after] = worth
        front = set(sorted(going, key=lambda after: -going[after])[:beam])
    return sorted(ends.values(), reverse=True)


@pytest.mark.parametrize(
    ("beam", "wide"),
    [
        (1, 1),
        (3, 1),
        (1, 4),
        (6, 5),
        (2, 9),
    ],
)
def test_a_beam_keeps_so_many_lines_between_stages(beam: int, wide: int, full_size: bool) -> None:
    for position in playing(35, 400 if full_size else 80):
        network = network_of(position)
        lines = best_lines(network, position, Depth(beam=beam, wide=wide))
        found = [plain_worth(position, line) for line in lines]
        expected = beam_ends(network, position, beam)[:wide]
        assert sorted(found, reverse=True) == pytest.approx(expected, abs=1e-5), position


def test_a_wider_beam_never_finds_less() -> None:
    better = 0
    for position in playing(36, 60, most=12):
        if len(position.stages) > 1:
            worths = [best_lines(network_of(position), position, Depth(beam=beam))[0] for beam in (1, 2000)]
            assert plain_worth(position, worths[1]) >= plain_worth(position, worths[0]) - 1e-6
            better += plain_worth(position, worths[1]) > plain_worth(position, worths[0]) + 1e-6
    assert better > 0


def plain_worth(position: Position, line: Line) -> float:
    end = plain.follow(position, line.steps)
    return float(plain.chances_of(network_of(position), [end], position.side)[0] @ MONEY)


def test_more_rolls_ahead_as_the_budget_and_the_difference_allow() -> None:
    position = next(position for position in playing(37, 20) if len(stage_results(position)) > 9)
    network = network_of(position)

    def rolls(budget: int, near: float) -> list[int]:
        return [line.rolls for line in best_lines(network, position, Depth(beam=6, wide=3, budget=budget, near=near))]

    assert rolls(10**9, 9.0) == [2, 2, 1]
    assert rolls(0, 9.0) == [1, 1, 1]
    first, second, _third = best_lines(network, position, Depth(beam=6, wide=3))
    apart = first.worth - second.worth
    assert apart > 0
    assert rolls(10**9, apart * 0.99) == [1, 1, 1]
    assert rolls(10**9, apart * 1.01) == [2, 2, 1]


def test_two_rolls_ahead_are_those_of_the_end() -> None:
    late = [position for position in moments(26, 3000) if min(position.men.own[0], position.men.other[0]) >= 12]
    position = next(position for position in late if len(stage_results(position)) > 1)
    network = network_of(position)
    line = best_lines(network, position, Depth(beam=4, wide=2, budget=10**9, near=9.0))[0]
    assert line.rolls == 2
    end = plain.follow(position, line.steps)
    assert end.winner is None
    wanted = MONEY if end.side is position.side else plain.against(MONEY)
    expected = plain.ahead(network, end, wanted, 2)
    assert chances_of(line) == pytest.approx(
        expected if end.side is position.side else expected[[2, 3, 0, 1]], abs=1e-5
    )


def test_a_win_is_taken() -> None:
    # rules.md section 6, 5: 2/off with the 6, or 2/1/off: both win; B has borne off 14, so it is 1 point.
    (line,) = best_lines(NETWORKS["parallel"], place("gul-bara", [2], [24], rolls=(1, 0), stages=((6, 1),)))
    assert (line.outlook.win, line.outlook.win2, line.worth) == (1, 0, 1)
    # The same against fifteen checkers: 2 points.
    (line,) = best_lines(NETWORKS["parallel"], place("gul-bara", [2], [24] * 15, rolls=(1, 0), stages=((6, 1),)))
    assert (line.outlook.win, line.outlook.win2, line.worth) == (1, 1, 2)


def test_a_rest_that_loses_is_seen() -> None:
    # rules.md section 6, 11: B plays the three 5s that are left and wins a single game.
    position = place(
        "gul-bara", [22, 7], [6, 5], rolls=(5, 4), stages=((5,) * 4, (6,) * 4), flags="cascade"
    )  # fmt: skip
    (line,) = best_lines(NETWORKS["parallel"], position)
    assert (list(line.steps), line.outlook.win, line.outlook.lose2, line.worth) == (steps("7/2"), 0, 0, -1)


def test_choices_are_the_same_again_and_in_other_threads() -> None:
    positions = playing(38, 30)
    depth = Depth(beam=8, wide=3, budget=4000, near=9.0)

    def choose(position: Position) -> list[tuple[object, ...]]:
        return facts(best_lines(network_of(position), position, depth))

    first = [choose(position) for position in positions]
    assert [choose(position) for position in reversed(positions)] == first[::-1]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(choose, positions)) == first


def test_colours_do_not_matter() -> None:
    for position in playing(39, 15):
        network = network_of(position)
        assert facts(best_lines(network, position)) == facts(best_lines(network, position.mirror()))
        assert best_stage(network.net, position, 2) == best_stage(network.net, position.mirror(), 2)
        assert blurred(position, 0.3, 4) == blurred(position.mirror(), 0.3, 4)


def test_a_network_of_the_other_movement_is_refused() -> None:
    position = playing(3, 1)[0]
    other = NETWORKS["contrary" if position.rules.parallel else "parallel"]
    for ask in (best_lines, outlook_ahead):
        with pytest.raises(PositionError, match="expected positions of movement"):
            ask(other, position)


@pytest.mark.parametrize(("name", "value"), [("beam", 0), ("wide", 0), ("budget", -1), ("near", np.nan)])
def test_a_depth_without_sense_is_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"expected {name} of at least [01], got {value} in a depth"):
        Depth(**{name: value})  # type: ignore[arg-type]


def test_no_more_results_are_looked_at_than_there_is_room_for() -> None:
    position = playing(3, 1)[0]
    assert best_stage(network_of(position).net, position, 64)
    for wide in (0, 65):
        with pytest.raises(ValueError, match=f"expected 1 to 64 results to look at further, got {wide}"):
            best_stage(network_of(position).net, position, wide)


@pytest.mark.parametrize("position", [Position.start(find_rules("gioul")), place("gioul", [], [24] * 15)], ids=str)
def test_nothing_to_play_is_said(position: Position) -> None:
    network = NETWORKS["contrary"]
    with pytest.raises(ValueError, match="expected a position with stages to play"):
        best_lines(network, position)
    with pytest.raises(ValueError, match="expected a position with stages to play"):
        best_stage(network.net, position)


# Single stages


def stage_worths(network: Network, position: Position, utility: Utility = MONEY) -> dict[Position, float]:
    found = plain.results(position)
    return dict(zip(found, (plain.chances_of(network, found, position.side) @ utility).tolist(), strict=True))


def test_a_stage_is_played_for_the_most_at_0_rolls(full_size: bool) -> None:
    random = Random(6)
    for position in playing(40, 2000 if full_size else 200):
        utility = (random.random(), random.random() + 1, -random.random(), -random.random() - 1)
        network = network_of(position)
        worths = stage_worths(network, position, utility)
        chosen = plain.follow(position, best_stage(network.net, position, 1, utility))
        assert worths[chosen] == pytest.approx(max(worths.values()), abs=1e-5), position


def test_the_two_best_are_looked_at_one_roll_further(full_size: bool) -> None:
    decided = 0
    for position in playing(41, 100 if full_size else 20):
        network = network_of(position)
        worths = stage_worths(network, position)
        two = sorted(worths, key=lambda after: -worths[after])[:2]
        further = {after: ahead_worth(network, position, after) for after in two}
        chosen = plain.follow(position, best_stage(network.net, position, 2))
        assert further[chosen] == pytest.approx(max(further.values()), abs=1e-5), position
        decided += further[two[0]] < max(further.values())
    assert decided > 0  # looking further has changed some choice


def ahead_worth(network: Network, position: Position, after: Position) -> float:
    """The worth of a stage result to its player, a roll ahead."""
    mine = after.side is position.side
    value = plain.ahead(network, after, MONEY if mine else plain.against(MONEY), 1)
    return float((value if mine else value[[2, 3, 0, 1]]) @ MONEY)


# Noise


def blurred(position: Position, noise: float, seed: int) -> tuple[Step, ...]:
    """The first stage as it is played with noise."""
    return best_lines(network_of(position), position, STAGE, noise=noise, seed=seed)[0].stages[0]


def test_no_noise_is_the_best_and_leaves_nothing_behind() -> None:
    for position in playing(42, 60):
        best = best_lines(network_of(position), position, STAGE)
        assert best_lines(network_of(position), position, STAGE, noise=0.0, seed=9) == best
        best_lines(network_of(position), position, STAGE, noise=2.0, seed=9)
        assert best_lines(network_of(position), position, STAGE) == best


def test_noise_is_reproducible_by_its_seed() -> None:
    positions = playing(43, 60)

    def play(seed: int) -> list[object]:
        return [blurred(position, 0.5, seed) for position in positions]

    first = play(2**63 + 5)
    assert play(2**63 + 5) == first
    assert play(6) != first


def test_more_noise_costs_more() -> None:
    positions = [position for position in playing(44, 300) if len(position.stages) == 1]
    lost = []
    for noise in (0.0, 0.02, 0.1, 0.5):
        total = 0.0
        for seed, position in enumerate(positions):
            worths = stage_worths(network_of(position), position)
            chosen = plain.follow(position, blurred(position, noise, seed))
            total += max(worths.values()) - worths[chosen]
        lost.append(total / len(positions))
    assert lost == sorted(lost)
    assert lost[0] < 1e-6 < lost[1]


def test_a_win_is_taken_with_noise() -> None:
    # 3/off 2/off wins at once; 3/1 2/off, with the 2 first, does not.
    position = place("gul-bara", [3, 2], [24] * 3, rolls=(1, 0), stages=((3, 2),))
    assert {after.winner for after in plain.results(position)} == {position.side, None}
    for level in LEVELS.values():
        for seed in range(200):
            played = blurred(position, level.noise, seed)
            assert plain.follow(position, played).winner is position.side


# The yardstick (docs/strength.md, shared text measured.md)


@pytest.mark.parametrize("needs", [None, (3, 3), (1, 3), (2, 1)])
def test_the_yardstick_plays_a_best_result_of_the_stage(needs: Needs | None, full_size: bool) -> None:
    received = 0
    for position in playing(45, 2000 if full_size else 200):
        utility = MONEY if needs is None else tuple(utilities(3)[needs[0] - 1, needs[1] - 1].tolist())
        chosen = plain.follow(position, Yardstick().stage(position, Random(0), needs)).men_of(position.side)
        worth = float(plain.formula_result(position, chosen) @ utility)
        assert worth == pytest.approx(plain.best_by_formula(position, utility)[0][1], abs=1e-9), position
        received += position.received
    assert received >= 5


@pytest.mark.parametrize("received", [False, True])
def test_the_yardstick_looks_at_the_answers_to_21_rolls(received: bool, full_size: bool) -> None:
    # Its own rolls where the stages were received: it is about to roll then.
    decided = changed = 0
    positions = [position for position in moments(46, 6000) if position.stages and position.received is received]
    for position in positions[: 400 if full_size else 50]:
        found = plain.best_by_formula(position, MONEY)
        if len(found) > 2 and found[1][1] - found[2][1] < 1e-9:
            continue  # which of equal ones are the two best is nobody's business
        further = {result.own: plain.formula_ahead(position, result.own, MONEY) for result, _worth in found[:2]}
        chosen = plain.follow(position, Yardstick(wide=2).stage(position, Random(0))).men_of(position.side)
        least = max(least for least, _greatest in further.values())
        assert further[chosen][1] >= least - 1e-9, position
        if len(found) > 1 and min(greatest for _least, greatest in further.values()) < least - 1e-9:
            decided, changed = decided + 1, changed + (chosen == found[1][0].own)
    assert decided > 5
    assert changed > 0  # looking further has changed some choice


def test_the_yardstick_sees_no_stage_that_remains() -> None:
    # As if the opponent were about to roll: a stage is played the same whatever comes after it.
    cascades = [position for position in playing(47, 200) if len(position.stages) > 1 and not position.received]
    for position in cascades:
        alone = position.with_stages(position.stages[:1])
        assert Yardstick().stage(position, Random(0)) == Yardstick().stage(alone, Random(0))
    assert len(cascades) > 50

"""The compiled search does what the rules and the network say, held against plain Python on random positions."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given

from rosespring import Position, Side
from rosespring.board import Stage, opposite
from rosespring.evaluation.batches import queue_of, rolls_made
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.movegen.reference import stage_results
from rosespring.movegen.words import key_of, occupied_mask, rule_words, stage_code
from rosespring.players.thinkers import yardstick_net
from rosespring.search import choose, kernels
from rosespring.search.ahead.kernels import look_ahead, stage_choice
from rosespring.search.room import make_pools, make_room
from rosespring.search.turns.kernels import plan
from tests import strategies
from tests.evaluation.samples import NETWORKS, moments
from tests.movegen.cases import random_rules
from tests.positions import place
from tests.search import plain
from tests.search.plain import Utility

ROOT = Path(__file__).resolve().parents[2]
MONEY: Utility = (1.0, 2.0, -1.0, -2.0)
SIZE = 4096
"""Lines that are kept where none must fall out."""

Act = tuple[int, tuple[Stage, ...], bool]
"""Who acts (0: the same side as before), the stages left, and whether they were received."""


def acts(position: Position, before: Position) -> Act:
    return int(position.side is not before.side), position.stages, position.received


def stages_of(queue: int) -> tuple[Stage, ...]:
    """The stages of a queue, as `queue_of` says them."""
    number, left, other, last = queue & 7, queue >> 3 & 7, queue >> 6 & 7, queue >> 9 & 7
    if not left:
        assert not queue
        return ()
    current = (number,) * left + ((other,) if other else ())
    return (current, *((later,) * 4 for later in range(number + 1, last + 1)))


def settle(position: Position, queue: int, started: bool) -> Act:
    """What the kernel makes of a queue of the side to act."""
    mine, yours = (np.uint64(occupied_mask(counts)) for counts in (position.men.own, position.men.other))
    who, after = kernels.settle(mine, yours, rule_words(position.rules), queue, position.cascade, started)
    return who, stages_of(after), bool(after >> 12)


def playing(seed: int, count: int) -> list[Position]:
    """Settled positions with stages to play."""
    return [position for position in moments(seed, 3 * count) if position.stages][:count]


# Words


def test_keys_tell_points_and_checkers_off() -> None:
    for position in moments(20, 300):
        for counts in (position.men.own, position.men.other):
            key = np.uint64(key_of(counts))
            assert kernels.occupied_of(key) == occupied_mask(counts)
            assert kernels.off_of(key) == counts[0]


def test_a_queue_says_the_stages() -> None:
    for position in playing(21, 500):
        assert stages_of(queue_of(position)) == position.stages
        assert queue_of(position) >> 12 == position.received


# Rules


@given(strategies.positions(playing=True))
def test_any_queue_is_settled_as_the_rules_do(position: Position) -> None:
    expected, _events = transitions.settle(position)
    assert settle(position, queue_of(position), position.started) == acts(expected, position)


def test_stage_results_and_rolls_are_settled_as_the_rules_do(
    full_size: bool, verification: Callable[[str], None]
) -> None:
    compared, passed = 0, 0
    for position in moments(22, 40_000 if full_size else 900):
        for expected, found in result_acts(position) if position.stages else roll_acts(position):
            assert found == expected, position
            compared, passed = compared + 1, passed + (expected[0] == 1 and expected[2])
    assert passed > 5
    verification(f"{compared} rolls and stage results of random positions hand over in the kernels as in the rules")


def result_acts(position: Position) -> list[tuple[Act, Act]]:
    found = []
    for result in stage_results(position):
        after = plain.follow(position, result.steps)
        if after.winner is None:
            left = kernels.left_queue(queue_of(position), stage_code(result.left))
            found.append((acts(after, position), settle(position_with(position, result.own), left, True)))
    return found


def position_with(position: Position, own: tuple[int, ...]) -> Position:
    men = type(position.men)(own, position.men.other)
    return Position(position.rules, men, position.side, position.rolls, cascade=position.cascade)


def roll_acts(position: Position) -> list[tuple[Act, Act]]:
    found = []
    mine, yours = rolls_made(position)
    for a, b, _share in plain.ROLLS:
        expected, _events = transitions.roll(position, a, b)
        queue, cascade = kernels.rolled(b, a, rule_words(position.rules), mine + 1, mine + yours + 1)
        assert bool(cascade) is (a == b and position.rules.cascades(mine + 1, mine + yours + 1))
        thrown = Position(position.rules, position.men, position.side, position.rolls, cascade=bool(cascade))
        found.append((acts(expected, position), settle(thrown, queue, False)))
    return found


# Values of stage results

End = tuple[int, int, tuple[Stage, ...], bool]
"""The mover's key, and as `Act`."""


def all_ends(network: Network, position: Position, utility: Utility) -> dict[End, float]:
    """The worth at 0 rolls of all that `plan` finds at the end of all stages; each once, best first."""
    beam, spare, ends = make_pools(SIZE, SIZE)
    plan(
        network.net, rule_words(position.rules), np.uint64(key_of(position.men.own)),
        np.uint64(key_of(position.men.other)), queue_of(position), position.cascade, rolls_made(position), utility,
        -1, 0, 0.0, beam, spare, ends, make_room(network.card.hidden),
    )  # fmt: skip
    count = int(ends.count[0])
    assert count < SIZE  # nothing fell out
    order = ends.order[:count]
    keys, who, queues, worth = (array[order].tolist() for array in (ends.keys, ends.who, ends.queues, ends.worth))
    assert worth == sorted(worth, reverse=True)
    found = {
        (key, act, stages_of(queue), bool(queue >> 12)): value
        for key, act, queue, value in zip(keys, who, queues, worth, strict=True)
    }
    assert len(found) == count  # none twice
    return found


def expected_ends(network: Network, position: Position, utility: Utility) -> dict[End, float]:
    """The same by the reference and `Network.chances`."""
    ends = sorted(plain.ends(position), key=str)
    worth = plain.chances_of(network, ends, position.side) @ utility
    return {
        (key_of(after.men_of(position.side)), *acts(after, position)): value
        for after, value in zip(ends, worth.tolist(), strict=True)
    }


def one_stage(position: Position) -> bool:
    return len(position.stages) == 1


def short_cascade(position: Position) -> bool:
    return len(position.stages) > 1 and sum(map(len, position.stages)) <= 8


@pytest.mark.parametrize(("kind", "count"), [(one_stage, 150), (short_cascade, 50)])
def test_every_end_has_the_value_of_the_position_it_leads_to(
    kind: Callable[[Position], bool], count: int, full_size: bool, verification: Callable[[str], None]
) -> None:
    random, compared, received = Random(5), 0, 0
    count *= 10 if full_size else 1
    for position in islice(filter(kind, playing(23, 10 * count)), count):
        # Any utility shows what it stands for; that of the other side's score need not be the opposite.
        utility = (random.random(), random.random() + 1, -random.random(), -random.random() - 1)
        network = NETWORKS[position.rules.movement]
        expected = expected_ends(network, position, utility)
        if len(expected) >= SIZE:
            continue
        found = all_ends(network, position, utility)
        assert found.keys() == expected.keys(), position
        assert found == pytest.approx(expected, abs=1e-5), position
        compared, received = compared + len(found), received + position.received
    assert received > 1
    verification(f"{compared} ends of {kind.__name__} positions have the value of the position that they lead to")


def test_the_colours_of_the_sides_do_not_matter() -> None:
    for position in playing(24, 30):
        network = NETWORKS[position.rules.movement]
        if one_stage(position):
            assert all_ends(network, position, MONEY) == all_ends(network, position.mirror(), MONEY)
        assert choose.outlook_ahead(network, position) == choose.outlook_ahead(network, position.mirror())


# Looking ahead


def looked(network: Network, position: Position, rolls: int) -> list[float]:
    outlook = choose.outlook_ahead(network, position, rolls)
    return [outlook.win - outlook.win2, outlook.win2, 1 - outlook.win - outlook.lose2, outlook.lose2]


@pytest.mark.parametrize(("rolls", "count"), [(0, 200), (1, 24)])
def test_looking_ahead_is_the_mean_over_21_rolls(rolls: int, count: int, full_size: bool) -> None:
    for position in moments(25, count * (5 if full_size else 1)):
        network = NETWORKS[position.rules.movement]
        expected = plain.ahead(network, position, MONEY, rolls)
        assert looked(network, position, rolls) == pytest.approx(expected, abs=1e-5), position


def late(count: int) -> list[Position]:
    """Positions with few checkers, so that all of their 441 pairs of rolls can be played in plain Python too.

    The doubles of both sides begin to cascade within these rolls, and few of the rolls win.
    """
    random, found = Random(26), []
    for _ in range(count):
        rules = replace(random_rules(random), cascade_from=3, cascade_count="player")
        own = random.sample(range(5, 20), 3)
        free = set(range(5, 20)) - {opposite(point, rules.parallel) for point in own}
        found.append(place(rules, own, random.sample(sorted(free), 3), side=random.choice(list(Side)), rolls=(1, 1)))
    return found


def test_two_rolls_ahead_are_the_mean_over_441(full_size: bool) -> None:
    for position in late(30 if full_size else 3):
        network = NETWORKS[position.rules.movement]
        expected = plain.ahead(network, position, MONEY, 2)
        assert looked(network, position, 2) == pytest.approx(expected, abs=1e-5), position


# The yardstick's


YARDSTICKS = {
    movement: Network(replace(network.card, hidden=1), network.weights, yardstick_net())
    for movement, network in NETWORKS.items()
}
"""The formulae where a network is expected, of either movement."""


def answered(count: int, passing: bool) -> list[Position]:
    """Positions about to roll, of which some roll passes to the other side whole, or none does."""
    positions = [position.to_roll(position.side.other) for position in moments(28, 4 * count)]
    return [position for position in positions if passes_whole(position) is passing][:count]


def passes_whole(position: Position) -> bool:
    return any(transitions.roll(position, a, b)[0].received for a, b, _share in plain.ROLLS)


def assert_answers_are_the_formulas(positions: list[Position]) -> None:
    """The kernel's worth of a roll ahead is the mean of the best answers to 21 rolls, stage by stage at 0 rolls."""
    compared = 0
    for position in positions:
        answers = [plain.formula_answers(position, a, b, MONEY) or [] for a, b, _share in plain.ROLLS]
        if any(not worths or max(worths) > min(worths) + 1e-9 for worths in answers):
            continue  # equally good results of a stage may lead to different ends: see there
        expected = sum(share * worths[0] for worths, (_a, _b, share) in zip(answers, plain.ROLLS, strict=True))
        yardstick = YARDSTICKS[position.rules.movement]
        assert choose.outlook_ahead(yardstick, position).points == pytest.approx(expected, abs=1e-9), position
        compared += 1
    assert compared > len(positions) / 4


def test_the_yardstick_answers_21_rolls_by_its_formulae(full_size: bool) -> None:
    assert_answers_are_the_formulas(answered(1000 if full_size else 60, passing=False))


def test_the_yardstick_looks_at_no_rest() -> None:
    assert_answers_are_the_formulas(answered(30, passing=True))


# Noise


def test_noise_is_nearly_normal() -> None:
    # 40,000 numbers: the mean is off by 0.005 and the spread by 0.0035 at one standard error.
    found = np.array([kernels.bell(np.uint64(word)) for word in range(40_000)])
    assert abs(found.mean()) < 0.02
    assert found.std() == pytest.approx(1, abs=0.015)
    assert np.mean(np.abs(found) < 1) == pytest.approx(0.683, abs=0.02)
    assert abs(np.corrcoef(found[:-1], found[1:])[0, 1]) < 0.02


# The house


def test_every_kernel_has_one_typed_entrance() -> None:
    position = next(filter(short_cascade, playing(23, 300)))
    network = NETWORKS[position.rules.movement]
    all_ends(network, position, MONEY)
    choose.best_lines(network, position)
    choose.best_stage(network.net, position, 2)
    choose.outlook_ahead(network, position)
    for kernel in (plan, stage_choice, look_ahead):
        assert len(kernel.signatures) == 1, kernel


def test_results_are_the_same_when_the_room_for_them_is_used_up() -> None:
    # It is filled again and again; what was there before must not matter.
    positions = playing(27, 150)

    def play() -> list[object]:
        return [choose.best_stage(NETWORKS[each.rules.movement].net, each, 2) for each in positions]

    first = play()
    for _ in range(5):
        assert play() == first


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_no_array_is_left(tmp_path: Path, verification: Callable[[str], None]) -> None:
    program = (
        "from tests.evaluation.samples import NETWORKS, moments\n"
        "from rosespring.search import choose\n"
        "from rosespring.search.depth import FULL, Depth\n"
        "positions = moments(29, 600)\n"
        "for position in positions:\n"
        "    network = NETWORKS[position.rules.movement]\n"
        "    network.chances([position])\n"
        "    choose.outlook_ahead(network, position)\n"
        "    if position.stages:\n"
        "        choose.best_stage(network.net, position, 64)\n"
        "        choose.best_lines(network, position, Depth(), noise=0.5)\n"
        "        choose.best_lines(network, position, FULL)\n"
        "        choose.best_lines(network, position, Depth(beam=400))\n"
    )
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "ROSESPRING_CACHE": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    verification("the search's kernels stay within their arrays in 600 random positions")

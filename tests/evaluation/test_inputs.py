"""What the network sees of a position: each input from its meaning, counted once more in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import product
from math import exp, sqrt
from random import Random

import numpy as np
import pytest

from rosespring import Position, find_rules
from rosespring.board import opposite
from rosespring.evaluation import kernels as k
from rosespring.evaluation.batches import Moments, by_rules
from rosespring.evaluation.chances.kernels import values
from rosespring.evaluation.inputs import INPUTS_VERSION, layout
from rosespring.evaluation.network import Network, make_network
from rosespring.movegen.reference import movable_points
from rosespring.movegen.words import rule_words
from rosespring.rules import PRESETS, Rules
from tests.evaluation.samples import NETWORKS, moments, random_network
from tests.positions import place

Counts = Sequence[int]
Features = dict[str, float]

CONTACT, RACE, ENDING, SHORT_RACE, STAGES, ENDING_STAGES = range(6)
SAMPLE = 1500


def at_least(name: str, value: int, share: float, up_to: int = 999) -> Iterator[tuple[str, float]]:
    """The thresholds 1, 2, … that a value reaches, and the value itself as a share."""
    yield from ((f"{name}:>={t}", 1.0) for t in range(1, min(value, up_to) + 1))
    if value:
        yield f"{name}:value", value / share


def checkers(name: str, count: int) -> Iterator[tuple[str, float]]:
    """One, two, three or more, and how many more in fours."""
    yield from ((f"{name}:>={t}", 1.0) for t in range(1, min(count, 3) + 1))
    if count > 3:
        yield f"{name}:more", (count - 3) / 4


def rear(own: Counts) -> int:
    return max(point for point in range(1, 25) if own[point])


def shut(other: Counts, parallel: bool) -> frozenset[int]:
    """The points of a side that the other holds, in its own numbering."""
    return frozenset(opposite(point, parallel) for point in range(1, 25) if other[point])


def way_to_the_first_off(own: Counts) -> int:
    """The pips until all are home, then those of the lowest checker at home (6 if none is)."""
    home = [point for point in range(1, 7) if own[point]]
    return sum(own[point] * (point - 6) for point in range(7, 25)) + (min(home) if home else 6)


def longest_run(before: frozenset[int]) -> tuple[int, int]:
    """The length of the longest run of shut points, and the point next above it; of equal ones the rearmost."""
    found = (0, 0)
    for low in before:
        length = next(n for n in range(1, 25) if low + n not in before)
        found = max(found, (length, low + length))
    return found


def run_features(name: str, own: Counts, before: frozenset[int]) -> Iterator[tuple[str, float]]:
    length, above = longest_run(before)
    if not length:
        return
    behind, length = sum(own[above:]), min(length, 7)
    yield f"{name}:length={length}", 1
    yield from ((f"{name}:length>={t}", 1) for t in range(3, length + 1))
    yield from ((f"{name}:behind:{t}", behind / 8) for t in range(2, 7) if length >= t)
    if length >= 4:
        yield from ((f"{name}:behind>={t}:{min(6, length)}", 1) for t in (1, 2, 4, 7) if behind >= t)


def facing_features(name: str, own: Counts, shut_points: frozenset[int]) -> Iterator[tuple[str, float]]:
    facing = [0] * 7
    for point in range(7, 25):
        facing[len(shut_points & set(range(point - 6, point)))] += own[point]
    for held in range(1, 7):
        yield from checkers(f"{name} {held}", facing[held])


def mobility_features(who: str, own: Counts, shut_points: frozenset[int]) -> Iterator[tuple[str, float]]:
    movers = {n: sum(own[point] for point in movable_points(own, shut_points, n)) for n in range(1, 7)}
    playable = [number for number in movers if movers[number]]
    yield from ((f"{who} playable:number {number}", 1) for number in playable)
    yield f"{who} playable:numbers={len(playable)}", 1
    yield f"{who} playable:numbers", len(playable) / 6
    for number in (4, 5, 6):
        yield from at_least(f"{who} movers of {number}", min(7, movers[number]), 8)


def side_features(who: str, own: Counts, other: Counts, parallel: bool) -> Iterator[tuple[str, float]]:
    """All that is asked of each side alike."""
    for point in range(1, 25):
        yield from checkers(f"{who} point {point}", own[point])
    yield from at_least(f"{who} rear", rear(own), 8)
    if own[0]:
        yield from at_least(f"{who} off", own[0], 8)
    else:
        yield from at_least(f"{who} way to the first off", 1 + min(34, way_to_the_first_off(own) // 8), 8)
    shut_points = shut(other, parallel)
    before = frozenset(point for point in shut_points if point < rear(own))
    yield from at_least(f"{who} contact", int(bool(before)), 8)
    yield from run_features(f"{who} run", own, before)
    yield from facing_features(f"{who} checkers facing", own, shut_points)
    yield from mobility_features(who, own, shut_points)


def race_features(mine: int, yours: int) -> Iterator[tuple[str, float]]:
    """The lead, with half a roll for the side to act, in standard deviations: rounded to sixteenths, at most 3."""
    lead = (yours - mine + 8) / sqrt((mine + yours) * 30.1 + 100)
    lead = int(max(0, min(96, lead * 16 + 48.5))) / 16 - 3
    yield "race:lead", lead
    yield from ((f"race:>{kink}", (lead - kink) / 2) for kink in (-2, -1, 0, 1, 2) if lead > kink)


def rolls_until_a_cascade(rules: Rules, rolls: tuple[int, int], turn: int, first: int) -> list[int]:
    """For the side to act and the other: 0 if its doubles never cascade, else which of its next rolls can (at most 6).

    Counted roll by roll as they will be made: `first` of the two rolls next.
    """
    if rules.cascade_from == 0:
        return [0, 0]
    found = []
    for who in (turn, 1 - turn):
        made, roller, own = list(rolls), first, 0
        while True:
            made[roller] += 1
            own += roller == who
            if roller == who and rules.cascades(made[roller], sum(made)):
                break
            roller = 1 - roller
        found.append(min(6, own))
    return found


def moment_features(position: Position) -> Iterator[tuple[str, float]]:
    """The stages left, the next rolls, and the options that these do not tell of."""
    for number in range(1, 7):
        left = sum(stage.count(number) for stage in position.stages)
        yield from at_least(f"{number}s left", left, 8)
    turn = (2 if position.received else 1) if position.stages else 0
    yield f"turn:={turn}", 1
    yield from at_least("turn", turn, 4, up_to=0)
    first = position.side.other if turn == 1 else position.side
    until = rolls_until_a_cascade(position.rules, position.rolls, position.side, first)
    for who, value in zip(("my", "your"), until, strict=True):
        yield f"{who} next cascade:={value}", 1
        yield from at_least(f"{who} next cascade", value, 4, up_to=0)
    yield from option_features(position.rules)


def option_features(rules: Rules) -> Iterator[tuple[str, float]]:
    hands_over = ["lost", "cascade", "every-roll"].index("lost" if rules.rest == "lost" else rules.rest_scope)
    yield f"options:rest {hands_over}", 1
    if hands_over and rules.unstarted == "passes":
        yield "options:unstarted passes", 1
    if hands_over and rules.receiver == "skips":
        yield "options:receiver skips", 1
    if rules.dice_use == "free":
        yield "options:free", 1


def features_of(position: Position) -> Features:
    """All features of a position by name, those of value 0 left out."""
    men, parallel = position.men, position.rules.parallel
    found: Features = {}
    found.update(side_features("my", men.own, men.other, parallel))
    found.update(side_features("your", men.other, men.own, parallel))
    found.update(race_features(*men.pips))
    found.update(moment_features(position))
    return found


def phase_of(position: Position) -> int:
    """A race if no checker is still before a point that the other side's reach, else contact.

    Few left are apart, and so are stages to play in contact.
    """
    men = position.men
    furthest, other = rear(men.own), rear(men.other)
    # The own points that the other's checkers still may come to.
    reachable = {opposite(point, position.rules.parallel) for point in range(1, other + 1)}
    meet = reachable & set(range(1, furthest + 1))
    left = 15 - min(men.own[0], men.other[0])
    if meet:
        if position.stages:
            return ENDING_STAGES if left <= 4 else STAGES
        return ENDING if left <= 4 else CONTACT
    return SHORT_RACE if left <= 6 else RACE


def plain_chances(network: Network, position: Position) -> list[float]:
    """The network's chances in plain Python with double precision."""
    first, out, bias = (array.astype(np.float64) for array in network.weights)
    phase, names = phase_of(position), {name: index for index, name in enumerate(layout().names)}
    hidden = np.zeros(network.card.hidden)
    for name, value in features_of(position).items():
        hidden += value * first[phase, names[name]]
    sums = out[phase] @ np.maximum(hidden, 0) + bias[phase]
    shares = [exp(value - max(sums)) for value in sums]
    chances = [share / sum(shares) for share in shares]
    # What can no longer happen adds to what can.
    for off, one in ((position.men.other[0], 0), (position.men.own[0], 2)):
        if off:
            chances[one], chances[one + 1] = chances[one] + chances[one + 1], 0.0
    return chances


def sample(count: int) -> list[Position]:
    """Random moments, and the same checkers with the other side about to roll."""
    found = moments(1, count)
    return found + [position.to_roll(position.side.other) for position in found]


def learning_chances(network: Network, positions: Sequence[Position]) -> np.ndarray:
    """The chances by the network as it learns: with the rows of its weights unrounded."""
    first, out, bias = network.weights
    net = k.Net(np.array([k.NETWORK]), layout().collapse(first), out, bias)
    counts, active = np.zeros((2, 25), np.int64), np.zeros(k.MOST_ROWS, np.int64)
    hidden = np.zeros(network.card.hidden, np.float32)
    found = np.zeros((len(positions), 4))
    for rules, indices in by_rules(positions).items():
        at = Moments.of([positions[index] for index in indices])
        chances = np.zeros((len(indices), 4))
        values(net, at.own, at.other, at.queues, rule_words(rules), at.made, chances, active, counts, hidden)
        found[indices] = chances
    return found


def test_the_kernel_sees_what_the_inputs_mean(full_size: bool, verification: Callable[[str], None]) -> None:
    positions = sample(20_000 if full_size else SAMPLE)
    for movement, network in NETWORKS.items():
        mine = [position for position in positions if position.rules.movement == movement]
        expected = np.array([plain_chances(network, position) for position in mine])
        worst = np.abs(learning_chances(network, mine) - expected).max(axis=1)
        assert worst.max() < 1e-5, mine[worst.argmax()]
    verification(
        f"the network's compiled inputs are those counted in plain Python in {len(positions)} random positions"
    )


@pytest.mark.parametrize("hidden", [1, 7, 33, 200])
def test_a_network_of_any_size_is_added_up_alike(hidden: int) -> None:
    positions = [position for position in sample(40) if position.rules.parallel]
    network = random_network("parallel", 4, hidden)
    expected = np.array([plain_chances(network, position) for position in positions])
    assert learning_chances(network, positions) == pytest.approx(expected, abs=1e-4 if hidden > 100 else 1e-5)


def scaled(network: Network, factor: float, *, one_sign: bool) -> Network:
    """The same chances from sums that are `factor` times as large; all of one sign they are much larger."""
    first, out, bias = network.weights
    if one_sign:
        first, out = np.abs(first), out / np.float32(10)
    return make_network(network.card, (first * np.float32(factor), out / np.float32(factor), bias))


@pytest.mark.parametrize("factor", [0.1, 1.0, 300.0])
@pytest.mark.parametrize("one_sign", [False, True])
def test_the_network_that_plays_is_the_one_that_learned_but_for_rounding(factor: float, one_sign: bool) -> None:
    # Sums that left their 16 bits would be far off; where all rows have one sign they come closest to that.
    positions = [position for position in sample(300) if position.rules.parallel]
    network = scaled(NETWORKS["parallel"], factor, one_sign=one_sign)
    learned = learning_chances(network, positions)
    wrong = np.abs(network.chances(positions) - learned)
    assert learned.std(axis=0).min() > 0.02
    assert wrong.max() < 0.01
    assert wrong.mean() < 0.001


def test_no_sum_of_rows_is_beyond_its_bound() -> None:
    first = np.abs(NETWORKS["parallel"].weights[0])
    bound = layout().bound(layout().collapse(first))
    index = {name: at for at, name in enumerate(layout().names)}
    for position in sample(300):
        found = features_of(position)
        total = sum(abs(value) * first[:, index[name]] for name, value in found.items())
        assert np.max(total) < bound


def test_the_sample_shows_every_feature() -> None:
    # So that the agreement above says something of each. A side with 15 checkers off has won: nobody judges that.
    positions = sample(SAMPLE)
    seen = {name for position in positions for name in features_of(position)}
    assert set(layout().names) - seen == {"my off:>=15", "your off:>=15"}
    assert seen <= set(layout().names)
    assert {phase_of(position) for position in positions} == set(range(6))
    queues = {(len(position.stages) > 1, position.received) for position in positions}
    assert queues == set(product([False, True], repeat=2))


def test_a_full_prime_as_worked_out_by_hand() -> None:
    # rules.md section 6, 18: A's 6 … 11 are B's 18 … 23, the six points before its three last checkers.
    own = [point for point in range(6, 12) for _ in range(2)] + [24] * 3
    found = features_of(place("gul-bara", own, [24] * 3, rolls=(3, 2)))
    yours = {name.removeprefix("your "): value for name, value in found.items() if name.startswith("your ")}
    assert yours["run:length=6"] == 1
    assert yours["run:behind:6"] == 3 / 8
    assert yours["checkers facing 6:>=3"] == 1
    assert yours["playable:numbers=0"] == yours["contact:>=1"] == 1
    assert yours["off:value"] == 12 / 8
    assert not any(name.startswith(("movers", "way")) for name in yours)
    # A's 24 is B's 12: B's checkers on 24 (A's 12) stand before A's three last; nothing else is held.
    assert found["my run:length=1"] == found["my contact:>=1"] == 1
    # Pips 2 · (6 + … + 11) + 72 against 72; none of A's are off: 2 · (1 + … + 5) + 3 · 18 pips home, then a 6.
    assert found["my way to the first off:value"] == (1 + (2 * 15 + 54 + 6) // 8) / 8
    # Its fourth roll can cascade, and B's second from now: rules.md section 5.
    assert found["my next cascade:=1"] == found["your next cascade:=2"] == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_the_start_as_worked_out_by_hand(preset: str) -> None:
    rules = find_rules(preset)
    found = features_of(Position.start(rules))
    for who in ("my", "your"):
        assert found[f"{who} point 24:more"] == 3  # twelve more than three, in fours
        assert found[f"{who} playable:numbers"] == 1
        assert found[f"{who} movers of 6:>=7"] == 1
        assert found[f"{who} way to the first off:value"] == (1 + (15 * 18 + 6) // 8) / 8
        # The one point held is B's 24, A's 12 or its ace point: before all 15, not among the six next.
        assert found[f"{who} run:length=1"] == 1
        assert not any("facing" in name for name in found)
    assert found["race:lead"] == round(8 / sqrt(720 * 30.1 + 100) * 16) / 16
    until = min(rules.cascade_from, 6)
    assert found[f"my next cascade:={until}"] == found[f"your next cascade:={until}"] == 1


# Parts


@pytest.mark.parametrize("parallel", [True, False])
def test_masks_are_turned_to_the_other_side(parallel: bool) -> None:
    random = Random(3)
    for points in [*([point] for point in range(1, 25)), *(random.sample(range(1, 25), 9) for _ in range(200))]:
        mask, expected = (sum(1 << point for point in some) for some in (points, shut_of(points, parallel)))
        assert k.opposing(np.uint64(mask), parallel) == expected
        assert k.highest(np.uint64(mask)) == max(points)
    assert k.highest(np.uint64(0)) == 0


def shut_of(points: Sequence[int], parallel: bool) -> list[int]:
    return [opposite(point, parallel) for point in points]


@pytest.mark.parametrize("cascade_from", [0, 1, 2, 3, 4, 9, 99])
@pytest.mark.parametrize("count", ["player", "game"])
def test_rolls_until_a_cascade_are_counted_as_they_will_be_made(cascade_from: int, count: str) -> None:
    rules = Rules(cascade_from=cascade_from, cascade_count=count)
    for mine, yours, first in product(range(12), range(12), (0, 1)):
        found = k.until_cascade(rule_words(rules), (mine, yours), first == 0)
        assert list(found) == rolls_until_a_cascade(rules, (mine, yours), 0, first)


# The layout


def test_each_feature_is_in_some_row() -> None:
    made = layout()
    assert made.rows.min() >= 0
    assert made.rows.max() < k.ROWS
    assert set(made.features.tolist()) == set(range(len(made.names)))
    assert len(set(made.names)) == len(made.names)
    assert len(set(zip(made.rows.tolist(), made.features.tolist(), strict=True))) == len(made.rows)


def test_collapsing_adds_up_the_features_of_a_row() -> None:
    made = layout()
    weights = np.zeros((k.PHASES, len(made.names), 2), np.float32)
    index = {name: at for at, name in enumerate(made.names)}
    weights[1, index["my point 5:>=1"]] = 10, 1
    weights[1, index["my point 5:more"]] = 2, 4
    rows = made.collapse(weights)
    assert rows.shape == (k.PHASES, k.ROWS, 2)
    first = k.POINT + 4 * 16  # no checker, one, two … on my point 5
    assert rows[1, first : first + 16].tolist() == [[0, 0]] + [
        [10 + 2 * max(0, count - 3) / 4, 1 + 4 * max(0, count - 3) / 4] for count in range(1, 16)
    ]
    assert np.count_nonzero(rows) == 2 * 15


DIGESTS = {2: "bf937517891ebdcd"}
"""How many phases and which features the weights of a version are for, in order: others need a new number."""


def test_other_features_are_another_version() -> None:
    # What each of them means is held fast above, by the agreement with plain Python.
    assert sha256("\n".join((str(k.PHASES), *layout().names)).encode()).hexdigest()[:16] == DIGESTS[INPUTS_VERSION]

"""Games of a network against itself: reproducible, by the rules, and with the targets that they should have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from rosespring.board import CHECKERS, Position, Side
from rosespring.evaluation.kernels import STAGES_PHASE
from rosespring.evaluation.network import Network
from rosespring.evaluation.outlook import Outlook
from rosespring.game import transitions
from rosespring.movegen.legal import stage_results
from rosespring.movegen.perft import ROLLS
from rosespring.search.choose import best_lines, outlook_ahead
from rosespring.search.depth import Depth
from rosespring.training import kernels
from rosespring.training.learner import Learner
from rosespring.training.selfplay import BEAM, Kind, Played
from rosespring.training.settings import Settings, preset_count, rule_sets
from tests.training.plain import features, plain_networks
from tests.training.small import SMALL, network_of, play, positions

HIDDEN = 6
KINDS: tuple[Kind, Kind] = ("all", "deeper")
CONTRARY = replace(SMALL, movement="contrary")


# Reproducible


def same(a: Played, b: Played) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in ("moments", "targets", "spots", "games"))


@pytest.mark.parametrize("kind", ["all", "deeper", "stages"])
def test_games_depend_on_seed_and_number_not_on_threads(kind: Kind) -> None:
    learner = Learner(HIDDEN, 1)
    one = play(learner, SMALL, 100, 70, 1, kind=kind)
    assert same(one, play(learner, SMALL, 100, 70, 2, kind=kind))
    assert same(one, play(learner, SMALL, 100, 70, 3, kind=kind))
    assert not same(one, play(learner, replace(SMALL, seed=2), 100, 70, kind=kind))
    assert not same(one, play(learner, SMALL, 170, 70, kind=kind))


def test_learning_does_not_reach_games_that_are_being_played() -> None:
    learner = Learner(HIDDEN, 1)
    net, before = learner.net(), play(learner, SMALL, 0, 32)
    kept = [array.copy() for array in net]
    learner.learn(before.moments, before.targets, 64, 0.1, 1)
    assert all(np.array_equal(one, other) for one, other in zip(net, kept, strict=True))
    assert not same(before, play(learner, SMALL, 0, 32))


def test_presets_take_turns_and_some_games_have_other_rules() -> None:
    played = play(Learner(HIDDEN, 1), replace(SMALL, custom=0.2), 0, 300)
    kinds = [int(kind) >> 1 for kind in played.spots[:, 5]]
    presets = preset_count(SMALL)
    shares = np.bincount(kinds, minlength=len(rule_sets(SMALL)))
    assert 0.1 < shares[presets:].sum() / len(kinds) < 0.3
    assert shares[:presets].min() > 0.7 * shares[:presets].max()
    alone = play(Learner(HIDDEN, 1), replace(SMALL, custom_sets=0), 0, 30)
    assert {int(kind) >> 1 for kind in alone.spots[:, 5]} == set(range(presets))


# By the rules


def one_by_one(settings: Settings, games: int, learner: Learner | None = None) -> Iterator[Played]:
    """Games each for itself, so that it is clear which moments belong together."""
    for number in range(games):
        yield play(learner or Learner(HIDDEN, 3), settings, number, 1)


def rolled(position: Position, rolls: int) -> set[Position]:
    """What may be to play after so many rolls, of which only the last can be played at all."""
    if rolls == 0:
        return {position}
    if position.stages:  # they come first
        return set()
    found = {position}
    for left in range(rolls, 0, -1):
        after = {transitions.roll(each, roll.high, roll.low)[0] for each in found for roll in ROLLS}
        found = {each for each in after if bool(each.stages) == (left == 1)}
    return found


def follows(before: Position, after: Position) -> bool:
    """Whether `after` comes of `before` by rolls, as far as they are needed, and one stage."""
    begun = [each for each in rolled(before, sum(after.rolls) - sum(before.rolls)) if each.rolls == after.rolls]
    results = stage_results(begun)
    for index, position in enumerate(begun):
        for result in results.of(index):
            if result.own == after.men_of(position.side) and alike(played_out(position, result.steps), after):
                return True
    return False


def played_out(position: Position, steps: Iterable) -> Position:
    for step in steps:
        position, _events = transitions.step(position, step)
    return position


def alike(one: Position, other: Position) -> bool:
    """All that matters of what follows; whether received stages have been begun does not."""
    return replace(one, started=False) == replace(other, started=False)


@pytest.mark.parametrize("settings", [SMALL, CONTRARY], ids=["parallel", "contrary"])
@pytest.mark.parametrize("wild", [0.0, 1.0])
def test_the_moments_of_a_game_follow_by_the_rules(settings: Settings, wild: float, full_size: bool) -> None:
    settings = replace(settings, wild=wild, custom=0.5)
    for played in one_by_one(settings, 60 if full_size else 4):
        game = positions(played, settings)
        if not game:
            continue  # it was over after its random turns
        if wild == 0:
            starts = [Position.start(game[0].rules, side) for side in Side]
            assert any(follows(start, game[0]) for start in starts)
            assert not follows(game[0], game[2])  # so that the check is one
        for before, after in pairwise(game):
            assert follows(before, after), f"{before} to {after}"
        winner, points, rolls = played.games[0].tolist()
        assert wins(game[-1], Side(winner), points, rolls)


def wins(last: Position, winner: Side, points: int, rolls: int) -> bool:
    """Whether `winner` can win so many points with the next stage and after so many rolls."""
    begun = [each for each in rolled(last, rolls - sum(last.rolls)) if each.side is winner]
    results = stage_results(begun)
    over = [
        played_out(position, result.steps)
        for index, position in enumerate(begun)
        for result in results.of(index)
        if result.own[0] == CHECKERS
    ]
    return bool(over) and all((end.winner, end.points) == (winner, points) for end in over)


def test_random_turns_come_first_and_are_not_learned_from() -> None:
    tame = play(Learner(HIDDEN, 1), replace(SMALL, wild=0.0), 0, 60)
    wild = play(Learner(HIDDEN, 1), replace(SMALL, wild=1.0), 0, 60)
    assert tame.spots[:, 3:5].sum(axis=1).min() <= 1
    assert len(wild.moments) < 0.9 * len(tame.moments)


@pytest.mark.parametrize("settings", [SMALL, CONTRARY], ids=["parallel", "contrary"])
def test_what_is_learned_from_is_what_the_network_sees(settings: Settings) -> None:
    learner = Learner(HIDDEN, 3)
    networks = plain_networks(learner)
    for played in one_by_one(settings, 3, learner):
        seen = network_of(learner, settings.movement).chances(game := positions(played, settings))
        for position, moment, chances in zip(game, played.moments, seen, strict=True):
            plain = networks[moment[1]].chances(features(moment)[None])[0]
            assert possible(plain, position) == pytest.approx(chances, abs=2e-3)


def possible(chances: NDArray[np.float64], position: Position) -> list[float]:
    """A side that has borne off a checker cannot lose 2 points (rules.md section 4)."""
    one, two, lose_one, lose_two = chances.tolist()
    if position.men.other[0]:
        one, two = one + two, 0.0
    if position.men.own[0]:
        lose_one, lose_two = lose_one + lose_two, 0.0
    return [one, two, lose_one, lose_two]


# Targets


def turned(chances: NDArray) -> NDArray:
    return chances[[2, 3, 0, 1]]


def test_returns_of_a_short_game_by_hand() -> None:
    moments = np.zeros((5, 4), np.int16)
    moments[:, 2] = 1, 0, 1, 0, 1  # the seats; the game is the three in the middle
    seen = [[0, 0, 0, 0], [0.4, 0.1, 0.3, 0.2], [0.5, 0.1, 0.4, 0.0], [0.6, 0.2, 0.1, 0.1], [0, 0, 0, 0]]
    targets = np.array(seen, np.float32)
    kernels.returns(moments, targets, 1, 4, (1.0, 0.0, 0.0, 0.0), 0.5)
    assert targets == pytest.approx(
        np.array(
            [
                [0, 0, 0, 0],
                # Half of the next moment's target, 0.8 0.1 0.05 0.05 for seat 0, and half of its value, 0.4 0 0.5 0.1.
                [0.6, 0.05, 0.275, 0.075],
                # Half of 1 0 0 0 and half of 0.6 0.2 0.1 0.1, as seat 1 sees them.
                [0.05, 0.05, 0.8, 0.1],
                [1, 0, 0, 0],
                [0, 0, 0, 0],
            ]
        ),
        abs=1e-6,
    )


def expected_targets(seats: list[int], values: NDArray, result: NDArray, decay: float) -> NDArray:
    """Lambda-returns by definition: G(n) = (1 - decay) V(n + 1) + decay G(n + 1), seen by the side that acts in n.

    `result`: the end as Light sees it.
    """
    found = np.zeros((len(seats), 4))
    found[-1] = turned(result) if seats[-1] else result
    for n in range(len(seats) - 2, -1, -1):
        mixed = (1 - decay) * values[n + 1] + decay * found[n + 1]
        found[n] = mixed if seats[n] == seats[n + 1] else turned(mixed)
    return found


@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("settings", [SMALL, CONTRARY], ids=["parallel", "contrary"])
def test_targets_are_lambda_returns_of_the_network_s_own_values(settings: Settings, decay: float) -> None:
    learner, settings = Learner(HIDDEN, 3), replace(settings, decay=decay, wild=0.3)
    network = network_of(learner, settings.movement)
    for played in one_by_one(settings, 10, learner):
        if not len(played.moments):
            continue
        winner, points, _rolls = played.games[0].tolist()
        result = np.eye(4)[2 * winner + points - 1]
        seats = played.moments[:, 2].tolist()
        values = network.chances(positions(played, settings))
        targets = expected_targets(seats, values, result, decay)
        assert played.targets == pytest.approx(targets, abs=1e-5)
        if decay == 1:
            assert set(map(tuple, played.targets.tolist())) <= {tuple(result), tuple(turned(result))}


def test_targets_are_chances() -> None:
    targets = play(Learner(HIDDEN, 1), SMALL, 0, 60).targets
    assert targets.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert targets.min() >= 0


def chances_ahead(network: Network, position: Position, side: Side) -> list[float]:
    """The chances of `side` one roll ahead."""
    if position.winner is not None:
        ahead = Outlook.decided(position.points, won=position.winner is position.side)
    else:
        ahead = outlook_ahead(network, position)
    chances = [ahead.win - ahead.win2, ahead.win2, 1 - ahead.win - ahead.lose2, ahead.lose2]
    return chances if side is position.side else chances[2:] + chances[:2]


def test_deeper_targets_move_towards_the_value_one_roll_ahead() -> None:
    learner = Learner(HIDDEN, 3)
    network = network_of(learner)
    every = replace(SMALL, deep_share=1.0, deep_trust=1.0)
    for number in range(2):
        before, after = (play(learner, every, number, 1, kind=kind) for kind in KINDS)
        assert np.array_equal(before.spots, after.spots)
        game = positions(before, every)
        for position, target in zip(game, after.targets, strict=True):
            assert target == pytest.approx(chances_ahead(network, position, position.side), abs=1e-5)
        half = play(learner, replace(every, deep_trust=0.5), number, 1, kind="deeper")
        assert half.targets == pytest.approx((before.targets + after.targets) / 2, abs=1e-5)


def test_a_share_of_the_moments_is_looked_at_deeper() -> None:
    played = play(Learner(HIDDEN, 3), SMALL, 0, 64)
    deep = play(Learner(HIDDEN, 3), SMALL, 0, 64, kind="deeper")
    assert len(deep.moments) == pytest.approx(SMALL.deep_share * len(played.moments), rel=0.15)
    assert np.array_equal(deep.games, played.games)
    assert len(deep.moments) == len(deep.targets) == len(deep.spots)


def test_stages_are_worth_what_the_best_end_of_a_beam_is_worth_a_roll_later() -> None:
    learner = Learner(HIDDEN, 3)
    network = network_of(learner)
    played = play(learner, SMALL, 0, 6, kind="stages")
    assert set(played.moments[:, 1].tolist()) == {STAGES_PHASE}
    found = positions(played, SMALL)
    assert len(found) > 50
    for position, target in zip(found, played.targets, strict=True):
        assert position.stages
        after = position
        for step in best_lines(network, position, Depth(beam=BEAM))[0].steps:
            after, _events = transitions.advance(after, step)
        wanted = chances_ahead(network, after, position.side)
        assert target == pytest.approx(wanted, abs=1e-5)


def test_all_stages_of_open_contact_are_looked_at() -> None:
    every, planned = (play(Learner(HIDDEN, 3), SMALL, 0, 20, kind=kind) for kind in ("all", "stages"))
    asked = every.moments[:, 1] == STAGES_PHASE
    assert np.array_equal(every.spots[asked], planned.spots)
    assert np.array_equal(every.moments[asked], planned.moments)

"""What the kernels learn against the same in plain NumPy: gradients, Adam, whole passes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from rosespring.evaluation.inputs import layout
from rosespring.evaluation.kernels import NETWORK, PHASES, ROWS, Net
from rosespring.rules import PRESETS
from rosespring.search.room import make_room
from rosespring.training import kernels
from rosespring.training.learner import Learner
from rosespring.training.lessons import make_lessons
from tests.training.plain import Adam, Floats, PlainNetwork, features, plain_networks
from tests.training.small import SMALL, play

HIDDEN = 5


class Sample(NamedTuple):
    moments: NDArray[np.int16]
    targets: NDArray[np.float32]
    given: NDArray[np.float64]

    @property
    def phases(self) -> NDArray[np.int16]:
        return self.moments[:, 1]


@pytest.fixture(scope="module")
def sample() -> Sample:
    """A few moments of each phase: of games, and of lessons for the phases that come late."""
    played = play(Learner(HIDDEN, 2), SMALL, 0, 8)
    known = make_lessons([PRESETS["gul-bara"].rules], 20, 20, 20, 3)
    moments = np.concatenate([played.moments, known.moments])
    targets = np.concatenate([played.targets, known.targets])
    chosen = np.concatenate([np.flatnonzero(moments[:, 1] == phase)[:60:20] for phase in range(PHASES)])
    moments, targets = moments[chosen], targets[chosen]
    assert set(moments[:, 1].tolist()) == set(range(PHASES))
    return Sample(moments, targets, np.array([features(moment) for moment in moments]))


def compiled_gradient(learner: Learner, sample: Sample) -> tuple[float, list[list[NDArray[np.float32]]]]:
    """The sum of squared errors, and for each phase the gradients of features, outputs and bias."""
    first, out, bias = learner.weights()
    net = Net(np.array([NETWORK]), layout().collapse(first), out, bias)
    grads = np.zeros((PHASES, ROWS, HIDDEN), np.float32), np.zeros_like(out), np.zeros_like(bias)
    seen = np.zeros(PHASES, np.int64)
    count = len(sample.moments)
    order, room = np.arange(count), make_room(HIDDEN, np.float32)
    error = kernels.gradient(net, sample.moments, sample.targets, order, 0, count, *grads, seen, room)
    assert seen.tolist() == np.bincount(sample.phases, minlength=PHASES).tolist()
    spread = np.zeros_like(first)
    for phase in range(PHASES):
        entries = layout().rows, layout().features, layout().factors
        kernels.spread(grads[0][phase], *entries, spread[phase])
    assert not grads[0].any()  # used up
    return float(error), [[spread[phase], grads[1][phase], grads[2][phase]] for phase in range(PHASES)]


def numerical(network: PlainNetwork, given: Floats, targets: NDArray, step: float = 1e-6) -> list[Floats]:
    """The gradient of the loss by central differences in every single weight."""
    found = []
    for array in network.arrays:
        slopes = np.zeros_like(array)
        for index in np.ndindex(array.shape):
            losses = []
            for moved in (step, -step):
                kept = array[index]
                array[index] += moved
                losses.append(network.loss(given, targets))
                array[index] = kept
            slopes[index] = (losses[0] - losses[1]) / (2 * step)
        found.append(slopes)
    return found


def test_the_gradient_is_the_slope_of_the_cross_entropy(sample: Sample) -> None:
    learner = Learner(HIDDEN, 4)
    for block in learner.first + learner.out + learner.bias:
        block.weights *= 5  # as if it had learned something
    _error, compiled = compiled_gradient(learner, sample)
    for phase, network in enumerate(plain_networks(learner)):
        here = sample.phases == phase
        slopes = numerical(network, sample.given[here], sample.targets[here])
        by_hand = network.gradient(sample.given[here], sample.targets[here])
        for found, plain, slope in zip(compiled[phase], by_hand, slopes, strict=True):
            assert np.abs(slope).max() > 0.05
            assert found == pytest.approx(slope, abs=1e-5)
            assert plain == pytest.approx(slope, abs=1e-6)


def test_the_error_is_that_of_the_chances(sample: Sample) -> None:
    learner = Learner(HIDDEN, 4)
    networks = plain_networks(learner)
    gaps = [
        networks[phase].chances(given[None])[0] - target
        for phase, given, target in zip(sample.phases, sample.given, sample.targets, strict=True)
    ]
    total = float((np.array(gaps) ** 2).sum())
    assert compiled_gradient(learner, sample)[0] == pytest.approx(total, rel=1e-5)
    mean = learner.learn(sample.moments, sample.targets, len(sample.moments), 1e-3, 1)
    assert mean == pytest.approx(total / len(sample.moments), rel=1e-5)


def test_rows_are_made_of_features_in_one_way() -> None:
    learner = Learner(HIDDEN, 5)
    first = learner.weights()[0]
    rows = np.full((ROWS, HIDDEN), 7, np.float32)
    for phase in range(PHASES):
        kernels.collapse(first[phase], layout().rows, layout().features, layout().factors, rows)
        assert rows == pytest.approx(layout().collapse(first)[phase], abs=1e-6)


def test_steps_are_those_of_adam() -> None:
    random = np.random.default_rng(6)
    weights = random.normal(0, 1, 40).astype(np.float32)
    plain = Adam(weights.astype(np.float64))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, 8):
        gradient = random.normal(0, 10.0 ** -random.integers(0, 4), 40).astype(np.float32)
        plain.step(gradient.astype(np.float64) / 32, 0.01)
        kernels.adam_step(weights, gradient, mean, square, 1 / 32, 0.01, float(step))
        assert weights == pytest.approx(plain.weights, abs=1e-5)
        assert not gradient.any()  # used up


def test_passes_over_all_moments_are_those_of_the_plain_learner(sample: Sample) -> None:
    learner = Learner(HIDDEN, 7)
    networks = plain_networks(learner)
    for seed in range(3):
        learner.learn(sample.moments, sample.targets, 5, 1e-2, seed)
        order = np.random.default_rng(seed).permutation(len(sample.moments))
        for batch in (order[begin : begin + 5] for begin in range(0, len(order), 5)):
            for phase in set(sample.phases[batch].tolist()):
                here = batch[sample.phases[batch] == phase]
                gradient = networks[phase].gradient(sample.given[here], sample.targets[here])
                for part, slope in zip(networks[phase].parts, gradient, strict=True):
                    part.step(slope / len(batch), 1e-2)
    for phase, network in enumerate(networks):
        for found, plain in zip(learner.weights(), network.arrays, strict=True):
            # Where a slope is all but zero, Adam makes a step of its rounding.
            assert np.abs(found[phase] - plain).mean() < 1e-5
            assert np.abs(found[phase] - plain).max() < 2e-3


def test_learning_what_was_seen_makes_the_error_small(sample: Sample) -> None:
    learner = Learner(HIDDEN, 8)
    errors = [learner.learn(sample.moments, sample.targets, 8, 1e-2, seed) for seed in range(200)]
    assert errors[-1] < 0.01 < errors[0]

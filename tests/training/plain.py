"""The learner once more, in NumPy and float64, without a thought for speed: features, ReLU, softmax, Adam."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rosespring.evaluation.inputs import layout
from rosespring.evaluation.kernels import PHASES
from rosespring.training.learner import Learner

Floats = NDArray[np.float64]


def features(moment: NDArray[np.int16]) -> Floats:
    """The features of a moment as it was written down: a count, the phase, the seat, and its rows."""
    made = layout()
    found = np.zeros(len(made.names))
    for row in moment[3 : 3 + moment[0]]:
        for entry in np.flatnonzero(made.rows == row):
            found[made.features[entry]] += made.factors[entry]
    return found


@dataclass
class Adam:
    """Adam as its authors wrote it down (Kingma and Ba 2015, algorithm 1)."""

    weights: Floats
    mean: Floats = field(init=False)
    square: Floats = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def step(self, gradient: Floats, rate: float) -> None:
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.weights -= rate * mean / (np.sqrt(square) + 1e-8)


class PlainNetwork:
    """A network of one phase: `first` (features, hidden), `out` (4, hidden), `bias` (4)."""

    def __init__(self, first: Floats, out: Floats, bias: Floats) -> None:
        self.parts = [Adam(part.astype(np.float64)) for part in (first, out, bias)]

    @property
    def arrays(self) -> list[Floats]:
        return [part.weights for part in self.parts]

    def chances(self, given: Floats) -> Floats:
        """The four chances (n, 4) of moments with these features (n, features)."""
        first, out, bias = self.arrays
        logits = np.maximum(given @ first, 0) @ out.T + bias
        grown = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(grown / grown.sum(axis=1, keepdims=True))

    def loss(self, given: Floats, targets: NDArray) -> float:
        """The cross-entropy, summed up."""
        return float(-(targets * np.log(self.chances(given))).sum())

    def gradient(self, given: Floats, targets: NDArray) -> list[Floats]:
        """The gradient of `loss` by the chain rule."""
        first, out, _bias = self.arrays
        hidden = np.maximum(given @ first, 0)
        gap = self.chances(given) - targets
        return [given.T @ ((gap @ out) * (hidden > 0)), gap.T @ hidden, gap.sum(axis=0)]


def plain_networks(learner: Learner) -> list[PlainNetwork]:
    """The phases of a learner as it is now."""
    first, out, bias = learner.weights()
    return [PlainNetwork(first[phase], out[phase], bias[phase]) for phase in range(PHASES)]

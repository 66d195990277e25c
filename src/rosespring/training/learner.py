"""A network in the making: its weights, what Adam remembers, and steps on batches of moments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rosespring.evaluation.inputs import Layout, layout, playing_net
from rosespring.evaluation.kernels import NETWORK, PHASES, ROWS, Net
from rosespring.search.room import make_room
from rosespring.training import kernels

Floats = NDArray[np.float32]


@dataclass(slots=True)
class Block:
    """Some weights with their gradient and what Adam remembers of them."""

    weights: Floats
    gradient: Floats
    mean: Floats
    square: Floats

    @classmethod
    def of(cls, weights: Floats) -> Self:
        """A block of fresh weights."""
        return cls(weights, *(np.zeros_like(weights) for _ in range(3)))


class Learner:
    """Learns from (moments, targets) with Adam; the net that plays is `net()`."""

    def __init__(self, hidden: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.layout: Layout = layout()
        count = len(self.layout.names)
        first = (random.standard_normal((PHASES, count, hidden)) * 0.05).astype(np.float32)
        out = (random.standard_normal((PHASES, 4, hidden)) * 0.05).astype(np.float32)
        self.first = [Block.of(first[phase]) for phase in range(PHASES)]
        self.out = [Block.of(out[phase]) for phase in range(PHASES)]
        self.bias = [Block.of(np.zeros(4, np.float32)) for _ in range(PHASES)]
        self.steps = np.zeros(PHASES, np.int64)
        self.hidden = hidden
        self._rows = np.zeros((PHASES, ROWS, hidden), np.float32)
        self._rows_gradient = np.zeros_like(self._rows)
        self._room = make_room(hidden, np.float32)
        for phase in range(PHASES):
            self._collapse(phase)

    def weights(self) -> tuple[Floats, Floats, Floats]:
        """The weights of the first layer, the outputs and the bias, as in a file of weights."""
        return self._stack(self.first), self._stack(self.out), self._stack(self.bias)

    def net(self) -> Net:
        """The network as it is now, to play with."""
        return playing_net(*self.weights())

    @staticmethod
    def _stack(blocks: list[Block]) -> Floats:
        return np.stack([block.weights for block in blocks])

    def _collapse(self, phase: int) -> None:
        kernels.collapse(self.first[phase].weights, *self._entries(), self._rows[phase])

    def _entries(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        return self.layout.rows, self.layout.features, self.layout.factors

    def learn(self, moments: NDArray[np.int16], targets: Floats, batch: int, rate: float, seed: int) -> float:
        """One pass over all moments in random order, a step for each `batch`; returns the mean squared error."""
        order = np.random.default_rng(seed).permutation(len(moments))
        total = 0.0
        for begin in range(0, len(order), batch):
            total += self._step(moments, targets, order, begin, min(len(order), begin + batch), rate)
        return total / max(1, len(order))

    def _step(
        self, moments: NDArray[np.int16], targets: Floats, order: NDArray[np.int64], begin: int, end: int, rate: float
    ) -> float:
        net = Net(np.array([NETWORK]), self._rows, self._stack(self.out), self._stack(self.bias))
        out, bias = np.zeros_like(net.out), np.zeros_like(net.bias)
        seen = np.zeros(PHASES, np.int64)
        error = kernels.gradient(
            net, moments, targets, order, begin, end, self._rows_gradient, out, bias, seen, self._room
        )
        for phase in np.flatnonzero(seen).tolist():
            self.out[phase].gradient[:] = out[phase]
            self.bias[phase].gradient[:] = bias[phase]
            kernels.spread(self._rows_gradient[phase], *self._entries(), self.first[phase].gradient)
            self.steps[phase] += 1
            # A phase that is rare in a batch would take as large a step from its few moments: smaller by its share.
            scale = 1.0 / (end - begin)
            for block in (self.first[phase], self.out[phase], self.bias[phase]):
                kernels.adam_step(
                    block.weights.reshape(-1), block.gradient.reshape(-1), block.mean.reshape(-1),
                    block.square.reshape(-1), scale, rate, float(self.steps[phase]),
                )  # fmt: skip
            self._collapse(phase)
        return float(error)

    def blocks(self) -> dict[str, NDArray[Any]]:
        """The arrays that learning changes, by name."""
        return {
            f"{name}.{phase}.{part}": getattr(block, part)
            for name in ("first", "out", "bias")
            for phase, block in enumerate(getattr(self, name))
            for part in ("weights", "mean", "square")
        }

    def arrays(self) -> dict[str, NDArray[Any]]:
        """A copy of everything to go on from."""
        return {name: array.copy() for name, array in self.blocks().items()} | {"steps": self.steps.copy()}

    def restore(self, found: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` gave.

        :raises KeyError: if something is missing.
        :raises ValueError: if something is of another shape.
        """
        for name, array in (self.blocks() | {"steps": self.steps}).items():
            if found[name].shape != array.shape:
                raise ValueError(f"expected {name} of shape {array.shape}, got {found[name].shape}")
            array[:] = found[name]
        for phase in range(PHASES):
            self._collapse(phase)

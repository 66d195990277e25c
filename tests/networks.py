"""Untrained networks: small, quick, and opinionated enough for every rule to be met."""

from __future__ import annotations

import numpy as np

from rosespring.evaluation.inputs import INPUTS_VERSION, layout
from rosespring.evaluation.kernels import PHASES
from rosespring.evaluation.network import Card, Network, make_network

HIDDEN = 8


def random_network(movement: str, seed: int = 1) -> Network:
    """A network of random weights."""
    random = np.random.default_rng(seed)
    shapes = (PHASES, len(layout().names), HIDDEN), (PHASES, 4, HIDDEN), (PHASES, 4)
    first, out, bias = (random.normal(0, 0.3, shape).astype(np.float32) for shape in shapes)
    card = Card("untrained", movement, INPUTS_VERSION, HIDDEN, 0, "")
    return make_network(card, (first, out, bias))

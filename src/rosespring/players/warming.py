"""Getting ready: the kernels that the levels play with are compiled or loaded, and their networks read.

Compiling takes seconds, and happens once for each state of the kernels; a mark in their folder says that it is done.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from rosespring.board import Position
from rosespring.errors import WeightsError
from rosespring.evaluation.network import Card, Network, make_network, packaged_network
from rosespring.kernel_cache import cache_folder
from rosespring.rules import CHOICES, Rules
from rosespring.search.depth import Depth

_MARK = "ready"


def is_warm() -> bool:
    """Whether `warm` has compiled everything before, so that it only needs to be loaded."""
    try:
        return _mark().read_text("utf-8") == _compiler()
    except (OSError, ValueError):
        return False


def warm() -> None:
    """Compile what play and serve need, or load it, and read the networks.

    A network that cannot be used is passed over: who plays by it will say so.
    """
    _compile()
    for movement in CHOICES["movement"]:
        with suppress(WeightsError):
            packaged_network(movement)
    with suppress(OSError):
        _mark().write_text(_compiler(), "utf-8")


def warm_judging() -> None:
    """Compile or load what the engine and hints need besides; little more once `warm` has been called."""
    from rosespring.search.choose import outlook_ahead

    network, start = _blank(), Position.start(Rules())
    outlook_ahead(network, start)
    network.chances([start])


def _compile() -> None:
    """Call each kernel that the levels call, with a network of zeros."""
    from rosespring.search.choose import best_lines

    start = Position.start(Rules(cascade_from=1))
    position = replace(start, rolls=(1, 0), stages=((6,) * 4,), cascade=True)
    network = _blank()
    best_lines(network, position, Depth(beam=2, wide=2))


def _blank() -> Network:
    import numpy as np

    from rosespring.evaluation.inputs import INPUTS_VERSION, layout
    from rosespring.evaluation.kernels import PHASES

    hidden = 8
    shapes = (PHASES, len(layout().names), hidden), (PHASES, 4, hidden), (PHASES, 4)
    card = Card("blank", Rules().movement, INPUTS_VERSION, hidden, 0, "")
    return make_network(card, tuple(np.zeros(shape, np.float32) for shape in shapes))


def _mark() -> Path:
    return Path(cache_folder()) / _MARK


def _compiler() -> str:
    """What compiles: another version does not use what this one has left in the cache."""
    return f"numba {version('numba')}"

"""Positions as arrays for the network's kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rosespring.board import Position
from rosespring.errors import PositionError
from rosespring.evaluation.chances import kernels
from rosespring.evaluation.kernels import MOST_ROWS
from rosespring.movegen.words import Ints, Keys, key_of, rule_words, stage_code
from rosespring.rules import Rules

if TYPE_CHECKING:
    from rosespring.evaluation.network import Network


def queue_of(position: Position) -> int:
    """The stages left of a position as one number for the kernels; 0: about to roll."""
    if not position.stages:
        return 0
    stage = position.stages[0]
    # Mixed dice and single ones are followed by no other stage.
    last = position.stages[-1][0] if len(position.stages) > 1 or len(set(stage)) == 1 else 0
    return stage_code(stage) | last << 9 | int(position.received) << 12


def rolls_made(position: Position) -> tuple[int, int]:
    """The rolls made by the side to act and by the other."""
    mine, yours = position.rolls if position.side == 0 else position.rolls[::-1]
    return mine, yours


@dataclass(frozen=True, slots=True)
class Moments:
    """Positions of one rule set as arrays: keys of both sides (n), queues (n), cascades (n), rolls made (n, 2)."""

    own: Keys
    other: Keys
    queues: Ints
    cascades: Ints
    made: Ints

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Moments:
        """The arrays of `positions`."""
        return cls(
            np.array([key_of(position.men.own) for position in positions], np.uint64),
            np.array([key_of(position.men.other) for position in positions], np.uint64),
            np.array([queue_of(position) for position in positions], np.int64),
            np.array([position.cascade for position in positions], np.int64),
            np.array([rolls_made(position) for position in positions], np.int64).reshape(-1, 2),
        )


def by_rules(positions: Sequence[Position]) -> dict[Rules, list[int]]:
    """The indices of the positions of each rule set."""
    groups: dict[Rules, list[int]] = {}
    for index, position in enumerate(positions):
        groups.setdefault(position.rules, []).append(index)
    return groups


def check_movement(network: Network, rules: Rules) -> None:
    """Nothing, if `network` knows positions under `rules`.

    :raises PositionError: if they are of another `movement`.
    """
    if rules.movement != network.card.movement:
        raise PositionError(f"expected positions of movement {network.card.movement}, got {rules.movement}")


def chances(network: Network, positions: Sequence[Position]) -> NDArray[np.float64]:
    """See `Network.chances`."""
    found = np.zeros((len(positions), 4))
    for rules, indices in by_rules(positions).items():
        check_movement(network, rules)
        moments = Moments.of([positions[index] for index in indices])
        found[indices] = values(network, rules, moments)
    return found


def values(network: Network, rules: Rules, moments: Moments) -> NDArray[np.float64]:
    """The chances (n, 4) of moments of one rule set."""
    found = np.zeros((len(moments.own), 4))
    counts, active = np.zeros((2, 25), np.int64), np.zeros(MOST_ROWS, np.int64)
    hidden = np.zeros(network.card.hidden, np.int16)
    kernels.values(
        network.net, moments.own, moments.other, moments.queues, rule_words(rules), moments.made, found,
        active, counts, hidden,
    )  # fmt: skip
    return found

"""How strong a network in the making is: matches against others, compiled, with paired dice."""

from __future__ import annotations

import numpy as np

from rosespring.evaluation.kernels import Net
from rosespring.evaluation.match_equity import utilities
from rosespring.movegen.words import rule_words
from rosespring.players import kernels
from rosespring.players.thinkers import yardstick_net
from rosespring.rules import Rules
from rosespring.search.room import make_room

_LENGTH = 3
_SEED = 20_000


def share_against(net: Net, other: Net, rules: Rules, matches: int, wide: int = 1, seed: int = _SEED) -> float:
    """The share of `matches` to 3 points that `net` wins, `wide` results of each stage looked at one roll further."""
    scores = np.zeros((matches, 4), np.int64)
    opening = (rules.opening == "play") + 2 * (rules.next_starter == "roll")
    rooms = make_room(net.rows.shape[2]), make_room(other.rows.shape[2])
    kernels.play_matches(
        net, other, rule_words(rules), opening, _LENGTH, utilities(_LENGTH), wide, wide, np.uint64(seed), 0, scores,
        np.zeros((2, 4)), np.zeros(2, np.int64), *rooms,
    )  # fmt: skip
    return float((scores[:, 0] > scores[:, 1]).mean())


def share_against_yardstick(net: Net, rules: Rules, matches: int, wide: int = 1) -> float:
    """The share of matches to 3 points won against the yardstick."""
    return share_against(net, yardstick_net(), rules, matches, wide)

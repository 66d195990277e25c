"""How strong a network in the making is: matches against others, compiled, with paired dice."""

from __future__ import annotations

from statistics import fmean

from rosespring.evaluation.kernels import Net
from rosespring.players.arena import Arena, Fighter
from rosespring.players.thinkers import yardstick_net
from rosespring.rules import Rules
from rosespring.search.depth import STAGE

_LENGTH = 3
_SEED = 20_000


def share_against(net: Net, other: Net, rules: Rules, matches: int) -> float:
    """The share of `matches` (an even number) to 3 points that `net` wins against another network."""
    return _share(net, Fighter(other, STAGE, apart=True), rules, matches)


def share_against_yardstick(net: Net, rules: Rules, matches: int) -> float:
    """The share of `matches` (an even number) to 3 points won against the yardstick."""
    return _share(net, Fighter(yardstick_net(), STAGE, apart=True), rules, matches)


def _share(net: Net, other: Fighter, rules: Rules, matches: int) -> float:
    arena = Arena(Fighter(net, STAGE, apart=True), other, rules, _LENGTH, _SEED)
    bouts = [bout for pair in range(max(1, matches // 2)) for bout in arena.play_pair(pair)[1]]
    return fmean(bout.a_won for bout in bouts)

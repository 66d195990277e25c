"""Players that think with compiled code: those of a network, at several strengths, and the yardstick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from rosespring.board import Position, Step
from rosespring.errors import WeightsError
from rosespring.evaluation import Outlook
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import Network, load_network, network_for
from rosespring.evaluation.outlook import Utility
from rosespring.game import transitions
from rosespring.language import gettext as _
from rosespring.movegen import stage_results
from rosespring.search.depth import AHEAD, FULL, STAGE, STAGES, Depth

if TYPE_CHECKING:
    from rosespring.evaluation.kernels import Net

Needs = tuple[int, int]
"""The points that the side to act and the other still need to win their match."""


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a network plays: how far it thinks, with values blurred by `noise`, and exact endings if `exact`."""

    name: str
    depth: Depth = STAGE
    noise: float = 0.0
    exact: bool = False
    apart: bool = False
    """Each stage by itself, and the results of it looked further: the search of the yardstick."""


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("novice", noise=0.19),
        Level("learner", noise=0.135),
        Level("casual", noise=0.09),
        Level("club", noise=0.055),
        Level("expert", STAGES, noise=0.05),
        Level("master", STAGES),
        Level("full", FULL, exact=True),
    )
}
"""The named levels, weakest first; `full` is the strongest."""
SEARCHES = {
    "network": Level("network", apart=True),
    "network-ahead": Level("network-ahead", Depth(wide=2), apart=True),
    "turns-ahead": Level("turns-ahead", AHEAD),
}
"""The network with other searches, to compare: those of `yardstick` and `yardstick-ahead`, and whole turns ahead."""


@dataclass(frozen=True, slots=True)
class NetworkPlayer:
    """Plays by a network: that of `path`, else the program's own for the rules at hand.

    With `double_share` it plays matches by a table made of it, not of its network's.
    """

    level: Level
    path: Path | None = None
    double_share: float | None = None

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> Sequence[Step]:
        """The steps of the best play of all stages at hand; of the current one where exact tables know it all.

        :raises WeightsError: if the network's file cannot be used.
        """
        from rosespring.search.choose import best_lines, best_stage

        network, level = self.network(position), self.level
        utility = utility_of(network, needs, self.double_share)
        if level.exact and (steps := exact_stage(position, utility)) is not None:
            return steps
        if level.apart:
            return best_stage(network.net, position, level.depth.wide, utility)
        seed = random.getrandbits(64) if level.noise else 0
        return best_lines(network, position, level.depth, utility, noise=level.noise, seed=seed)[0].steps

    def outlook(self, position: Position) -> Outlook:
        """By the network, one roll ahead at full strength.

        :raises WeightsError: if the network's file cannot be used.
        """
        network = self.network(position)
        if not self.level.exact or position.winner is not None:
            return network.outlooks([position])[0]
        from rosespring.search.choose import outlook_ahead

        return outlook_ahead(network, position)

    def network(self, position: Position) -> Network:
        """The network for the position's rules.

        :raises WeightsError: if the network's file cannot be used, or is for another `movement`.
        """
        if self.path is None:
            return network_for(position.rules)
        network = _loaded(self.path)
        if network.card.movement != position.rules.movement:
            words = {"path": self.path, "other": network.card.movement}
            raise WeightsError(_("the weights in {path} are for movement {other}").format(**words))
        return network


@cache
def _loaded(path: Path) -> Network:
    return load_network(path)


def utility_of(network: Network | None, needs: Needs | None, double_share: float | None = None) -> Utility:
    """What the four ends of a game are worth: points, or at a match score chances to win the match (from -1 to 1).

    A side that needs more points than the match equity table has plays as if it needed so many.
    """
    from rosespring.evaluation.match_equity import DOUBLE_SHARE, LONGEST, MONEY, utilities

    if needs is None:
        return MONEY
    share = double_share
    if share is None:
        share = network.card.double_share if network else DOUBLE_SHARE
    mine, yours = (min(need, LONGEST) for need in needs)
    one, two, lose_one, lose_two = utilities(LONGEST, share)[mine - 1, yours - 1].tolist()
    return one, two, lose_one, lose_two


def exact_stage(position: Position, utility: Utility) -> Sequence[Step] | None:
    """The best stage result where exact tables know all that can follow; None elsewhere."""
    if exact_outlook(position) is None:
        return None
    found = []
    for result in stage_results(position):
        after = transitions.after_steps(position, result.steps)
        outlook = exact_outlook(after)
        if outlook is None:
            return None
        found.append((worth_of(outlook.seen_by(position.side, after.side), utility), result.steps))
    return max(found, key=lambda pair: pair[0])[1]


def worth_of(outlook: Outlook, utility: Utility) -> float:
    """The expected utility of an outlook."""
    chances = outlook.win - outlook.win2, outlook.win2, 1 - outlook.win - outlook.lose2, outlook.lose2
    return sum(chance * value for chance, value in zip(chances, utility, strict=True))


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The hand-written player that published figures are measured against (docs/strength.md).

    At 0 rolls, or with `wide` 2 looking one roll further on its two best plays. For `double_share` see `NetworkPlayer`.
    """

    wide: int = 1
    double_share: float | None = None

    def stage(self, position: Position, random: Random, needs: Needs | None = None) -> Sequence[Step]:
        """The steps of the best result of the current stage."""
        from rosespring.search.choose import best_stage

        return best_stage(yardstick_net(), position, self.wide, utility_of(None, needs, self.double_share))

    def outlook(self, position: Position) -> Outlook:
        """By the formulae."""
        from rosespring.evaluation.formula import Formula

        return Formula().outlooks([position])[0]


@cache
def yardstick_net() -> Net:
    """What the kernels take for the yardstick's formulae."""
    import numpy as np

    from rosespring.evaluation.kernels import YARDSTICK, Net

    empty = np.zeros((1, 1, 1), np.float32)
    return Net(np.array([YARDSTICK]), empty.astype(np.int16), empty, empty[0])

"""Advice: the best ways to play a position, what each may expect, and what it costs to choose another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rosespring.board import Position, Roll, Step
from rosespring.errors import UnknownPlayer
from rosespring.evaluation import Outlook
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import Network
from rosespring.evaluation.outlook import Utility
from rosespring.game import transitions
from rosespring.game.rolls import ROLLS
from rosespring.language import gettext as _
from rosespring.movegen import stage_results
from rosespring.players.player import find_player, outlook_of
from rosespring.players.thinkers import LEVELS, Needs, NetworkPlayer, utility_of, worth_of
from rosespring.search.depth import FULL, STAGES, Depth

WAYS = 24
"""Ends of a cascade that exact tables are asked about."""
FEWEST = 5
"""So many plays are looked at one roll further, however few are asked for."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One way to play: its steps, what is expected then, and by how much less it is worth than the best.

    `worth` and `loss` are points; at a match score, chances to win the match from -1 to 1. `rolls`: how many rolls
    ahead was looked; None if the outlook is exact.
    """

    steps: tuple[Step, ...]
    outlook: Outlook
    worth: float
    loss: float
    rolls: int | None


@dataclass(frozen=True, slots=True)
class RollAdvice:
    """A roll, the position that it makes, and the best play (None if the roller has none) with what is expected."""

    roll: Roll
    position: Position
    best: Advice | None
    outlook: Outlook


def adviser(name: str) -> NetworkPlayer:
    """The player of that name, which must judge by a network.

    :raises UnknownPlayer: for any other.
    """
    player = find_player(name)
    if not isinstance(player, NetworkPlayer):
        words = {"name": repr(name), "levels": ", ".join(LEVELS)}
        raise UnknownPlayer(_("{name} gives no advice: expected one of {levels}, or FILE.npz").format(**words))
    return player


def advise(player: NetworkPlayer, position: Position, top: int = FEWEST, needs: Needs | None = None) -> list[Advice]:
    """The `top` best ways to play all stages of `position`, the best first.

    The player's level says how far is looked: at full strength as far as it does, with exact endings; else one roll
    or not at all. Its blurring of values is left out.

    :raises ValueError: if there is nothing to play.
    :raises WeightsError: if the network's file cannot be used.
    """
    network = player.network(position)
    utility = utility_of(network, needs)
    if player.level.exact:
        return (_exact(network, position, utility) or _searched(network, position, top, utility, player.level.depth))[
            :top
        ]
    if player.level.depth.wide > 1:
        return _searched(network, position, top, utility, player.level.depth)
    return _at_sight(network, position, top, utility, max(player.level.depth.beam, STAGES.beam))


def advise_rolls(player: NetworkPlayer, position: Position, needs: Needs | None = None) -> Iterator[RollAdvice]:
    """The best play of each of the 21 rolls of a side about to roll.

    :raises WeightsError: if the network's file cannot be used.
    """
    for high, low in ROLLS:
        after, _events = transitions.roll(position, high, low)
        if after.stages and after.side is position.side:
            best = advise(player, after, 1, needs)[0]
            yield RollAdvice(Roll(high, low), after, best, best.outlook)
        else:
            yield RollAdvice(Roll(high, low), after, None, outlook_of(player, after, position.side))


def _searched(network: Network, position: Position, top: int, utility: Utility, depth: Depth) -> list[Advice]:
    """By look-ahead of one roll; of two for the best, where `depth` has the budget."""
    from rosespring.search.choose import best_lines

    wide = max(top, FEWEST)
    lines = best_lines(network, position, replace(depth, wide=wide), utility)
    best, shown = lines[0], lines[:top]
    # Values of different depths do not compare: each play is held against the best one as seen from equally far.
    worth = {best.rolls: best.worth}
    if any(line.rolls != best.rolls for line in shown):
        again = best_lines(network, position, replace(depth, wide=wide, budget=0), utility)
        worth |= {line.rolls: line.worth for line in again if line.stages == best.stages}
    return [
        Advice(line.steps, line.outlook, line.worth, max(0.0, worth[line.rolls] - line.worth), line.rolls)
        for line in shown
    ]  # fmt: skip


def _at_sight(network: Network, position: Position, top: int, utility: Utility, beam: int) -> list[Advice]:
    """By what the network says when the turn is over, no roll ahead, of `beam` lines kept between the stages."""
    from rosespring.search.choose import best_lines, outlook_ahead

    own, *_none = best_lines(network, position, Depth(beam=beam), utility)
    found = {own.steps: own.outlook}
    for line in best_lines(network, position, Depth(beam=beam, wide=max(top, FEWEST)), utility):
        after = transitions.after_steps(position, line.steps)
        found.setdefault(line.steps, outlook_ahead(network, after, 0).seen_by(position.side, after.side))
    graded = _graded(list(found.items()), utility, 0)
    # What the level plays comes first, even where a play that it rated lower before it passed on a rest is worth more.
    first = next(play for play in graded if play.steps == own.steps)
    others = [replace(play, loss=max(0.0, first.worth - play.worth)) for play in graded if play is not first]
    return [replace(first, loss=0.0), *others][:top]


def _exact(network: Network, position: Position, utility: Utility) -> list[Advice] | None:
    """By tables, where they know all that can follow; None elsewhere."""
    if exact_outlook(position) is None:
        return None
    found = []
    for steps in _ways(network, position, utility):
        after = transitions.after_steps(position, steps)
        if (outlook := exact_outlook(after)) is None:
            return None
        found.append((steps, outlook.seen_by(position.side, after.side)))
    return _graded(found, utility, None)


def _ways(network: Network, position: Position, utility: Utility) -> list[tuple[Step, ...]]:
    """Every way to play a single stage; the likeliest ones to play several."""
    if len(position.stages) == 1:
        return [tuple(result.steps) for result in stage_results(position)]
    from rosespring.search.choose import best_lines

    return [line.steps for line in best_lines(network, position, Depth(beam=FULL.beam, wide=WAYS), utility)]


def _graded(found: list[tuple[tuple[Step, ...], Outlook]], utility: Utility, rolls: int | None) -> list[Advice]:
    """Plays with their losses, the best first."""
    valued = [(worth_of(outlook, utility), steps, outlook) for steps, outlook in found]
    valued.sort(key=lambda entry: -entry[0])
    return [Advice(steps, outlook, worth, valued[0][0] - worth, rolls) for worth, steps, outlook in valued]

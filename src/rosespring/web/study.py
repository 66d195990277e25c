"""What the analysis pages ask the worker processes: positions valued and records read, with plain values.

All chances are those of the side to act in the position that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from rosespring.analysis.scope import SCOPES
from rosespring.analysis.values import Valuer
from rosespring.board import Position, Side, Step
from rosespring.evaluation import Outlook
from rosespring.evaluation.network import network_for, packaged_network
from rosespring.game import Game, transitions
from rosespring.game.rolls import ROLLS
from rosespring.game.transitions import after_steps
from rosespring.notation.turns import format_turn, parse_turn
from rosespring.players.advice import Advice, advise, adviser
from rosespring.players.thinkers import Needs, utility_of, worth_of
from rosespring.search.choose import Utility, best_lines
from rosespring.search.depth import STAGES
from rosespring.web.shapes import step_view
from rosespring.web.valued import Chances, Depth, Evaluation, RollsTold, RollTold, WayTold

_AFTER_ROLL: dict[Depth, Depth] = {"quick": "first", "usual": "quick", "deep": "usual"}
"""How far the plays of a roll are looked at, where that is less far than asked: the roll itself is one looked at."""
SHOWN = 6
"""Plays that are told of a decision."""
_REMEMBERED = 2000
"""Positions that each valuer remembers; with its plays one takes some kilobytes."""


def evaluate_plays(position_id: str, needs: Needs | None, depth: Depth, played: str) -> Evaluation:
    """The best ways to play the stages of a position, the one that was `played` among them.

    :raises NotationError: for `played` that cannot be played.
    """
    position = Position.parse(position_id)
    utility = utility_of(network_for(position.rules), needs)
    if not position.stages:
        return Evaluation(position_id, depth, _judge(position), _chances(_at_end(position), utility, needs), [], [])
    ways = _ways(position, needs, depth, parse_turn(played, position) if played else [])
    ways.sort(key=lambda way: -way.worth)
    best = ways[0].worth
    shown = [way for index, way in enumerate(ways) if index < SHOWN or way.played]
    plays = [_way_told(way, position, utility, best, needs) for way in shown]
    return Evaluation(position_id, depth, _judge(position), plays[0].chances, plays, [])


class _Way(Struct, frozen=True):
    steps: Sequence[Step]
    outlook: Outlook
    worth: float
    played: bool


def _ways(position: Position, needs: Needs | None, depth: Depth, played: list[Step]) -> list[_Way]:
    """The best ways, and the one that was played, each position that they lead to once."""
    if depth == "first":
        found = [_of_advice(each) for each in advise(adviser("master"), position, SHOWN, needs)]
        return _with_played(found, position, [_at_sight(position, needs, played)] if played else [])
    valuer = _valuer(position, needs, depth)
    ways = [*valuer.ways(position)]
    found = [_Way(way.steps, way.outlook, way.worth, played=False) for way in ways]
    if not played:
        return found
    way = valuer.way(position, played)
    return _with_played(found, position, [_Way(way.steps, way.outlook, way.worth, played=True)])


def _of_advice(advice: Advice) -> _Way:
    return _Way(advice.steps, advice.outlook, advice.worth, played=False)


def _with_played(ways: list[_Way], position: Position, played: list[_Way]) -> list[_Way]:
    """`ways`, with the one that was played in place of the one that leads to the same position."""
    ends = {after_steps(position, way.steps) for way in played}
    return [*played, *(way for way in ways if after_steps(position, way.steps) not in ends)]


def _at_sight(position: Position, needs: Needs | None, steps: Sequence[Step]) -> _Way:
    """A way valued by what the network says when it has been played."""
    after, network = after_steps(position, steps), network_for(position.rules)
    outlook = _at_end(after).seen_by(position.side, after.side)
    return _Way(steps, outlook, worth_of(outlook, utility_of(network, needs)), played=True)


def _at_end(position: Position) -> Outlook:
    """What the side to act expects at sight, any stages played at once."""
    if position.winner is not None:
        return Outlook.decided(position.points, won=position.winner is position.side)
    network = network_for(position.rules)
    if position.stages:
        return best_lines(network, position, STAGES)[0].outlook
    return network.outlooks([position])[0]


def _way_told(way: _Way, position: Position, utility: Utility, best: float, needs: Needs | None) -> WayTold:
    text = format_turn(way.steps, position)
    chances = _chances(way.outlook, utility, needs)
    cost = max(0.0, best - way.worth) / (1 if needs is None else 2)
    steps = [step_view(step) for step in way.steps]
    return WayTold(steps, text, str(after_steps(position, way.steps)), chances, cost, way.played)


def evaluate_rolls(position_id: str, needs: Needs | None, depth: Depth, rolls: Sequence[int]) -> RollsTold:
    """The best play of some of the 21 rolls, which are numbered from 0 (6-6) to 20 (1-1)."""
    position = Position.parse(position_id)
    return RollsTold(_judge(position), [_roll_told(position, needs, depth, *ROLLS[index]) for index in rolls])


def _roll_told(position: Position, needs: Needs | None, depth: Depth, high: int, low: int) -> RollTold:
    utility = utility_of(network_for(position.rules), needs)
    after, _events = transitions.roll(position, high, low)
    steps, outlook = _best(after, needs if after.side is position.side else _turned(needs), depth)
    mine = after.side is position.side
    told = [step_view(step) for step in steps] if mine else []
    text = format_turn(steps, after) if mine and steps else ""
    chances = _chances(outlook.seen_by(position.side, after.side), utility, needs)
    return RollTold((high, low), str(after), told, text, chances)


def _best(position: Position, needs: Needs | None, depth: Depth) -> tuple[Sequence[Step], Outlook]:
    """The best way to play a position after a roll, and what its side expects."""
    network = network_for(position.rules)
    depth = _AFTER_ROLL.get(depth, depth)
    if depth == "first":
        if not position.stages:
            return (), _at_end(position)
        line = best_lines(network, position, STAGES, utility_of(network, needs))[0]
        return line.steps, line.outlook
    valuer = _valuer(position, needs, depth)
    if not position.stages:
        return (), valuer.outlook(position)
    way = valuer.ways(position)[0]
    return way.steps, way.outlook


def outlooks(position_ids: Sequence[str], needs: Needs | None) -> list[Chances]:
    """What Light expects of each position at sight; `needs` are Light's and Dark's.

    :raises RosespringError: for what is no position.
    """
    found = []
    for text in position_ids:
        position = Game.from_position(Position.parse(text)).position
        utility = utility_of(network_for(position.rules), needs)
        found.append(_chances(_at_end(position).seen_by(Side.LIGHT, position.side), utility, needs))
    return found


def _judge(position: Position) -> str:
    return network_for(position.rules).card.sha256[:8]


def _chances(outlook: Outlook, utility: Utility, needs: Needs | None) -> Chances:
    worth = worth_of(outlook, utility)
    shown = worth if needs is None else (worth + 1) / 2
    return Chances(outlook.win, outlook.win2, outlook.lose2, outlook.points, shown)


def _turned(needs: Needs | None) -> Needs | None:
    return needs and (needs[1], needs[0])


def _valuer(position: Position, needs: Needs | None, depth: Depth) -> Valuer:
    """The valuer for a position in which the side to act has those `needs`."""
    light = needs if position.side is Side.LIGHT else _turned(needs)
    return _kept_valuer(position.rules.movement, light, depth)


@lru_cache(maxsize=6)
def _kept_valuer(movement: str, light: Needs | None, depth: Depth) -> Valuer:
    network = packaged_network(movement)
    return Valuer(network, SCOPES[depth], utility_of(network, light), kept=_REMEMBERED)

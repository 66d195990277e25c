"""What a level of the computer thinks of a position, with plain values: these run in the workers."""

from __future__ import annotations

from rosespring.analysis.tutor import Objection, objection
from rosespring.board import Position, Side, Step
from rosespring.game import Match
from rosespring.players import find_player, outlook_of
from rosespring.players.advice import advise, adviser
from rosespring.players.thinkers import Needs, NetworkPlayer, utility_of, worth_of


def side_needs(match: Match, side: Side) -> Needs | None:
    """The points that `side` and the other still need; None in a single game, where points count."""
    if match.length == 1:
        return None
    score = match.score
    return match.length - score[side], match.length - score[side.other]


def takes_one_point(level: str, position_id: str, side: int, needs: Needs | None) -> bool:
    """Whether winning 1 point at once is worth as much to `side` as playing on."""
    player, position = find_player(level), Position.parse(position_id)
    network = player.network(position) if isinstance(player, NetworkPlayer) else None
    utility = utility_of(network, needs)
    return worth_of(outlook_of(player, position, Side(side)), utility) <= utility[0]


def best_play(level: str, position_id: str, needs: Needs | None) -> tuple[list[tuple[int, int]], float]:
    """The best way to play a position as `level` sees it, as (point, number) pairs, and the points to expect then.

    :raises ValueError: if there is nothing to play.
    """
    advice = advise(adviser(level), Position.parse(position_id), 1, needs)[0]
    return [(step.point, step.number) for step in advice.steps], advice.outlook.points


def tutors_objection(position_id: str, played: list[tuple[int, int]], needs: Needs | None) -> Objection | None:
    """What is wrong with a whole turn, given as (point, number) pairs; None if nothing better is known."""
    return objection(Position.parse(position_id), [Step(*pair) for pair in played], needs)

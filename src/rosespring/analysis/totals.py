"""The sums of a match for each player, and its costliest moments."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, TurnVerdict
from rosespring.board import Side

MOMENTS = 5


@dataclass(frozen=True, slots=True)
class Totals:
    """What one side won, was given by the dice, and gave away, over all games of a match.

    All in points but `…_chance`, which are match chances (None in a single game). `rate`: mean cost of a decision that
    left a choice (None without one). `adjusted`: the `result` less the luck of both sides; in a match, whose games
    count for different points, both are None.
    """

    side: Side
    won: int
    result: float | None
    luck: float
    errors: float
    adjusted: float | None
    decisions: int
    rate: float | None
    doubtful: int
    bad: int
    very_bad: int
    lucky: int
    unlucky: int
    rests: float
    luck_chance: float | None
    errors_chance: float | None
    adjusted_chance: float | None
    rate_chance: float | None


def totals(verdict: MatchVerdict, side: Side, thresholds: Thresholds) -> Totals:
    """The sums of `side`."""
    games = verdict.games
    turns = [turn for game in games for turn in game.turns if turn.side is side]
    grades = [thresholds.grade(turn.cost) for turn in turns if not turn.forced]
    fortunes = [thresholds.fortune(turn.luck) for turn in turns if turn.luck is not None]
    spent, spent_chance = sum(turn.cost for turn in turns), _chances(verdict, "play_errors", side)
    sign = 1 if side is Side.LIGHT else -1
    result = sign * sum(game.end for game in games)
    net = _net_luck(verdict, side)
    return Totals(
        side=side,
        won=sum(game.points[side] for game in games),
        result=None if _in_chances(verdict) else result,
        luck=sum(game.luck(side) for game in games),
        errors=sum(game.errors(side) for game in games),
        adjusted=None if _in_chances(verdict) else result - net,
        decisions=len(grades),
        rate=spent / len(grades) if grades else None,
        doubtful=grades.count("doubtful"),
        bad=grades.count("bad"),
        very_bad=grades.count("very bad"),
        lucky=fortunes.count("lucky"),
        unlucky=fortunes.count("unlucky"),
        rests=sum(
            turn.rest for game in games for turn in game.turns if turn.rest is not None and turn.side is not side
        ),
        luck_chance=_chances(verdict, "luck", side),
        errors_chance=_chances(verdict, "errors", side),
        adjusted_chance=_adjusted_chance(verdict, side),
        rate_chance=None if spent_chance is None or not grades else spent_chance / len(grades),
    )


def _net_luck(verdict: MatchVerdict, side: Side) -> float:
    return sum(game.luck(side) - game.luck(side.other) for game in verdict.games)


def _chances(verdict: MatchVerdict, what: str, side: Side) -> float | None:
    """A sum over the games in match chances."""
    if not _in_chances(verdict):
        return None
    return float(sum(getattr(game, what)(side) * (game.chance or 0.0) for game in verdict.games))


def _in_chances(verdict: MatchVerdict) -> bool:
    return any(game.chance is not None for game in verdict.games)


def _adjusted_chance(verdict: MatchVerdict, side: Side) -> float | None:
    """The chance to win the match at the end (1 or 0 once it is over), less the luck of all rolls and throws."""
    if not _in_chances(verdict):
        return None
    sign = 1 if side is Side.LIGHT else -1
    last = verdict.games[-1]
    end = 0.5 + sign * last.end * (last.chance or 0.0)
    lucky = sum((game.luck(side) - game.luck(side.other)) * (game.chance or 0.0) for game in verdict.games)
    throws = sum(sign * game.beginning * (game.chance or 0.0) for game in verdict.games if game.opening)
    return end - lucky - throws


def moments(verdict: MatchVerdict, count: int = MOMENTS) -> list[tuple[GameVerdict, TurnVerdict]]:
    """The costliest turns, costliest first; none that cost nothing to speak of."""
    found = [(game, turn) for game, turn in verdict.turns() if turn.cost > 5e-4]
    return sorted(found, key=lambda pair: -pair[1].cost)[:count]

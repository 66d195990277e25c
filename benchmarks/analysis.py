"""Explaining a match: the time of a report at the usual depth, on one core."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.timing import Figure, cpu_seconds
from rosespring.analysis import Judge, MatchVerdict
from rosespring.board import Side
from rosespring.notation.record import Record
from rosespring.players.duel import play_bout
from rosespring.rules import find_rules

LENGTH = 3


def match(rules: str) -> Record:
    """A match to 3 points between two levels."""
    return play_bout(("casual", "club"), find_rules(rules), LENGTH, 2026, 0)[1]


def check(verdict: MatchVerdict) -> None:
    """That luck and costs of each game add up to its result, and somebody has won the match."""
    for game in verdict.games:
        net = game.luck(Side.LIGHT) - game.luck(Side.DARK) - game.errors(Side.LIGHT) + game.errors(Side.DARK)
        assert abs(game.end - game.start - net) < 1e-9
    assert max(sum(game.points[side] for game in verdict.games) for side in Side) >= LENGTH


def analysing(rules: str) -> Figure:
    """CPU seconds for a match, by a judge that knows nothing yet."""
    record = match(rules)
    verdict = Judge().match(record)
    check(verdict)
    turns = len(list(verdict.turns()))
    seconds = cpu_seconds(lambda: Judge().match(record), runs=1)
    return Figure(f"analysis:match:{rules}", seconds, "s", turns)


BENCHMARKS: dict[str, Callable[[], Figure]] = {
    "analysis:match:gul-bara": lambda: analysing("gul-bara"),
    "analysis:match:gioul": lambda: analysing("gioul"),
}

"""Races: no checker can meet one of the other side any more, so each side plays for itself.

Each side's distribution of rolls comes from a table, under the play that takes the fewest rolls on
average. Both together make an estimate: a side may do better by playing for the roll that it needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from rosespring.board import CHECKERS, START, Position
from rosespring.endings.chances import Chances
from rosespring.endings.ranks import index_of, places_of
from rosespring.endings.specs import CASCADING, FIRST, ORDINARY, RACE
from rosespring.endings.tables import Tables
from rosespring.errors import TableError
from rosespring.rules import Rules

Distribution = Sequence[float]
"""The chance of needing 0, 1, 2 … own rolls."""


def is_race(position: Position) -> bool:
    """Whether no checker of either side can ever meet, or be shut out by, one of the other (rules.md section 1)."""
    own, other = (next((p for p in range(START, 0, -1) if counts[p]), 0) for counts in _both(position))
    # Moving the same way round, each side's last twelve points are apart from the other's.
    return max(own, other) <= START // 2 if position.rules.parallel else own + other <= START


def _both(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return position.men.own, position.men.other


def doubles_kind(position: Position) -> str | None:
    """How all later doubles are played, `ORDINARY` or `CASCADING`; None while that will change (`cascade_from`)."""
    rules: Rules = position.rules
    if rules.cascade_from == 0:
        return ORDINARY
    later = sum(position.rolls) + 1
    return CASCADING if all(rules.cascades(rolls + 1, later) for rolls in position.rolls) else None


def rolls_distribution(counts: tuple[int, ...], kind: str, goal: str, tables: Tables) -> Distribution | None:
    """The chances of each number of rolls until `goal` is met, `RACE` or `FIRST`; None beyond the tables' reach.

    :raises TableError: if a table is damaged, or there are none at all.
    """
    places = places_of(counts)
    if goal == FIRST and len(places) < CHECKERS:
        return [1.0]
    specs = tables.races(goal, kind)
    if not specs:
        raise TableError(f"there are no tables of races in {tables.folder}; build them with 'rosespring endings build'")
    spec = next((spec for spec in specs if spec.points >= places[0] and spec.men >= len(places)), None)
    if spec is None:
        return None
    if goal == FIRST:  # of exactly 15 checkers none is off: the points count from 0
        places = [point - 1 for point in places]
    begin, chances = tables.get(spec).rolls(index_of(places, spec.men))
    return [0.0] * begin + list(chances)


def estimate(position: Position, tables: Tables) -> Chances | None:
    """What the side about to roll may expect of a race; None if it is no such position or beyond the tables.

    :raises TableError: if a table is damaged, or there are none.
    """
    kind = doubles_kind(position)
    if position.stages or position.winner is not None or kind is None or not is_race(position):
        return None
    wanted = ((counts, goal) for goal in (RACE, FIRST) for counts in _both(position))
    found = [rolls for counts, goal in wanted if (rolls := rolls_distribution(counts, kind, goal, tables))]
    return combined(*found) if len(found) == 4 else None


def combined(own: Distribution, other: Distribution, own_first: Distribution, other_first: Distribution) -> Chances:
    """The chances of the side to roll, from both sides' rolls until all and until the first checker are off."""
    win = _ahead(own, other, 0)
    win2 = min(win, _ahead(own, other_first, 0))
    lose2 = min(1 - win, _ahead(other, own_first, 1))
    return Chances(win, win2, lose2)


def _ahead(winner: Distribution, loser: Distribution, margin: int) -> float:
    """The chance that the loser needs at least `margin` rolls more than the winner."""
    reached = [0.0, *accumulate(loser)]
    at_most = reached[-1]
    return sum(
        chance * (at_most - reached[min(rolls + margin, len(reached) - 1)]) for rolls, chance in enumerate(winner)
    )

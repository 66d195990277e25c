"""Double games in a race: few checkers against 15, both sides in their homes (rules.md section 4)."""

from __future__ import annotations

from rosespring.board import CHECKERS, HOME, Position
from rosespring.endings.chances import Chances
from rosespring.endings.ranks import index_count, index_of, places_of
from rosespring.endings.specs import DOUBLES, MAX_DOUBLES, Spec
from rosespring.endings.tables import Tables

ARMIES = index_count(CHECKERS, HOME - 1)
"""Ways to place 15 checkers in home with none off."""


def chances(position: Position, kind: str, tables: Tables) -> Chances | None:
    """The exact chances of the side about to roll; None if the position is another, or there is no table."""
    few, army = position.men.own, position.men.other
    few_rolls = few[0] > 0
    if not few_rolls:
        few, army = army, few
    few_places, army_places = places_of(few), places_of(army)
    if position.stages or army[0] or max(few_places[0], army_places[0]) > HOME:
        return None
    found = (tables.find(Spec(DOUBLES, men, HOME, kind)) for men in range(len(few_places), MAX_DOUBLES + 1))
    if not (table := next(filter(None, found), None)):
        return None
    men, count = table.spec.men, index_count(table.spec.men, HOME)
    at = index_of(few_places, men) * ARMIES + index_of([point - 1 for point in army_places], CHECKERS)
    win, win2 = (table.chance((2 * (not few_rolls) + v) * count * ARMIES + at) for v in range(2))
    return Chances(win, win2, 0.0) if few_rolls else Chances(win, win2, 0.0).mirror()

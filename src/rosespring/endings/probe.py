"""What the tables know of a position."""

from __future__ import annotations

from rosespring.board import CHECKERS, Position
from rosespring.endings import contact, doubles, races
from rosespring.endings.chances import Chances
from rosespring.endings.specs import MAX_CONTACT, MAX_DOUBLES
from rosespring.endings.tables import Tables, default_tables


def probe(position: Position, tables: Tables | None = None) -> Chances | None:
    """The exact chances of the side to act, about to roll or with stages to play; None where no table reaches.

    Exact means: both sides play as well as can be, for expected points. Finished games are known too.

    :raises TableError: if a table is damaged or foreign.
    """
    if position.winner is not None:
        two = float(position.points == 2)
        return Chances(1.0, two, 0.0) if position.winner is position.side else Chances(0.0, 0.0, two)
    least_off, most_off = sorted((position.men.own[0], position.men.other[0]))
    if most_off < CHECKERS - MAX_DOUBLES or (kind := races.doubles_kind(position)) is None:
        return None
    tables = tables or default_tables()
    if least_off >= CHECKERS - MAX_CONTACT:
        win = contact.win_chance(position, tables)
        return None if win is None else Chances(win, 0.0, 0.0)
    return doubles.chances(position, kind, tables) if least_off == 0 else None


def race_estimate(position: Position, tables: Tables | None = None) -> Chances | None:
    """An estimate for the side about to roll when no checkers can meet any more; None elsewhere.

    Its largest error is measured: see docs/endings.md.

    :raises TableError: if a table is damaged or foreign, or there are none; the message says how to build them.
    """
    return races.estimate(position, tables or default_tables())

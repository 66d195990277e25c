"""Where throws come from, and the moment in which something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from rosespring.board import Side
from rosespring.web import log
from rosespring.web.dice import Dice
from rosespring.web.fairness import Throw, commitment, new_seed, server_part
from rosespring.web.parts import DRAWN
from rosespring.web.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """When a command comes: the time, the dice, and since when the other has been away (None: he is there)."""

    now: float
    dice: Dice
    """Those of the server, for tables whose dice are not drawn together."""
    away_since: float | None = None
    claim_after: timedelta = timedelta(days=3)
    new_seed: Callable[[], bytes] = new_seed
    elapsed: float = 0.0
    """Seconds since the last timed event, by a clock that nobody can set."""


def match_begins(table: Table, moment: Moment) -> Iterator[log.What]:
    """The server's part where the dice are drawn together, with the computer's if it plays; else the opening throw."""
    if not table.parts.together:
        yield from opening_throws(table, moment)
        return
    top, games = moment.new_seed(), 2 * table.match.length - 1
    yield log.Sealed(server_part(top, games, 0).hex(), top.hex(), games)
    if table.bot_level:
        kept = moment.new_seed()
        yield log.Committed(int(Side.DARK), commitment(kept).hex(), kept.hex())


def opening_throws(table: Table, moment: Moment) -> Iterator[log.What]:
    """Throws until one side is to start, where the match wants that and nobody throws by hand."""
    while table.match.needs_opening and table.parts.kind != "hand":
        yield log.Opening(*thrown(table, moment))


def thrown(table: Table, moment: Moment) -> tuple[Throw, str]:
    """The next throw of the game, and where it comes from."""
    if table.parts.together:
        return table.parts.throw(table.game_name, table.game_throws + 1), DRAWN
    return moment.dice.throw(table.throws + 1), moment.dice.name

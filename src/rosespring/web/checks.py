"""What commands have in common: whether the moment is right, the time that was spent, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator

from rosespring.board import Side
from rosespring.errors import GameOver
from rosespring.language import gettext as _
from rosespring.web import log
from rosespring.web.protocol import Refused
from rosespring.web.table import IN_GAME, Table
from rosespring.web.throwing import Moment


def check_match(table: Table, match: int) -> None:
    """That a command belongs to the match being played.

    :raises Refused: if it does not.
    """
    if match != table.match_number:
        raise Refused("stale", _("this belongs to another match"))


def check_in_game(table: Table) -> None:
    """That a game is being played.

    :raises GameOver: if it is over.
    :raises Refused: if it has not begun.
    """
    if table.phase in ("game-over", "match-over", "aborted"):
        raise GameOver(_("the game is over"))
    if table.phase not in IN_GAME:
        raise Refused("not-now", _("the game has not begun"))


def check_turn(table: Table, seat: Side) -> None:
    """That `seat` is to act.

    :raises PlayError: if the game is over.
    :raises Refused: if it has not begun, or the other side is to act.
    """
    check_in_game(table)
    if table.to_act is not seat:
        raise Refused("not-your-turn", _("it is the other side's turn"))


def spent(table: Table, moment: Moment) -> float:
    """How long the side to act has thought, to the millisecond; 0 where no clock runs."""
    return round(moment.elapsed, 3) if table.timed_side is not None else 0.0


def after_game(table: Table) -> Iterator[log.What]:
    """The end of the game, and of the match, if the last event brought them about."""
    result = table.open_turn().game
    if not table.game_over or result.winner is None:
        return
    yield log.GameOver(int(result.winner), result.points)
    if table.match.winner is not None:
        yield log.MatchOver(int(table.match.winner))

"""The computer at the terminal: it thinks, and a simpler player goes on where its files cannot be used."""

from __future__ import annotations

from rosespring.board import Step
from rosespring.errors import TableError, WeightsError
from rosespring.language import gettext as _
from rosespring.players import turn_steps
from rosespring.players.player import STAND_IN, match_needs
from rosespring.players.thinkers import LEVELS, Needs
from rosespring.players.warming import is_warm, warm
from rosespring.tui.screen import Screen
from rosespring.tui.table import Bot, Table


def bot_at(screen: Screen) -> Bot:
    """A bot that says so when it must compile first, which takes seconds and happens once."""

    def bot(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
        if level in LEVELS and not is_warm():
            screen.say(_("The computer is getting ready, this once; it takes some seconds …"))
            warm()
        return turn_steps(level, position, seed, needs)

    return bot


def computer_steps(screen: Screen, table: Table, bot: Bot) -> list[Step]:
    """What the computer plays now, for as far as its turn goes on."""
    try:
        return _steps(screen, table, bot)
    except (WeightsError, TableError) as fault:
        screen.error(_("The computer plays by simpler rules from now on: {reason}.").format(reason=fault))
        table.seat_computer(table.turn.owner, STAND_IN)
        return _steps(screen, table, bot)


def _steps(screen: Screen, table: Table, bot: Bot) -> list[Step]:
    level = table.computer(table.turn.owner)
    assert level is not None
    needs = match_needs(table.recorder.match)
    with screen.console.interruptible():
        pairs = bot(level, str(table.turn.game.position), table.bot_seed(), needs)
    return [Step(point, number) for point, number in pairs]

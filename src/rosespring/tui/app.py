"""The entry of `rosespring play`: options, terminal, saved games."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rosespring.errors import RosespringError
from rosespring.language import gettext as _
from rosespring.notation.diagram import ASCII, UNICODE
from rosespring.players import PLAYERS
from rosespring.rules import find_rules
from rosespring.tui.choosing import Quit, ask_number, ask_opponent, ask_rules, check_opponent
from rosespring.tui.computer import bot_at
from rosespring.tui.console import TerminalConsole
from rosespring.tui.dice import MAX_SEED, ChanceDice, Dice, SeededDice
from rosespring.tui.saving import open_record
from rosespring.tui.screen import Look, Screen
from rosespring.tui.session import Session
from rosespring.tui.table import Bot, Table, new_table, table_of, use_dice
from rosespring.tui.tutor import Tutor

MAX_LENGTH = 99


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line; what is None is asked for."""

    rules: str | None = None
    opponent: str | None = None
    length: int | None = None
    seed: int | None = None
    hand_dice: bool = False
    load: Path | None = None
    plain: bool = False
    name: str | None = None
    tutor: bool = False
    tutor_from: float | None = None


def play(
    rules: str | None = None,
    opponent: str | None = None,
    length: int | None = None,
    seed: int | None = None,
    hand_dice: bool = False,
    load: Path | None = None,
    plain: bool = False,
    name: str | None = None,
    tutor: bool = False,
    tutor_from: float | None = None,
) -> int:
    """Play in this terminal; the exit status.

    :raises RosespringError: for unknown rules or opponents, or a saved game that cannot be read.
    """
    options = Options(rules, opponent, length, seed, hand_dice, load, plain, name, tutor, tutor_from)
    console = TerminalConsole()
    with console.catching_signals():
        screen = Screen(console, look_of_terminal(plain))
        return run(options, screen, list(PLAYERS), bot_at(screen))


def run(options: Options, screen: Screen, levels: Sequence[str], bot: Bot) -> int:
    """Play by `options` at any screen, against one of `levels` or a friend; the exit status."""
    try:
        table = _table(options, screen, levels)
    except (Quit, EOFError, KeyboardInterrupt):
        screen.say()
        return 0
    session = Session(screen, table, bot, options.load)
    session.tutor = _tutor(options)
    return session.run()


def _tutor(options: Options) -> Tutor:
    return Tutor(options.tutor or options.tutor_from is not None, options.tutor_from)


def look_of_terminal(plain: bool) -> Look:
    """What the process's terminal can show."""
    terminal = sys.stdout.isatty()
    colour = terminal and not plain and "NO_COLOR" not in os.environ and os.environ.get("TERM", "dumb") != "dumb"
    width = shutil.get_terminal_size().columns if terminal and not plain else 0
    return Look(plain=plain, colour=colour, charset=UNICODE if _can_write(UNICODE.wall) else ASCII, width=width)


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        return False
    return True


def _table(options: Options, screen: Screen, levels: Sequence[str]) -> Table:
    dice = _dice(options)
    if options.load is None:
        return _new_table(options, screen, levels, dice)
    table = table_of(open_record(options.load))
    for level in filter(None, table.levels):
        check_opponent(level, levels)
    if options.hand_dice or options.seed is not None:
        use_dice(table, dice)
    return table


def _new_table(options: Options, screen: Screen, levels: Sequence[str], dice: Dice | None) -> Table:
    """A new match; what the options leave open is asked for, in the order rules, opponent, length."""
    opponent = options.opponent and check_opponent(options.opponent, levels)
    rules = ask_rules(screen) if options.rules is None else find_rules(options.rules)
    opponent = opponent or ask_opponent(screen)
    length = options.length
    if length is None:
        length = ask_number(screen, _("To how many points?"), 1, MAX_LENGTH, 1)
    return new_table(rules, length, opponent, dice, options.name or "")


def _dice(options: Options) -> Dice | None:
    if options.hand_dice and options.seed is not None:
        raise RosespringError(_("dice cannot come by hand and from a seed"))
    if abs(options.seed or 0) > MAX_SEED:
        raise RosespringError(_("expected a seed of at most 100 digits"))
    if options.hand_dice:
        return None
    return ChanceDice() if options.seed is None else SeededDice(options.seed)

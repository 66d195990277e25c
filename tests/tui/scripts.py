"""Terminal sessions from scripts: lines in, a transcript out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rosespring.notation import format_step
from rosespring.players import PLAYERS, turn_steps
from rosespring.rules import find_rules
from rosespring.tui.app import Options, run
from rosespring.tui.console import ScriptConsole
from rosespring.tui.dice import SeededDice
from rosespring.tui.saving import open_record
from rosespring.tui.screen import Look, Screen
from rosespring.tui.session import Session
from rosespring.tui.table import FRIEND, Bot, Table, new_table, table_of, use_dice
from tests.strategies import RandomPlayer

LEVELS = list(PLAYERS)


@dataclass
class Played:
    """What a session wrote, its exit status, and how it stands."""

    text: str
    status: int
    table: Table
    path: Path | None

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


def sit_down(
    table: Table, lines: Iterable[str], *, plain: bool = False, boards: bool = False, bot: Bot = turn_steps
) -> Played:
    """Play at `table` by what `lines` say."""
    return _play(table, lambda _session: iter(lines), Look(plain, boards=boards), bot, None)


def sit_down_with(table: Table, lines: Iterable[str], look: Look) -> str:
    """What is written at `table` with any look."""
    return _play(table, lambda _session: iter(lines), look, turn_steps, None).text


def load(path: Path, lines: Iterable[str], *, hand: bool = True, boards: bool = False, plain: bool = False) -> Played:
    """Go on with a saved game by what `lines` say."""
    table = table_of(open_record(path))
    if hand:
        use_dice(table, None)
    return _play(table, lambda _session: iter(lines), Look(plain, boards=boards), turn_steps, path)


def sit_down_at_random(table: Table, seed: int, *, bot: Bot = turn_steps, plain: bool = False) -> Played:
    """Play at `table` to the end of the match, any legal step each time."""
    return _play(table, lambda session: random_lines(session, seed), Look(plain, boards=False), bot, None)


def _play(table: Table, lines: Callable[[Session], Iterator[str]], look: Look, bot: Bot, path: Path | None) -> Played:
    written: list[str] = []
    holder: list[Session] = []

    def typed() -> Iterator[str]:
        yield from lines(holder[0])

    session = Session(Screen(ScriptConsole(typed(), written.append), look), table, bot, path)
    holder.append(session)
    status = session.run()
    return Played("".join(written), status, session.table, session.path)


def random_lines(session: Session, seed: int) -> Iterator[str]:
    """What a player types who plays any legal step."""
    player = RandomPlayer(seed)
    while not session.table.recorder.over:
        turn = session.table.turn
        legal = turn.legal_steps()
        yield format_step(legal[player.below(len(legal))], turn.game.position) if legal else ""
    yield ""


def friends(rules: str = "gul-bara", length: int = 1, seed: int = 1) -> Table:
    """A table for two at one keyboard, with dice of a seed."""
    return new_table(find_rules(rules), length, FRIEND, SeededDice(seed), "")


def friends_with_dice(rules: str = "gul-bara", length: int = 1) -> Table:
    """A table for two who type their dice."""
    return new_table(find_rules(rules), length, FRIEND, None, "Ana")


def against(level: str, rules: str = "gul-bara", length: int = 1, seed: int = 1) -> Table:
    """A table against the computer, with dice of a seed."""
    return new_table(find_rules(rules), length, level, SeededDice(seed), "")


def start(options: Options, lines: Iterable[str]) -> tuple[str, int]:
    """What the whole program writes, questions included, and its exit status."""
    written: list[str] = []
    screen = Screen(ScriptConsole(lines, written.append), Look(boards=False))
    status = run(options, screen, LEVELS, turn_steps)
    return "".join(written), status

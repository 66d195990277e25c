"""What `hint` and `rollout` are asked about: a position, perhaps after a roll, and a match score."""

from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rosespring.errors import GameOver, NotationError, RulesError
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.board import Position
    from rosespring.game import Game
    from rosespring.players.thinkers import Needs

_MOST_BYTES = 4096
PLACE_HELP = "A position's id or text, a file that holds one ('-': standard input), or a rules name for the start."
NEEDS_HELP = "Points that the side to act and the other need to win the match, like 2,3."


def read_game(place: str, roll: str | None, needs: str | None, name: str) -> tuple[Game, Needs | None]:
    """A game at the position that the command line names, after the roll of the option `name` if there is one.

    The points needed are those of the side that acts then: one that cannot play anything hands the turn over.

    :raises GameOver: if nothing is left to play.
    """
    from rosespring.game import Game

    wanted = read_needs(needs)
    thrown = None if roll is None else read_dice(roll, name)
    before = read_position(place)
    game = Game.from_position(before)
    if thrown:
        game.roll(*thrown)
    if game.winner is not None:
        raise GameOver(_("the game is over"))
    if wanted and game.position.side is not before.side:
        wanted = wanted[::-1]
    return game, wanted


def read_dice(text: str, name: str) -> tuple[int, int]:
    """The two numbers of a roll on the command line."""
    match = re.fullmatch(r"([1-6])[\s,/-]*([1-6])", text.strip())
    if not match:
        raise typer.BadParameter(f"{name}: expected a roll like 6-4, got {text!r}")
    return int(match[1]), int(match[2])


def read_needs(text: str | None) -> Needs | None:
    """The points that both sides need in a match, from the command line."""
    if text is None:
        return None
    match = re.fullmatch(r"([1-9][0-9]?),([1-9][0-9]?)", text.replace(" ", ""))
    if not match:
        raise typer.BadParameter(f"--needs: expected two numbers of points from 1 to 99 like 2,3, got {text!r}")
    return int(match[1]), int(match[2])


def read_position(place: str) -> Position:
    """The position that the command line names.

    :raises NotationError: for text of another form.
    :raises RulesError: for a name that is no rules'.
    """
    from rosespring.board import Position
    from rosespring.notation import parse_position
    from rosespring.rules import find_rules

    if "~" in place or ";" in place:
        return parse_position(place)
    if place == "-":
        return parse_position(_content(place))
    try:
        return Position.start(find_rules(place))
    except RulesError:
        if not _is_path(place):
            raise
    return parse_position(_content(place))


def _is_path(place: str) -> bool:
    """Whether it is a file, or reads like one."""
    path = Path(place)
    return bool(path.suffix or "/" in place or (path.exists() and not path.is_dir()))


def _content(place: str) -> str:
    """The text of a file or of standard input; what is too long for a position is cut, for the reader to refuse."""
    with nullcontext(sys.stdin.buffer) if place == "-" else Path(place).open("rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        return data.decode().strip()
    except UnicodeDecodeError:
        raise NotationError(_("{place}: expected text in UTF-8").format(place=place)) from None

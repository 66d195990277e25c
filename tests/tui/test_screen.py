"""What a screen does with width, colours and characters."""

from __future__ import annotations

import re

from rosespring import Position, Side, find_rules
from rosespring.notation import diagram
from rosespring.notation.diagram import ASCII, WIDTH
from rosespring.tui.console import ScriptConsole
from rosespring.tui.screen import Look, Screen
from tests.tui.scripts import friends_with_dice, sit_down_with


def screen(**look: object) -> tuple[Screen, list[str]]:
    written: list[str] = []
    return Screen(ScriptConsole([], written.append), Look(**look)), written  # type: ignore[arg-type]


def test_long_lines_are_folded_at_spaces() -> None:
    narrow, written = screen(width=20)
    narrow.say("  one two three four five six\nseven")
    assert written == ["  one two three four\n", "  five six\n", "seven\n"]
    wide, written = screen()
    wide.say("word " * 100)
    assert len(written) == 1


def test_errors_are_one_line() -> None:
    plain, written = screen()
    plain.error("one\n  two")
    assert written == ["one two\n"]


def test_colours_only_paint() -> None:
    board = diagram(Position.start(find_rules("gioul")), Side.LIGHT)
    coloured, written = screen(colour=True)
    coloured.board(board)
    assert "\x1b[35m●\x1b[0m" in written[0]
    assert re.sub(r"\x1b\[[0-9;]*m", "", written[0]) == board + "\n"
    letters, written = screen(colour=True, charset=ASCII)
    letters.board("Our XO")
    assert written == ["Our XO\n"]


def test_a_narrow_terminal_gets_words() -> None:
    assert Look(width=WIDTH).draws
    text = sit_down_with(friends_with_dice("gioul"), ["61", "65", "board"], Look(width=40))
    assert "│" not in text
    assert "your 24-point: 15" in text
    assert max(len(line) for line in text.split("\n") if "> " not in line and "Saved" not in line) <= 40

"""What a screen does with width, colours and characters."""

from __future__ import annotations

import re

import pytest

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


@pytest.mark.parametrize("width", [20, 40, 60])
def test_coloured_lines_are_folded_by_what_is_seen(width: int) -> None:
    text = sit_down_with(friends_with_dice("gioul"), ["61", "11", "left"], Look(width=width, colour=True))
    seen = [bare(line) for line in text.split("\n") if "> " not in line and "Saved" not in line]
    assert max(map(len, seen)) <= width
    assert " ".join(seen).count("Light has to play: 1 1 1 1 · 2 2 2 2 · 3 3 3 3 · 4 4 4 4 · 5 5 5 5 · 6 6 6 6") == 2


def test_each_part_of_a_folded_line_has_its_own_colour() -> None:
    narrow, written = screen(width=14, colour=True)
    narrow.error("one two three four")
    assert written == ["\x1b[31mone two three\x1b[0m\n", "\x1b[31mfour\x1b[0m\n"]
    narrow.say("  " + narrow.paint("one two", "now") + " three")
    assert written[2:] == ["  \x1b[1;32mone two\x1b[0m\n", "  three\n"]


def test_wide_letters_take_two_columns() -> None:
    narrow, written = screen(width=10)
    narrow.say("漢字漢字 漢字")
    assert written == ["漢字漢字\n", "漢字\n"]


def bare(text: str) -> str:
    """`text` without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_errors_are_one_line() -> None:
    plain, written = screen()
    plain.error("one\n  two")
    assert written == ["one two\n"]


def test_colours_only_paint() -> None:
    board = diagram(Position.start(find_rules("gioul")), Side.LIGHT)
    coloured, written = screen(colour=True)
    coloured.board(board)
    assert "\x1b[35m●\x1b[0m" in written[0]
    assert bare(written[0]) == board + "\n"
    letters, written = screen(colour=True, charset=ASCII)
    letters.board("Our XO")
    assert written == ["Our XO\n"]


def test_a_narrow_terminal_gets_words() -> None:
    assert Look(width=WIDTH).draws
    text = sit_down_with(friends_with_dice("gioul"), ["61", "65", "board"], Look(width=40))
    assert "│" not in text
    assert "your 24-point: 15" in text
    assert max(len(line) for line in text.split("\n") if "> " not in line and "Saved" not in line) <= 40

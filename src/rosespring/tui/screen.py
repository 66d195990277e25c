"""How a session looks: colours, the characters of the board, the width of lines."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from rosespring.notation.diagram import ASCII, UNICODE, WIDTH, Charset
from rosespring.tui.console import Console

# Readable on light and dark backgrounds alike.
_CODES = {"light": "1", "dark": "35", "now": "1;32", "dim": "2", "error": "31", "strong": "1"}


@dataclass
class Look:
    """`plain`: words only, for screen readers. `boards`: draw the board at each turn. `width`: columns, 0 for any."""

    plain: bool = False
    colour: bool = False
    boards: bool = True
    charset: Charset = UNICODE
    width: int = 0

    @property
    def draws(self) -> bool:
        """Whether the board is drawn, rather than told in words."""
        return not self.plain and not 0 < self.width < WIDTH

    @property
    def dot(self) -> str:
        """What stands between stages."""
        return " | " if self.charset is ASCII else " · "


class Screen:
    """A console with a look."""

    def __init__(self, console: Console, look: Look | None = None) -> None:
        self.console = console
        self.look = look or Look()

    def ask(self, prompt: str) -> str:
        """The next line typed, without spaces around it.

        :raises EOFError: when there is none.
        """
        return self.console.ask(prompt).strip()

    def say(self, text: str = "") -> None:
        """Write lines, folded at spaces where they are too long."""
        for line in text.split("\n"):
            for part in self._folded(line):
                self.console.write(part)

    def error(self, text: object) -> None:
        """Say in one line what does not work."""
        self.say(self.paint(" ".join(str(text).split()), "error"))

    def paint(self, text: str, role: str) -> str:
        """`text` in the colour of its role, if there are colours."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.look.colour and text else text

    def board(self, text: str) -> None:
        """Write a drawn board with its checkers coloured."""
        for side, role in enumerate(("light", "dark")):
            checker = self.look.charset.checkers[side]
            # The letters of the ASCII board occur in words too.
            if not checker.isalpha():
                text = text.replace(checker, self.paint(checker, role))
        self.console.write(text)

    def _folded(self, line: str) -> list[str]:
        width = self.look.width
        if not width or len(line) <= width or "\x1b" in line:
            return [line]
        indent = " " * (len(line) - len(line.lstrip()))
        return textwrap.wrap(line, width, initial_indent="", subsequent_indent=indent, drop_whitespace=True)

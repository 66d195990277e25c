"""How a session looks: colours, the characters of the board, the width of lines."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console as Ruler
from rich.text import Text

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
        return fold(line, self.look.width) if self.look.width else [line]


def fold(line: str, width: int) -> list[str]:
    """`line` in parts of at most `width` columns, each with its own colours and the indent of the first."""
    text = Text.from_ansi(line)
    if text.cell_len <= width:
        return [line]
    indent = len(text.plain) - len(text.plain.lstrip())
    parts = text[indent:].wrap(_RULER, max(width - indent, 1))
    return [" " * indent + _with_codes(part) for part in parts]


_RULER = Ruler(width=80, legacy_windows=False)


def _with_codes(text: Text) -> str:
    text.rstrip()
    return "".join(part.style.render(part.text) if part.style else part.text for part in text.render(_RULER))

"""Tables of words and numbers, for any width of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

_FEWEST = 16
"""Columns that words need beside the numbers; with fewer, the numbers stand below the words."""
_GAP = 2


@dataclass(frozen=True)
class Figures:
    """Rows whose first `left` cells hold words and the others numbers, and a title above them."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    title: str | None = None

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[Table | Text]:
        """A table where it fits; else each row as words with its numbers below."""
        if self._needed() <= options.max_width:
            yield self._table()
        else:
            yield from self._blocks()

    def _needed(self) -> int:
        """The columns that the table takes when its words are broken into lines."""
        widths = [max(map(cell_len, cells)) for cells in zip(self.columns, *self.rows, strict=True)]
        words = self.left - 1
        return sum(widths) - widths[words] + min(_FEWEST, widths[words]) + _GAP * (len(widths) - 1)

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False, title=self.title)
        for index, column in enumerate(self.columns):
            words = index < self.left
            table.add_column(column, justify="left" if words else "right", overflow="fold", no_wrap=not words)
        for row in self.rows:
            table.add_row(*row)
        return table

    def _blocks(self) -> Iterator[Text]:
        if self.title:
            yield Text(self.title)
        for row in self.rows:
            yield Text(" ".join(filter(None, row[: self.left])))
            named = zip(self.columns[self.left :], row[self.left :], strict=True)
            yield from (Text(f"    {name} {cell}") for name, cell in named if cell)

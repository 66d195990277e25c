"""Cards: what messengers show beside a link, a board and in words what there is to see, as SVG of 1200 × 630."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from rosespring.notation.board_svg import Men, board_svg, mark_svg
from rosespring.notation.palette import in_plain_css

WIDTH, HEIGHT = 1200, 630
"""Pixels, of the proportions that the previews of all large messengers have."""
FAMILY = "Alegreya SemiBold"
"""What the font that the painter brings along is called."""
PAPER, INK, INK_SOFT, LINE = "#f6eddc", "#3a2317", "#6c4f3b", "#dcc9a6"
_BOARD = 'x="36" y="35" width="637" height="560"'
_MARK = 'x="716" y="44" width="52" height="52"'
_LEFT, _SPACE = 716, 448
_BOTTOM = 588
_HEADINGS, _ROWS = (62, 54, 46, 40), 4
_TEXT = 29
_NARROW, _WIDE = "iljtfrI1.,:;'’!|()[] ", "mwMWOQ%@—…ЖШЩЮЫМФжшщюыфмΩω"


def card(men: Men, movement: str, heading: str, lines: Sequence[str]) -> str:
    """A board, and beside it a large heading and smaller lines; what is too long for the card ends in “…”."""
    texts = "".join(_texts(heading, lines))
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f"{_placed(board_svg(men, movement), _BOARD)}{_placed(mark_svg(), _MARK)}"
        f'<g font-family="{FAMILY}">{texts}</g></svg>'
    )
    return in_plain_css(drawn)


def _placed(drawing: str, box: str) -> str:
    return drawing.replace("<svg ", f"<svg {box} ", 1)


def _texts(heading: str, lines: Sequence[str]) -> Iterator[str]:
    yield _text("Rosespring", _LEFT + 64, 82, 36, INK_SOFT)
    size, rows = _fitted(heading)
    y = 128.0
    for row in rows:
        y += size * 1.14
        yield _text(row, _LEFT, y, size, INK)
    y += 30
    yield f'<path d="M{_LEFT} {y:.0f}h96" stroke="{LINE}" stroke-width="4" stroke-linecap="round"/>'
    for row, top in _paragraphs(lines, y + 16):
        yield _text(row, _LEFT, top, _TEXT, INK_SOFT)


def _text(words: str, x: float, y: float, size: float, colour: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def _fitted(heading: str) -> tuple[int, list[str]]:
    """The largest size at which the heading takes few rows, and the rows."""
    for size in _HEADINGS:
        rows = _wrapped(heading, size)
        if len(rows) <= _ROWS:
            break
    return size, _cut(rows, _ROWS)


def _paragraphs(lines: Sequence[str], y: float) -> Iterator[tuple[str, float]]:
    """The rows of the lines with their heights, as far as there is room."""
    for line in filter(None, lines):
        rows = _wrapped(line, _TEXT)
        free = int((_BOTTOM - y) / (_TEXT * 1.28))
        for row in _cut(rows, free) if free > 0 else ():
            y += _TEXT * 1.28
            yield row, y
        y += 12


def _cut(rows: list[str], most: int) -> list[str]:
    return rows if len(rows) <= most else [*rows[: most - 1], rows[most - 1].rstrip(" .,") + " …"]


def _wrapped(text: str, size: float) -> list[str]:
    """`text` in rows; a word that is wider than a row is broken."""
    rows = [""]
    for word in text.split():
        for part in _parts(word, size):
            longer = f"{rows[-1]} {part}".strip()
            if rows[-1] and _width(longer, size) > _SPACE:
                rows.append(part)
            else:
                rows[-1] = longer
    return rows


def _parts(word: str, size: float) -> Iterator[str]:
    part = ""
    for letter in word:
        if _width(part + letter, size) > _SPACE:
            yield part
            part = ""
        part += letter
    yield part


def _width(text: str, size: float) -> float:
    """About how wide, in pixels; rather too much, since only the renderer knows the font."""
    return size * sum(map(_share, text))


def _share(letter: str) -> float:
    """How much of its height a letter is wide."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in _NARROW:
        return 0.33
    return 0.92 if letter in _WIDE else 0.66 if letter.isupper() else 0.52

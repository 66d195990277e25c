"""The board drawn with characters, for terminals and plain text."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.board import Position, Side, opposite, pip_count
from rosespring.language import gettext as _
from rosespring.language import ngettext
from rosespring.notation.sentences import side_name

ROWS = 5
CELL = 4
HALF = 6 * CELL + 1
MARGIN = "  "
WIDTH = len(MARGIN) + 2 * HALF + 5


@dataclass(frozen=True, slots=True)
class Charset:
    """The characters a board is drawn with: checkers by side, then the frame and the marks of empty points."""

    checkers: tuple[str, str]
    top: tuple[str, str, str]
    bottom: tuple[str, str, str]
    line: str
    wall: str
    points: tuple[str, str]
    arrows: tuple[str, str]


UNICODE = Charset(("○", "●"), ("╭", "┬", "╮"), ("╰", "┴", "╯"), "─", "│", ("┊", "·"), ("◂", "▸"))
ASCII = Charset(("O", "X"), ("+", "+", "+"), ("+", "+", "+"), "-", "|", (":", "."), ("<", ">"))


def diagram(position: Position, viewer: Side | None = None, *, charset: Charset = UNICODE) -> str:
    """The board of `position` as `viewer` (else the side to act) sits at it, in lines of at most 72 columns.

    The viewer runs home to the bottom right, and points are numbered for him. Arrows in the frame show which way
    each side runs; a number stands where more than five checkers lie.
    """
    viewer = position.side if viewer is None else viewer
    cells = _cells(position, viewer, charset)
    upper, lower = tuple(range(13, 25)), tuple(range(12, 0, -1))
    lines = [
        _side_line(position, viewer.other, charset, right=not position.rules.parallel),
        _numbers(upper),
        _edge(position, viewer, charset, charset.top, up=True),
        *(_row([cells[point][row] for point in upper], charset) for row in range(ROWS)),
        _row([""] * 12, charset),
        *(_row([cells[point][row] for point in lower], charset) for row in reversed(range(ROWS))),
        _edge(position, viewer, charset, charset.bottom, up=False),
        _numbers(lower),
        _side_line(position, viewer, charset, right=True),
    ]
    return "\n".join(line.rstrip() for line in lines)


def side_summary(position: Position, side: Side) -> str:
    """A side's name with its pips and the checkers that it has borne off."""
    counts = position.men_of(side)
    pips = pip_count(counts)
    return _("{side}: {pips}, {off}").format(
        side=side_name(side),
        pips=ngettext("{n} pip", "{n} pips", pips).format(n=pips),
        off=ngettext("{n} borne off", "{n} borne off", counts[0]).format(n=counts[0]),
    )


def _side_line(position: Position, side: Side, charset: Charset, *, right: bool) -> str:
    """A side's summary, above or below the corner where it bears off."""
    text = f"{charset.checkers[side]} {side_summary(position, side)}"
    return text.rjust(WIDTH - 2) if right else MARGIN + " " + text


def _cells(position: Position, viewer: Side, charset: Charset) -> dict[int, list[str]]:
    """What stands on each of the viewer's points, from the edge inwards."""
    cells = {point: [charset.points[point % 2]] * 2 + [""] * (ROWS - 2) for point in range(1, 25)}
    for side in Side:
        for own, count in enumerate(position.men_of(side)[1:], start=1):
            point = own if side is viewer else opposite(own, position.rules.parallel)
            stack = _stack(charset.checkers[side], count)
            cells[point] = stack + cells[point][len(stack) :]
    return cells


def _stack(checker: str, count: int) -> list[str]:
    return [checker] * count if count <= ROWS else [checker] * (ROWS - 1) + [str(count)]


def _row(cells: list[str], charset: Charset) -> str:
    wall = charset.wall
    halves = ("".join(f"{cell:>{CELL - 1}} " for cell in half) + " " for half in (cells[:6], cells[6:]))
    left, right = halves
    return f"{MARGIN}{wall}{left}{wall} {wall}{right}{wall}"


def _numbers(points: tuple[int, ...]) -> str:
    left, right = ("".join(f"{point:>{CELL - 1}} " for point in half) for half in (points[:6], points[6:]))
    return f"{MARGIN} {left}    {right}"


def _edge(position: Position, viewer: Side, charset: Charset, corners: tuple[str, str, str], *, up: bool) -> str:
    """The frame above or below the points, with an arrow for each side's way along it."""
    start, middle, end = corners
    sides = (viewer.other, viewer)
    halves = (_arrow(side, charset, leftwards=_runs_left(position, viewer, side, up)) for side in sides)
    left, right = (half.center(HALF, charset.line) for half in halves)
    return f"{MARGIN}{start}{left}{middle}{charset.line}{middle}{right}{end}"


def _runs_left(position: Position, viewer: Side, side: Side, up: bool) -> bool:
    """The viewer runs left above and right below; the opponent with him, or against him."""
    return up if position.rules.parallel or side is viewer else not up


def _arrow(side: Side, charset: Charset, *, leftwards: bool) -> str:
    checker, (left, right) = charset.checkers[side], charset.arrows
    return f" {left} {checker} " if leftwards else f" {checker} {right} "

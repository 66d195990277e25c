"""The way each side runs, as a thin inlaid band around the field."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin

from rosespring.notation.art import ROSE
from rosespring.notation.geometry import BAND, COLUMN, INNER_LANE, OUTER_LANE, Layout
from rosespring.notation.shapes import num, poly

Line = list[tuple[float, float]]


def paths(layout: Layout, viewer: int) -> str:
    """Both sides' lanes: the viewer's next to the points, his opponent's outside it."""
    mine = _path(viewer, _my_line(layout))
    theirs = _path(1 - viewer, _their_line(layout))
    return f'<g class="paths">{theirs}{mine}</g>'


def _lanes(layout: Layout, inset: float) -> tuple[float, float]:
    return layout.field.y - inset, layout.field.bottom + inset


def _my_line(layout: Layout) -> Line:
    top, bottom = _lanes(layout, INNER_LANE)
    turn = layout.field.x - _turn(layout.left_band, INNER_LANE)
    return [(layout.column_x(24), top), (turn, top), (turn, bottom), (layout.field.right - 4, bottom)]


def _their_line(layout: Layout) -> Line:
    top, bottom = _lanes(layout, OUTER_LANE)
    if layout.movement == "parallel":
        turn = layout.field.right + _turn(layout.right_band, OUTER_LANE)
        return [(layout.column_x(12), bottom), (turn, bottom), (turn, top), (layout.field.x + 4, top)]
    turn = layout.field.x - OUTER_LANE
    return [(layout.column_x(1), bottom), (turn, bottom), (turn, top), (layout.field.right - 4, top)]


def _turn(band: float, lane: float) -> float:
    return lane if band == BAND else band / 2


def _path(side: int, line: Line) -> str:
    home = _home(line)
    heads = "".join(_head(side, *spot) for spot in _spots(line))
    x, y = line[0]
    return (
        f'<g class="path-of-{side}"><path class="path path-{side}" d="{poly(line)}"/>'
        f'<path class="path-home path-{side}" d="{poly(home)}"/>{heads}'
        f'<circle class="path-head path-head-{side}" cx="{num(x)}" cy="{num(y)}" r="9"/></g>'
    )


def _home(line: Line) -> Line:
    """The last six points of the way."""
    (x, y), before = line[-1], line[-2]
    ahead = 1 if x > before[0] else -1
    return [(x - ahead * (6 * COLUMN - 4), y), (x - ahead * 18, y)]


def _spots(line: Line) -> list[tuple[float, float, float]]:
    """Where arrow heads sit on the way, and which way they look; one ends it."""
    spots = []
    for start, end in pairwise(line):
        dx, dy = end[0] - start[0], end[1] - start[1]
        parts = (0.2, 0.45, 0.7) if abs(dx) > abs(dy) else (0.35, 0.65)
        spots += [
            (start[0] + dx * part, start[1] + dy * part, degrees(atan2(dy, dx))) for part in parts if hypot(dx, dy)
        ]
    spots.append((*line[-1], spots[-1][2]))
    return spots


def _head(side: int, x: float, y: float, angle: float) -> str:
    place = f"translate({num(x)} {num(y)}) rotate({num(angle)})"
    return f'<path class="path-head path-head-{side}" transform="{place}" d="M10 0L-13 -10.5L-6 0L-13 10.5Z"/>'


def medallion(layout: Layout, viewer: int) -> str:
    """An inlay in the left half that tells both ways of running in one sign."""
    x = (layout.column_x(7) + layout.column_x(12)) / 2
    start, end = (128, -128) if layout.movement == "parallel" else (52, 308)
    rose = f'<path class="sign-rose" transform="translate(-30 -30) scale(.6)" d="{ROSE}"/>'
    return (
        f'<g class="medallion" transform="translate({num(x)} {num(layout.field.middle[1])})">'
        f'<circle class="sign-bed" r="78"/>{rose}'
        f"{_arc(viewer, 42, -52, -308)}{_arc(1 - viewer, 61, start, end)}</g>"
    )


def _arc(side: int, radius: int, start: int, end: int) -> str:
    """Most of a ring; degrees grow clockwise, so a falling angle runs counter-clockwise."""
    (x, y), (to_x, to_y) = _on_ring(radius, start), _on_ring(radius, end)
    sweep = int(end > start)
    line = f"M{num(x)} {num(y)}A{radius} {radius} 0 1 {sweep} {num(to_x)} {num(to_y)}"
    return (
        f'<path class="sign path-{side}" d="{line}"/>'
        f'<circle class="path-head path-head-{side}" cx="{num(x)}" cy="{num(y)}" r="5"/>'
        f"{_head(side, to_x, to_y, end + (90 if sweep else -90))}"
    )


def _on_ring(radius: int, angle: float) -> tuple[float, float]:
    return radius * cos(radians(angle)), radius * sin(radians(angle))

"""The board as SVG: one drawing for the table on the web, reports, notebooks and images."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Literal

from rosespring.notation.arrows import arrow
from rosespring.notation.art import die_svg, symbols
from rosespring.notation.furniture import furniture, points, shadows, trays
from rosespring.notation.geometry import (
    CHECKER,
    FULL_STACK,
    GAP,
    OFF_HEIGHT,
    OFF_STEP,
    OFF_WIDTH,
    STEP,
    Box,
    Layout,
    Place,
    check_movement,
)
from rosespring.notation.icons import icons_svg, mark_svg
from rosespring.notation.palette import board_css
from rosespring.notation.paths import medallion, paths
from rosespring.notation.shapes import num

__all__ = ["Layout", "Place", "board_css", "board_svg", "die_svg", "icons_svg", "mark_svg"]

Theme = Literal["auto", "light", "dark", "contrast"]
Men = tuple[Sequence[int], Sequence[int]]
Arrow = tuple[int, int, int]
DICE_IN_ROW = 8


def board_svg(
    men: Men,
    movement: str,
    *,
    viewer: int = 0,
    arrows: Sequence[Arrow] = (),
    dice: Sequence[int] | None = None,
    title: str = "",
    interactive: bool = False,
    theme: Theme = "auto",
) -> str:
    """A position drawn from the viewer's side.

    `men[side][point]` counts the checkers on that side's own point, index 0 those borne off.
    An arrow is (side, own point it leaves, own point it reaches). An interactive board is
    empty and brings no stylesheet: the page serves `board_css` and places the checkers.

    :raises ValueError: if the movement, the viewer, the counts or the dice are impossible.
    """
    layout = Layout(check_movement(movement))
    _check(men, viewer)
    thrown = tuple(dice or ())
    still = not interactive
    parts = [
        _opening(layout, viewer, title or _words(men), theme),
        f"<style>{board_css()}</style>" if still else "",
        f"<defs>{symbols(thrown)}</defs>",
        furniture(layout),
        paths(layout, viewer),
        medallion(layout, viewer),
        f'<g class="points">{points(layout)}</g>',
        shadows(layout),
        f'<g class="trays">{trays(layout, viewer, _off(men) if still else (0, 0))}</g>',
        '<g class="marks"></g>',
        _layer("checkers", _checkers(layout, men, viewer) if still else ()),
        _layer("arrows", (_arrow(layout, men, viewer, each) for each in arrows)),
        _layer("dice", _dice(layout, thrown)),
        "</svg>",
    ]
    return "".join(parts)


def _check(men: Men, viewer: int) -> None:
    if viewer not in (0, 1):
        raise ValueError(f"expected viewer 0 or 1, got {viewer!r}")
    for side in (0, 1):
        counts = men[side]
        if len(counts) != 25 or min(counts) < 0:
            raise ValueError(f"expected 25 counts of checkers for side {side}, got {list(counts)!r}")


def _off(men: Men) -> tuple[int, int]:
    return men[0][0], men[1][0]


def _words(men: Men) -> str:
    """The position in the plainest words, for readers who cannot see it."""
    return f"Light {_counts(men[0])}; Dark {_counts(men[1])}"


def _counts(counts: Sequence[int]) -> str:
    places = [f"{point}×{counts[point]}" for point in range(24, 0, -1) if counts[point]]
    return ", ".join([*places, f"off {counts[0]}"])


def _opening(layout: Layout, viewer: int, label: str, theme: Theme) -> str:
    """The root element with all that a script needs to know of the measures."""
    known = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": "board",
        "viewBox": f"0 0 {num(layout.width)} {num(layout.height)}",
        "role": "img",
        "aria-label": label,
        "data-movement": layout.movement,
        "data-viewer": str(viewer),
        "data-checker": num(CHECKER),
        "data-step": num(STEP),
        "data-bar-x": num(layout.bar_x),
        "data-off-width": num(OFF_WIDTH),
        "data-off-height": num(OFF_HEIGHT),
        "data-off-step": num(OFF_STEP),
    }
    if theme != "auto":
        known["data-theme"] = theme
    return "<svg " + " ".join(f'{name}="{escape(value)}"' for name, value in known.items()) + ">"


def _layer(name: str, content: Iterable[str]) -> str:
    return f'<g class="{name}">{"".join(content)}</g>'


def _checkers(layout: Layout, men: Men, viewer: int) -> Iterator[str]:
    for side in (1 - viewer, viewer):
        mine = side == viewer
        for point in range(1, 25):
            place = layout.point(layout.seen(point, mine=mine))
            yield _stack(place, side, men[side][point])
        yield _tray_stack(layout.tray(mine=mine), side, men[side][0])


def _stack(place: Place, side: int, count: int) -> str:
    men = "".join(_checker(*place.centre(index, count), side) for index in range(count))
    return men if count <= FULL_STACK else men + _count(*place.centre(count - 1, count), side, count)


def _checker(x: float, y: float, side: int) -> str:
    return _use("checker", f"checker-{side}", Box(x - CHECKER / 2, y - CHECKER / 2, CHECKER, CHECKER))


def _count(x: float, y: float, side: int, count: int) -> str:
    """The number on the last checker of a tall stack."""
    return (
        f'<circle class="count-plate-{side}" cx="{num(x)}" cy="{num(y)}" r="27" stroke-width="2"/>'
        f'<text class="count count-{side}" x="{num(x)}" y="{num(y)}" dy=".35em">{count}</text>'
    )


def _tray_stack(place: Place, side: int, count: int) -> str:
    left, top = place.x - OFF_WIDTH / 2, place.y - OFF_HEIGHT / 2
    boxes = (Box(left, top + place.direction * index * OFF_STEP, OFF_WIDTH, OFF_HEIGHT) for index in range(count))
    return "".join(_use("off", f"off-{side}", box) for box in boxes)


def _use(kind: str, symbol: str, box: Box) -> str:
    place = f'x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
    return f'<use class="{kind}" href="#{symbol}" {place}/>'


def _arrow(layout: Layout, men: Men, viewer: int, step: Arrow) -> str:
    side, start, end = step
    first, last = (_top(layout, men[side], point, mine=side == viewer) for point in (start, end))
    return arrow(side, first, last, layout.field.middle[1])


def _top(layout: Layout, counts: Sequence[int], point: int, *, mine: bool) -> tuple[float, float]:
    """Where the last checker of a side's own point lies, or would lie."""
    count = max(counts[point], 1)
    if point:
        return layout.point(layout.seen(point, mine=mine)).centre(count - 1, count)
    place = layout.tray(mine=mine)
    return place.x, place.y + place.direction * (count - 1) * OFF_STEP


def _dice(layout: Layout, dice: tuple[int, ...]) -> Iterator[str]:
    """The dice in the gap of the viewer's half, in rows of at most eight."""
    rows = [dice[at : at + DICE_IN_ROW] for at in range(0, len(dice), DICE_IN_ROW)]
    pitch = min(120.0, (GAP - 14) / max(len(rows), 1), 590 / max(len(dice[:DICE_IN_ROW]), 1))
    x = (layout.column_x(6) + layout.column_x(1)) / 2
    for number, row in enumerate(rows):
        y = layout.field.middle[1] + pitch * (number - (len(rows) - 1) / 2)
        yield _dice_row(row, x, y, pitch)


def _dice_row(row: Sequence[int], x: float, y: float, pitch: float) -> str:
    size = pitch * 0.86
    left = x - pitch * (len(row) - 1) / 2 - size / 2
    boxes = (Box(left + pitch * index, y - size / 2, size, size) for index in range(len(row)))
    return "".join(_use("die", f"die-{face}", box) for face, box in zip(row, boxes, strict=True))

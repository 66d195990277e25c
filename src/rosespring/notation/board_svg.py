"""The board as SVG: one drawing for the table on the web, reports, notebooks and images."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal
from xml.sax.saxutils import quoteattr

from rosespring.notation.arrows import arrow
from rosespring.notation.art import die_svg, symbols
from rosespring.notation.furniture import furniture, points, trays
from rosespring.notation.geometry import CHECKER, FULL_STACK, GAP, OFF_HEIGHT, OFF_STEP, OFF_WIDTH, STEP, Layout, Place, check_movement
from rosespring.notation.icons import icons_svg, mark_svg
from rosespring.notation.palette import board_css
from rosespring.notation.paths import paths
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
        f'<g class="points">{points(layout)}</g>',
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
    return "; ".join(f"{name} {_counts(counts)}" for name, counts in zip(("Light", "Dark"), men, strict=True))


def _counts(counts: Sequence[int]) -> str:
    places = [f"{point}×{counts[point]}" for point in range(24, 0, -1) if counts[point]]
    return ", ".join([*places, f"off {counts[0]}"])


def _opening(layout: Layout, viewer: int, label: str, theme: Theme) -> str:
    chosen = "" if theme == "auto" else f' data-theme="{theme}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {num(layout.width)} {num(layout.height)}" role="img"'
        f' aria-label={quoteattr(label)} data-movement="{layout.movement}" data-viewer="{viewer}"{chosen}'
        f' data-checker="{num(CHECKER)}" data-step="{num(STEP)}" data-bar-x="{num(layout.bar_x)}"'
        f' data-off-width="{num(OFF_WIDTH)}" data-off-height="{num(OFF_HEIGHT)}" data-off-step="{num(OFF_STEP)}">'
    )


def _layer(name: str, content: Iterator[str] | Sequence[str]) -> str:
    return f'<g class="{name}">{"".join(content)}</g>'


def _checkers(layout: Layout, men: Men, viewer: int) -> Iterator[str]:
    for side in (1 - viewer, viewer):
        mine = side == viewer
        for point in range(1, 25):
            if men[side][point]:
                yield _stack(layout.point(layout.seen(point, mine=mine)), side, men[side][point])
        yield _tray_stack(layout.tray(mine=mine), side, men[side][0])


def _stack(place: Place, side: int, count: int) -> str:
    men = "".join(_checker(*place.centre(index, count), side) for index in range(count))
    return men if count <= FULL_STACK else men + _count(*place.centre(count - 1, count), side, count)


def _checker(x: float, y: float, side: int) -> str:
    left, top = num(x - CHECKER / 2), num(y - CHECKER / 2)
    return f'<use class="checker" data-side="{side}" href="#checker-{side}" x="{left}" y="{top}" width="{num(CHECKER)}" height="{num(CHECKER)}"/>'


def _count(x: float, y: float, side: int, count: int) -> str:
    return (
        f'<circle class="count-plate-{side}" cx="{num(x)}" cy="{num(y)}" r="27" stroke-width="2"/>'
        f'<text class="count count-{side}" x="{num(x)}" y="{num(y + 16)}">{count}</text>'
    )


def _tray_stack(place: Place, side: int, count: int) -> str:
    left = num(place.x - OFF_WIDTH / 2)
    heights = (place.y + place.direction * index * OFF_STEP - OFF_HEIGHT / 2 for index in range(count))
    return "".join(
        f'<use class="off" data-side="{side}" href="#off-{side}" x="{left}" y="{num(y)}" width="{num(OFF_WIDTH)}" height="{num(OFF_HEIGHT)}"/>'
        for y in heights
    )


def _arrow(layout: Layout, men: Men, viewer: int, step: Arrow) -> str:
    side, start, end = step
    mine = side == viewer
    return arrow(side, _top(layout, men, side, start, mine), _top(layout, men, side, end, mine), layout.field.middle[1])


def _top(layout: Layout, men: Men, side: int, point: int, mine: bool) -> tuple[float, float]:
    """Where the last checker of a side's own point lies, or would lie."""
    count = max(men[side][point], 1)
    if point == 0:
        place = layout.tray(mine=mine)
        return place.x, place.y + place.direction * (count - 1) * OFF_STEP
    return layout.point(layout.seen(point, mine=mine)).centre(count - 1, count)


def _dice(layout: Layout, dice: tuple[int, ...]) -> Iterator[str]:
    """The dice in the gap of the viewer's half, in rows of at most eight."""
    rows = [dice[at : at + DICE_IN_ROW] for at in range(0, len(dice), DICE_IN_ROW)]
    size = min(104.0, (GAP - 14) / max(len(rows), 1) - 8)
    x = (layout.column_x(6) + layout.column_x(1)) / 2
    top = layout.field.middle[1] - len(rows) * (size + 8) / 2 + 4
    for number, row in enumerate(rows):
        yield _dice_row(row, x, top + number * (size + 8), size)


def _dice_row(row: Sequence[int], x: float, y: float, size: float) -> str:
    pitch = min(size * 1.18, 600 / len(row))
    size = min(size, pitch * 0.94)
    left = x - pitch * (len(row) - 1) / 2 - size / 2
    return "".join(
        f'<use class="die" href="#die-{face}" x="{num(left + pitch * index)}" y="{num(y)}" width="{num(size)}" height="{num(size)}"/>'
        for index, face in enumerate(row)
    )

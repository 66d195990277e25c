"""The empty board: frame, field, bar, points, numbers and trays."""

from __future__ import annotations

from math import sin

from rosespring.notation.art import ROSE
from rosespring.notation.geometry import BAR, COLUMN, FRAME, POINT_HEIGHT, RAIL, Box, Layout
from rosespring.notation.shapes import num, rect

_SPRAY = (
    '<g class="ornament" transform="translate({x} {y})">'
    '<path d="M0 176C-8 116 10 60 0 -66"/>'
    '<path d="M1 110C-26 104 -30 84 -28 66C-8 72 0 88 1 110ZM2 50C28 44 32 24 30 6C10 12 2 28 2 50ZM0 -8C-22 -14 -26 -30 -24 -46C-8 -40 -1 -28 0 -8Z"/>'
    '<path transform="translate(-38 -140) scale(.76)" d="{rose}"/></g>'
)


def furniture(layout: Layout) -> str:
    """Everything that never moves and is never touched."""
    board = Box(0, 0, layout.width, layout.height)
    inner = Box(5, 5, layout.width - 10, layout.height - 10)
    return (
        '<g class="furniture">'
        + rect(board, "frame", 'rx="22"')
        + _grain(board, "grain", 17, 36)
        + rect(inner, "frame-glow", 'rx="18" stroke-width="3"')
        + rect(layout.bed, "bed", 'rx="4"')
        + _halves(layout)
        + _bar(layout)
        + "".join(_spray(box) for box in layout.spare_boxes())
        + "</g>"
    )


def _grain(box: Box, kind: str, seed: int, pitch: int) -> str:
    """A few slow waves along the wood."""
    lines = []
    for row in range(int(box.height // pitch)):
        y = box.y + pitch * (row + 0.5) + 9 * sin(seed + row * 2.7)
        bend = 7 * sin(seed * row + 1.3)
        span = box.width / 3
        lines.append(f"M{num(box.x + 6)} {num(y)}c{num(span)} {num(bend)} {num(2 * span)} {num(-bend)} {num(3 * span - 12)} {num(bend / 2)}")
    return f'<path class="{kind}" stroke-width="2" d="{"".join(lines)}"/>'


def _halves(layout: Layout) -> str:
    field = layout.field
    width = 6 * COLUMN
    left = Box(field.x, field.y, width, field.height)
    return _half(left) + _half(Box(field.right - width, field.y, width, field.height))


def _half(box: Box) -> str:
    shade = Box(box.x, box.y, box.width, 46)
    side = Box(box.x, box.y, 30, box.height)
    return (
        rect(box, "field")
        + _grain(box, "field-grain", int(box.x) % 7 + 3, 29)
        + rect(shade, "shade", 'fill="url(#rs-fall)"')
        + rect(side, "shade", 'fill="url(#rs-side)"')
    )


def _bar(layout: Layout) -> str:
    field = layout.field
    bar = Box(layout.bar_x - BAR / 2, field.y, BAR, field.height)
    seam = f'<path class="frame-line" stroke-width="2.5" d="M{num(layout.bar_x)} {num(bar.y)}V{num(bar.bottom)}"/>'
    hinges = "".join(_hinge(layout.bar_x, field.y + field.height * part) for part in (0.23, 0.77))
    glow = f'<path class="frame-glow" stroke-width="2.5" d="M{num(bar.x + 1)} {num(bar.y)}V{num(bar.bottom)}M{num(bar.right - 1)} {num(bar.y)}V{num(bar.bottom)}"/>'
    return rect(bar, "bar") + glow + seam + hinges


def _hinge(x: float, y: float) -> str:
    plate = rect(Box(x - 15, y - 38, 30, 76), "brass", 'rx="3" opacity=".85"')
    pins = "".join(f'<circle class="bed" cx="{num(x + dx)}" cy="{num(y + dy)}" r="3"/>' for dx in (-8, 8) for dy in (-26, 26))
    return plate + pins + f'<path class="frame-line" stroke-width="2" d="M{num(x)} {num(y - 38)}V{num(y + 38)}"/>'


def _spray(box: Box) -> str:
    x, y = box.middle
    return _SPRAY.format(x=num(x), y=num(y), rose=ROSE)


def points(layout: Layout) -> str:
    """The 24 points, each with its number and the area that takes a touch."""
    return "".join(_point(layout, number) for number in range(1, 25))


def _point(layout: Layout, number: int) -> str:
    place = layout.point(number)
    return (
        f'<g class="point" data-point="{number}" data-x="{num(place.x)}" data-y="{num(place.y)}" data-dir="{place.direction:+d}">'
        f'<path class="tri tri-{"ab"[number % 2]}" d="{_spire(layout, number)}"/>'
        f"{_number(layout, number)}"
        f'{rect(_touch(layout, number), "hit")}</g>'
    )


def _spire(layout: Layout, number: int) -> str:
    """A slightly tapering point with softly bowed sides."""
    x, up = layout.column_x(number), layout.point(number).direction
    base = layout.field.y if up > 0 else layout.field.bottom
    tip, half = base + up * POINT_HEIGHT, COLUMN / 2 - 3
    belly = base + up * POINT_HEIGHT * 0.5
    return (
        f"M{num(x - half)} {num(base)}Q{num(x - half * 0.66)} {num(belly)} {num(x - 3)} {num(tip - up * 6)}"
        f"Q{num(x)} {num(tip + up * 4)} {num(x + 3)} {num(tip - up * 6)}Q{num(x + half * 0.66)} {num(belly)} {num(x + half)} {num(base)}Z"
    )


def _number(layout: Layout, number: int) -> str:
    bed = layout.bed
    y = bed.y - RAIL / 2 if number > 12 else bed.bottom + RAIL / 2
    home = " home" if number <= 6 else ""
    return f'<text class="point-number{home}" x="{num(layout.column_x(number))}" y="{num(y)}" dy=".35em">{number}</text>'


def _touch(layout: Layout, number: int) -> Box:
    middle = layout.field.middle[1]
    top = FRAME if number > 12 else middle
    return Box(layout.column_x(number) - COLUMN / 2, top, COLUMN, middle - FRAME)


def trays(layout: Layout, viewer: int, off: tuple[int, int]) -> str:
    """Both trays with the counts of what lies in them."""
    return "".join(_tray(layout, side, off[side], mine=side == viewer) for side in (1 - viewer, viewer))


def _tray(layout: Layout, side: int, count: int, *, mine: bool) -> str:
    box, place = layout.tray_box(mine=mine), layout.tray(mine=mine)
    y = box.y + 40 if mine else box.bottom - 40
    inner = Box(box.x, box.y, box.width, box.height)
    return (
        f'<g class="tray" data-side="{side}" data-x="{num(place.x)}" data-y="{num(place.y)}" data-dir="{place.direction:+d}">'
        + rect(inner, "tray-bed", 'rx="8"')
        + rect(Box(box.x + 2, box.y + 2, box.width - 4, 40), "shade", 'rx="6" fill="url(#rs-fall)"')
        + f'<text class="tray-count" x="{num(place.x)}" y="{num(y)}" dy=".35em">{count or ""}</text>'
        + rect(box, "hit")
        + "</g>"
    )



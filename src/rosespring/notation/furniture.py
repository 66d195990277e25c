"""The empty board: frame, field, bar, points, numbers and trays."""

from __future__ import annotations

from math import sin

from rosespring.notation.art import ROSE, SPRAY
from rosespring.notation.geometry import BAR, COLUMN, FRAME, POINT_HEIGHT, RAIL, Box, Layout
from rosespring.notation.shapes import num, rect


def furniture(layout: Layout) -> str:
    """Everything that never moves and is never touched."""
    parts = (_frame(layout), rect(layout.bed, "bed", 'rx="3"'), _halves(layout), _bar(layout))
    sprays = "".join(_spray(box) for box in layout.spare_boxes())
    return f'<g class="furniture">{"".join(parts)}{sprays}</g>'


def _frame(layout: Layout) -> str:
    """Four mitred pieces of wood around the bed."""
    board, bed = Box(0, 0, layout.width, layout.height), layout.bed
    rim = Box(4.5, 4.5, layout.width - 9, layout.height - 9)
    lip = Box(bed.x - 3, bed.y - 3, bed.width + 6, bed.height + 6)
    top, bottom = Box(0, 6, layout.width, bed.y - 10), Box(0, bed.bottom + 4, layout.width, bed.y - 10)
    return (
        rect(board, "frame", 'rx="20"')
        + _grain(top, "grain", 17, 13)
        + _grain(bottom, "grain", 5, 13)
        + _stile_grain(Box(6, bed.y, bed.x - 6, bed.height))
        + _stile_grain(Box(bed.right, bed.y, layout.width - bed.right - 6, bed.height))
        + rect(board, "shade", 'rx="20" fill="url(#rs-frame)"')
        + rect(rim, "frame-glow", 'rx="16" stroke-width="3"')
        + rect(lip, "frame-glow", 'rx="5" stroke-width="3"')
        + _mitres(layout)
    )


def _mitres(layout: Layout) -> str:
    right, bottom, depth = layout.width, layout.height, FRAME + RAIL
    corners = ((0, 0, 1, 1), (right, 0, -1, 1), (0, bottom, 1, -1), (right, bottom, -1, -1))
    lines = (f"M{num(x + 6 * dx)} {num(y + 6 * dy)}l{depth * dx:.0f} {depth * dy:.0f}" for x, y, dx, dy in corners)
    return f'<path class="frame-line" stroke-width="2" opacity=".55" d="{"".join(lines)}"/>'


def _grain(box: Box, kind: str, seed: int, pitch: int) -> str:
    """A few slow waves along the wood."""
    lines, span = [], box.width / 3
    for row in range(int(box.height // pitch)):
        y = box.y + pitch * (row + 0.5) + pitch * 0.3 * sin(seed + row * 2.7)
        bend = pitch * 0.35 * sin(seed * row + 1.3)
        end = f"{num(2 * span)} {num(-bend)} {num(3 * span - 12)} {num(bend / 2)}"
        lines.append(f"M{num(box.x + 6)} {num(y)}c{num(span)} {num(bend)} {end}")
    return f'<path class="{kind}" stroke-width="2" d="{"".join(lines)}"/>'


def _stile_grain(box: Box) -> str:
    """The same waves, upright."""
    lines, span = [], box.height / 3
    for column in range(int(box.width // 14)):
        x = box.x + 14 * (column + 0.5) + 4 * sin(column * 2.7)
        bend = 5 * sin(3 * column + 1.3)
        end = f"{num(-bend)} {num(2 * span)} {num(bend / 2)} {num(3 * span)}"
        lines.append(f"M{num(x)} {num(box.y)}c{num(bend)} {num(span)} {end}")
    return f'<path class="grain" stroke-width="2" d="{"".join(lines)}"/>'


def _halves(layout: Layout) -> str:
    field, width = layout.field, 6 * COLUMN
    left = Box(field.x, field.y, width, field.height)
    return _half(left) + _half(Box(field.right - width, field.y, width, field.height))


def _half(box: Box) -> str:
    return rect(box, "field") + _grain(box, "field-grain", int(box.x) % 7 + 3, 29)


def shadows(layout: Layout) -> str:
    """The soft shadow that the frame throws into both halves, points included."""
    field, width = layout.field, 6 * COLUMN
    return "".join(_shadow(Box(x, field.y, width, field.height)) for x in (field.x, field.right - width))


def _shadow(box: Box) -> str:
    return (
        rect(Box(box.x, box.y, box.width, 54), "shade", 'fill="url(#rs-fall)"')
        + rect(Box(box.x, box.y, 34, box.height), "shade", 'fill="url(#rs-side)"')
        + rect(Box(box.x, box.bottom - 16, box.width, 16), "shade", 'fill="url(#rs-rise)"')
        + rect(Box(box.right - 14, box.y, 14, box.height), "shade", 'fill="url(#rs-back)"')
    )


def _bar(layout: Layout) -> str:
    field = layout.field
    bar = Box(layout.bar_x - BAR / 2, field.y, BAR, field.height)
    ends = f"{num(bar.y)}V{num(bar.bottom)}"
    glow = f"M{num(bar.x + 1.5)} {ends}M{num(bar.right - 1.5)} {ends}"
    return (
        rect(bar, "bar")
        + _stile_grain(Box(bar.x, bar.y, bar.width, bar.height))
        + f'<path class="frame-glow" stroke-width="3" d="{glow}"/>'
        + f'<path class="frame-line" stroke-width="2.5" d="M{num(layout.bar_x)} {ends}"/>'
        + "".join(_hinge(layout.bar_x, field.y + field.height * part) for part in (0.22, 0.78))
    )


def _hinge(x: float, y: float) -> str:
    plate = rect(Box(x - 14, y - 36, 28, 72), "brass", 'rx="3"')
    spots = ((x + dx, y + dy) for dx in (-7.5, 7.5) for dy in (-25, 25))
    pins = "".join(f'<circle class="bed" cx="{num(px)}" cy="{num(py)}" r="2.8"/>' for px, py in spots)
    seam = f'<path class="frame-line" stroke-width="2" d="M{num(x)} {num(y - 36)}V{num(y + 36)}"/>'
    return plate + pins + seam


def _spray(box: Box) -> str:
    """A rose inlaid in a closed compartment."""
    x, y = box.middle
    rose = f'<path transform="translate(-43 -182) scale(.86)" d="{ROSE}"/>'
    return f'<g class="ornament" transform="translate({num(x)} {num(y)})"><path d="{SPRAY}"/>{rose}</g>'


def points(layout: Layout) -> str:
    """The 24 points, each with its number and the area that takes a touch."""
    return "".join(_point(layout, number) for number in range(1, 25))


def _point(layout: Layout, number: int) -> str:
    place, kind = layout.point(number), "ab"[number % 2]
    where = f'data-x="{num(place.x)}" data-y="{num(place.y)}" data-dir="{place.direction:+d}"'
    shape = _spire(layout, number)
    shade = "rs-fall" if place.direction > 0 else "rs-rise"
    return (
        f'<g class="point" data-point="{number}" {where}>'
        f'<path class="tri tri-{kind}" d="{shape}"/>'
        f'<path class="shade" fill="url(#{shade})" opacity=".4" d="{shape}"/>'
        f"{_number(layout, number)}"
        f"{rect(_touch(layout, number), 'hit')}</g>"
    )


def _spire(layout: Layout, number: int) -> str:
    """A slightly tapering point with softly bowed sides."""
    x, up = layout.column_x(number), layout.point(number).direction
    base = layout.field.y if up > 0 else layout.field.bottom
    half, near, end = COLUMN / 2 - 3, base + up * POINT_HEIGHT * 0.5, base + up * (POINT_HEIGHT - 6)
    tip, belly = num(base + up * (POINT_HEIGHT + 4)), half * 0.66
    rise = f"M{num(x - half)} {num(base)}Q{num(x - belly)} {num(near)} {num(x - 3)} {num(end)}"
    fall = f"Q{num(x + belly)} {num(near)} {num(x + half)} {num(base)}Z"
    return f"{rise}Q{num(x)} {tip} {num(x + 3)} {num(end)}{fall}"


def _number(layout: Layout, number: int) -> str:
    y = layout.bed.y - RAIL / 2 - 2 if number > 12 else layout.bed.bottom + RAIL / 2 + 2
    kind = "point-number home" if number <= 6 else "point-number"
    return f'<text class="{kind}" x="{num(layout.column_x(number))}" y="{num(y)}" dy=".35em">{number}</text>'


def _touch(layout: Layout, number: int) -> Box:
    middle = layout.field.middle[1]
    top = FRAME if number > 12 else middle
    return Box(layout.column_x(number) - COLUMN / 2, top, COLUMN, middle - FRAME)


def trays(layout: Layout, viewer: int, off: tuple[int, int]) -> str:
    """Both trays with the counts of what lies in them."""
    return "".join(_tray(layout, side, off[side], mine=side == viewer) for side in (1 - viewer, viewer))


def _tray(layout: Layout, side: int, count: int, *, mine: bool) -> str:
    box, place = layout.tray_box(mine=mine), layout.tray(mine=mine)
    where = f'data-x="{num(place.x)}" data-y="{num(place.y)}" data-dir="{place.direction:+d}"'
    y = num(box.y + 40 if mine else box.bottom - 40)
    return (
        f'<g class="tray" data-side="{side}" {where}>'
        + rect(box, "tray-bed", 'rx="8"')
        + rect(Box(box.x + 2, box.y + 2, box.width - 4, 60), "shade", 'rx="6" fill="url(#rs-fall)"')
        + f'<text class="tray-count" x="{num(place.x)}" y="{y}" dy=".35em">{count or ""}</text>'
        + rect(box, "hit")
        + "</g>"
    )

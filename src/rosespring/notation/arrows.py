"""Arrows that show a played step: slim, bowed, growing towards the head."""

from __future__ import annotations

from math import hypot

from rosespring.notation.shapes import num

Spot = tuple[float, float]
SAMPLES = 14


def arrow(side: int, start: Spot, end: Spot, middle: float) -> str:
    """One arrow between two places; it bows towards the middle line of the board."""
    control = _control(start, end, middle)
    start, end = _towards(start, control, 30.0), _towards(end, control, 26.0)
    return f'<path class="arrow arrow-{side}" d="{_outline(start, control, end)}"/>'


def _towards(spot: Spot, other: Spot, distance: float) -> Spot:
    """The place so far from `spot` on the way to `other`: arrows leave faces and counts readable."""
    dx, dy = other[0] - spot[0], other[1] - spot[1]
    part = distance / max(hypot(dx, dy), 2 * distance)
    return spot[0] + dx * part, spot[1] + dy * part


def _control(start: Spot, end: Spot, middle: float) -> Spot:
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    length = hypot(end[0] - start[0], end[1] - start[1])
    same_row = (start[1] - middle) * (end[1] - middle) > 0
    if same_row:
        pull = min(0.42 * length, 240.0)
        return x, y + (pull if y < middle else -pull)
    bow = 0.08 * length
    return x + (bow if end[1] > start[1] else -bow), y


def _outline(start: Spot, control: Spot, end: Spot) -> str:
    """A tapered ribbon along the curve with a head at its end."""
    neck = _neck(start, control, end)
    left, right = [], []
    for index in range(SAMPLES + 1):
        part = neck * index / SAMPLES
        (x, y), (nx, ny) = _at(start, control, end, part), _normal(start, control, end, part)
        half = 4 + 7 * index / SAMPLES
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    wings = _wings(start, control, end, neck)
    outline = [*left, wings[0], end, wings[1], *reversed(right)]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in outline) + "Z"


def _neck(start: Spot, control: Spot, end: Spot) -> float:
    """How far along the curve the head begins."""
    for step in range(99, 50, -1):
        x, y = _at(start, control, end, step / 100)
        if hypot(end[0] - x, end[1] - y) >= 36:
            return step / 100
    return 0.5


def _wings(start: Spot, control: Spot, end: Spot, neck: float) -> tuple[Spot, Spot]:
    (x, y), (nx, ny) = _at(start, control, end, neck), _normal(start, control, end, neck)
    return (x + nx * 26, y + ny * 26), (x - nx * 26, y - ny * 26)


def _at(start: Spot, control: Spot, end: Spot, part: float) -> Spot:
    rest = 1 - part
    weights = (rest * rest, 2 * rest * part, part * part)
    spots = (start, control, end)
    return sum(w * s[0] for w, s in zip(weights, spots, strict=True)), sum(
        w * s[1] for w, s in zip(weights, spots, strict=True)
    )


def _normal(start: Spot, control: Spot, end: Spot, part: float) -> Spot:
    dx = (1 - part) * (control[0] - start[0]) + part * (end[0] - control[0])
    dy = (1 - part) * (control[1] - start[1]) + part * (end[1] - control[1])
    length = hypot(dx, dy) or 1.0
    return -dy / length, dx / length

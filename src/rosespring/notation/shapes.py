"""Small helpers that write SVG numbers and shapes."""

from __future__ import annotations

from rosespring.notation.geometry import Box


def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def rect(box: Box, kind: str, extra: str = "") -> str:
    """A rectangle of a class, with further attributes."""
    place = f'x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
    return f'<rect class="{kind}" {place}{" " + extra if extra else ""}/>'


def poly(points: list[tuple[float, float]]) -> str:
    """The path data of an open polyline."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)

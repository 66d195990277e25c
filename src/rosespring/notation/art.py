"""The drawn things that are always the same: checkers, dice and the rose, as SVG text."""

from __future__ import annotations

from itertools import chain

# A rose from above in few strokes: five outer petals, three inner ones, a curl. Box 100 x 100.
OUTER_PETALS = (
    "M35.3 27.4C29.5 14.5 68 13.1 67 29M67 29C77.4 19.5 90.6 55.7 75.2 59.7"
    "M75.2 59.7C87.5 66.7 57.1 90.4 48.6 77M48.6 77C45.7 90.8 13.8 69.2 23.9 57"
    "M23.9 57C9.9 58.5 20.5 21.5 35.3 27.4"
)
INNER_PETALS = (
    "M42.1 37.3C45 21.4 77 36.8 68.9 52M65 49.5C77.3 59.9 47.9 79.9 38.8 65.4M43 63.2C27.8 68.6 25.1 33.2 42.3 32.6"
)
CURL = (
    "M48.1 48.9Q48.9 46.9 50.2 46.5Q51.5 46 53.1 46.6Q54.6 47.3 55.5 49.2"
    "Q56.3 51.1 55.5 53.4Q54.8 55.7 52.4 57.1Q50 58.5 46.9 57.9Q43.9 57.3 41.7 54.6Q39.6 51.8 39.7 48"
)
ROSE = OUTER_PETALS + INNER_PETALS + CURL
# The stem below that rose, with three leaves.
SPRAY = (
    "M0 186C-8 122 10 46 0 -104M1 118C-28 112 -32 90 -30 70C-9 76 0 94 1 118"
    "ZM3 52C31 46 35 24 33 4C11 10 3 28 3 52ZM2 -26C-23 -32 -27 -50 -25 -68C-7 -62 1 -48 2 -26Z"
)

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((27, 27), (50, 50), (73, 73)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
    6: ((27, 25), (73, 25), (27, 50), (73, 50), (27, 75), (73, 75)),
}

# Only black and white here: an id met twice in a page must be harmless in every theme.
Stop = tuple[float, str, float]


def _stops(stops: tuple[Stop, ...]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{tone}" stop-opacity="{force:g}"/>' for at, tone, force in stops)


def _fade(name: str, way: tuple[float, float, float, float], *stops: Stop) -> str:
    x1, y1, x2, y2 = way
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<linearGradient id="{name}" {ends}>{_stops(stops)}</linearGradient>'


_DOWN, _UP, _RIGHT, _LEFT = (0, 0, 0, 1), (0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0)
_SHADOW = ((0.78, "#000", 0.55), (1.0, "#000", 0.0))
SHADES = (
    f'<radialGradient id="rs-shadow">{_stops(_SHADOW)}</radialGradient>'
    + _fade("rs-turn", (0, 0, 0.55, 1), (0, "#fff", 0.3), (0.55, "#fff", 0), (1, "#000", 0.2))
    + _fade("rs-slab", _RIGHT, (0, "#000", 0.4), (0.3, "#fff", 0.16), (1, "#000", 0.4))
    + _fade("rs-frame", _DOWN, (0, "#fff", 0.07), (0.5, "#fff", 0), (1, "#000", 0.2))
    + _fade("rs-fall", _DOWN, (0, "#000", 0.36), (0.35, "#000", 0.12), (1, "#000", 0))
    + _fade("rs-rise", _UP, (0, "#000", 0.24), (0.35, "#000", 0.08), (1, "#000", 0))
    + _fade("rs-side", _RIGHT, (0, "#000", 0.3), (0.35, "#000", 0.1), (1, "#000", 0))
    + _fade("rs-back", _LEFT, (0, "#000", 0.18), (1, "#000", 0))
)

_LIGHT_FACE = (
    '<circle class="man-0-line" cx="50" cy="50" r="33" stroke-width="4.5"/>'
    '<circle cx="50" cy="51.8" r="33.6" fill="none" stroke="#fff" stroke-width="1.6" opacity=".8"/>'
    '<circle class="man-0-line" cx="50" cy="50" r="25" stroke-width="1.6" opacity=".6"/>'
    '<circle class="man-0-line" cx="50" cy="50" r="4" stroke-width="2.4" opacity=".7"/>'
)
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_DARK_FACE = (
    f'<g transform="translate(1 2.6)" fill="none" stroke="#000" opacity=".45" {_ROUND}>'
    f'<path d="{ROSE}" stroke-width="4.4"/></g>'
    f'<path class="man-1-line" d="{ROSE}" stroke-width="3.4" {_ROUND}/>'
)
_FACES = (_LIGHT_FACE, _DARK_FACE)


def checker_symbol(side: int) -> str:
    """The checker of a side as a symbol: a turned ring (0) or a rose in relief (1)."""
    return (
        f'<symbol id="checker-{side}" viewBox="0 0 100 100" overflow="visible">'
        '<circle cx="51" cy="55" r="52" fill="url(#rs-shadow)"/>'
        f'<circle class="man-{side}" cx="50" cy="50" r="48.2" stroke-width="3"/>'
        '<circle cx="50" cy="50" r="47" fill="url(#rs-turn)"/>'
        f"{_FACES[side]}</symbol>"
    )


def off_symbol(side: int) -> str:
    """A borne-off checker seen edge-on in its tray, as a symbol of 74 x 27."""
    return (
        f'<symbol id="off-{side}" viewBox="0 0 74 27" overflow="visible">'
        f'<rect class="man-{side}" x="1" y="1" width="72" height="25" rx="5" stroke-width="2"/>'
        '<rect x="1" y="1" width="72" height="25" rx="5" fill="url(#rs-slab)"/>'
        f'<path class="man-{side}-line" d="M3 9.5H71M3 17.5H71" stroke-width="1.6" opacity=".65"/></symbol>'
    )


def _die_face(number: int) -> str:
    """A face with the thickness of the die below it."""
    pips = "".join(f'<circle class="die-pip" cx="{x}" cy="{y - 2}" r="9.2"/>' for x, y in PIPS[number])
    side = '<rect class="die-side" x="3" y="8" width="94" height="90" rx="21"/>'
    return f'{side}<rect class="die-face" x="3" y="2" width="94" height="91" rx="21" stroke-width="3"/>{pips}'


def die_symbol(number: int) -> str:
    """The face of a die as the symbol `die-1` … `die-6`.

    :raises ValueError: if there is no such face.
    """
    if number not in PIPS:
        raise ValueError(f"expected a die from 1 to 6, got {number!r}")
    return f'<symbol id="die-{number}" viewBox="0 0 100 100">{_die_face(number)}</symbol>'


def die_svg(number: int) -> str:
    """The face of a die as a drawing of its own; its colours come from `board_css`.

    :raises ValueError: if there is no such face.
    """
    if number not in PIPS:
        raise ValueError(f"expected a die from 1 to 6, got {number!r}")
    size = 'class="die" viewBox="0 0 100 100" role="img"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} aria-label="{number}">'
    return f"{opening}{_die_face(number)}</svg>"


def symbols(dice: tuple[int, ...] = ()) -> str:
    """What a board keeps in its `<defs>`: shades, checkers, edge-on checkers, the dice asked for."""
    men = chain.from_iterable((checker_symbol(side), off_symbol(side)) for side in (0, 1))
    return SHADES + "".join(men) + "".join(die_symbol(number) for number in sorted(set(dice)))

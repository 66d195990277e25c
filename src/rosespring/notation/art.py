"""The drawn things that are always the same: checkers, dice and the rose, as SVG text."""

from __future__ import annotations

from itertools import chain

# A rose from above in few strokes: five outer petals, three inner ones, a curl. Box 100 x 100.
OUTER_PETALS = (
    "M35.3 27.4C29.5 14.5 68 13.1 67 29M67 29C77.4 19.5 90.6 55.7 75.2 59.7M75.2 59.7C87.5 66.7 57.1 90.4 48.6 77"
    "M48.6 77C45.7 90.8 13.8 69.2 23.9 57M23.9 57C9.9 58.5 20.5 21.5 35.3 27.4"
)
INNER_PETALS = (
    "M42.1 37.3C45 21.4 77 36.8 68.9 52M65 49.5C77.3 59.9 47.9 79.9 38.8 65.4M43 63.2C27.8 68.6 25.1 33.2 42.3 32.6"
)
CURL = "M48.1 48.9Q48.9 46.9 50.2 46.5Q51.5 46 53.1 46.6Q54.6 47.3 55.5 49.2Q56.3 51.1 55.5 53.4Q54.8 55.7 52.4 57.1Q50 58.5 46.9 57.9Q43.9 57.3 41.7 54.6Q39.6 51.8 39.7 48"
ROSE = OUTER_PETALS + INNER_PETALS + CURL

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((27, 27), (50, 50), (73, 73)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
    6: ((27, 25), (73, 25), (27, 50), (73, 50), (27, 75), (73, 75)),
}

# Only black and white here: an id met twice in a page must be harmless in every theme.
SHADES = (
    '<radialGradient id="rs-shadow"><stop offset=".78" stop-color="#000" stop-opacity=".5"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="rs-turn" x1="0" y1="0" x2=".55" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/>'
    '<stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></linearGradient>'
    '<linearGradient id="rs-slab" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".4"/>'
    '<stop offset=".3" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>'
    '<linearGradient id="rs-fall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity=".34"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>'
    '<linearGradient id="rs-side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".3"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>'
)

_LIGHT_FACE = (
    '<circle class="man-0-line" cx="50" cy="50" r="33" stroke-width="4.5"/>'
    '<circle class="man-0-line" cx="50" cy="50" r="26" stroke-width="1.6" opacity=".7"/>'
    '<circle class="man-0-line" cx="50" cy="50" r="4" stroke-width="2.4" opacity=".7"/>'
)
_DARK_FACE = f'<path class="man-1-line" d="{ROSE}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>'
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
    pips = "".join(f'<circle class="die-pip" cx="{x}" cy="{y}" r="9.2"/>' for x, y in PIPS[number])
    return f'<rect class="die-face" x="3" y="3" width="94" height="94" rx="20" stroke-width="3.5"/>{pips}'


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
    symbol = die_symbol(number).replace("<symbol ", "<svg ").replace("</symbol>", "</svg>")
    return symbol.replace(f' id="die-{number}"', f' xmlns="http://www.w3.org/2000/svg" class="die" role="img" aria-label="{number}"')


def symbols(dice: tuple[int, ...] = ()) -> str:
    """What a board keeps in its `<defs>`: shades, checkers, edge-on checkers, the dice asked for."""
    men = chain.from_iterable((checker_symbol(side), off_symbol(side)) for side in (0, 1))
    return SHADES + "".join(men) + "".join(die_symbol(number) for number in sorted(set(dice)))

"""The project's mark and the icons of the web table: one hand, round strokes, no stock art."""

from __future__ import annotations

from rosespring.notation.art import CURL, INNER_PETALS, die_symbol

# Each drawn in a box of 24 with strokes of 1.8 in the colour of the text around it.
ICONS: dict[str, str] = {
    "undo": '<path d="M8.5 5L4 9.3l4.5 4.2M4.4 9.3h9.1c3.6 0 6.1 2.2 6.1 5.2s-2.4 4.9-5.7 4.9H9.6"/>',
    "done": '<path d="M4.2 12.9c1.9 1.4 3.4 3 4.8 5.1C11.6 13 15 9 20 5.4"/>',
    "menu": '<path d="M4 6.7c5.3-.5 10.7-.5 16 0M4 12c5.3-.4 10.7-.4 16 0M4 17.3c5.3-.3 10.7-.3 16 0"/>',
    "roll": '<path d="M4.6 10.2l8.7-2.4 2.4 8.7-8.7 2.4z"/><path d="M10.6 5.9l1-2.2 8.3 3.6-3 7"/>'
    '<g class="dots"><circle cx="7.8" cy="12" r="1"/><circle cx="10.2" cy="13.3" r="1"/>'
    '<circle cx="12.6" cy="14.7" r="1"/><circle cx="15.4" cy="7.9" r=".9"/></g>',
    "copy": '<path d="M8.4 8.4h11v11.2h-11zM5.5 15.6H4.6V4.4h11v1.2"/>',
    "link": '<path d="M10 14c-1.8-1.8-1.7-4.2 0-5.9l2.9-2.9c1.7-1.6 4.1-1.6 5.7 0s1.6 4 0 5.7l-1.6 1.6'
    'M14 10c1.8 1.8 1.7 4.2 0 5.9l-2.9 2.9c-1.7 1.6-4.1 1.6-5.7 0s-1.6-4 0-5.7L7 11.5"/>',
    "flip": '<path d="M8 20V4.6M8 4.6L4.3 8.4M8 4.6l3.7 3.8M16 4v15.4M16 19.4l3.7-3.8M16 19.4l-3.7-3.8"/>',
    "sound": '<path d="M4 9.6v4.8h3.3l4.5 3.8V5.8L7.3 9.6zM15.2 9c1.5 1.8 1.5 4.2 0 6'
    'M17.9 6.4c2.9 3.3 2.9 7.9 0 11.2"/>',
    "sound-off": '<path d="M4 9.6v4.8h3.3l4.5 3.8V5.8L7.3 9.6zM15.6 9.6l4.8 4.8M20.4 9.6l-4.8 4.8"/>',
    "person": '<circle cx="12" cy="8" r="3.7"/><path d="M4.8 19.8c.6-4 3.4-6.1 7.2-6.1s6.6 2.1 7.2 6.1"/>',
    "computer": '<path d="M4 5.2h16v10.6H4zM9.2 19.6h5.6M12 15.8v3.8"/><path d="M9.4 9.1v1.6M14.6 9.1v1.6'
    'M9.7 12.7c1.5.8 3.1.8 4.6 0"/>',
    "flag": '<path d="M6 20.6V4M6 4.8c4-2 6.8 1.8 12.4-.2-1.6 2.6-1.6 5.2 0 7.8C12.8 14.4 10 10.6 6 12.6"/>',
    "help": '<path d="M8.3 8.6c.2-2.4 1.7-3.8 3.9-3.8s3.8 1.4 3.8 3.4c0 3-3.9 3.2-3.9 6.4"/>'
    '<g class="dots"><circle cx="12.1" cy="18.6" r="1.2"/></g>',
    "sun": '<circle cx="12" cy="12" r="4"/><path d="M12 3v2.2M12 18.8V21M3 12h2.2M18.8 12H21'
    'M5.6 5.6l1.6 1.6M16.8 16.8l1.6 1.6M5.6 18.4l1.6-1.6M16.8 7.2l1.6-1.6"/>',
    "moon": '<path d="M19.4 14.3A8 8 0 0 1 9.7 4.6a7.9 7.9 0 1 0 9.7 9.7z"/>',
    "globe": '<circle cx="12" cy="12" r="8.2"/><path d="M4 12c5.3-.4 10.7-.4 16 0M12 3.8c-4.5 4.9-4.5 11.5 0 16.4'
    'M12 3.8c4.5 4.9 4.5 11.5 0 16.4"/>',
    "arrow-on": '<path d="M4 12h15.4M13.4 5.8l6.2 6.2-6.2 6.2"/>',
    "arrow-back": '<path d="M20 12H4.6M10.6 5.8L4.4 12l6.2 6.2"/>',
}

# The outline of the rose, the seams between its petals, and the leaves behind it.
_BLOOM = (
    "M30.9 20.7C23.3 3.9 73.4 2 72.1 22.7C85.6 10.3 102.8 57.4 82.8 62.6"
    "C98.7 71.7 59.2 102.5 48.2 85.1C44.4 103 2.9 75 16.1 59.1C-2.1 61.1 11.7 13 30.9 20.7Z"
)
_SEAMS = "M30.9 20.7L36 28.5M72.1 22.7L65.5 29.5M82.8 62.6L74 59.5M48.2 85.1L48.8 76M16.1 59.1L25 56.5"
_LEAVES = "M58 82C66 62 86 60 99 68C96 88 78 98 58 82ZM42 84C30 70 14 72 4 80C10 94 28 100 42 84Z"
_VEINS = "M64 81C74 79 82 75 90 71M37 84C28 85 20 84 13 82"
_INNER = "translate(-9.5 -9.5) scale(1.19)"


def _rose() -> str:
    lines = 'class="rose-line" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path class="leaf-fill" d="{_LEAVES}"/><path {lines} stroke-width="2" d="{_VEINS}"/>'
        f'<path class="rose-fill" d="{_BLOOM}"/><path {lines} stroke-width="4" d="{_SEAMS}"/>'
        f'<path {lines} stroke-width="3.4" transform="{_INNER}" d="{INNER_PETALS}{CURL}"/>'
    )


_MARK_COLOURS = {
    'class="rose-fill"': 'fill="#a32a4a"',
    'class="rose-line"': 'fill="none" stroke="#fbf4e3"',
    'class="leaf-fill"': 'fill="#6f9350"',
}


def mark_svg() -> str:
    """The rose of Rosespring with its leaves, complete in itself: logo and favicon."""
    opening = '<svg xmlns="http://www.w3.org/2000/svg" class="mark" viewBox="0 0 100 100" role="img"'
    rose = _rose()
    for theme_class, colour in _MARK_COLOURS.items():
        rose = rose.replace(theme_class, colour)
    return f'{opening} aria-label="Rosespring">{rose}</svg>'


def _icon(name: str, drawing: str) -> str:
    strokes = 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"'
    filled = drawing.replace('class="dots"', 'fill="currentColor" stroke="none"')
    return f'<symbol id="icon-{name}" viewBox="0 0 24 24"><g {strokes}>{filled}</g></symbol>'


def icons_svg() -> str:
    """A hidden sprite: `icon-undo` and its sisters, `icon-rose`, and the dice `die-1` … `die-6`."""
    icons = "".join(_icon(name, drawing) for name, drawing in ICONS.items())
    dice = "".join(die_symbol(number) for number in range(1, 7))
    rose = f'<symbol id="icon-rose" viewBox="0 0 100 100">{_rose()}</symbol>'
    hidden = 'class="sprite" width="0" height="0" aria-hidden="true" focusable="false"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}>{icons}{rose}{dice}</svg>'

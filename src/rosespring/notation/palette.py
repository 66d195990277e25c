"""The board's colours and its stylesheet, in one place for web, reports and images."""

from __future__ import annotations

import re

LIGHT = {
    "frame": "#7a4a2c",
    "frame-edge": "#54321d",
    "frame-glow": "#a3703f",
    "grain": "#3d2212",
    "bed": "#3f281a",
    "field": "#e4cc9e",
    "field-grain": "#a67c45",
    "point-a": "#b37f57",
    "point-b": "#98a07c",
    "inlay": "#f3e5c4",
    "number": "#f1dfbd",
    "number-home": "#fff6e2",
    "brass": "#c9a35c",
    "light": "#fbf4e3",
    "light-edge": "#b89d6c",
    "light-line": "#8f7446",
    "dark": "#6b1f34",
    "dark-edge": "#3d0f1d",
    "dark-line": "#e2a3ab",
    "path-0": "#f6e8c8",
    "path-1": "#e0788d",
    "leaf": "#6f9350",
    "rose": "#a32a4a",
    "target": "#4f8f3a",
    "die": "#fdf7e8",
    "die-edge": "#b9a47c",
    "pip": "#4a1a28",
}

DARK = {
    "frame": "#3d291e",
    "frame-edge": "#1c120d",
    "frame-glow": "#6d4d37",
    "grain": "#150c07",
    "bed": "#1b1210",
    "field": "#54464a",
    "field-grain": "#3a2f33",
    "point-a": "#7f5c49",
    "point-b": "#66715f",
    "inlay": "#a08a78",
    "number": "#c9b595",
    "number-home": "#f3e3c4",
    "brass": "#9c7f4a",
    "light": "#efe5cf",
    "light-edge": "#a8946f",
    "light-line": "#84704d",
    "dark": "#7b2340",
    "dark-edge": "#33101c",
    "dark-line": "#e39aa7",
    "path-0": "#e6d6b4",
    "path-1": "#e0708a",
    "leaf": "#8bb069",
    "rose": "#d9637f",
    "target": "#9bcb7b",
    "die": "#f1e7d1",
    "die-edge": "#8f7d5c",
    "pip": "#4a1a28",
}

CONTRAST = {
    "frame": "#1a1a1a",
    "frame-edge": "#000000",
    "frame-glow": "#1a1a1a",
    "grain": "#1a1a1a",
    "bed": "#000000",
    "field": "#f4f4f0",
    "field-grain": "#f4f4f0",
    "point-a": "#8a8a86",
    "point-b": "#c2c2bc",
    "inlay": "#000000",
    "number": "#ffffff",
    "number-home": "#ffffff",
    "brass": "#ffffff",
    "light": "#ffffff",
    "light-edge": "#000000",
    "light-line": "#000000",
    "dark": "#3a0014",
    "dark-edge": "#ffffff",
    "dark-line": "#ffffff",
    "path-0": "#ffffff",
    "path-1": "#ff7f9d",
    "leaf": "#1f6b12",
    "rose": "#8d0030",
    "target": "#005f00",
    "die": "#ffffff",
    "die-edge": "#000000",
    "pip": "#000000",
}

_RULES = """
.board {
  display: block; width: 100%; height: auto;
  font-family: var(--rs-font, Seravek, "Gill Sans Nova", Ubuntu, Calibri, sans-serif);
  font-variant-numeric: tabular-nums lining-nums;
  -webkit-user-select: none; user-select: none;
}
.board .frame { fill: $frame; stroke: $frame-edge; }
.board .frame-glow { fill: none; stroke: $frame-glow; }
.board .frame-line { fill: none; stroke: $frame-edge; }
.board .grain { fill: none; stroke: $grain; opacity: .28; }
.board .bed { fill: $bed; }
.board .field { fill: $field; }
.board .field-grain { fill: none; stroke: $field-grain; opacity: .2; }
.board .tri { stroke: $inlay; stroke-width: 2.5; stroke-linejoin: round; }
.board .tri-a { fill: $point-a; }
.board .tri-b { fill: $point-b; }
.board .bar { fill: $frame; }
.board .brass { fill: $brass; }
.board .ornament { fill: none; stroke: $frame-glow; stroke-width: 5; stroke-linecap: round; }
.board .point-number { fill: $number; font-size: 38px; text-anchor: middle; }
.board .point-number.home { fill: $number-home; font-weight: 600; }
.board .medallion { opacity: .8; }
.board .sign-bed { fill: $frame; stroke: $inlay; stroke-width: 3; }
.board .sign { fill: none; stroke-width: 4; stroke-linecap: round; }
.board .sign-rose { fill: none; stroke: $inlay; stroke-width: 3.2; stroke-linecap: round; }
.board .shade { pointer-events: none; }
.board .hit { fill: transparent; }
.board .tray-bed { fill: $bed; stroke: $frame-edge; stroke-width: 3; }
.board .tray-count { fill: $number-home; font-size: 46px; font-weight: 600; text-anchor: middle; }
.board .path { fill: none; stroke-width: 4.5; stroke-linejoin: round; }
.board .path-home { fill: none; stroke-width: 10; }
.board .path-0 { stroke: $path-0; }
.board .path-1 { stroke: $path-1; }
.board .path-head-0 { fill: $path-0; stroke: $path-0; }
.board .path-head { stroke-width: 0; stroke-linejoin: round; }
.board .path-head-1 { fill: $path-1; stroke: $path-1; }
.board .checkers, .board .arrows, .board .marks, .board .dice { pointer-events: none; }
.board .count { font-size: 46px; font-weight: 700; text-anchor: middle; }
.board .count-0 { fill: $pip; }
.board .count-1 { fill: $light; }
.count-plate-0 { fill: $light; stroke: $light-edge; }
.count-plate-1 { fill: $dark; stroke: $dark-edge; }
.man-0 { fill: $light; stroke: $light-edge; }
.man-0-line { fill: none; stroke: $light-line; }
.man-0-side { fill: $light-edge; }
.man-1 { fill: $dark; stroke: $dark-edge; }
.man-1-line { fill: none; stroke: $dark-line; }
.man-1-side { fill: $dark-edge; }
.board .arrow { stroke-linejoin: round; stroke-width: 3; fill-opacity: .74; }
.board .arrow-0 { fill: $light; stroke: $light-line; }
.board .arrow-1 { fill: $dark; stroke: $dark-line; }
.board .mark-target { fill: $target; fill-opacity: .3; stroke: $target; stroke-width: 5; }
.board .mark-last { fill: none; stroke: $leaf; stroke-width: 5; stroke-dasharray: 10 7; }
.board .mark-picked { fill: none; stroke: $target; stroke-width: 6; }
.die-face { fill: $die; stroke: $die-edge; }
.die-side { fill: $die-edge; }
.die-pip { fill: $pip; }
.rose-fill { fill: $rose; }
.rose-line { fill: none; stroke: $light; }
.leaf-fill { fill: $leaf; }
.leaf-line { fill: none; stroke: $leaf; }
@media (max-width: 600px) {
  .board .field-grain, .board .grain { display: none; }
  .board .point-number { font-size: 46px; }
  .board .count, .board .tray-count { font-size: 54px; }
  .board .path { stroke-width: 7; }
  .board .path-home { stroke-width: 13; }
  .board .path-head { stroke-width: 5; }
}
@media print { .board .grain, .board .field-grain { display: none; } }
@media (forced-colors: active) {
  .board { forced-color-adjust: none; }
}
"""


def _variables(palette: dict[str, str]) -> str:
    return " ".join(f"--rs-{name}: {colour};" for name, colour in palette.items())


def _rules() -> str:
    """The rules with each `$name` spelled as a custom property with its light fallback."""
    text = _RULES
    for name in sorted(LIGHT, key=len, reverse=True):
        text = text.replace(f"${name}", f"var(--rs-{name}, {LIGHT[name]})")
    return text


_PROPERTY = re.compile(r"var\(--[\w-]+, ([^()]*)\)")
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}")


def in_plain_css(drawing: str) -> str:
    """`drawing` in light colours, for programs that know neither custom properties nor media queries."""
    return _PROPERTY.sub(r"\1", _MEDIA.sub("", drawing))


def board_css() -> str:
    """The stylesheet of the board, its dice, checkers and rose, for every theme.

    A page chooses with `data-theme` (light, dark, contrast) on its root element, a single
    drawing with the same attribute on the drawing; otherwise the reader's system decides.
    """
    light, dark, contrast = (_variables(each) for each in (LIGHT, DARK, CONTRAST))
    return "\n".join(
        [
            f':root, .board[data-theme="light"] {{ {light} }}',
            f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}",
            f"@media (prefers-contrast: more), (forced-colors: active) {{ :root {{ {contrast} }} }}",
            f':root[data-theme="light"], .board[data-theme="light"] {{ {light} }}',
            f':root[data-theme="dark"], .board[data-theme="dark"] {{ {dark} }}',
            f':root[data-theme="contrast"], .board[data-theme="contrast"] {{ {contrast} }}',
            _rules().strip(),
            "",
        ]
    )

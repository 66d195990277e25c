"""The stylesheet of a report's page: paper and walnut, phones and print."""

from __future__ import annotations

from pathlib import Path

from rosespring.notation.palette import DARK, LIGHT

_LIGHT = {
    "paper": "#f6eddc",
    "card": "#fffaef",
    "ink": "#3a2317",
    "soft": "#6c4f3b",
    "line": "#dcc9a6",
    "rose": LIGHT["rose"],
    "side-light": "#b98a3a",
    "side-dark": LIGHT["dark"],
    "area-light": "#f0dfb8",
    "area-dark": "#7d3148",
}
_DARK = {
    "paper": "#1d1517",
    "card": "#2a1f20",
    "ink": "#f3e7d3",
    "soft": "#c4ac97",
    "line": "#49362f",
    "rose": "#e2839a",
    "side-light": DARK["path-0"],
    "side-dark": "#c8506d",
    "area-light": "#d9c79d",
    "area-dark": "#6b2038",
}

_RULES = Path(__file__).with_name("report.css").read_text("utf-8")


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


PAGE_CSS = (
    f":root {{ color-scheme: light dark; {_variables(_LIGHT)} }}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(_DARK)} }} }}\n{_RULES.strip()}\n"
)
"""Everything that the page is drawn by."""

"""The contact sheet: every picture on one page, by scene, with all its sizes and colours side by side."""

from __future__ import annotations

from html import escape
from itertools import groupby
from pathlib import Path

from tools.pictures.camera import Picture

STYLE = """body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif; background: #ddd6cc; color: #222 }
section { margin-block: 2.5rem } h2 { margin: 0 0 0.75rem; font-size: 1.1rem }
div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
figure { margin: 0 } figcaption { font-size: 0.85rem }
img { height: 22rem; width: auto; max-width: 40rem; object-fit: cover; object-position: top; display: block }"""
HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of Rosespring</title>'


def write_sheet(folder: Path, pictures: list[Picture]) -> Path:
    """Write index.html into `folder`, and say where it is."""
    sections = "\n".join(_section(list(group)) for _name, group in groupby(pictures, lambda each: each.name))
    path = folder / "index.html"
    path.write_text(
        f"{HEAD}<style>{STYLE}</style>\n<h1>{len(pictures)} pictures of Rosespring</h1>\n{sections}\n</html>\n",
        "utf-8",
    )
    return path


def _section(pictures: list[Picture]) -> str:
    shown = "\n".join(
        f'<figure><a href="{each.path.name}"><img src="{each.path.name}" alt="{escape(each.look)}" loading="lazy"></a>'
        f"<figcaption>{escape(each.look)}</figcaption></figure>"
        for each in pictures
    )
    return f"<section><h2>{escape(pictures[0].name)}: {escape(pictures[0].words)}</h2><div>\n{shown}\n</div></section>"

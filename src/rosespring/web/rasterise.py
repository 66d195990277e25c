"""A program: SVG on its input, PNG on its output.

It is a process of its own because resvg holds the interpreter's lock for the 0.15 s that a card takes, and every
table would stand still meanwhile; one that is gone afterwards keeps no memory.
"""

from __future__ import annotations

import sys
from pathlib import Path

import resvg_py

from rosespring.web.cards import FAMILY

FONT = Path(__file__).parent / "fonts" / "alegreya.ttf"
"""The page’s own two fonts in one, since resvg reads no woff2.

Servers often have no fonts; those of the system help out where a name needs letters that this one lacks.
"""


def rasterise(drawing: str) -> bytes:
    """The drawing in its own size, as PNG.

    :raises ValueError: if it is no SVG.
    """
    return resvg_py.svg_to_bytes(svg_string=drawing, font_files=[str(FONT)], sans_serif_family=FAMILY)


if __name__ == "__main__":
    sys.stdout.buffer.write(rasterise(sys.stdin.buffer.read().decode()))

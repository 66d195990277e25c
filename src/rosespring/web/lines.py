"""What people write, as one line that can be shown."""

from __future__ import annotations

import unicodedata


def one_line(value: object) -> str:
    """A text as one line of visible characters."""
    text = unicodedata.normalize("NFC", value) if isinstance(value, str) else ""
    visible = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(visible.split())

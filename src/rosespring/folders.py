"""Where things of the user's are kept."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """``rosespring`` in the user's data folder; it need not exist yet."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "rosespring"

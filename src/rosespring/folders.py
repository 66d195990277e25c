"""Where things of the user's are kept, and files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """``rosespring`` in the user's data folder; it need not exist yet."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "rosespring"


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file; until it is whole, and on the disk, the one that was there stays.

    :raises OSError: if it cannot be written; it names the file.
    """
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        partial.unlink(missing_ok=True)

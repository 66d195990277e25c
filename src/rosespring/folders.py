"""Where things of the user's are kept, and files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path
from secrets import token_hex


def data_folder() -> Path:
    """``rosespring`` in the user's data folder; it need not exist yet."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "rosespring"


def write_whole(path: Path, data: bytes | memoryview) -> None:
    """Write a file; until it is whole, and on the disk, the one that was there stays, whoever else writes it.

    What is no plain file, such as a terminal or a pipe, is written to as it is.

    :raises OSError: if it cannot be written; it names the file.
    """
    target = path.resolve()  # a link stays one
    with _naming(path):
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)


def remove_partials(folder: Path) -> None:
    """Remove what writers that were killed in the middle of `write_whole` have left in a folder of one's own."""
    for path in folder.glob(f".{'[0-9a-f]' * 16}.partial"):
        path.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Make sure that `write_whole` can write a file, before work begins that would be lost otherwise.

    :raises OSError: if it cannot be written; it names the file.
    """
    target = path.resolve()
    with _naming(path):
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if target.is_file() or not target.exists():
            _partial(target, b"").unlink()


def _replace(target: Path, data: bytes | memoryview) -> None:
    partial = _partial(target, data)
    try:
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _partial(target: Path, data: bytes | memoryview) -> Path:
    """A new file beside `target` that holds `data`, in a place of its own for each writer."""
    partial = target.with_name(f".{token_hex(8)}.partial")
    try:
        with partial.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return partial


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Have errors name the file that was asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None

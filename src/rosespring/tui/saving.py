"""Saved games: record files, written so that an interruption leaves the old one whole."""

from __future__ import annotations

import os
import shlex
import tempfile
from datetime import datetime
from errno import EISDIR
from pathlib import Path

from rosespring.errors import NotationError
from rosespring.folders import data_folder
from rosespring.language import gettext as _
from rosespring.notation.records import Record, format_record, load_record, read_bytes


def fresh_path() -> Path:
    """A file name that is not taken, made of the time, in the user's data folder."""
    stem = datetime.now().astimezone().strftime("game-%Y-%m-%d-%H%M%S")
    folder = data_folder()
    names = (folder / f"{stem}{suffix}.txt" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in names if not path.exists())


def save_record(record: Record, path: Path) -> None:
    """Write `record` to `path`, whole or not at all.

    :raises OSError: naming `path` and the reason, if it cannot be written.
    """
    write_whole(format_record(record), path)


def write_whole(text: str, path: Path) -> None:
    """Write `text` to `path`, whole or not at all.

    :raises OSError: naming `path` and the reason, if it cannot be written.
    """
    try:
        _write(text, path)
    except OSError as fault:
        reason = fault.strerror or fault
        raise OSError(_("{path} cannot be written: {reason}").format(path=path, reason=reason)) from None


def _write(text: str, path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def open_record(path: Path) -> Record:
    """The record in the file `path`.

    :raises NotationError: naming file, line and reason, also if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return load_record(read_bytes(file).decode("utf-8"))
    except NotationError as fault:
        raise NotationError(f"{path}: {fault}") from None
    except UnicodeDecodeError:
        raise NotationError(_("{path} is no record: it is not text in UTF-8").format(path=path)) from None
    except OSError as fault:
        raise NotationError(_("{path} cannot be read: {reason}").format(path=path, reason=fault.strerror)) from None


def how_to_go_on(path: Path) -> str:
    """The command line that goes on with a saved game."""
    return f"rosespring play --load {shlex.quote(str(path))}"

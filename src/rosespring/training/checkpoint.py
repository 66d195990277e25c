"""Checkpoints: all that a run needs to go on, in a file that is whole or as it was before."""

from __future__ import annotations

import io
import os
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosespring.archives import ARCHIVE_FAULTS
from rosespring.errors import RosespringError, WeightsError
from rosespring.evaluation.network import reason_of
from rosespring.language import gettext as _

if sys.platform != "win32":
    import fcntl

Arrays = dict[str, NDArray[Any]]


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder for as long as this process lives or the block lasts.

    :raises RosespringError: if another run is there.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RosespringError(_("another run is at work in {folder}").format(folder=folder)) from None
        yield
    finally:
        os.close(handle)


def read_arrays(path: Path) -> Arrays:
    """The arrays of a file, checked to the last bit.

    :raises WeightsError: for a file that is damaged; it names the file.
    """
    try:
        archive = io.BytesIO(path.read_bytes())
        with zipfile.ZipFile(archive) as members:
            if damaged := members.testzip():
                raise zipfile.BadZipFile(f"{damaged} is damaged")
        archive.seek(0)
        with np.load(archive, allow_pickle=False) as found:
            return dict(found)
    except (OSError, *ARCHIVE_FAULTS) as error:
        raise unusable(path, error) from None


def unusable(path: Path, error: Exception) -> WeightsError:
    """What to raise for a checkpoint that cannot be gone on from."""
    return WeightsError(_("cannot go on from {path}: {reason}").format(path=path, reason=reason_of(error)))

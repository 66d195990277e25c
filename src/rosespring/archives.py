"""Archives of arrays (.npz): written whole or not at all, and what may be wrong with one that is read."""

from __future__ import annotations

import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosespring.folders import write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

ARCHIVE_FAULTS = (
    ValueError, KeyError, TypeError, AttributeError, EOFError, RuntimeError, MemoryError, OverflowError,
    zipfile.BadZipFile, zlib.error, tokenize.TokenError,
)  # fmt: skip
"""What reading a damaged or hostile archive of arrays may raise, beside what the file system says."""


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]], *, compress: bool = False) -> None:
    """Write an archive of arrays by name, as `write_whole` does.

    :raises OSError: if it cannot be written; it names the file.
    """
    import numpy as np

    archive = BytesIO()
    save = np.savez_compressed if compress else np.savez
    save(archive, **arrays)  # type: ignore[arg-type]  # names of its own options are none of ours
    write_whole(path, archive.getbuffer())

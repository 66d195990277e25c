"""Where compiled kernels are kept between runs: a folder named by a hash of all kernel sources.

Numba's own cache misses edits in other files than the compiled function's; with this folder any
edit of any ``kernels.py`` starts afresh.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


def _root() -> Path:
    base = os.environ.get("ROSESPRING_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base) if base else Path.home() / ".cache"


@cache
def kernel_hash() -> str:
    """A hash of the sources of all kernels."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("kernels.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> str:
    """The folder for this state of the kernels."""
    return str(_root() / "rosespring" / f"kernels-{kernel_hash()}")

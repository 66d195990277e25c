"""Builds table files: one by one, each written whole, so that a build that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from rosespring.endings.files import SCALE, open_table, write_table
from rosespring.endings.specs import CONTACT, DOUBLES, PRESET_CONTACT, RACES, Spec, specs_of
from rosespring.endings.tables import PACKAGED, default_folder, default_tables, table_path
from rosespring.errors import TableError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Progress = Callable[[str, float], None]
"""Called with the name of a table and the share of it that is done, from 0 to 1."""
Content = tuple[int, Sequence[bytes | memoryview]]

_ABANDONED = 600.0
"""Seconds after which an unfinished file is taken for one that a killed build has left."""


def build_tables(folder: Path | None = None, names: Sequence[str] = (), progress: Progress | None = None) -> list[Path]:
    """Build what is missing of the tables `names`, and return the files of all of them.

    A name is a table's (``contact-3-gioul``, ``race-8x10-cascading``), rules (their contact table for 2
    against 2), or ``races``, ``contact`` or ``doubles``. Without names: the races, and the contact
    tables that did not come with the package. A whole table in `folder` (by default one in the user's
    cache) is kept, a damaged one is built anew.

    :raises TableError: for an unknown name; nothing has been built then.
    :raises OSError: if a file cannot be written.
    """
    folder = folder or default_folder()
    paths = [_built(spec, folder, progress or _silent) for spec in (specs_of(names) if names else _standard())]
    default_tables.cache_clear()
    return paths


def _standard() -> list[Spec]:
    return [*RACES, *(spec for spec in PRESET_CONTACT if not _is_whole(table_path(PACKAGED, spec), spec))]


def _silent(name: str, share: float) -> None:
    """Show nothing."""


def _built(spec: Spec, folder: Path, progress: Progress) -> Path:
    path = table_path(folder, spec)
    progress(spec.name, 0.0)
    if not _is_whole(path, spec):
        _remove_abandoned(folder, path.name)
        entries, content = _solve(spec, lambda share: progress(spec.name, share))
        write_table(path, spec, entries, content)
    progress(spec.name, 1.0)
    return path


def _is_whole(path: Path, spec: Spec) -> bool:
    try:
        open_table(path, spec)
    except (TableError, FileNotFoundError):
        return False
    return True


def _remove_abandoned(folder: Path, name: str) -> None:
    for path in folder.glob(f"{name}.*.part"):
        if time() - path.stat().st_mtime > _ABANDONED:
            path.unlink(missing_ok=True)


def _solve(spec: Spec, progress: Callable[[float], None]) -> Content:
    # These bring the compiler along, which whoever only probes does not need.
    from rosespring.endings.contact_solver import solve_contact
    from rosespring.endings.race_solver import race_content, solve_doubles, solve_race

    if spec.kind == CONTACT:
        return _fractions(solve_contact(spec, progress).win)
    if spec.kind == DOUBLES:
        return _fractions(solve_doubles(spec))
    return race_content(spec, solve_race(spec, progress)[1])


def _fractions(chances: NDArray[np.float64]) -> Content:
    words = (chances * SCALE).round().astype("<u4")
    return words.size, [words.tobytes()]

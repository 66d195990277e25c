"""Where tables are found, and the one place that opens them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rosespring.endings.files import SUFFIX, Table, open_table
from rosespring.endings.specs import Spec
from rosespring.errors import TableError
from rosespring.kernel_cache import cache_folder

PACKAGED = Path(__file__).parent / "data"
"""The tables that come with the package."""


def default_folder() -> Path:
    """Where tables are built unless another folder is given: beside the compiled kernels in the user's cache."""
    return Path(cache_folder()).parent / "endings"


def table_path(folder: Path, spec: Spec) -> Path:
    """The file of a table in `folder`."""
    return folder / (spec.name + SUFFIX)


class Tables:
    """The tables of a folder, and behind them those of the package, as they are when first asked for.

    Each is opened once, and checked then.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()
        self._open: dict[Spec, Table | None] = {}
        self._races: dict[tuple[str, str], list[Spec]] = {}

    def find(self, spec: Spec) -> Table | None:
        """The table, or None if it has not been built.

        :raises TableError: if its file is damaged or foreign.
        """
        if spec not in self._open:
            path = self.path(spec)
            self._open[spec] = open_table(path, spec) if path else None
        return self._open[spec]

    def get(self, spec: Spec) -> Table:
        """The table.

        :raises TableError: if its file is damaged or foreign, or missing, with how to build it.
        """
        if table := self.find(spec):
            return table
        raise TableError(
            f"there is no table {spec.name} in {self.folder}; build it with 'rosespring endings build {spec.name}'"
        )

    def path(self, spec: Spec) -> Path | None:
        """The file of a table; None if there is none."""
        paths = (table_path(folder, spec) for folder in (self.folder, PACKAGED))
        return next((path for path in paths if path.exists()), None)

    def races(self, kind: str, rules: str) -> list[Spec]:
        """The race tables of a kind that there are, those that reach the fewest points first."""
        if (kind, rules) not in self._races:
            found = [spec for spec in self.present() if (spec.kind, spec.rules) == (kind, rules)]
            self._races[kind, rules] = sorted(found, key=lambda spec: (spec.points, spec.men))
        return self._races[kind, rules]

    def present(self) -> list[Spec]:
        """All tables that have a file, in the order of their names."""
        names = {path.name.removesuffix(SUFFIX) for folder in (self.folder, PACKAGED) for path in _files(folder)}
        return [spec for name in sorted(names) if (spec := _spec_or_none(name))]


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*" + SUFFIX))


def _spec_or_none(name: str) -> Spec | None:
    try:
        spec = Spec.parse(name)
    except TableError:
        return None
    return spec if spec.name == name else None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table file: where it is, how large, how many entries; `fault` says why it cannot be used."""

    name: str
    path: Path
    size: int
    entries: int
    fault: str | None = None


def list_tables(folder: Path | None = None) -> list[TableInfo]:
    """All tables of a folder (by default the user's) and of the package, checked to the last bit."""
    tables = Tables(folder)
    return [_info(spec, path) for spec in tables.present() if (path := tables.path(spec))]


def _info(spec: Spec, path: Path) -> TableInfo:
    try:
        table = open_table(path, spec)
    except (TableError, OSError) as error:
        return TableInfo(spec.name, path, 0, 0, str(error))
    return TableInfo(spec.name, path, table.size, table.entries)


@lru_cache(maxsize=1)
def default_tables() -> Tables:
    """The tables of the default folder."""
    return Tables()

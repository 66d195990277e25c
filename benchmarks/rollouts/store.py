"""Where figures are kept: docs/rollouts/NAME.json, each row with what it was measured on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.strength.store import Store
from benchmarks.strength.table import Row


@dataclass(frozen=True, slots=True)
class RolloutStore(Store):
    """As `Store`, in a folder of its own."""

    def path(self, name: str) -> Path:
        """The file of a table."""
        return self.docs / "rollouts" / f"{name}.json"

    def put(self, name: str, key: str, row: Row) -> None:
        """Add a row to a table, or replace it."""
        rows = dict(self.rows(name)) | {key: row}
        self.write(name, {"command": f"python -m benchmarks.rollouts {name}", "rows": rows})

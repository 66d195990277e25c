"""Where figures are kept: docs/PROGRAM/TABLE.json, each row with what it was measured on."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.tables.table import Job, Row, Rows
from benchmarks.timing import ROOT, machine
from rosespring.evaluation.network import packaged_network
from rosespring.rules import PRESETS

DOCS = ROOT / "docs"
_SHORT = 8
"""Letters of a network's hash that tell it apart."""


@dataclass(frozen=True, slots=True)
class Store:
    """The figures of the `program` of that name, in the folder of documents."""

    program: str
    docs: Path = DOCS

    def path(self, name: str) -> Path:
        """The file of a table."""
        return self.docs / self.program / f"{name}.json"

    def rows(self, name: str) -> Rows:
        """The rows of a table; none if it has not been measured."""
        found: Rows = self.read(name, {}).get("rows", {})
        return found

    def read(self, name: str, otherwise: Any) -> Any:
        """What a file holds, or `otherwise` if there is none."""
        path = self.path(name)
        return json.loads(path.read_text("utf-8")) if path.exists() else otherwise

    def write(self, name: str, content: object) -> None:
        """Write a file."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.name + ".partial")
        partial.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
        partial.replace(path)

    def put(self, name: str, key: str, row: Row) -> None:
        """Add a row to a table, or replace it."""
        rows = dict(self.rows(name)) | {key: row}
        self.write(name, {"command": f"python -m benchmarks.{self.program} {name}", "rows": rows})

    def holds(self, name: str, job: Job, seed: int) -> bool:
        """Whether the row of `job` has been measured with the networks at hand and with `seed`."""
        row = self.rows(name).get(job.key)
        return row is not None and (row["measured"]["networks"], row["measured"]["seed"]) == (
            networks_of(job.presets), seed,
        )  # fmt: skip


def networks_of(presets: tuple[str, ...]) -> dict[str, Row]:
    """What tells apart the network of each `movement` that the presets have."""
    movements = sorted({PRESETS[preset].rules.movement for preset in presets})
    cards = {movement: packaged_network(movement).card for movement in movements}
    return {
        movement: {"sha256": card.sha256[:_SHORT], "hidden": card.hidden, "games": card.games}
        for movement, card in cards.items()
    }


def provenance(presets: tuple[str, ...], seed: int) -> Row:
    """What a row is measured with: commit, date, machine, networks, seed."""
    found = machine()
    commit = str(found["commit"]).split()[0] + (" with uncommitted changes" if _changed() else "")
    return {**found, "commit": commit, "networks": networks_of(presets), "seed": seed}


def _changed() -> bool:
    """Whether anything that plays or measures differs from the commit."""
    command = ["git", "status", "--porcelain", "--", "src", "benchmarks"]
    return bool(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip())


def measured_with(rows: Rows) -> str:
    """One sentence about what rows were measured with."""
    made = [row["measured"] for row in rows.values()]
    networks = sorted(
        {f"{movement} {network['sha256']}" for each in made for movement, network in each["networks"].items()}
    )
    return (
        f"Measured on {_all(made, 'date')} at commit {_all(made, 'commit')}, seed {_all(made, 'seed')}; "
        f"networks {', '.join(networks)}; {_all(made, 'cpu')}, {_all(made, 'cores')} cores, "
        f"Python {_all(made, 'python')}."
    )


def _all(made: list[Row], name: str) -> str:
    """The different values of a name, in order."""
    return ", ".join(dict.fromkeys(str(each[name]) for each in made))

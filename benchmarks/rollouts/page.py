"""docs/rollouts.md, made of the stored figures and the text beside this file."""

from __future__ import annotations

from pathlib import Path

from benchmarks.rollouts import calibration, errors, luck
from benchmarks.tables.store import Store, measured_with
from benchmarks.tables.table import Table

TABLES: dict[str, Table] = {module.TABLE.name: module.TABLE for module in (luck, calibration, errors)}
"""All tables by name, in the order of the page."""
_TEXT = Path(__file__).with_name("page.md")


def page(store: Store) -> str:
    """The text of docs/rollouts.md: each ``{{NAME}}`` in the text is the table of that name."""
    text = _TEXT.read_text("utf-8")
    for table in TABLES.values():
        text = text.replace(f"{{{{{table.name}}}}}", _figures(table, store))
    return text


def _figures(table: Table, store: Store) -> str:
    command = f"`python -m benchmarks.rollouts {table.name}`"
    rows = store.rows(table.name)
    if not rows:
        return f"Not measured yet ({command})."
    return f"{command}\n\n{table.section(rows)}\n\n{measured_with(rows)}"

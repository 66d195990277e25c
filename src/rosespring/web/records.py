"""A match as a record file."""

from __future__ import annotations

from collections.abc import Sequence

from rosespring.rules import rules_id
from rosespring.web import log
from rosespring.web.table import Table
from rosespring.web.words import line_of


def record_of(table: Table, entries: Sequence[log.Entry]) -> str:
    """The whole log of a table, readable."""
    source = "; ".join(sorted(table.sources)) or "none"
    header = [f"rules: {rules_id(table.match.rules)}", f"length: {table.match.length}", f"dice: {source}"]
    lines = [f"{told.entry.number} {line_of(told)}" for told in table.story]
    return "\n".join([*header, "", *lines, ""])

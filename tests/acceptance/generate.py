"""Writes the golden records anew: ``.venv/bin/python -m tests.acceptance.generate``."""

from __future__ import annotations

from pathlib import Path

from rosespring.notation import format_record
from tests.acceptance.players import expected_record

MATCHES = {"gul-bara-bulgarian": 3, "gioul": 1}
"""The matches of the acceptance test: rules and length."""
HERE = Path(__file__).parent


def main() -> None:
    """Write one record a match."""
    for rules, length in MATCHES.items():
        (HERE / f"{rules}.txt").write_text(format_record(expected_record(rules, length)), "utf-8")


if __name__ == "__main__":
    main()

"""Measures rollouts: ``python -m benchmarks.rollouts NAME [--quick]``; see docs/rollouts.md."""

from __future__ import annotations

import sys

from benchmarks.rollouts.page import TABLES, page
from benchmarks.tables.program import Program

main = Program("rollouts", "Measure how good rollouts are.", TABLES, page).main

if __name__ == "__main__":
    sys.exit(main())

"""Measures strength: ``python -m benchmarks.strength NAME [--quick]``; see docs/strength.md."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from benchmarks.strength.curves import take_curves
from benchmarks.strength.page import TABLES, page
from benchmarks.tables.program import Commands, Program
from benchmarks.tables.store import DOCS, Store


def _add_curves(commands: Commands) -> None:
    curves = commands.add_parser("curves", help="take the learning curves of training runs")
    curves.add_argument("folders", nargs="+", type=Path, metavar="RUN", help="folders of training runs")
    curves.add_argument("--docs", type=Path, default=DOCS, help="where docs are")
    curves.set_defaults(run=_curves)


def _curves(options: Namespace) -> None:
    store = Store(PROGRAM.name, options.docs)
    take_curves(options.folders, store)
    PROGRAM.write_page(store)


PROGRAM = Program("strength", "Measure the strength of the players.", TABLES, page, _add_curves)
main = PROGRAM.main

if __name__ == "__main__":
    sys.exit(main())

"""Measures rollouts: ``python -m benchmarks.rollouts NAME [--quick]``; see docs/rollouts.md.

Each row is stored when it is done, and a run goes on where one was stopped.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.rollouts.page import TABLES, page
from benchmarks.rollouts.store import RolloutStore
from benchmarks.strength.store import DOCS, provenance
from benchmarks.strength.table import Plan, Table
from rosespring.cli.app import ProgressBar
from rosespring.errors import RosespringError
from rosespring.rules import PRESETS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns 0, or 1 if it failed or was stopped."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except KeyboardInterrupt:
        print("rollouts: stopped; rows that were done are stored", file=sys.stderr)
        return 1
    except (RosespringError, OSError) as error:
        print(f"rollouts: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m benchmarks.rollouts", description="Measure how good rollouts are.")
    commands = parser.add_subparsers(required=True, metavar="NAME")
    for table in TABLES.values():
        _add_table(commands.add_parser(table.name, help=f"measure the table {table.name}"), table)
    render = commands.add_parser("render", help="make docs/rollouts.md anew from the stored figures")
    render.add_argument("--docs", type=Path, default=DOCS, help="where docs are")
    render.set_defaults(run=lambda options: write_page(RolloutStore(options.docs)))
    return parser


def _add_table(parser: ArgumentParser, table: Table) -> None:
    parser.add_argument("--quick", action="store_true", help="tiny sizes; nothing is stored unless --docs is given")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=table.presets, metavar="PRESET")
    parser.add_argument("--again", action="store_true", help="also rows that are there already")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--docs", type=Path, help="where the figures and the page go")
    for name, size in table.sizes.items():
        parser.add_argument(f"--{name}", type=int, metavar="N", help=f"{size.what} ({size.usual:,})")
    parser.set_defaults(run=_measure, table=table)


def _measure(options: Namespace) -> None:
    """Measure the rows of a table; after each the page is made anew."""
    if options.docs is None and options.quick:
        with tempfile.TemporaryDirectory() as folder:
            _fill(RolloutStore(Path(folder)), options)
    else:
        _fill(RolloutStore(options.docs or DOCS), options)


def _plan(options: Namespace) -> Plan:
    sizes = {}
    for name, size in options.table.sizes.items():
        given = getattr(options, name)
        sizes[name] = given if given is not None else size.quick if options.quick else size.usual
    return Plan(tuple(options.presets), sizes, options.seed, 1)


def _fill(store: RolloutStore, options: Namespace) -> None:
    table: Table = options.table
    wanted = table.jobs(_plan(options))
    for job in wanted:
        if options.again or not store.holds(table.name, job, options.seed):
            with ProgressBar(job.total, f"{table.name} {job.key}", quiet=False) as bar:
                row = job.run(bar)
            row["measured"] = provenance(job.presets, options.seed)
            store.put(table.name, job.key, row)
            write_page(store)
            print(f"{table.name} {job.key} done", file=sys.stderr, flush=True)
    print(table.section({job.key: store.rows(table.name)[job.key] for job in wanted}))


def write_page(store: RolloutStore) -> Path:
    """Make the page anew."""
    path = store.docs / "rollouts.md"
    path.write_text(page(store), "utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())

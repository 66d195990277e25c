"""Measures strength: ``python -m benchmarks.strength NAME [--quick]``; see docs/strength.md.

Each row is stored when it is done, so that nothing is lost when a run is stopped; ``--missing`` goes on.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from benchmarks.strength.curves import take_curves
from benchmarks.strength.page import TABLES, page
from benchmarks.strength.store import DOCS, Store, provenance
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
        print("strength: stopped; rows that were done are stored", file=sys.stderr)
        return 1
    except (RosespringError, OSError) as error:
        print(f"strength: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m benchmarks.strength", description="Measure the strength of the players.")
    commands = parser.add_subparsers(required=True, metavar="NAME")
    for table in TABLES.values():
        _add_table(commands.add_parser(table.name, help=f"measure the table {table.name}"), table)
    render = commands.add_parser("render", help="make docs/strength.md anew from the stored figures")
    curves = commands.add_parser("curves", help="take the learning curves of training runs")
    curves.add_argument("folders", nargs="+", type=Path, metavar="RUN", help="folders of training runs")
    for command, run in ((render, _render), (curves, _curves)):
        command.add_argument("--docs", type=Path, default=DOCS, help="where docs are")
        command.set_defaults(run=run)
    return parser


def _add_table(parser: ArgumentParser, table: Table) -> None:
    parser.add_argument("--quick", action="store_true", help="tiny sizes; nothing is stored unless --docs is given")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=table.presets, metavar="PRESET")
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows whose key has this in it")
    parser.add_argument("--missing", action="store_true", help="only rows not measured with these networks yet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="threads or processes of duels")
    parser.add_argument("--docs", type=Path, help="where the figures and the page go")
    for name, size in table.sizes.items():
        parser.add_argument(f"--{name}", type=_even if "match" in size.what or "games" in size.what else int,
                            metavar="N", help=f"{size.what} ({size.usual:,})")  # fmt: skip
    parser.set_defaults(run=_measure, table=table)


def _even(text: str) -> int:
    """A whole number of pairs."""
    return 2 * (int(text) // 2)


def _plan(options: Namespace) -> Plan:
    sizes = {}
    for name, size in options.table.sizes.items():
        given = getattr(options, name)
        sizes[name] = given if given is not None else size.quick if options.quick else size.usual
    return Plan(tuple(options.presets), sizes, options.seed, options.workers)


def _measure(options: Namespace) -> None:
    """Measure the rows of a table that are wanted; after each the page is made anew."""
    if options.docs is None and options.quick:
        with tempfile.TemporaryDirectory() as folder:
            _fill(Store(Path(folder)), options)
    else:
        _fill(Store(options.docs or DOCS), options)


def _fill(store: Store, options: Namespace) -> None:
    table: Table = options.table
    wanted = [job for job in table.jobs(_plan(options)) if options.only in job.key]
    if options.missing:
        wanted = [job for job in wanted if not store.holds(table.name, job, options.seed)]
    for job in wanted:
        with ProgressBar(job.total, f"{table.name} {job.key}", quiet=False) as bar:
            row = job.run(bar)
        row["measured"] = provenance(job.presets, options.seed)
        store.put(table.name, job.key, row)
        write_page(store)
        print(f"{table.name} {job.key} done", file=sys.stderr, flush=True)
    print(table.section({job.key: store.rows(table.name)[job.key] for job in wanted}))


def write_page(store: Store) -> Path:
    """Make the page anew."""
    path = store.docs / "strength.md"
    path.write_text(page(store), "utf-8")
    return path


def _render(options: Namespace) -> None:
    print(f"wrote {write_page(Store(options.docs))}")


def _curves(options: Namespace) -> None:
    store = Store(options.docs)
    take_curves(options.folders, store)
    write_page(store)


if __name__ == "__main__":
    sys.exit(main())

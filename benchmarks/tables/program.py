"""The program that measures tables: ``python -m benchmarks.NAME TABLE [--quick]``.

Each row is stored when it is done, so that nothing is lost when a run is stopped; ``--missing`` goes on.
"""

from __future__ import annotations

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.tables.store import DOCS, Store, provenance
from benchmarks.tables.table import Plan, Table
from rosespring.cli.app import ProgressBar
from rosespring.errors import RosespringError
from rosespring.rules import PRESETS

Commands = Any
"""What argparse returns for adding commands to."""


@dataclass(frozen=True, slots=True)
class Program:
    """Measures `tables`, keeps them in docs/NAME/, and writes docs/NAME.md by `page`; `more` adds other commands."""

    name: str
    about: str
    tables: Mapping[str, Table]
    page: Callable[[Store], str]
    more: Callable[[Commands], None] = lambda _commands: None

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Run one command; returns 0, or 1 if it failed or was stopped."""
        options = self._parser().parse_args(arguments)
        try:
            options.run(options)
        except KeyboardInterrupt:
            return self._failed("stopped; rows that were done are stored")
        except (RosespringError, OSError) as error:
            return self._failed(str(error))
        return 0

    def _failed(self, why: str) -> int:
        print(f"{self.name}: {why}", file=sys.stderr)
        return 1

    def _parser(self) -> ArgumentParser:
        parser = ArgumentParser(prog=f"python -m benchmarks.{self.name}", description=self.about)
        commands = parser.add_subparsers(required=True, metavar="NAME")
        for table in self.tables.values():
            measure = commands.add_parser(table.name, help=f"measure the table {table.name}")
            _add_options(measure, table)
            measure.set_defaults(run=self._measure, table=table)
        render = commands.add_parser("render", help=f"make docs/{self.name}.md anew from the stored figures")
        render.add_argument("--docs", type=Path, default=DOCS, help="where docs are")
        render.set_defaults(run=self._render)
        self.more(commands)
        return parser

    def _measure(self, options: Namespace) -> None:
        """Measure the rows of a table that are wanted; after each the page is made anew."""
        if options.docs is None and options.quick:
            with tempfile.TemporaryDirectory() as folder:
                self._fill(Store(self.name, Path(folder)), options)
        else:
            self._fill(Store(self.name, options.docs or DOCS), options)

    def _fill(self, store: Store, options: Namespace) -> None:
        table: Table = options.table
        wanted = [job for job in table.jobs(_plan(options)) if options.only in job.key]
        for job in wanted:
            if options.missing and store.holds(table.name, job, options.seed):
                continue
            with ProgressBar(job.total, f"{table.name} {job.key}", quiet=False) as bar:
                row = job.run(bar)
            row["measured"] = provenance(job.presets, options.seed)
            store.put(table.name, job.key, row)
            self.write_page(store)
            print(f"{table.name} {job.key} done", file=sys.stderr, flush=True)
        print(table.section({job.key: store.rows(table.name)[job.key] for job in wanted}))

    def write_page(self, store: Store) -> Path:
        """Make the page anew."""
        path = store.docs / f"{self.name}.md"
        path.write_text(self.page(store), "utf-8")
        return path

    def _render(self, options: Namespace) -> None:
        print(f"wrote {self.write_page(Store(self.name, options.docs))}")


def _add_options(parser: ArgumentParser, table: Table) -> None:
    parser.add_argument("--quick", action="store_true", help="tiny sizes; nothing is stored unless --docs is given")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=table.presets, metavar="PRESET")
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows whose key has this in it")
    parser.add_argument("--missing", action="store_true", help="only rows not measured with these networks yet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="threads or processes, where a table can use them")
    parser.add_argument("--docs", type=Path, help="where the figures and the page go")
    for name, size in table.sizes.items():
        parser.add_argument(f"--{name}", type=_even if "match" in size.what or "games" in size.what else int,
                            metavar="N", help=f"{size.what} ({size.usual:,})")  # fmt: skip


def _even(text: str) -> int:
    """A whole number of pairs."""
    return 2 * (int(text) // 2)


def _plan(options: Namespace) -> Plan:
    sizes = {}
    for name, size in options.table.sizes.items():
        given = getattr(options, name)
        sizes[name] = given if given is not None else size.quick if options.quick else size.usual
    return Plan(tuple(options.presets), sizes, options.seed, options.workers)

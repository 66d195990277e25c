"""The verb that explains finished matches."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import ProgressBar, app
from rosespring.cli.convert import read_text
from rosespring.errors import RosespringError
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.analysis import Judge
    from rosespring.analysis.reports import Order
    from rosespring.evaluation.network import Network

_RECORDS = (".txt", ".json")
_TO_HELP = "text, json or html."
_FOLDER_HELP = "Write each report into this folder as NAME.report.txt, .json or .html; what is up to date there stays."
_NETWORK_HELP = "Judge by the network of this file instead of the program's own."


@app.command()
def analyse(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records, or folders of them; '-': stdin.")],
    to: Annotated[str, typer.Option("--to", help=_TO_HELP)] = "text",
    folder: Annotated[Path | None, typer.Option("--folder", metavar="FOLDER", help=_FOLDER_HELP)] = None,
    depth: Annotated[str, typer.Option("--depth", help="usual (one roll ahead) or deep (two).")] = "usual",
    network: Annotated[Path | None, typer.Option("--network", metavar="FILE.npz", help=_NETWORK_HELP)] = None,
    doubtful: Annotated[float, typer.Option("--doubtful", help="Cost of a doubtful play, in points.")] = 0.03,
    bad: Annotated[float, typer.Option("--bad", help="Cost of a bad play.")] = 0.08,
    very_bad: Annotated[float, typer.Option("--very-bad", help="Cost of a very bad play.")] = 0.16,
    lucky: Annotated[float, typer.Option("--lucky", help="Worth of a lucky roll above the mean.")] = 0.3,
    unlucky: Annotated[float, typer.Option("--unlucky", help="Worth of an unlucky roll below it.")] = 0.2,
    workers: Annotated[int | None, typer.Option("--workers", help="Threads; one for each core if left out.")] = None,
) -> int:
    """Explain finished matches: what each play cost, the luck of each roll, and the costliest moments.

    Example: rosespring analyse game.txt

    Example: rosespring analyse --to html --folder reports games/ tuesday.txt
    """
    from rosespring.analysis import Judge

    order = _order(to, depth, network, (doubtful, bad, very_bad, lucky, unlucky))
    sources = list(_sources(files))
    if not sources:
        raise typer.BadParameter(f"expected records, found none in {', '.join(files)}")
    judge = Judge(order.scope, order.network, threads=_threads(workers))
    if folder is None:
        return _Run(judge, order).show(sources)
    return _Run(judge, order).write(sources, folder)


def _threads(workers: int | None) -> int:
    if workers is not None and not 1 <= workers <= 256:
        raise typer.BadParameter(f"--workers: expected 1 to 256 threads, got {workers}")
    return workers or os.cpu_count() or 1


def _order(to: str, depth: str, network: Path | None, limits: tuple[float, float, float, float, float]) -> Order:
    from rosespring.analysis import SCOPES, Thresholds
    from rosespring.analysis.reports import FORMS, Order

    form = next((form for form in FORMS if form == to), None)
    if form is None:
        raise typer.BadParameter(f"--to: expected {', '.join(FORMS)}, got {to!r}")
    if depth not in SCOPES:
        raise typer.BadParameter(f"--depth: expected {' or '.join(SCOPES)}, got {depth!r}")
    try:
        thresholds = Thresholds(*limits)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return Order(form, SCOPES[depth], thresholds, _network(network))


def _network(path: Path | None) -> Network | None:
    from rosespring.evaluation.network import load_network

    return None if path is None else load_network(path)


def _sources(files: list[str]) -> Iterator[str]:
    """The files that the command line means: those of folders in the order of their names, without reports."""
    from rosespring.analysis.reports import is_report

    for name in files:
        path = Path(name)
        if name != "-" and path.is_dir():
            found = sorted(each for each in path.iterdir() if each.suffix in _RECORDS and not is_report(each))
            yield from map(str, found)
        else:
            yield name


@dataclass
class _Run:
    """Analyses files one after another, each on all threads; a faulty one is told and passed over."""

    judge: Judge
    order: Order
    faults: int = 0

    def show(self, sources: list[str]) -> int:
        """Print the reports."""
        if len(sources) > 1 and self.order.form != "text":
            raise typer.BadParameter(f"--folder: several reports as {self.order.form} need a folder to lie in")
        with self._bar(sources) as bar:
            for index, source in enumerate(sources):
                report = self._report(source, read_text_or_fault(source), index, bar)
                if report is not None:
                    sys.stdout.write(report + ("\n" if index < len(sources) - 1 else ""))
                    sys.stdout.flush()
        return 1 if self.faults else 0

    def write(self, sources: list[str], folder: Path) -> int:
        """Write the reports into a folder, all but those that are up to date."""
        targets = self._targets(sources, folder)
        folder.mkdir(parents=True, exist_ok=True)
        with self._bar(sources) as bar:
            for index, (target, source) in enumerate(targets.items()):
                self._write_one(source, target, index, bar)
        return 1 if self.faults else 0

    def _write_one(self, source: str, target: Path, index: int, bar: ProgressBar) -> None:
        from rosespring.analysis.reports import is_current

        text = read_text_or_fault(source)
        stamp = self.order.stamp(text, _own_networks()) if isinstance(text, str) else ""
        if source != "-" and is_current(target, Path(source), stamp or "-"):
            print(_("{path} is up to date").format(path=target))
            return
        report = self._report(source, text, index, bar, stamp)
        if report is not None:
            partial = target.with_name(target.name + ".partial")
            partial.write_text(report, "utf-8")
            partial.replace(target)
            print(target, flush=True)

    def _report(
        self, source: str, text: str | RosespringError | OSError, index: int, bar: ProgressBar, stamp: str = ""
    ) -> str | None:
        """The report of one file; None for a faulty one."""
        from rosespring.notation.records import load_record

        bar.show(source, index)
        try:
            if not isinstance(text, str):
                raise text
            verdict = self.judge.match(load_record(text), lambda share: bar(index + share))
        except (RosespringError, OSError) as error:
            self.faults += 1
            print(f"rosespring: {_fault(source, error)}", file=sys.stderr)
            return None
        return self.order.write(verdict, stamp)

    def _targets(self, sources: list[str], folder: Path) -> dict[Path, str]:
        found: dict[Path, str] = {}
        for source in sources:
            target = self.order.path(Path("stdin" if source == "-" else source), folder)
            if target in found:
                raise typer.BadParameter(f"{source} and {found[target]} would both be reported as {target}")
            found[target] = source
        return found

    def _bar(self, sources: list[str]) -> ProgressBar:
        return ProgressBar(len(sources), _("Analysing"), quiet=False)


def read_text_or_fault(source: str) -> str | RosespringError | OSError:
    """The text of a file, or why it cannot be read."""
    try:
        return read_text(source)
    except (RosespringError, OSError) as error:
        return error


def _fault(source: str, error: RosespringError | OSError) -> str:
    """One line that names the file and the reason."""
    if isinstance(error, OSError) and error.strerror:
        return f"{source}: {error.strerror}"
    text = " ".join(str(error).split())
    return text if text.startswith(source) else f"{source}: {text}"


def _own_networks() -> tuple[str, ...]:
    """The hashes of the program's own networks."""
    from rosespring.evaluation.network import packaged_network
    from rosespring.rules import CHOICES

    return tuple(packaged_network(movement).card.sha256 for movement in CHOICES["movement"])

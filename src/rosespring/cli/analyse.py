"""The verb that explains finished matches."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import ProgressBar, app
from rosespring.cli.convert import read_text
from rosespring.errors import RosespringError
from rosespring.folders import check_writable, write_whole
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.analysis import MatchVerdict, Scope
    from rosespring.analysis.as_csv import Moment
    from rosespring.analysis.many import Bench
    from rosespring.analysis.reports import Order
    from rosespring.evaluation.network import Network

_RECORDS = (".txt", ".json")
_TO_HELP = "text (if left out), json or html."
_DEPTH_HELP = "quick (one roll ahead), usual (two), or deep (two, and more plays)."
_FOLDER_HELP = "Write each report into this folder as NAME.report.txt, .json or .html; what is up to date there stays."
_CSV_HELP = "Write the costliest moments of all matches into this file too, as CSV."
WORKERS_HELP = "Processes for several records, threads for a single one; one for each core if left out."
CACHE_HELP = "Where to keep what is found of each position, to find it again; 'none': nowhere."
_NETWORK_HELP = "Judge by the network of this file instead of the program's own."


@app.command()
def analyse(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records, or folders of them; '-': stdin.")],
    to: Annotated[str, typer.Option("--to", help=_TO_HELP)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --to json.")] = False,
    folder: Annotated[Path | None, typer.Option("--folder", metavar="FOLDER", help=_FOLDER_HELP)] = None,
    depth: Annotated[str, typer.Option("--depth", help=_DEPTH_HELP)] = "usual",
    network: Annotated[Path | None, typer.Option("--network", metavar="FILE.npz", help=_NETWORK_HELP)] = None,
    doubtful: Annotated[float, typer.Option("--doubtful", help="Cost of a doubtful play, in points.")] = 0.03,
    bad: Annotated[float, typer.Option("--bad", help="Cost of a bad play.")] = 0.065,
    very_bad: Annotated[float, typer.Option("--very-bad", help="Cost of a very bad play.")] = 0.13,
    lucky: Annotated[float, typer.Option("--lucky", help="Worth of a lucky roll above the mean.")] = 0.36,
    unlucky: Annotated[float, typer.Option("--unlucky", help="Worth of an unlucky roll below it.")] = 0.18,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help=_CSV_HELP)] = None,
    workers: Annotated[int | None, typer.Option("--workers", help=WORKERS_HELP)] = None,
    cache: Annotated[str | None, typer.Option("--cache", metavar="FILE", help=CACHE_HELP)] = None,
) -> int:
    """Explain finished matches: what each play cost, the luck of each roll, and the costliest moments.

    Example: rosespring analyse game.txt

    Example: rosespring analyse --to html --folder reports games/ tuesday.txt
    """
    order = _order(_form(to, as_json), depth, network, (doubtful, bad, very_bad, lucky, unlucky))
    sources = record_files(files)
    if csv is not None:
        check_writable(csv)
    bench = bench_of(order.scope, network, cache)
    run = _Run(bench, order, threads_of(workers), csv is not None)
    status = run.show(sources) if folder is None else run.write(sources, folder)
    if csv is not None:
        write_whole(csv, in_bytes(run.csv()))
    return status


def _form(to: str, as_json: bool) -> str:
    """The form that is wanted.

    :raises BadParameter: for two of them.
    """
    if as_json and to not in ("", "json"):
        raise typer.BadParameter(f"--json: expected no other form beside it, got --to {to}")
    return "json" if as_json else to or "text"


def threads_of(workers: int | None) -> int:
    """How many threads or processes are wanted.

    :raises BadParameter: for none, or too many.
    """
    if workers is not None and not 1 <= workers <= 256:
        raise typer.BadParameter(f"--workers: expected 1 to 256, got {workers}")
    return workers or os.cpu_count() or 1


def _order(to: str, depth: str, network: Path | None, limits: tuple[float, float, float, float, float]) -> Order:
    from rosespring.analysis import SCOPES, Thresholds
    from rosespring.analysis.reports import FORMS, Order

    form = next((form for form in FORMS if form == to), None)
    if form is None:
        raise typer.BadParameter(f"--to: expected {', '.join(FORMS)}, got {to!r}")
    if depth not in SCOPES:
        raise typer.BadParameter(f"--depth: expected {', '.join(SCOPES)}, got {depth!r}")
    try:
        thresholds = Thresholds(*limits)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return Order(form, SCOPES[depth], thresholds, _network(network))


def _network(path: Path | None) -> Network | None:
    from rosespring.evaluation.network import load_network

    return None if path is None else load_network(path)


def bench_of(scope: Scope, network: Path | None, cache: str | None) -> Bench:
    """How records are judged; `cache` is the file of results, ``none``, or None for the usual place."""
    from rosespring.analysis.many import Bench
    from rosespring.analysis.store import default_path

    return Bench(scope, network, None if cache == "none" else Path(cache) if cache else default_path())


def in_bytes(text: str) -> bytes:
    """A text that is written; names of files in it keep their bytes, whatever they are."""
    return text.encode(errors="surrogateescape")


def record_files(files: list[str]) -> list[str]:
    """The files that the command line means.

    :raises BadParameter: for none.
    """
    found = [name for given in files for name in _meant(given)]
    if not found:
        raise typer.BadParameter(f"expected records, found none in {', '.join(files)}")
    return found


def _meant(name: str) -> list[str]:
    """A file; or those of a folder in the order of their names, without reports and what is no file, such as pipes."""
    from rosespring.analysis.reports import is_report

    path = Path(name)
    if name == "-" or not path.is_dir():
        return [name]
    found = (each for each in path.iterdir() if each.suffix in _RECORDS and not is_report(each))
    return sorted(str(each) for each in found if each.is_file() or not each.exists())


class Judging:
    """Judges files, says what is wrong with them, and gives the verdicts in the order of the files."""

    def __init__(self, bench: Bench, workers: int) -> None:
        from rosespring.analysis.many import Telling

        self.faults = 0
        self._bench = bench
        self._workers = workers
        self._tell = Telling()
        self._told = 0

    def verdicts(self, sources: Sequence[tuple[str, str]]) -> Iterator[tuple[str, MatchVerdict]]:
        """The verdicts on files, given as names and texts, as far as they can be read."""
        from rosespring.analysis.many import judge_in_processes, judge_in_turn

        many = self._workers > 1 and len(sources) > 1
        texts = (text for _name, text in sources)
        with ProgressBar(len(sources), _("Analysing"), quiet=False) as bar:
            judged = judge_in_processes if many else judge_in_turn
            workers = min(self._workers, len(sources)) if many else self._workers
            for (name, _text), answer in zip(
                sources, judged(texts, self._bench, workers, self._tell, bar), strict=True
            ):  # fmt: skip
                self._say_news()
                if answer.fault is not None:
                    self.say(name, answer.fault, kept=answer.verdict is not None)
                if answer.verdict is not None:
                    yield name, answer.verdict

    def texts(self, sources: Sequence[str]) -> list[tuple[str, str]]:
        """The files that can be read, with their texts."""
        found = []
        for source in sources:
            try:
                found.append((source, read_text(source)))
            except (RosespringError, OSError) as error:
                self.say(source, error)
        return found

    def say(self, source: str, error: RosespringError | OSError, *, kept: bool = False) -> None:
        """Say in one line what is wrong with a file."""
        self.faults += 1
        words = _fault(source, error)
        if kept:
            words = _("{fault}; what comes before is analysed").format(fault=words)
        print(f"rosespring: {words}", file=sys.stderr)

    def _say_news(self) -> None:
        """Say what the judges could not use."""
        for words in self._tell.heard[self._told :]:
            line = _("the results that are kept cannot be used: {reason}").format(reason=words)
            print(f"rosespring: {' '.join(line.split())}", file=sys.stderr)
        self._told = len(self._tell.heard)


class _Run:
    """Makes the reports of files; a faulty one is told and passed over, as far as it cannot be read."""

    def __init__(self, bench: Bench, order: Order, workers: int, moments: bool) -> None:
        self._judging = Judging(bench, workers)
        self._order = order
        self._wants_moments = moments
        self._moments: list[Moment] = []

    def show(self, sources: list[str]) -> int:
        """Print the reports."""
        if len(sources) > 1 and self._order.form != "text":
            raise typer.BadParameter(f"--folder: several reports as {self._order.form} need a folder to lie in")
        texts = self._judging.texts(sources)
        for index, (source, verdict) in enumerate(self._judging.verdicts(texts)):
            self._note(source, verdict)
            sys.stdout.write(("\n" if index else "") + self._order.write(verdict, ""))
            sys.stdout.flush()
        return 1 if self._judging.faults else 0

    def write(self, sources: list[str], folder: Path) -> int:
        """Write the reports into a folder, all but those that are up to date."""
        targets = self._targets(sources, folder)
        folder.mkdir(parents=True, exist_ok=True)
        texts = self._judging.texts(sources)
        stamps = {source: self._order.stamp(text, _own_networks()) for source, text in texts}
        wanted = [pair for pair in texts if not self._stays(pair[0], targets[pair[0]], stamps[pair[0]])]
        for source, verdict in self._judging.verdicts(wanted):
            self._note(source, verdict)
            write_whole(targets[source], self._order.write(verdict, stamps[source]).encode())
            print(targets[source], flush=True)
        return 1 if self._judging.faults else 0

    def csv(self) -> str:
        """The costliest moments of all verdicts."""
        from rosespring.analysis.as_csv import moments_csv

        return moments_csv(self._moments, self._order.thresholds)

    def _note(self, source: str, verdict: MatchVerdict) -> None:
        from rosespring.analysis.as_csv import moments_of

        if self._wants_moments:
            self._moments += moments_of(source, verdict)

    def _stays(self, source: str, target: Path, stamp: str) -> bool:
        """Whether a report that is there can stay; one whose moments are wanted is made anew."""
        from rosespring.analysis.reports import is_current

        if self._wants_moments or source == "-" or not is_current(target, Path(source), stamp):
            return False
        print(_("{path} is up to date").format(path=target))
        return True

    def _targets(self, sources: list[str], folder: Path) -> dict[str, Path]:
        """Where the report of each file lies."""
        found: dict[Path, str] = {}
        for source in sources:
            target = self._order.path(Path("stdin" if source == "-" else source), folder)
            if target in found:
                raise typer.BadParameter(f"{source} and {found[target]} would both be reported as {target}")
            found[target] = source
        return {source: target for target, source in found.items()}


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

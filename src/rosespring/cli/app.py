"""What the verbs share: the application, options that several have, JSON and progress on the screen."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from rosespring import __version__
from rosespring.language import gettext as _

app = typer.Typer(
    name="rosespring",
    help="Gul Bara and Gioul: play, serve, analyse. Every verb has --help with an example.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MOST_THREADS = 256
"""So many threads or processes may be asked for."""

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
RulesOption = Annotated[str, typer.Option("--rules", help="A preset's name, see 'rosespring rules'.")]
Seed = Annotated[int, typer.Option("--seed", help="Makes chance reproducible.")]


def print_json(value: Any) -> None:
    """Print a result for programs."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> None:
    """Print a table for people; the first `left` columns hold words, the others numbers."""
    from rich.console import Console

    from rosespring.cli.tables import Figures

    Console(markup=False, emoji=False, highlight=False).print(Figures(columns, list(rows), left))


def get_ready() -> None:
    """Compile what judges positions, if that has not been done: it takes long, so it says so."""
    from rosespring.players import warming

    if not warming.is_warm() and sys.stderr.isatty():
        print(_("Compiling the move generator and the search …"), file=sys.stderr)
    warming.warm()
    warming.warm_judging()


class ProgressBar:
    """A progress bar on stderr that is called with the amount done."""

    def __init__(self, total: int, title: str, *, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(
            *columns, console=Console(stderr=True), disable=quiet or not sys.stderr.isatty(), transient=True
        )
        self._task = self._bar.add_task(title, total=total)

    def __enter__(self) -> ProgressBar:
        self._bar.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()

    def show(self, title: str, done: int) -> None:
        """Show another title, and that so much is done."""
        self._bar.update(self._task, description=title, completed=done)

    def __call__(self, done: float) -> None:
        """Show that so much is done."""
        self._bar.update(self._task, completed=done)


def _show_version(value: bool) -> None:
    if value:
        print(f"rosespring {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())

"""The verbs for exact endings."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from rosespring.cli.app import AsJson, ProgressBar, app, print_json
from rosespring.language import gettext as _

endings = typer.Typer(help="Exact tables for the end of a game.\n\nExample: rosespring endings build")
app.add_typer(endings, name="endings")

Folder = Annotated[Path | None, typer.Option("--folder", help="Where tables lie; the user's cache if left out.")]
PERCENT = 100


@endings.command()
def build(
    names: Annotated[list[str] | None, typer.Argument(help="Tables or rules; what is missing if left out.")] = None,
    folder: Folder = None,
) -> None:
    """Build tables; a build that was stopped goes on where it was.

    Example: rosespring endings build contact-3-gioul
    """
    from rosespring.endings import build_tables

    with ProgressBar(PERCENT, _("Exact endings"), quiet=False) as bar:
        paths = build_tables(folder, names or (), lambda name, share: bar.show(name, round(PERCENT * share)))
    for path in paths:
        print(path)


@endings.command()
def show(
    folder: Folder = None,
    errors: Annotated[bool, typer.Option("--errors", help="Measure the race estimate instead (a minute).")] = False,
    as_json: AsJson = False,
) -> None:
    """List the tables there are, or measure how far the race estimate is from the truth.

    Example: rosespring endings show --errors
    """
    rows = _errors() if errors else _tables(folder)
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print("  ".join(str(value) for value in row.values() if value is not None))


def _tables(folder: Path | None) -> list[dict[str, object]]:
    from rosespring.endings import list_tables

    return [asdict(table) | {"path": str(table.path)} for table in list_tables(folder)]


def _errors() -> list[dict[str, object]]:
    from rosespring.endings.measure import race_errors

    return [asdict(error) for error in race_errors()]

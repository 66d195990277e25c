"""The verb that rewrites records."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from rosespring.cli.app import app
from rosespring.errors import NotationError
from rosespring.folders import write_whole
from rosespring.language import gettext as _


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A record file; '-' is standard input.")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="The file to write; '-' is standard output.")],
    to: Annotated[str | None, typer.Option("--to", help="text or json; by OUT's name if left out.")] = None,
) -> None:
    """Convert a game record between its text form and JSON, checking every move.

    Example: rosespring convert game.txt game.json
    """
    from rosespring.notation.records import convert_record

    text = read_text(source)
    form = to or ("json" if target.endswith(".json") else "text")
    if form not in ("text", "json"):
        raise typer.BadParameter(f"--to: expected text or json, got {form!r}")
    converted = convert_record(text, form).encode()
    if target == "-":
        sys.stdout.buffer.write(converted)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(target), converted)


def read_text(source: str) -> str:
    """The text of a file, or of standard input for ``-``: UTF-8 whatever the terminal has.

    :raises NotationError: for anything but UTF-8, or for more than any record needs.
    """
    from rosespring.notation.records import read_bytes

    with nullcontext(sys.stdin.buffer) if source == "-" else Path(source).open("rb") as file:
        try:
            data = read_bytes(file)
        except NotationError as error:
            raise NotationError(f"{source}: {error}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        message = _("{place}: expected text in UTF-8, got byte {byte:#04x} at {at}")
        raise NotationError(message.format(place=source, byte=data[error.start], at=error.start)) from None

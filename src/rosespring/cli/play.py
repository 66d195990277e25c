"""The verbs that open a game: the terminal, the web table, the engine protocol."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rosespring.cli.app import app


@app.command()
def play(
    rules: Annotated[str | None, typer.Option("--rules", help="A preset's name; asked for if left out.")] = None,
    opponent: Annotated[
        str | None,
        typer.Option("--opponent", help="A level, from novice to full, or 'friend'; asked for if left out."),
    ] = None,
    length: Annotated[int | None, typer.Option("--length", help="Points to play to.", min=1, max=99)] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Makes the dice reproducible.")] = None,
    hand_dice: Annotated[bool, typer.Option("--hand-dice", help="You throw real dice and type them.")] = False,
    load: Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Words only, no drawing: for screen readers.")] = False,
    name: Annotated[str | None, typer.Option("--name", help="Your name in the record.")] = None,
    tutor: Annotated[bool, typer.Option("--tutor", help="Be warned before a turn that gives much away.")] = False,
    tutor_from: Annotated[
        float | None,
        typer.Option("--tutor-from", metavar="POINTS", help="… that gives away so much.", min=0.001, max=4),
    ] = None,
) -> int:
    """Play in the terminal, against the computer or a friend.

    Example: rosespring play --rules gioul --opponent casual --length 3
    """
    from rosespring import tui

    return tui.play(rules, opponent, length, seed, hand_dice, load, plain, name, tutor, tutor_from)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option("--host", help="Address to listen on; 0.0.0.0 for the local network.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="Port to listen on.", min=1, max=65535)] = 8000,
    database: Annotated[
        str | None,
        typer.Option("--database", envvar="ROSESPRING_DATABASE", help="Database URL or SQLite file."),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option("--public-url", envvar="ROSESPRING_PUBLIC_URL", help="Address that links are made with."),
    ] = None,
    dice: Annotated[
        Path | None,
        typer.Option("--dice", envvar="ROSESPRING_DICE", help="File of throws to use instead of chance, for tests."),
    ] = None,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", envvar="ROSESPRING_JSON_LOGS", help="Log one JSON object a line to stderr.")
    ] = False,
) -> int:
    """Serve the web table: two people by a shared link, or one against the computer.

    Example: rosespring serve --host 0.0.0.0 --port 9000
    """
    from rosespring.web.serve import run_server

    return run_server(host, port, database, public_url, dice, json_logs)


@app.command()
def engine() -> None:
    """Speak the engine protocol: one JSON object a line in, one out.

    Example: echo '{"command": "new", "rules": "gioul", "starter": 0}' | rosespring engine
    """
    from rosespring.engine import serve_engine

    serve_engine(sys.stdin.buffer, sys.stdout.buffer)

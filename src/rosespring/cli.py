"""The command line: one verb a function; each imports its room when it is called."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import ValidationError
from typer.exceptions import TyperException

from rosespring import __version__
from rosespring.errors import NotationError, RosespringError, RulesError, UnknownPlayer
from rosespring.language import from_environment, use_language
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.players import DuelResult
    from rosespring.rules import Rules

app = typer.Typer(
    name="rosespring",
    help="Gul Bara and Gioul: play, serve, analyse. Every verb has --help with an example.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
RulesOption = Annotated[str, typer.Option("--rules", help="A preset's name, see 'rosespring rules'.")]
Seed = Annotated[int, typer.Option("--seed", help="Makes chance reproducible.")]


def main() -> None:
    """Run the command line; ends the process with 0, 1 (the work failed) or 2 (the call is wrong)."""
    _make_streams_usable()
    with use_language(from_environment()):
        status = _status()
    sys.exit(status)


def _make_streams_usable() -> None:
    """Stand in for standard streams that are closed; write ``?`` for what the terminal's encoding does not have."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _status() -> int:
    try:
        result = app(standalone_mode=False)
    except TyperException as error:
        return _wrong_call(error)
    except (RulesError, UnknownPlayer) as error:
        return _fail(str(error), 2)
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (RosespringError, OSError) as error:
        return _fail(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        return _fail(_("stopped"), 1)
    return result if isinstance(result, int) else 0


def _wrong_call(error: TyperException) -> int:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "rosespring"
    message = error.format_message() if isinstance(error, typer.BadParameter) else str(error)
    return _fail(f"{message.rstrip('.')}{_offending(error)}; see '{path} --help'", 2)


def _offending(error: BaseException) -> str:
    """The value that was given, where the parser's own message leaves it out."""
    if isinstance(error.__cause__, ValidationError):
        return f", got {error.__cause__.errors()[0]['input']!r}"
    return ""


def _fail(message: str, status: int) -> int:
    line = " ".join(message.split())
    print(f"rosespring: {line}", file=sys.stderr)
    return status


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


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


@app.command()
def play(
    rules: Annotated[str | None, typer.Option("--rules", help="A preset's name; asked for if left out.")] = None,
    opponent: Annotated[
        str | None,
        typer.Option("--opponent", help="A player's name, or 'friend' for two people; asked for if left out."),
    ] = None,
    length: Annotated[int | None, typer.Option("--length", help="Points to play to.", min=1, max=99)] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Makes the dice reproducible.")] = None,
    hand_dice: Annotated[bool, typer.Option("--hand-dice", help="You throw real dice and type them.")] = False,
    load: Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Words only, no drawing: for screen readers.")] = False,
    name: Annotated[str | None, typer.Option("--name", help="Your name in the record.")] = None,
) -> int:
    """Play in the terminal, against the computer or a friend.

    Example: rosespring play --rules gioul --opponent careful --length 3
    """
    from rosespring import tui

    return tui.play(rules, opponent, length, seed, hand_dice, load, plain, name)


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
) -> int:
    """Serve the web table: two people by a shared link, or one against the computer.

    Example: rosespring serve --host 0.0.0.0 --port 9000
    """
    from rosespring.web.serve import run_server

    return run_server(host, port, database, public_url, dice)


@app.command()
def engine() -> None:
    """Speak the engine protocol: one JSON object a line in, one out.

    Example: echo '{"command": "new", "rules": "gioul", "starter": 0}' | rosespring engine
    """
    from rosespring.engine import serve_engine

    serve_engine(sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A preset's name or an alias; all presets if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Explain the rule sets in words.

    Example: rosespring rules gul-bara-bulgarian
    """
    from rosespring.rules import PRESETS, find_rules

    if as_json:
        shown = [find_rules(name)] if name else [preset.rules for preset in PRESETS.values()]
        _print_json([_rules_json(found) for found in shown])
    elif name:
        _explain(name)
    else:
        _list_presets()


def _rules_json(found: Rules) -> dict[str, Any]:
    from rosespring.rules import PRESETS, rules_id, title

    preset = PRESETS.get(rules_id(found))
    return {
        "name": rules_id(found),
        "title": title(found),
        "sentence": _(preset.sentence) if preset else "",
        "source": _(preset.source) if preset else "",
        "aliases": list(preset.aliases) if preset else [],
        "options": found.as_dict(),
    }


def _explain(name: str) -> None:
    from rosespring.rules import PRESETS, explain, find_rules, rules_id, title

    found = find_rules(name)
    print(title(found))
    if preset := PRESETS.get(rules_id(found)):
        print(_("Source: {source}").format(source=_(preset.source)))
    for option, sentence in explain(found):
        print(f"  {option} = {getattr(found, option)}\n    {sentence}")


def _list_presets() -> None:
    from rosespring.rules import PRESETS

    for preset in PRESETS.values():
        print(f"{preset.name}\n    {_(preset.title)}. {_(preset.sentence)}")


@app.command()
def duel(
    a: Annotated[str, typer.Argument(help="A player's name: random, runner, careful.")],
    b: Annotated[str, typer.Argument(help="The other player's name.")],
    rules: RulesOption = "gul-bara",
    games: Annotated[int | None, typer.Option("--games", help="Single games to play (even).", min=2)] = None,
    matches: Annotated[int | None, typer.Option("--matches", help="Matches to play (even).", min=2)] = None,
    length: Annotated[int, typer.Option("--length", help="Points a match is played to.", min=1, max=99)] = 3,
    seed: Seed = 0,
    workers: Annotated[int | None, typer.Option("--workers", help="Processes; all cores if left out.", min=1)] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Folder for the records of all matches.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let two players meet with paired dice: each sequence twice, seats exchanged.

    Example: rosespring duel careful random --rules gioul --games 1000 --seed 1
    """
    from rosespring.players import duel as run_duel
    from rosespring.players import find_player
    from rosespring.rules import find_rules

    if games is not None and matches is not None:
        raise typer.BadParameter("give --games or --matches, not both")
    bouts = matches or games or 1000
    if bouts % 2:
        raise typer.BadParameter(f"games come in pairs: expected an even number, got {bouts}")
    for player in (a, b):
        find_player(player)
    found = find_rules(rules)
    with _progress(bouts, f"{a} – {b}", quiet=as_json) as advance:
        result = run_duel(
            a, b, found, length=length if matches else 1, pairs=bouts // 2, seed=seed, workers=workers,
            progress=advance, save=save,
        )  # fmt: skip
    if as_json:
        _print_json(result.as_dict())
    else:
        print(_duel_words(result))


def _duel_words(result: DuelResult) -> str:
    share, margin = 100 * result.win_share, 100 * result.win_half_width
    lines = [
        _("{a} against {b}, {rules}, {bouts} matches to {length}, paired dice, seed {seed}")
        if result.length > 1
        else _("{a} against {b}, {rules}, {bouts} games, paired dice, seed {seed}"),
        _("{a} wins {share:.1f} ± {margin:.1f} % (95 % interval)"),
        _("{points:+.3f} ± {points_margin:.3f} points a game; {games} games of {rolls:.1f} rolls"),
    ]
    words = result.as_dict() | {
        "share": share,
        "margin": margin,
        "points": result.points_per_game,
        "points_margin": result.points_half_width,
        "rolls": result.rolls_per_game,
    }
    return "\n".join(line.format(**words) for line in lines)


class _progress:  # noqa: N801
    """A progress bar on stderr that is called with the amount done."""

    def __init__(self, total: int, title: str, *, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(
            *columns, console=Console(stderr=True), disable=quiet or not sys.stderr.isatty(), transient=True
        )
        self._task = self._bar.add_task(title, total=total)

    def __enter__(self) -> _progress:
        self._bar.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()

    def __call__(self, done: int) -> None:
        self._bar.update(self._task, completed=done)


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

    text = _utf8(source)
    form = to or ("json" if target.endswith(".json") else "text")
    if form not in ("text", "json"):
        raise typer.BadParameter(f"--to: expected text or json, got {form!r}")
    converted = convert_record(text, form).encode()
    if target == "-":
        sys.stdout.buffer.write(converted)
        sys.stdout.buffer.flush()
    else:
        Path(target).write_bytes(converted)


def _utf8(source: str) -> str:
    """The text of a file, or of standard input for ``-``: UTF-8 whatever the terminal has.

    :raises NotationError: for anything but UTF-8.
    """
    data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotationError(
            f"{source}: expected text in UTF-8, got byte {data[error.start]:#04x} at {error.start}"
        ) from None

"""The verb that asks about the costliest moments of one's own games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.analyse import CACHE_HELP, WORKERS_HELP, Judging, bench_of, in_bytes, record_files, threads_of
from rosespring.cli.app import app
from rosespring.errors import RosespringError
from rosespring.folders import check_writable, write_whole
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.analysis.many import Bench
    from rosespring.analysis.quiz import Question

_PLAYER_HELP = "Whose moments: a name in the records, light or dark; all people's if left out."
_CSV_HELP = "Write the moments into this file as CSV instead of asking."


@app.command()
def quiz(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records of your games, or folders of them.")],
    player: Annotated[str, typer.Option("--player", metavar="NAME", help=_PLAYER_HELP)] = "",
    top: Annotated[int, typer.Option("--top", help="How many moments, the costliest first.", min=1, max=1000)] = 10,
    least: Annotated[
        float | None, typer.Option("--from", metavar="POINTS", help="Moments that cost so much; doubtful if left out.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Ask also what you have answered well before.")] = False,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help=_CSV_HELP)] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Words only, no drawing: for screen readers.")] = False,
    workers: Annotated[int | None, typer.Option("--workers", help=WORKERS_HELP)] = None,
    cache: Annotated[str | None, typer.Option("--cache", metavar="FILE", help=CACHE_HELP)] = None,
) -> int:
    """Ask about the costliest moments of your own games: what would you play now, and what does it cost?

    Example: rosespring quiz --player Ana games/
    """
    from rosespring.analysis import SCOPES, Thresholds
    from rosespring.analysis.as_csv import moments_csv
    from rosespring.analysis.quiz import questions

    thresholds = Thresholds()
    least = thresholds.doubtful if least is None else least
    if not 0 < least <= 4:
        raise typer.BadParameter(f"--from: expected points above 0 and up to 4, got {least}")
    sources = record_files(files)
    if csv is not None:
        check_writable(csv)
    bench = bench_of(SCOPES["usual"], None, cache)
    judging = Judging(bench, threads_of(workers))
    verdicts = list(judging.verdicts(judging.texts(sources)))
    found = questions(verdicts, player, least, top)
    if csv is not None:
        write_whole(csv, in_bytes(moments_csv((each.moment for each in found), thresholds)))
        return 1 if judging.faults else 0
    if not verdicts:
        return 1  # why none could be judged has been said
    if not found:
        words = _("no play of {player} gave away so much") if player else _("no play gave away so much")
        raise RosespringError(words.format(player=player))
    return _ask(found, bench, again=again, plain=plain)


def _ask(found: list[Question], bench: Bench, *, again: bool, plain: bool) -> int:
    """Ask what has not been answered well before."""
    from rosespring.analysis.many import Telling
    from rosespring.tui.app import look_of_terminal
    from rosespring.tui.console import TerminalConsole
    from rosespring.tui.quiz import Progress, Quiz
    from rosespring.tui.screen import Screen

    console = TerminalConsole()
    with console.catching_signals():
        screen, progress = Screen(console, look_of_terminal(plain)), Progress()
        if not progress.load():
            screen.error(_("{path} cannot be read: your answers are kept anew").format(path=progress.path))
        asked = [question for question in found if again or not progress.known(question)]
        if not asked:
            screen.say(_("You have answered all of these well; --again asks them once more."))
            return 0
        return Quiz(screen, bench.judge(1, Telling()), progress).run(asked)

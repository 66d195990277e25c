"""The verb that trains networks."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import MOST_THREADS, AsJson, ProgressBar, app, print_json
from rosespring.errors import RosespringError
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.training.run import Progress, Run

_SAY_EVERY = 60.0
"""Seconds between two lines where no terminal shows a bar."""


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(help="Where the run lies; a run that is there is gone on with.")],
    movement: Annotated[str, typer.Option("--movement", help="parallel (Gul Bara) or contrary (Gioul).")] = "parallel",
    games: Annotated[int, typer.Option("--games", help="Games learned from by TD(lambda).", min=1)] = 150_000,
    deep_games: Annotated[
        int, typer.Option("--deep-games", help="Games after these, learned from one roll deeper.", min=0)
    ] = 30_000,
    hidden: Annotated[int, typer.Option("--hidden", help="Units of the hidden layer.", min=1, max=1024)] = 128,
    minutes: Annotated[float | None, typer.Option("--minutes", help="Stop after so long; go on later.", min=0)] = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads that play.", min=1, max=MOST_THREADS)] = 2,
    name: Annotated[str, typer.Option("--name", help="What the network's card calls it.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="Makes chance reproducible.", min=0, max=2**63 - 1)] = 1,
    as_json: AsJson = False,
) -> None:
    """Train a network by play against itself; Ctrl-C stops, and the same command goes on.

    FOLDER/network.npz is the network as it is, FOLDER/curves.svg how it grew.

    Example: rosespring train runs/gioul --movement contrary --minutes 30
    """
    from dataclasses import asdict

    from rosespring.training.run import WEIGHTS, Run
    from rosespring.training.settings import Settings

    settings = Settings(movement=movement, games=games, deep_games=deep_games, hidden=hidden, seed=seed)
    command = f"rosespring train DIR --movement {movement} --games {games} --deep-games {deep_games}"
    run = Run(settings, folder, threads, name=name, command=f"{command} --hidden {hidden} --seed {seed}")
    last = _follow(run, None if minutes is None else 60 * minutes, quiet=as_json)
    if fault := _draw(run):
        print(fault, file=sys.stderr)
    if as_json:
        print_json({"folder": str(folder), "network": str(folder / WEIGHTS)} | asdict(last))
    else:
        print(_("{games} games learned; the network is {path}").format(games=last.games, path=folder / WEIGHTS))


def _follow(run: Run, seconds: float | None, *, quiet: bool) -> Progress:
    """Show each round of a run until the last, and a line for each measurement; what the last round said.

    Where no terminal shows a bar, a line says at the start and now and then how far it is.
    """
    last: Progress | None = None
    said = -inf if not (quiet or sys.stderr.isatty()) else inf
    with ProgressBar(run.settings.total, _("training"), quiet=quiet) as bar, closing(run.learn(seconds)) as rounds:
        for last in rounds:
            bar.show(_speed(last), last.games)
            if last.yardstick is not None:
                _draw(run)
                _say(_strength(last), quiet=quiet)
            elif time.monotonic() - said >= _SAY_EVERY:
                said = time.monotonic()
                _say(_state(last), quiet=quiet)
    assert last
    return last


def _say(line: str, *, quiet: bool) -> None:
    """Print a line; a bar moves down for it."""
    if not quiet:
        print(line, file=sys.stderr, flush=True)


def _state(progress: Progress) -> str:
    """How far a run is, in one line."""
    words = _("{games} of {total} games learned: {what}")
    return words.format(games=progress.games, total=progress.of, what=_speed(progress))


def _speed(progress: Progress) -> str:
    """A round in a few words."""
    if progress.games_a_second:
        words = _("{speed:.0f} games/s, error {loss:.4f}")
    else:  # nothing is played at the beginning, and while endings and cascades are gone over at the end
        words = _("endings and cascades, error {loss:.4f}") if progress.games == progress.of else _("training")
    return words.format(speed=progress.games_a_second, loss=progress.loss)


def _strength(progress: Progress) -> str:
    """A measurement in one line."""
    words = (
        _("{games} games, {speed:.0f}/s, error {loss:.4f}, {yardstick:.1f} % against the yardstick"),
        _(
            "{games} games, {speed:.0f}/s, error {loss:.4f}, {yardstick:.1f} % against the yardstick, "
            "{frozen:.1f} % against itself as it was before"
        ),
    )[progress.frozen is not None]
    return words.format(
        games=progress.games, speed=progress.games_a_second, loss=progress.loss,
        yardstick=100 * (progress.yardstick or 0), frozen=100 * (progress.frozen or 0),
    )  # fmt: skip


def _draw(run: Run) -> str:
    """Draw the learning curves, if there are any; what was in the way."""
    from rosespring.training.curves import draw_curves

    try:
        if run.curves:
            draw_curves(run.curves, run.folder / "curves.svg", run.name or run.settings.movement)
    except RosespringError as error:
        return str(error)
    return ""

"""The verb that trains networks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import AsJson, ProgressBar, Seed, app, print_json
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.training.run import Progress


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(help="Where the run lies; a run that is there is gone on with.")],
    movement: Annotated[str, typer.Option("--movement", help="parallel (Gul Bara) or contrary (Gioul).")] = "parallel",
    games: Annotated[int, typer.Option("--games", help="Games learned from by TD(lambda).", min=1)] = 300_000,
    deep_games: Annotated[
        int, typer.Option("--deep-games", help="Games after these, learned from one roll deeper.", min=0)
    ] = 60_000,
    hidden: Annotated[int, typer.Option("--hidden", help="Units of the hidden layer.", min=1, max=1024)] = 128,
    minutes: Annotated[float | None, typer.Option("--minutes", help="Stop after so long; go on later.")] = None,
    threads: Annotated[int, typer.Option("--threads", help="Threads that play.", min=1)] = 2,
    name: Annotated[str, typer.Option("--name", help="What the network's card calls it.")] = "",
    seed: Seed = 1,
    as_json: AsJson = False,
) -> None:
    """Train a network by play against itself; Ctrl-C stops, and the same command goes on.

    FOLDER/network.npz is the network as it is, FOLDER/curves.svg how it grew.

    Example: rosespring train runs/gioul --movement contrary --minutes 30
    """
    from rosespring.rules.options import CHOICES, nearest
    from rosespring.training.run import WEIGHTS, Run
    from rosespring.training.settings import Settings

    if movement not in CHOICES["movement"]:
        raise typer.BadParameter(f"unknown movement {movement!r}: {nearest(movement, list(CHOICES['movement']))}")
    settings = Settings(movement=movement, games=games, deep_games=deep_games, hidden=hidden, seed=seed)
    command = f"rosespring train DIR --movement {movement} --games {games} --deep-games {deep_games}"
    run = Run(settings, folder, threads, name=name, command=f"{command} --hidden {hidden} --seed {seed}")
    last = _follow(run.learn(None if minutes is None else 60 * minutes), run.total, quiet=as_json)
    _draw(run.folder, name or movement)
    if as_json:
        print_json({"folder": str(folder), "network": str(folder / WEIGHTS)} | last)
    else:
        print(_("{games} games learned; the network is {path}").format(
            games=last.get("games", _("no new")), path=folder / WEIGHTS
        ))  # fmt: skip


def _follow(rounds: Iterator[Progress], total: int, *, quiet: bool) -> dict[str, float | None]:
    """Show each round until the last; what the last one said."""
    from dataclasses import asdict

    last: dict[str, float | None] = {}
    with ProgressBar(total, _("training"), quiet=quiet) as bar:
        for progress in rounds:
            last = asdict(progress)
            bar.show(_words(progress), progress.games)
            if progress.yardstick is not None and not quiet and not sys.stderr.isatty():
                print(_words(progress), file=sys.stderr, flush=True)
    return last


def _words(progress: Progress) -> str:
    words = _("{games} games, {speed:.0f}/s, error {loss:.4f}").format(
        games=progress.games, speed=progress.games_a_second, loss=progress.loss
    )
    if progress.yardstick is not None:
        words += _(", {share:.1f} % against the yardstick").format(share=100 * progress.yardstick)
    if progress.frozen is not None:
        words += _(", {share:.1f} % against itself before").format(share=100 * progress.frozen)
    return words


def _draw(folder: Path, title: str) -> None:
    import json

    from rosespring.training.curves import draw_curves
    from rosespring.training.run import CURVES

    if curves := json.loads((folder / CURVES).read_text("utf-8")):
        draw_curves(curves, folder / "curves.svg", title)

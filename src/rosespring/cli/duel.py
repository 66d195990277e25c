"""The verb that lets players meet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import MOST_THREADS, AsJson, ProgressBar, RulesOption, Seed, app, print_json
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.players import DuelResult


PLAYERS_HELP = (
    "random, runner, careful, yardstick, yardstick-ahead, network, network-ahead, turns-ahead, novice, learner, "
    "casual, club, expert, master or full; "
    "FILE.npz or FILE.npz:LEVEL for a network of your own."
)
_SAVE_HELP = "Folder for the records of all matches; none that is there is replaced."
_USUAL_GAMES = 1000


@app.command()
def duel(
    a: Annotated[str, typer.Argument(help=f"A player: {PLAYERS_HELP}")],
    b: Annotated[str, typer.Argument(help="The other player.")],
    rules: RulesOption = "gul-bara",
    games: Annotated[int | None, typer.Option("--games", help="Single games to play (even).", min=2)] = None,
    matches: Annotated[int | None, typer.Option("--matches", help="Matches to play (even).", min=2)] = None,
    length: Annotated[int, typer.Option("--length", help="Points a match is played to.", min=1, max=99)] = 3,
    seed: Seed = 0,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Threads or processes; one for each core if left out.", min=1, max=MOST_THREADS),
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", help=_SAVE_HELP)] = None,
    as_json: AsJson = False,
) -> None:
    """Let two players meet with paired dice: each sequence twice, seats exchanged.

    Example: rosespring duel master yardstick --rules gul-bara-bulgarian --matches 2000 --length 3 --seed 1
    """
    from rosespring.players import duel as run_duel
    from rosespring.players import find_player
    from rosespring.rules import find_rules

    bouts = bouts_wanted(games, matches, _USUAL_GAMES)
    for player in (a, b):
        find_player(player)
    found = find_rules(rules)
    with ProgressBar(bouts, f"{a} – {b}", quiet=as_json) as advance:
        result = run_duel(
            a, b, found, length=length if matches else 1, pairs=bouts // 2, seed=seed, workers=workers,
            progress=advance, save=save,
        )  # fmt: skip
    if as_json:
        print_json(result.as_dict())
    else:
        print(_duel_words(result))


def bouts_wanted(games: int | None, matches: int | None, usual: int) -> int:
    """How many bouts to play: an even number of games or matches."""
    if games is not None and matches is not None:
        raise typer.BadParameter("give --games or --matches, not both")
    bouts = matches or games or usual
    if bouts % 2:
        raise typer.BadParameter(f"games come in pairs: expected an even number, got {bouts}")
    return bouts


def _duel_words(result: DuelResult) -> str:
    heads = (
        _("{a} against {b}, {rules}, {bouts} games, paired dice, seed {seed}"),
        _("{a} against {b}, {rules}, {bouts} matches to {length}, paired dice, seed {seed}"),
    )
    lines = [heads[result.length > 1], *_shares(result), _("{games} games of {rolls_per_game:.1f} rolls")]
    return "\n".join(lines).format(**result.as_dict())


def _shares(result: DuelResult) -> list[str]:
    """Who won how much, with intervals where there are any."""
    share = 100 * result.win_share
    if result.win_half_width is None or result.points_half_width is None:
        return [_("{a} wins {share:.1f} %; a single pair says nothing of chance").format(a=result.a, share=share)]
    return [
        _("{a} wins {share:.1f} ± {margin:.1f} % (95 % interval)").format(
            a=result.a, share=share, margin=100 * result.win_half_width
        ),
        _("{points:+.3f} ± {margin:.3f} points a game").format(
            points=result.points_per_game, margin=result.points_half_width
        ),
    ]

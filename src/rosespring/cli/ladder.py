"""The verb that rates players."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import MOST_THREADS, AsJson, ProgressBar, RulesOption, Seed, app, print_json, print_table
from rosespring.cli.duel import PLAYERS_HELP, bouts_wanted
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.players import Ladder
    from rosespring.players.ladder import Standing

_USUAL_HELP = f"The fast ones if left out; else: {PLAYERS_HELP}"
_USUAL_GAMES = 400


@app.command()
def ladder(
    players: Annotated[list[str] | None, typer.Argument(help=_USUAL_HELP)] = None,
    rules: RulesOption = "gul-bara",
    games: Annotated[int | None, typer.Option("--games", help="Single games of each two (even).", min=2)] = None,
    matches: Annotated[int | None, typer.Option("--matches", help="Matches of each two (even).", min=2)] = None,
    length: Annotated[int, typer.Option("--length", help="Points a match is played to.", min=1, max=99)] = 3,
    seed: Seed = 0,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Threads or processes; one for each core if left out.", min=1, max=MOST_THREADS),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let players meet each other, and rate them: 400 points more are ten times the odds to win.

    Example: rosespring ladder random novice expert --games 1000 --seed 1
    """
    from rosespring.players import LADDER
    from rosespring.players import ladder as run_ladder
    from rosespring.rules import find_rules

    names = players or list(LADDER)
    if len(names) < 2 or len(set(names)) < len(names):
        raise typer.BadParameter(f"expected two different players at least, got {', '.join(names)}")
    bouts, found = bouts_wanted(games, matches, _USUAL_GAMES), find_rules(rules)
    with ProgressBar(bouts * comb(len(names), 2), _("Ladder"), quiet=as_json) as bar:
        result = run_ladder(
            names, found, length=length if matches else 1, pairs=bouts // 2, seed=seed, workers=workers,
            progress=bar.show,
        )  # fmt: skip
    if as_json:
        print_json(result.as_dict())
    else:
        _show(result, bouts)


def _show(result: Ladder, bouts: int) -> None:
    heads = (
        _("{rules}, {bouts} games of each two, paired dice, seed {seed}; {anchor} is rated 0"),
        _("{rules}, {bouts} matches to {length} of each two, paired dice, seed {seed}; {anchor} is rated 0"),
    )
    words = {"rules": result.rules, "bouts": bouts, "seed": result.seed, "length": result.length}
    print(heads[result.length > 1].format(anchor=result.anchor, **words), end="\n\n")
    columns = _("Player"), _("Rating"), _("95 % interval"), _("Wins"), _("Against the next")
    print_table(columns, [_row(standing) for standing in result.standings])


def _row(standing: Standing) -> tuple[str, str, str, str, str]:
    wide = "" if standing.low is None or standing.high is None else f"{standing.low:+.0f} … {standing.high:+.0f}"
    share = "" if standing.next_share is None else f"{100 * standing.next_share:.1f}"
    margin = "" if standing.next_half_width is None else f" ± {100 * standing.next_half_width:.1f}"
    against = f"{share}{margin} %" if share else ""
    return standing.player, f"{standing.rating:+.0f}", wide, f"{100 * standing.win_share:.1f} %", against

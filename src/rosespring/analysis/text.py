"""A report as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from rosespring.analysis import words
from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.totals import moments
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, TurnVerdict
from rosespring.language import gettext as _
from rosespring.notation import format_turn
from rosespring.notation.position_text import format_position


def report_text(verdict: MatchVerdict, thresholds: Thresholds) -> str:
    """The report in the language in use: numbers of both sides, the costliest moments, every turn."""
    return "\n".join(_lines(verdict, thresholds)) + "\n"


def _lines(verdict: MatchVerdict, thresholds: Thresholds) -> Iterator[str]:
    yield words.heading(verdict)
    yield words.subheading(verdict)
    yield ""
    light, dark = words.player_names(verdict)
    for line in words.lines(verdict, thresholds):
        yield f"{line.name}: {light} {line.light}; {dark} {line.dark}"
        yield f"    {line.help}"
    yield from filter(None, ["", words.chances_note(verdict)])
    yield words.honest_note()
    yield from _moments(verdict)
    for game in verdict.games:
        yield from _game(game, thresholds)


def _moments(verdict: MatchVerdict) -> Iterator[str]:
    found = moments(verdict)
    if found:
        yield ""
        yield _("The costliest moments")
    for game, turn in found:
        yield ""
        yield _("Game {n}, {turn}: cost {cost} points").format(
            n=game.number, turn=words.turn_head(turn), cost=words.cost_text(turn.cost)
        )
        assert turn.decision is not None
        yield f"    {format_position(turn.decision)}"
        for play in turn.plays:
            mark = "*" if play.played else " "
            yield f"  {mark} {words.cost_text(play.cost)}  {format_turn(play.steps, turn.decision)}"
    if found:
        yield ""
        yield _("* is the play that was made; the numbers before the plays are their costs in points.")


def _game(game: GameVerdict, thresholds: Thresholds) -> Iterator[str]:
    yield ""
    yield words.game_title(game)
    yield words.opening_note(game)
    for turn in game.turns:
        yield _turn(turn, thresholds)


def _turn(turn: TurnVerdict, thresholds: Thresholds) -> str:
    parts = [f"{words.turn_head(turn)}: {words.turn_text(turn)}"]
    if turn.luck is not None:
        name = words.fortune_name(turn, thresholds)
        parts.append(_("luck {points}").format(points=words.points(turn.luck)) + (f" {name}" if name else ""))
    if turn.cost >= words.BEST_BELOW:
        parts.append(_("cost {cost}").format(cost=words.cost_text(turn.cost)))
    parts.append(words.grade_name(turn, thresholds))
    return "  ".join(filter(None, parts))

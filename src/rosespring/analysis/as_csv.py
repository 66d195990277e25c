"""The costliest moments as CSV: one row each, for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.totals import MOMENTS, moments
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, TurnVerdict
from rosespring.notation.steps import format_steps

COLUMNS = ("file", "game", "side", "player", "position", "roll", "played", "better", "cost", "grade")
"""`cost` is points of the game at hand; `position` the id of where the play began."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One costly turn, with the name of the file it comes from and of who played it."""

    file: str
    player: str
    game: GameVerdict
    turn: TurnVerdict


def moments_of(file: str, verdict: MatchVerdict, count: int = MOMENTS) -> list[Moment]:
    """The costliest moments of a match, the costliest first."""
    names = verdict.record.players
    return [Moment(file, names[turn.side], game, turn) for game, turn in moments(verdict, count)]


def moments_csv(moments: Iterable[Moment], thresholds: Thresholds) -> str:
    """A heading, and a row for each moment."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(moment, thresholds) for moment in moments)
    return text.getvalue()


def _row(moment: Moment, thresholds: Thresholds) -> Sequence[str | int]:
    turn, position = moment.turn, moment.turn.decision
    assert position is not None  # a play that costs something was one
    return (
        _harmless(moment.file),
        moment.game.number,
        turn.side.name.lower(),
        _harmless(moment.player),
        str(position),
        f"{turn.roll.high}-{turn.roll.low}" if turn.roll else "",
        format_steps(turn.steps, position),
        format_steps(turn.plays[0].steps, position),
        f"{turn.cost:.5f}",
        thresholds.grade(turn.cost),
    )


def _harmless(text: str) -> str:
    """`text`, which others have chosen, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

"""The events of a table in words, in the current language: whole sentences, for the live region and the story."""

from __future__ import annotations

from rosespring.board import Side, Step
from rosespring.game import Won
from rosespring.language import gettext as _
from rosespring.language import isolated, ngettext
from rosespring.notation.sentences import opening_sentence, sentence, sentences, side_name
from rosespring.players.words import player_title
from rosespring.web import log
from rosespring.web.told import Seat, Told
from rosespring.web.turns import ClosedTurn


def seat_name(seat: Seat | None, side: Side) -> str:
    """What a seat is called: its name, its level, or a guest; empty while it is free."""
    if seat is None:
        return ""
    if seat.level:
        return _("Computer ({level})").format(level=player_title(seat.level))
    return seat.name or _("Guest")


def words_of(told: Told) -> list[str]:
    """An event in sentences; none if it goes without saying."""
    match told.entry.what:
        case log.Rolled() | log.Done():
            # The end of the game has an event and a sentence of its own.
            return sentences(event for event in told.meaning.events if not isinstance(event, Won))
        case log.Stepped():
            return sentences(told.meaning.events)
        case log.Undone(side) if told.meaning.step is not None:
            return [_taken_back(Side(side), told.meaning.step)]
        case log.Opening(dice):
            return [opening_sentence(*dice)]
        case log.GameOver(side, points):
            return [sentence(Won(Side(side), points))]
        case _:
            return _of_match(told)


def _of_match(told: Told) -> list[str]:
    what = told.entry.what
    match what:
        case log.Joined(side, name, level):
            return [_("{name} has sat down.").format(name=seat_name(Seat(name, level), Side(side)))]
        case log.StoodIn(_, _, reason):
            said = _("The computer plays by simpler rules from now on: {reason}.")
            return [said.format(reason=reason)]
        case log.Resigned(side, points):
            return [_gives_up(Side(side), points)]
        case log.MatchOver(side):
            return [_match_over(Side(side), told.score)]
        case log.NextBegun():
            return [_("Game {n} begins.").format(n=told.game)]
        case log.Rematched():
            return [_("Another match begins.")]
        case log.Claimed(side):
            words = {"side": side_name(Side(side)), "other": side_name(Side(side).other)}
            return [_("{side} claims the match, since {other} has not come back.").format(**words)]
        case _:
            return _of_one_side(what)


def _of_one_side(what: log.What) -> list[str]:
    match what:
        case log.ResignOffered():
            words = _("{side} offers to give up for 1 point.")
        case log.ResignRefused():
            words = _("{side} would rather play on.")
        case log.FlagFell():
            words = _("{side} has no time left and loses the match.")
        case log.RematchOffered():
            words = _("{side} would like to play another match.")
        case log.Aborted():
            words = _("{side} has called the match off.")
        case _:
            return []
    return [words.format(side=side_name(Side(what.side)))]


def _taken_back(side: Side, step: Step) -> str:
    words = {"side": side_name(side), "point": step.point, "target": step.target, "number": step.number}
    if step.target:
        return _("{side} takes {point}/{target} back.").format(**words)
    return _("{side} takes the bearing off from {point} back.").format(**words)


def _gives_up(side: Side, points: int) -> str:
    return ngettext(
        "{side} gives the game up for {n} point.", "{side} gives the game up for {n} points.", points
    ).format(side=side_name(side), n=points)


def _match_over(side: Side, score: tuple[int, int]) -> str:
    words = {"side": side_name(side), "own": score[side], "other": score[side.other]}
    return _("{side} wins the match, {own} to {other}.").format(**words)


def line_of(told: Told) -> str:
    """An event as a line of the story; a closed turn as one line with its steps."""
    turn = told.meaning.turn
    rest = words_of(told)
    if turn is None or not turn.steps:
        return " ".join(rest)
    return " ".join([_turn(turn), *rest])


def _turn(turn: ClosedTurn) -> str:
    words = {"side": side_name(turn.side), "high": turn.roll.high, "low": turn.roll.low, "steps": isolated(turn.text)}
    if turn.before.received:
        return _("{side}, received: {steps}.").format(**words)
    return _("{side} {high}-{low}: {steps}.").format(**words)

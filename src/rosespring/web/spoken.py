"""What happens at a table, said to one of its players: "you" for him, the other by name; whole sentences for each case.

The story tells the same of Light and Dark (`words`), since it is one text for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rosespring.board import Side, Stage, Step
from rosespring.game import Event, Lost, Passed, Rolled, Stepped, Won
from rosespring.language import gettext as _
from rosespring.language import ngettext
from rosespring.notation.sentences import gathered, numbers, sentences
from rosespring.web import log
from rosespring.web.told import Told
from rosespring.web.words import words_of


class Bystander:
    """Somebody who watches: he hears of Light and Dark."""

    def hears(self, told: Told) -> list[str]:
        """An event in sentences; none if it goes without saying."""
        return words_of(told)

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """What `events` of the game say."""
        return sentences(events)


@dataclass(frozen=True, slots=True)
class Listener:
    """The player who is spoken to, and what the other one is called."""

    seat: Side
    other: str

    def hears(self, told: Told) -> list[str]:
        """An event in sentences; none if it goes without saying."""
        what = told.entry.what
        match what:
            case log.Rolled() | log.Done():
                return self.sentences(event for event in told.meaning.events if not isinstance(event, Won))
            case log.Stepped():
                return self.sentences(told.meaning.events)
            case log.Undone(side) if told.meaning.step is not None:
                return [self._taken_back(Side(side), told.meaning.step)]
            case log.Opening((light, dark)) if light != dark:
                return [self._opening((light, dark))]
            case log.GameOver(side, points):
                return [self._won(Side(side), points)]
            case _:
                return self._of_match(told)

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """What `events` of the game say."""
        return [self._sentence(event) for event in gathered(events)]

    def _of_match(self, told: Told) -> list[str]:
        what = told.entry.what
        match what:
            case log.Resigned(side, points):
                return [self._gives_up(Side(side), points)]
            case log.MatchOver(side):
                return [self._match_over(Side(side), told.score)]
            case log.ResignOffered(side):
                mine, theirs = _("You offer to give up for 1 point."), _("{name} offers to give up for 1 point.")
            case log.ResignRefused(side):
                mine, theirs = _("You would rather play on."), _("{name} would rather play on.")
            case log.FlagFell(side):
                mine, theirs = (
                    _("Your time is up: you lose the match."),
                    _("The time of {name} is up: you win the match."),
                )
            case log.RematchOffered(side):
                mine, theirs = _("You would like to play another match."), _("{name} would like to play another match.")
            case log.Aborted(side):
                mine, theirs = _("You have called the match off."), _("{name} has called the match off.")
            case log.Claimed(side):
                mine = _("You claim the match, since {name} has not come back.")
                theirs = _("{name} claims the match, since you have not come back.")
            case _:
                return words_of(told)
        return [self._one(Side(side), mine, theirs)]

    def _one(self, side: Side, mine: str, theirs: str, **words: object) -> str:
        """The sentence for the listener's own side or for the other's."""
        return (mine if side is self.seat else theirs).format(name=self.other, **words)

    def _sentence(self, event: Event) -> str:
        match event:
            case Rolled():
                return self._rolled(event)
            case Stepped(side, step):
                return self._stepped(side, step)
            case Passed():
                return self._passed(event)
            case Lost():
                return self._lost(event)
            case Won(side, points):
                return self._won(side, points)

    def _rolled(self, event: Rolled) -> str:
        words = {"high": event.roll.high, "low": event.roll.low}
        if event.cascade and event.roll.high < 6:
            mine = _("You roll {high}-{low}: a cascade, up to 6-6.")
            return self._one(event.side, mine, _("{name} rolls {high}-{low}: a cascade, up to 6-6."), **words)
        return self._one(event.side, _("You roll {high}-{low}."), _("{name} rolls {high}-{low}."), **words)

    def _stepped(self, side: Side, step: Step) -> str:
        words = {"point": step.point, "target": step.target, "number": step.number}
        if step.target:
            return self._one(side, _("You play {point}/{target}."), _("{name} plays {point}/{target}."), **words)
        mine = _("You bear off from {point} with {number}.")
        return self._one(side, mine, _("{name} bears off from {point} with {number}."), **words)

    def _taken_back(self, side: Side, step: Step) -> str:
        words = {"point": step.point, "target": step.target}
        if step.target:
            mine = _("You take {point}/{target} back.")
            return self._one(side, mine, _("{name} takes {point}/{target} back."), **words)
        mine = _("You take the bearing off from {point} back.")
        return self._one(side, mine, _("{name} takes the bearing off from {point} back."), **words)

    def _passed(self, event: Passed) -> str:
        count, words = _total(event.stages), {"numbers": numbers(event.stages)}
        if event.whole:
            mine = _("You can play nothing: {numbers} pass to {name}.")
            return self._one(event.side, mine, _("{name} can play nothing: {numbers} pass to you."), **words)
        mine = ngettext("{numbers} passes to {name}.", "{numbers} pass to {name}.", count)
        theirs = ngettext("{numbers} passes to you.", "{numbers} pass to you.", count)
        return self._one(event.side, mine, theirs, **words)

    def _lost(self, event: Lost) -> str:
        count, words = _total(event.stages), {"numbers": numbers(event.stages)}
        if event.received:
            mine = ngettext(
                "You cannot play {numbers} either: it is lost.",
                "You cannot play {numbers} either: they are lost.",
                count,
            )
            theirs = ngettext(
                "{name} cannot play {numbers} either: it is lost.",
                "{name} cannot play {numbers} either: they are lost.",
                count,
            )
            return self._one(event.side, mine, theirs, **words)
        mine = ngettext("You cannot play {numbers}: it is lost.", "You cannot play {numbers}: they are lost.", count)
        theirs = ngettext(
            "{name} cannot play {numbers}: it is lost.", "{name} cannot play {numbers}: they are lost.", count
        )
        return self._one(event.side, mine, theirs, **words)

    def _won(self, side: Side, points: int) -> str:
        mine = ngettext("You win {n} point.", "You win {n} points.", points)
        theirs = ngettext("{name} wins {n} point.", "{name} wins {n} points.", points)
        return self._one(side, mine, theirs, n=points)

    def _gives_up(self, side: Side, points: int) -> str:
        mine = ngettext("You give the game up for {n} point.", "You give the game up for {n} points.", points)
        theirs = ngettext("{name} gives the game up for {n} point.", "{name} gives the game up for {n} points.", points)
        return self._one(side, mine, theirs, n=points)

    def _match_over(self, side: Side, score: tuple[int, int]) -> str:
        words = {"own": score[side], "other": score[side.other]}
        mine = _("You win the match, {own} to {other}.")
        return self._one(side, mine, _("{name} wins the match, {own} to {other}."), **words)

    def _opening(self, dice: tuple[int, int]) -> str:
        own, other = dice[self.seat], dice[self.seat.other]
        mine = _("Opening throw: you {own}, {name} {other}. You start.")
        theirs = _("Opening throw: you {own}, {name} {other}. {name} starts.")
        return (mine if own > other else theirs).format(own=own, other=other, name=self.other)


def _total(stages: tuple[Stage, ...]) -> int:
    return sum(map(len, stages))

"""What happens in a game, in words, in the current language: whole sentences, never glued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rosespring.board import Side, Stage
from rosespring.game import Event, Lost, Passed, Rolled, Stepped, Won
from rosespring.language import gettext as _
from rosespring.language import listing, ngettext


def side_name(side: Side) -> str:
    """Light or Dark."""
    return _("Light") if side is Side.LIGHT else _("Dark")


def count_of(number: int, count: int) -> str:
    """`count` dice of one `number`: "3 fives"."""
    forms = {
        1: ngettext("{n} one", "{n} ones", count),
        2: ngettext("{n} two", "{n} twos", count),
        3: ngettext("{n} three", "{n} threes", count),
        4: ngettext("{n} four", "{n} fours", count),
        5: ngettext("{n} five", "{n} fives", count),
        6: ngettext("{n} six", "{n} sixes", count),
    }
    return forms[number].format(n=count)


def numbers(stages: tuple[Stage, ...]) -> str:
    """The numbers of `stages` as a phrase: "3 fives and 4 sixes"."""
    counts = Counter(number for stage in stages for number in stage)
    return listing([count_of(number, count) for number, count in counts.items()])


def opening_sentence(light: int, dark: int) -> str:
    """An opening throw, and who starts by it."""
    if light == dark:
        return _("Opening throw: both sides throw {n}, and throw again.").format(n=light)
    words = {"light": light, "dark": dark, "side": side_name(Side.LIGHT if light > dark else Side.DARK)}
    return _("Opening throw: Light {light}, Dark {dark}. {side} starts.").format(**words)


def sentences(events: Iterable[Event]) -> list[str]:
    """Events as whole sentences; what one side loses stage by stage is told in one."""
    return [sentence(event) for event in gathered(events)]


def gathered(events: Iterable[Event]) -> list[Event]:
    """`events` with neighbouring losses of one side made into one."""
    whole: list[Event] = []
    for event in events:
        match whole[-1:], event:
            case [Lost(side, before, received)], Lost(other, stages, again) if (side, received) == (other, again):
                whole[-1] = Lost(side, before + stages, received)
            case _:
                whole.append(event)
    return whole


def sentence(event: Event) -> str:
    """One event as a whole sentence."""
    match event:
        case Rolled():
            return _rolled(event)
        case Stepped(side, step):
            words = {
                "side": side_name(side),
                "point": step.point,
                "target": step.target,
                "number": step.number,
            }
            if step.target:
                return _("{side} plays {point}/{target}.").format(**words)
            return _("{side} bears off from {point} with {number}.").format(**words)
        case Passed():
            return _passed(event)
        case Lost():
            return _lost(event)
        case Won(side, points):
            return ngettext("{side} wins {n} point.", "{side} wins {n} points.", points).format(
                side=side_name(side), n=points
            )


def _rolled(event: Rolled) -> str:
    words = {"side": side_name(event.side), "high": event.roll.high, "low": event.roll.low}
    if event.cascade and event.roll.high < 6:
        return _("{side} rolls {high}-{low}: a cascade, up to 6-6.").format(**words)
    return _("{side} rolls {high}-{low}.").format(**words)


def _total(stages: tuple[Stage, ...]) -> int:
    return sum(map(len, stages))


def _passed(event: Passed) -> str:
    words = {
        "numbers": numbers(event.stages),
        "side": side_name(event.side),
        "other": side_name(event.side.other),
    }
    if event.whole:
        return _("{side} can play nothing: {numbers} pass to {other}.").format(**words)
    return ngettext("{numbers} passes to {other}.", "{numbers} pass to {other}.", _total(event.stages)).format(**words)


def _lost(event: Lost) -> str:
    side, total = side_name(event.side), _total(event.stages)
    if total == 1:
        words = {"side": side, "number": _the_number(event.stages[0][0])}
        if event.received:
            return _("{side} cannot play {number} either: it is lost.").format(**words)
        return _("{side} cannot play {number}: it is lost.").format(**words)
    words = {"side": side, "numbers": numbers(event.stages)}
    if event.received:
        return _("{side} cannot play {numbers} either: they are lost.").format(**words)
    return _("{side} cannot play {numbers}: they are lost.").format(**words)


def _the_number(number: int) -> str:
    """The one die of a `number`: "the five"."""
    return (_("the one"), _("the two"), _("the three"), _("the four"), _("the five"), _("the six"))[number - 1]

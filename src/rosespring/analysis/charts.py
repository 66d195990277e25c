"""The drawings of a report: chances, luck and costs over a game. What is to be read stands beside them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from rosespring.analysis import words
from rosespring.analysis.verdicts import GameVerdict, TurnVerdict
from rosespring.board import Side
from rosespring.language import gettext as _

_STEP = 10
_LEAST = 0.25
"""Points that the height of a chart stands for at least."""


def chances_chart(game: GameVerdict) -> str:
    """Light's chance to win the game before each turn, and at the end."""
    wins = [turn.outlook.win for turn in game.turns]
    last = 1.0 if game.points[Side.LIGHT] else 0.0
    shares = [*wins, last if game.finished else wins[-1]]
    line = " ".join(f"L{index * _STEP} {100 * (1 - share):.2f}" for index, share in enumerate(shares))
    width = (len(shares) - 1) * _STEP
    label = _("Light's chance to win: {first} at first, {low} at least, {high} at most.").format(
        first=words.percent(shares[0]), low=words.percent(min(wins)), high=words.percent(max(wins))
    )
    drawn = (
        f'<rect class="area-dark" width="{width}" height="100"/>'
        f'<path class="area-light" d="M0 100{line}L{width} 100Z"/>'
        f'<path class="middle" d="M0 50H{width}"/>'
    )
    return _chart("chances", label, width, 100, drawn, ("100 %", "50 %", "0 %"))


def luck_chart(game: GameVerdict) -> str:
    """A bar for each roll: up if it was better than the mean one for who rolled it."""
    top = max([_LEAST, *(abs(turn.luck or 0.0) for turn in game.turns)])
    bars = (_bar(index, turn, (turn.luck or 0.0) / top * 50, 50) for index, turn in enumerate(game.turns))
    width = len(game.turns) * _STEP
    drawn = f'<path class="middle" d="M0 50H{width}"/>' + "".join(bars)
    scale = (words.points(top)[:5], "0", words.points(-top)[:5])
    return _chart("luck", _told(game), width, 100, drawn, scale)


def costs_chart(game: GameVerdict) -> str:
    """A bar for each play that cost something."""
    top = max([_LEAST, *(turn.cost for turn in game.turns)])
    bars = (_bar(index, turn, turn.cost / top * 60, 60) for index, turn in enumerate(game.turns))
    width = len(game.turns) * _STEP
    drawn = f'<path class="middle" d="M0 60H{width}"/>' + "".join(bars)
    return _chart("costs", _told(game), width, 60, drawn, (f"{top:.2f}", "", "0"))


def _told(game: GameVerdict) -> str:
    text = _("Luck: Light {light}, Dark {dark} points. Given away: Light {cost_light}, Dark {cost_dark} points.")
    return text.format(
        light=words.points(game.luck(Side.LIGHT)),
        dark=words.points(game.luck(Side.DARK)),
        cost_light=words.cost_text(game.errors(Side.LIGHT)),
        cost_dark=words.cost_text(game.errors(Side.DARK)),
    )


def _bar(index: int, turn: TurnVerdict, height: float, base: float) -> str:
    if abs(height) < 0.05:
        return ""
    side = "light" if turn.side is Side.LIGHT else "dark"
    top = base - height if height > 0 else base
    parts = [f"{words.turn_head(turn)}: {words.turn_text(turn)}"]
    if turn.luck is not None:
        parts.append(_("luck {points}").format(points=words.points(turn.luck)))
    parts.append(_("cost {cost}").format(cost=words.cost_text(turn.cost)))
    place = f'x="{index * _STEP + 1.5}" y="{top:.2f}" width="{_STEP - 3}" height="{abs(height):.2f}"'
    return f'<rect class="bar-{side}" {place}><title>{escape(", ".join(parts))}</title></rect>'


def _chart(name: str, label: str, width: int, height: int, drawn: str, scale: Iterable[str]) -> str:
    marks = "".join(f"<span>{escape(mark)}</span>" for mark in scale)
    box = f'viewBox="0 0 {max(width, 1)} {height}" preserveAspectRatio="none"'
    return (
        f'<div class="chart chart-{name}"><div class="scale" aria-hidden="true">{marks}</div>'
        f'<svg {box} role="img" aria-label="{escape(label)}">'
        f"{drawn}</svg></div>"
    )

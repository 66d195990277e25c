"""The words of reports: every number with a line that says what it means, in the language in use."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import bidirectional

from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.totals import Totals, totals
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, TurnVerdict
from rosespring.board import Side
from rosespring.language import gettext as _
from rosespring.notation.sentences import side_name
from rosespring.notation.steps import format_steps
from rosespring.rules.presets import PRESETS

BEST_BELOW = 5e-4
"""A cost that is shown as nothing."""
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what follows."""


@dataclass(frozen=True, slots=True)
class Line:
    """A number of both sides: its name, how it reads for Light and Dark, and what it means."""

    name: str
    light: str
    dark: str
    help: str


def points(value: float) -> str:
    """Points with a sign."""
    return f"{value + 0.0:+.3f}".replace("-", "−")


def cost_text(value: float) -> str:
    """What a play cost."""
    return f"{value + 0.0:.3f}"


def percent(share: float) -> str:
    """A share for people."""
    return f"{100 * share:.1f}\u00a0%".replace("-", "−")


def player_names(verdict: MatchVerdict) -> tuple[str, str]:
    """The players as they are called in the record, with their side."""
    light, dark = map(isolated, verdict.record.players)
    return tuple(  # type: ignore[return-value]
        f"{name} ({side_name(side)})" if name else side_name(side)
        for name, side in ((light, Side.LIGHT), (dark, Side.DARK))
    )


def isolated(name: str) -> str:
    """A name that others have chosen, so that it cannot turn round the direction of the words beside it."""
    plain = "".join(letter for letter in name if letter not in _TURNING)
    if any(bidirectional(letter) in ("R", "AL", "AN") for letter in plain):
        return f"\N{FIRST STRONG ISOLATE}{plain}\N{POP DIRECTIONAL ISOLATE}"
    return plain


def rules_name(verdict: MatchVerdict) -> str:
    """The preset's name, or that the rules are others."""
    rules = verdict.record.rules
    return next((name for name, preset in PRESETS.items() if preset.rules == rules), _("other rules"))


def heading(verdict: MatchVerdict) -> str:
    """Who played whom."""
    light, dark = player_names(verdict)
    return _("{light} against {dark}").format(light=light, dark=dark)


def subheading(verdict: MatchVerdict) -> str:
    """What was played, and how it was analysed."""
    words = {"rules": rules_name(verdict), "length": verdict.record.length, "scope": verdict.scope}
    words["network"] = verdict.network[:8]
    if verdict.record.length > 1:
        return _("{rules}, match to {length} points; depth {scope}, network {network}").format(**words)
    return _("{rules}, single game; depth {scope}, network {network}").format(**words)


def lines(verdict: MatchVerdict, thresholds: Thresholds) -> list[Line]:
    """The numbers of a match for both sides."""
    light, dark = (totals(verdict, side, thresholds) for side in Side)
    return [
        Line(_("Points won"), str(light.won), str(dark.won), _("Of all games that are over.")),
        Line(
            _("Luck"), _luck(light), _luck(dark),
            _(
                "How much better the rolls were than the mean of all rolls, in points; "
                "most rolls without a double are below it."
            ),
        ),
        Line(
            _("Given away"), _errors(light), _errors(dark),
            _("By how much the plays made fell short of the best ones, in points; 0 is perfect."),
        ),
        Line(
            _("Given away per decision"), _rate(light), _rate(dark),
            _("The mean over turns that left a choice; forced plays do not count."),
        ),
        Line(
            _("Decisions"), str(light.decisions), str(dark.decisions), _("Turns that left a choice."),
        ),
        Line(
            _("Doubtful, bad, very bad"), _grades(light), _grades(dark),
            _("Plays that cost at least {doubtful}, {bad} and {very_bad} points.").format(
                doubtful=f"{thresholds.doubtful:g}", bad=f"{thresholds.bad:g}", very_bad=f"{thresholds.very_bad:g}"
            ),
        ),
        Line(
            _("Lucky and unlucky rolls"), _fortunes(light), _fortunes(dark),
            _("Rolls worth at least {lucky} points more, or {unlucky} less, than the mean.").format(
                lucky=f"{thresholds.lucky:g}", unlucky=f"{thresholds.unlucky:g}"
            ),
        ),
        Line(
            _("Rests received"), points(light.rests), points(dark.rests),
            _("What playing the other side's rest was worth; it is counted in the values, not in the luck."),
        ),
        Line(
            _("Result without luck"),
            _adjusted(light), _adjusted(dark),
            _("The result less the luck of both sides: what the plays alone would have brought on average."),
        ),
    ]  # fmt: skip


def _luck(side: Totals) -> str:
    return _with_chance(points(side.luck), side.luck_chance)


def _errors(side: Totals) -> str:
    return _with_chance(cost_text(side.errors), side.errors_chance)


def _adjusted(side: Totals) -> str:
    if side.adjusted_chance is not None:
        return percent(side.adjusted_chance)
    return points(side.adjusted or 0.0)


def _with_chance(text: str, chance: float | None) -> str:
    return text if chance is None else f"{text} ({percent(chance)})"


def _rate(side: Totals) -> str:
    return "–" if side.rate is None else _with_chance(cost_text(side.rate), side.rate_chance)


def _grades(side: Totals) -> str:
    return f"{side.doubtful}, {side.bad}, {side.very_bad}"


def _fortunes(side: Totals) -> str:
    return f"{side.lucky}, {side.unlucky}"


def chances_note(verdict: MatchVerdict) -> str:
    """What points and the percentages in brackets are, in a match; else nothing."""
    if verdict.record.length == 1:
        return ""
    return _("Points count for what they are worth at the score; in brackets: chances to win the match.")


def honest_note() -> str:
    """What such numbers are good for."""
    return _("Costs are as the program sees them. They say where to look again; they rate nobody.")


def game_title(game: GameVerdict) -> str:
    """A game, and how it ended."""
    words = {"n": game.number, "light": game.score[0], "dark": game.score[1]}
    if not game.finished:
        return _("Game {n} at {light}–{dark}, not finished").format(**words)
    winner = Side.LIGHT if game.points[Side.LIGHT] else Side.DARK
    won = game.points[winner]
    title = (
        _("Game {n} at {light}–{dark}: {side} wins 1 point")
        if won == 1
        else _("Game {n} at {light}–{dark}: {side} wins 2 points")
    )
    return title.format(**words, side=side_name(winner))


def opening_note(game: GameVerdict) -> str:
    """What beginning was worth."""
    side = game.starter
    worth = game.beginning if side is Side.LIGHT else -game.beginning
    return _("{side} begins, which is worth {points} points.").format(side=side_name(side), points=points(worth))


def turn_head(turn: TurnVerdict) -> str:
    """Whose turn, and by which roll."""
    side = side_name(turn.side)
    if turn.roll is None:
        return _("{side}, rest").format(side=side) if turn.decision and turn.decision.received else side
    return f"{side} {turn.roll.high}-{turn.roll.low}"


def turn_text(turn: TurnVerdict) -> str:
    """What was played; that it was a rest is said by `turn_head`."""
    if turn.decision is None:
        return _("not played any more") if turn.open else _("no play")
    text = format_steps(turn.steps, turn.decision)
    return f"{text} …" if turn.open else text


def grade_name(turn: TurnVerdict, thresholds: Thresholds) -> str:
    """What the play is called; nothing for a good one."""
    if turn.forced:
        return _("forced") if turn.steps else ""
    names = {"good": "", "doubtful": _("doubtful"), "bad": _("bad"), "very bad": _("very bad")}
    return names[thresholds.grade(turn.cost)]


def fortune_name(turn: TurnVerdict, thresholds: Thresholds) -> str:
    """What the roll is called; nothing for a usual one."""
    names = {"lucky": _("lucky"), "unlucky": _("unlucky"), "usual": ""}
    return "" if turn.luck is None else names[thresholds.fortune(turn.luck)]

"""A report as one HTML page that needs nothing else: no script, no font, no picture from anywhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from rosespring import __version__
from rosespring.analysis import words
from rosespring.analysis.charts import chances_chart, costs_chart, luck_chart
from rosespring.analysis.style import PAGE_CSS
from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.totals import moments
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, Play, StageVerdict, TurnVerdict
from rosespring.board import Side, Step
from rosespring.game import transitions
from rosespring.language import current_language, right_to_left
from rosespring.language import gettext as _
from rosespring.notation import board_svg, format_turn
from rosespring.notation.icons import mark_svg
from rosespring.notation.position_text import format_position
from rosespring.notation.sentences import side_name


def report_page(verdict: MatchVerdict, thresholds: Thresholds, stamp: str = "") -> str:
    """The page in the language in use; the words of `stamp` stand in its head."""
    language = current_language()
    direction = "rtl" if right_to_left(language) else "ltr"
    title = escape(words.heading(verdict))
    body = "\n".join(_body(verdict, thresholds))
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}" dir="{direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Rosespring {escape(__version__)}">
<meta name="rosespring-stamp" content="{escape(stamp)}">
<title>{title} – Rosespring</title>
<style>{PAGE_CSS}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _body(verdict: MatchVerdict, thresholds: Thresholds) -> Iterator[str]:
    yield f'<header><span class="mark" aria-hidden="true">{mark_svg()}</span>'
    yield f"<div><h1>{escape(words.heading(verdict))}</h1>"
    date = f'<span class="date">{escape(verdict.record.date)}</span> · ' if verdict.record.date else ""
    yield f"<p>{date}{escape(words.subheading(verdict))}</p></div></header>"
    yield "<main>"
    yield from _numbers(verdict, thresholds)
    yield from _moments(verdict, thresholds)
    for game in verdict.games:
        yield from _game(game, thresholds)
    yield "</main>"
    yield f"<footer><p>{escape(words.honest_note())}</p><p>Rosespring {escape(__version__)}</p></footer>"


def _numbers(verdict: MatchVerdict, thresholds: Thresholds) -> Iterator[str]:
    """The numbers of both sides, each with what it means."""
    light, dark = (escape(name) for name in words.player_names(verdict))
    yield _opening("numbers", _("The match in numbers"))
    yield '<table class="both"><thead><tr><td></td>'
    yield f'<th scope="col"><i class="man man-light"></i>{light}</th>'
    yield f'<th scope="col"><i class="man man-dark"></i>{dark}</th></tr></thead><tbody>'
    for line in words.lines(verdict, thresholds):
        yield (
            f'<tr><th scope="row">{escape(line.name)}<small>{escape(line.help)}</small></th>'
            f"<td>{escape(line.light)}</td><td>{escape(line.dark)}</td></tr>"
        )
    yield "</tbody></table>"
    if note := words.chances_note(verdict):
        yield f'<p class="note">{escape(note)}</p>'
    yield "</section>"


def _moments(verdict: MatchVerdict, thresholds: Thresholds) -> Iterator[str]:
    found = moments(verdict)
    if not found:
        return
    yield _opening(
        "moments", _("The costliest moments"), _("The arrows show the better play of the stage that cost most.")
    )
    yield '<div class="cards">'
    for game, turn in found:
        yield from _moment(game, turn, thresholds)
    yield "</div></section>"


def _moment(game: GameVerdict, turn: TurnVerdict, thresholds: Thresholds) -> Iterator[str]:
    stage = max(turn.stages, key=lambda each: each.cost)
    head = _("Game {n}, {turn}: cost {cost} points").format(
        n=game.number, turn=words.turn_head(turn), cost=words.cost_text(turn.cost)
    )
    yield f'<article><h3>{escape(head)} <em class="grade">{escape(words.grade_name(turn, thresholds))}</em></h3>'
    yield _board(stage)
    if costs := _stage_costs(turn):
        told = _("Cost of each stage: {costs}").format(costs=costs)
        yield f'<p class="stages">{escape(told)}</p>'
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in (_("Plays"), _("Win"), _("Cost")))
    yield f'<table class="plays"><thead><tr>{heads}</tr></thead><tbody>'
    for play in turn.plays:
        yield _play(play, turn)
    yield "</tbody></table></article>"


def _play(play: Play, turn: TurnVerdict) -> str:
    assert turn.decision is not None
    text = escape(format_turn(play.steps, turn.decision))
    word = escape(_("played"))
    made = f" <em>{word}</em>" if play.played else ""
    kind = ' class="made"' if play.played else ""
    return (
        f'<tr{kind}><td><span class="play" dir="ltr">{text}</span>{made}</td>'
        f"<td>{words.percent(play.outlook.win)}</td><td>{words.cost_text(play.cost)}</td></tr>"
    )


def _stage_costs(turn: TurnVerdict) -> str:
    """What each stage cost, where there were several."""
    if len(turn.stages) < 2:
        return ""
    return ", ".join(f"{stage.before.stages[0][0]}: {words.cost_text(stage.cost)}" for stage in turn.stages)


def _board(stage: StageVerdict) -> str:
    """The board before a stage with the better play of it, as a picture of its own: its names clash with no other's."""
    position = stage.before
    men = (position.men_of(Side.LIGHT), position.men_of(Side.DARK))
    arrows = [(int(position.side), step.point, step.target) for step in _first_stage(stage)]
    title = format_position(position)
    svg = board_svg(
        men, position.rules.movement, viewer=position.side, arrows=arrows, dice=position.stages[0], title=title
    )
    data = b64encode(svg.encode()).decode()
    return f'<img class="position" alt="{escape(title)}" src="data:image/svg+xml;base64,{data}">'


def _first_stage(stage: StageVerdict) -> list[Step]:
    """The steps of the best line that belong to its first stage."""
    position, found = stage.before, []
    for step in stage.best:
        if position.side is not stage.before.side or len(position.stages) != len(stage.before.stages):
            break
        found.append(step)
        position, _events = transitions.advance(position, step)
    return found


def _game(game: GameVerdict, thresholds: Thresholds) -> Iterator[str]:
    yield _opening("game", words.game_title(game), words.opening_note(game))
    if game.turns:
        yield _figure(
            _("Chances to win the game"), _("Light's share from below, Dark's from above."), chances_chart(game)
        )
        yield _figure(_("Luck of each roll"), _("Above the line: better than the mean roll."), luck_chart(game))
        yield _figure(_("Cost of each play"), _("No bar: the best play, or a forced one."), costs_chart(game))
        yield from _turns(game, thresholds)
    yield "</section>"


def _opening(kind: str, title: str, note: str = "") -> str:
    """The beginning of a section."""
    told = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="{kind}"><h2>{escape(title)}</h2>{told}'


def _figure(title: str, help_text: str, chart: str) -> str:
    return f"<figure><figcaption>{escape(title)} <small>{escape(help_text)}</small></figcaption>{chart}</figure>"


def _turns(game: GameVerdict, thresholds: Thresholds) -> Iterator[str]:
    title = _("Every turn")
    yield f'<details open><summary>{escape(title)}</summary><table class="turns"><thead><tr>'
    for name in (_("Turn"), _("Plays"), _("Luck"), _("Cost")):
        yield f'<th scope="col">{escape(name)}</th>'
    yield "</tr></thead><tbody>"
    for turn in game.turns:
        yield _row(turn, thresholds)
    yield "</tbody></table></details>"


def _row(turn: TurnVerdict, thresholds: Thresholds) -> str:
    side = "light" if turn.side is Side.LIGHT else "dark"
    luck = "" if turn.luck is None else words.points(turn.luck)
    cost = words.cost_text(turn.cost) if turn.cost >= words.BEST_BELOW else ""
    grade, fortune = words.grade_name(turn, thresholds), words.fortune_name(turn, thresholds)
    stages = f"<small>{escape(_stage_costs(turn))}</small>" if cost and len(turn.stages) > 1 else ""
    rest = ""
    if turn.rest is not None:
        told = _("The rest is worth {points} points to {side}.")
        told = told.format(points=words.points(turn.rest), side=side_name(turn.side.other))
        rest = f"<small>{escape(told)}</small>"
    return (
        f'<tr><th scope="row"><i class="man man-{side}"></i>{escape(words.turn_head(turn))}</th>'
        f'<td><span class="play" dir="ltr">{escape(words.turn_text(turn))}</span>{rest}</td>'
        f"<td>{luck} <em>{escape(fortune)}</em></td><td>{cost} <em>{escape(grade)}</em>{stages}</td></tr>"
    )

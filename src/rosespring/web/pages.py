"""Pages: templates in the reader's language, and what each of them shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import segno
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from starlette.responses import HTMLResponse

from rosespring import __version__
from rosespring.board import Position, Side
from rosespring.language import gettext, languages, ngettext, own_name
from rosespring.notation.board_svg import board_css, board_svg, icons_svg
from rosespring.players.words import DEFAULT_LEVEL, level_words
from rosespring.rules import (
    CHOICES,
    OPTIONS,
    PRESETS,
    Rules,
    differing_options,
    explain,
    explain_option,
    find_rules,
    rules_id,
    title,
)
from rosespring.rules.options import MAX_CASCADE_FROM
from rosespring.web.captions import against, outcome, standing
from rosespring.web.client_words import client_words
from rosespring.web.lesson import scenes
from rosespring.web.numbers import decimal
from rosespring.web.reading import current_reader, tag_of
from rosespring.web.replays import GameTold, MatchTold
from rosespring.web.rule_pages import BOOKS, comparison, disagreements, examples, names_of, start_picture
from rosespring.web.settings import Settings
from rosespring.web.setups import PositionTold
from rosespring.web.shapes import State
from rosespring.web.study_record import RecordStudied

LENGTHS = (1, 3, 5, 7, 9, 11)
"""The match lengths that the start page offers; any up to 99 is accepted."""
BANKS = (0, 3, 6, 12, 25, 50)
"""Minutes to think in a match that the start page offers; 0: without a clock."""
DELAYS = (10, 20, 40)
"""Seconds of each turn's own time that it offers."""
SHOWN_POSITIONS = {
    "parallel": "1~gul-bara~0~-4.10201101001011113100~3305-13.3-4.10~10.10~-~-",
    "contrary": "1~gioul~1~5-3.1121121-10.100~-5.12122211-7.1110~12.11~-~-",
}
"""For the start page: games in full swing, out of games of the computer against itself."""


class Pages:
    """The templates, with what all pages share."""

    def __init__(self, settings: Settings) -> None:
        self._client = settings.client
        self._hashes: dict[Path, tuple[int, str]] = {}
        self.board_css = board_css()
        self._templates = Environment(
            loader=FileSystemLoader(settings.templates), autoescape=True, extensions=["jinja2.ext.i18n"]
        )
        self._templates.install_gettext_callables(gettext, ngettext, newstyle=False)  # type: ignore[attr-defined]
        self._templates.globals.update(
            version=__version__,
            decimal=decimal,
            board_css_url=f"/board.css?v={_digest(self.board_css.encode())}",
            asset=self.asset,
            sprite=Markup(icons_svg()),
            languages=[(language, tag_of(language), own_name(language)) for language in languages()],
        )

    def asset(self, path: str) -> str:
        """The address of a file of the client, which changes with its content."""
        file = self._client / path
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            return f"/assets/{path}"
        known = self._hashes.get(file)
        if known is None or known[0] != changed:
            known = self._hashes[file] = (changed, _digest(file.read_bytes()))
        return f"/assets/{path}?v={known[1]}"

    def page(self, name: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page in the language in use."""
        text = self._templates.get_template(name).render(reader=current_reader(), status=status, **context)
        return HTMLResponse(text, status)

    def live_page(self, name: str, status: int = 200, **context: Any) -> HTMLResponse:
        """A page whose modules speak: it brings their texts along."""
        return self.page(name, status, messages=for_script(client_words(self._client)), **context)

    def message(
        self, status: int, heading: str, text: str, table_url: str = "", watch_url: str = ""
    ) -> HTMLResponse:  # fmt: skip
        """A page that says why there is nothing else to see; with a way to a table for whoever sits there already."""
        addresses = {"table_url": table_url, "watch_url": watch_url}
        return self.page("message.html", status, heading=heading, text=text, **addresses)

    def start(self, form_error: str = "") -> HTMLResponse:
        """The start page, or the form again with what is wrong with it."""
        boards = {movement: _shown_board(text) for movement, text in SHOWN_POSITIONS.items()}
        context = {"presets": presets(), "options": options(), "lengths": LENGTHS, "banks": BANKS, "delays": DELAYS}
        context |= {"levels": level_words(), "default_level": DEFAULT_LEVEL}
        status = 422 if form_error else 200
        return self.live_page("start.html", status, **context, form_error=form_error, boards=boards)

    def rules(self) -> HTMLResponse:
        """How to play, with pictures, history, and where sources disagree."""
        compared = [(title(rules), comparison(rules)) for rules in map(find_rules, ("gul-bara", "gioul"))]
        starts = {name: start_picture(find_rules(name)) for name in ("gul-bara", "gioul")}
        context: dict[str, Any] = {
            "presets": presets(),
            "compared": compared,
            "disagreements": disagreements(),
            "books": BOOKS,
        }
        return self.page("rules.html", **context, starts=starts, examples=examples("parallel"))

    def rule_set(self, rules: Rules) -> HTMLResponse:
        """One rule set in words and pictures."""
        described = describe_rules(rules)
        context: dict[str, Any] = {"preset": described, "explained": described["options"], "names": names_of(rules)}
        pictures: dict[str, Any] = {"start": start_picture(rules), "examples": examples(rules.movement)}
        return self.page("ruleset.html", **context, **pictures, compared=comparison(rules))

    def lesson(self) -> HTMLResponse:
        """The first lesson, with all lines of its positions."""
        shown = scenes()
        positions = for_script([scene["position"] for scene in shown])
        first = shown[0]["position"]["men"]
        board = Markup(board_svg((first[0], first[1]), "parallel", interactive=True))
        return self.live_page("lesson.html", scenes=shown, positions=positions, board_svg=board)

    def watch(self, table: str, state: State) -> HTMLResponse:
        """The table as everybody may see it."""
        board = board_svg((state.men[0], state.men[1]), str(state.rules["movement"]), interactive=True)
        return self.live_page("watch.html", table_id=table, state=for_script(state), board_svg=Markup(board))

    def shared(self, table: str, told: MatchTold, game: GameTold) -> HTMLResponse:
        """A match to look at again, opened at a finished game."""
        board = Markup(board_svg(game.men, told.movement, interactive=True))
        context: dict[str, Any] = {"table_id": table, "told": told, "game": game, "board_svg": board}
        context |= {"heading": against(told.names), "outcome": outcome(told, game)}
        context |= {"standing": standing(told.length, told.score)}
        return self.live_page("shared.html", **context, data=for_script(told))

    def editor(self, told: PositionTold, rules: list[tuple[str, str]], most_needed: int) -> HTMLResponse:
        """The board on which a position is set up."""
        boards = {movement: _empty_board(movement) for movement in CHOICES["movement"]}
        context: dict[str, Any] = {"told": told, "rules": rules, "most_needed": most_needed, "boards": boards}
        return self.live_page("editor.html", **context, data=for_script(told))

    def analysis(self, told: PositionTold | None, record: RecordStudied | None, table: str) -> HTMLResponse:
        """The analysis of a position, or of a record."""
        boards = {movement: _empty_board(movement) for movement in CHOICES["movement"]}
        data = for_script({"position": told, "record": record})
        return self.live_page("analysis.html", told=told, record=record, table_id=table, boards=boards, data=data)

    def table(self, table: str, state: State, *, flipped: bool = False) -> HTMLResponse:
        """The table as a seat sees it; `flipped`: from across the board."""
        men = (state.men[0], state.men[1])
        board = board_svg(
            men, str(state.rules["movement"]), viewer=1 - state.seat if flipped else state.seat, interactive=True
        )
        picture = Markup(segno.make(state.invite).svg_inline(border=2, omitsize=True)) if state.invite else ""
        context: dict[str, Any] = {
            "table_id": table,
            "board_svg": Markup(board),
            "qr_code": picture,
            "flipped": flipped,
        }
        return self.live_page("table.html", **context, state=for_script(state))


def _empty_board(movement: str) -> Markup:
    """A board for a module to lay checkers on."""
    empty = (0,) * 25
    return Markup(board_svg((empty, empty), movement, interactive=True))


def _shown_board(position: str) -> Markup:
    shown = Position.parse(position)
    return Markup(board_svg((shown.men_of(Side.LIGHT), shown.men_of(Side.DARK)), shown.rules.movement))


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


def for_script(value: object) -> Markup:
    """`value` as JSON that can stand in a ``<script>`` block."""
    text = msgspec.json.encode(value).decode()
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


def presets() -> list[dict[str, Any]]:
    """The presets in words, each with how it differs from the first of its game."""
    first: dict[str, Rules] = {}
    for preset in PRESETS.values():
        first.setdefault(preset.game, preset.rules)
    return [_compared(preset.rules, first[preset.game]) for preset in PRESETS.values()]


def describe_rules(rules: Rules) -> dict[str, Any]:
    """A rule set in words; custom ones have no sentence and no source."""
    preset = PRESETS.get(rules_id(rules))
    return {
        "name": rules_id(rules),
        "game": gettext(preset.game) if preset else "",
        "title": title(rules),
        "sentence": gettext(preset.sentence) if preset else "",
        "source": gettext(preset.source) if preset else "",
        "options": explain(rules),
        "rules": rules.as_dict(),
    }


def _compared(rules: Rules, base: Rules) -> dict[str, Any]:
    differences = [explain_option(option, rules) for option in differing_options(rules, base)]
    return describe_rules(rules) | {"differences": differences}


def options() -> list[dict[str, Any]]:
    """The options of custom rules, each value with its sentence."""
    return [_option(name) for name in OPTIONS]


def _option(name: str) -> dict[str, Any]:
    default = getattr(Rules(), name)
    if name not in CHOICES:
        return {"name": name, "min": 0, "max": MAX_CASCADE_FROM, "default": default, "values": []}
    values = [{"value": value, "sentence": _value_sentence(name, value)} for value in CHOICES[name]]
    return {"name": name, "default": default, "values": values}


def _value_sentence(name: str, value: str) -> str:
    options: Mapping[str, Any] = {name: value}
    return explain_option(name, replace(Rules(), **options))

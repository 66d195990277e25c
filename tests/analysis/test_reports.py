"""Reports people see: a page that is whole in itself, help beside every number, escaped names, languages."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from rosespring.analysis import MatchVerdict, Thresholds, judge, words
from rosespring.analysis.page import report_page
from rosespring.analysis.text import report_text
from rosespring.analysis.totals import MOMENTS, moments
from rosespring.analysis.verdicts import GameVerdict
from rosespring.board import Roll, Side, Step
from rosespring.language import use_language
from rosespring.notation import format_step
from rosespring.notation.record import Record
from rosespring.notation.records import GameRecord
from tests.analysis.games import match_of
from tests.networks import random_network

THRESHOLDS = Thresholds()
HOSTILE = '<script>alert("x")</script> & Co'


@cache
def verdict(length: int = 1) -> MatchVerdict:
    record = match_of("gioul", 0, length)
    named = Record(record.rules, record.length, (HOSTILE, "Ana"), "2026-11-29", games=record.games)
    return judge(named, network=random_network("contrary"))


class Page(HTMLParser):
    """What a page consists of; complains about what is not closed."""

    EMPTY = ("meta", "img", "link", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_in_itself() -> None:
    page = Page(report_page(verdict(), THRESHOLDS))
    assert page.open == []
    assert {"script", "link", "iframe", "a", "base"} & {tag for tag, _attributes in page.tags} == set()
    sources = [value for _tag, attributes in page.tags for name, value in attributes.items() if name in ("src", "href")]
    assert sources
    assert all(value and value.startswith(("data:", "#")) for value in sources)
    text = report_page(verdict(), THRESHOLDS)
    assert re.findall(r"url\(|@import", text) == []
    assert set(re.findall(r"https?://[^\"' ]+", text)) <= {"http://www.w3.org/2000/svg"}
    names = [attributes["id"] for _tag, attributes in page.tags if "id" in attributes]
    assert len(names) == len(set(names))


def test_names_from_records_are_text() -> None:
    text = report_page(verdict(), THRESHOLDS)
    assert HOSTILE not in text
    assert "&lt;script&gt;" in text


def test_the_costliest_moments_have_boards_with_the_better_play() -> None:
    found = moments(verdict())
    assert [turn.cost for _game, turn in found] == sorted((turn.cost for _game, turn in found), reverse=True)
    boards = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', report_page(verdict(), THRESHOLDS))
    assert len(boards) == len(found) == MOMENTS
    for board, (_game, turn) in zip(boards, found, strict=True):
        drawn = ElementTree.fromstring(b64decode(board))
        arrows = [path for path in drawn.iter() if f"arrow arrow-{int(turn.side)}" in path.get("class", "")]
        assert 1 <= len(arrows) <= 4


@pytest.mark.parametrize("length", [1, 3])
def test_every_number_has_a_line_of_help(length: int) -> None:
    told = words.lines(verdict(length), THRESHOLDS)
    page = report_page(verdict(length), THRESHOLDS)
    text = report_text(verdict(length), THRESHOLDS)
    for line in told:
        assert line.help
        assert f"    {line.help}" in text
        assert f">{line.light}</td>" in page
    assert ("brackets" in text) == (length > 1)


def test_text_tells_every_turn_and_the_result() -> None:
    text = report_text(verdict(), THRESHOLDS)
    game = verdict().games[0]
    tail = text.rpartition("Game 1 at 0–0")[2].splitlines()
    assert len([line for line in tail[2:] if line]) == len(game.turns)
    winner = "Light" if game.points[Side.LIGHT] else "Dark"
    assert f"{winner} wins {sum(game.points)} point" in tail[0]


def broken_off(after: type[Roll] | type[Step]) -> GameVerdict:
    """A game that ends within a turn of two numbers: when it is rolled, or when the first of them is played."""
    record = match_of("gul-bara", 0)
    actions = record.games[0].actions
    at = next(i for i in range(len(actions)) if [type(each) for each in actions[i : i + 3]] == [Roll, Step, Step])
    kept = actions[: at + (1 if after is Roll else 2)]
    cut = Record(record.rules, games=(GameRecord(record.games[0].throws, actions=kept),))
    return judge(cut, network=random_network("parallel")).games[0]


def test_what_was_not_played_any_more_is_no_lack_of_plays() -> None:
    # "no play" would say that the rules allowed none.
    assert [words.turn_text(turn) for turn in broken_off(Roll).turns] == ["not played any more"]
    (turn,) = broken_off(Step).turns
    assert words.turn_text(turn) == f"{format_step(turn.steps[0], turn.before)} …"
    assert not any(turn.open for turn in verdict().games[0].turns)


def test_a_rest_is_named_once() -> None:
    rests = [turn for turn in verdict().games[0].turns if turn.roll is None and turn.steps]
    assert rests
    assert {words.turn_head(turn).partition(", ")[2] for turn in rests} == {"rest"}
    assert not any("rest" in words.turn_text(turn) for turn in rests)


def test_reports_speak_the_reader_s_language() -> None:
    with use_language("es"):
        page, text = report_page(verdict(), THRESHOLDS), report_text(verdict(), THRESHOLDS)
    assert '<html lang="es" dir="ltr">' in page
    assert "Los momentos más costosos" in page
    assert "Suerte:" in text


def test_a_name_that_runs_from_right_to_left_turns_no_word_beside_it_round() -> None:
    """An override, or the end of an isolate, would reach beyond the name."""
    assert words.isolated("Ana Вера 😀") == "Ana Вера 😀"
    assert words.isolated("a\u202eb\u2069c") == "abc"
    assert words.isolated("\u202eשלום\u2069") == "\u2068שלום\u2069"

"""The quiz: whose moments, which plays to choose from, what an answer costs; and the moments as CSV."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import cache
from io import StringIO

import pytest

from rosespring import Side
from rosespring.analysis import Judge, MatchVerdict, Thresholds
from rosespring.analysis.as_csv import COLUMNS, moments_csv, moments_of
from rosespring.analysis.quiz import CHOICES, Question, questions, sides_of
from rosespring.board import Position
from rosespring.errors import MustPlay
from rosespring.notation.turns import parse_turn
from tests.analysis.games import match_of
from tests.networks import random_network

LIGHT, DARK = Side


@cache
def judge() -> Judge:
    return Judge(network=random_network("contrary"))


@cache
def verdict(length: int = 1, players: tuple[str, str] = ("Ana", "Computer (casual)")) -> MatchVerdict:
    found = judge().match(match_of("gioul", 0, length))
    return replace(found, record=replace(found.record, players=players))


def asked(player: str = "", least: float = 1e-3, most: int = 5, length: int = 1) -> list[Question]:
    return questions([("a.txt", verdict(length))], player, least, most)


def test_the_costliest_moments_of_people_are_asked_first() -> None:
    found = asked()
    costs = sorted((turn.cost for _game, turn in verdict().turns() if turn.side is LIGHT), reverse=True)
    assert [question.moment.turn.cost for question in found] == costs[:5]
    assert {question.moment.player for question in found} == {"Ana"}
    assert len(asked(least=costs[2], most=100)) == 3


def test_each_position_is_asked_once() -> None:
    one = [("a.txt", verdict())]
    assert len(questions(one * 2, "", 1e-3, 100)) == len(questions(one, "", 1e-3, 100))


@pytest.mark.parametrize(
    ("players", "player", "sides"),
    [
        (("Ana", "Computer (club)"), "", {LIGHT}),
        (("Ana", "Bo"), "", {LIGHT, DARK}),
        (("Computer (club)", "Computer (full)"), "", {LIGHT, DARK}),
        (("Ana", "Bo"), " bo ", {DARK}),
        (("Ana", "Bo"), "Light", {LIGHT}),
        (("Ana", "Bo"), "Eve", set()),
    ],
    ids=str,
)
def test_whose_moments_are_meant(players: tuple[str, str], player: str, sides: set[Side]) -> None:
    assert sides_of(verdict(players=players), player) == sides


@pytest.mark.parametrize("length", [1, 3])
def test_the_best_and_the_made_play_are_among_the_choices(length: int) -> None:
    for question in asked(length=length):
        assert 2 <= len(question.choices) <= CHOICES
        assert question.best in question.choices
        assert question.made in question.choices
        assert len({play.steps for play in question.choices}) == len(question.choices)
        assert question.best.cost == pytest.approx(0, abs=1e-12)
        assert question.made.cost == pytest.approx(question.moment.turn.cost, abs=1e-12)


def test_the_order_of_the_choices_tells_nothing_and_stays() -> None:
    found, again = asked(most=50), asked(most=50)
    assert [question.choices for question in found] == [question.choices for question in again]
    assert len({question.choices.index(question.best) for question in found}) > 1


def test_an_answer_costs_what_the_report_says_and_others_are_judged() -> None:
    """A play with its steps in another order is the same play; one that was not compared is judged by itself."""
    for question in asked(length=3):
        assert question.cost(question.best.steps, judge()) == question.best.cost
        assert question.cost(question.made.steps, judge()) == question.made.cost
        alone = judge().turn(question.position, question.made.steps, question.needs)
        assert alone.cost == pytest.approx(question.made.cost, abs=1e-9)


def test_a_turn_that_is_not_complete_is_no_answer() -> None:
    (question,) = asked(most=1)
    with pytest.raises(MustPlay):
        question.cost(question.best.steps[:-1], judge())


def test_the_moments_as_csv_can_be_read_again() -> None:
    """Each row leads back to the position, the play that was made, and the better one."""
    moments = moments_of("=games/a.txt", verdict(), 3)
    rows = list(csv.reader(StringIO(moments_csv(moments, Thresholds()))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 4
    for row, moment in zip(rows[1:], moments, strict=True):
        told = dict(zip(COLUMNS, row, strict=True))
        position = Position.parse(told["position"])
        assert tuple(parse_turn(told["played"], position)) == moment.turn.steps
        assert tuple(parse_turn(told["better"], position)) == moment.turn.plays[0].steps
        assert float(told["cost"]) == pytest.approx(moment.turn.cost, abs=1e-5)
        assert told["grade"] == Thresholds().grade(moment.turn.cost)
        # A name that a spreadsheet would take for a formula is kept from being one.
        assert told["file"] == "'=games/a.txt"

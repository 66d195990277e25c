"""The quiz at the terminal: what is asked and said, and what is remembered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rosespring.analysis.quiz import Question
from rosespring.notation.turns import format_turn
from rosespring.tui.console import ScriptConsole
from rosespring.tui.quiz import Progress, Quiz
from rosespring.tui.screen import Look, Screen
from tests.analysis.test_quiz import asked, judge


def transcript(lines: list[str], found: list[Question], progress: Progress, *, plain: bool = False) -> str:
    written: list[str] = []
    screen = Screen(ScriptConsole(lines, written.append), Look(plain=plain))
    assert Quiz(screen, judge(), progress).run(found) == 0
    return "".join(written)


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "quiz.json")


def number_of(question: Question, best: bool) -> str:
    play = question.best if best else question.made
    return str(question.choices.index(play) + 1)


def test_an_answer_by_number_by_text_and_none(progress: Progress) -> None:
    """A choice, the best play as typed, and Enter for the answer: two answers count."""
    first, second, third = found = asked(most=3)
    typed = format_turn(second.best.steps, second.position)
    text = transcript([number_of(first, best=False), typed, ""], found, progress)
    assert "Question 1 of 3: a.txt, game 1\n" in text
    assert f"That gives away {first.made.cost:.3f} points.\n" in text
    assert f"Best is {format_turn(first.best.steps, first.position)}.\n".replace("rest: ", "") in text
    assert text.count("That is best.\n") == 1
    assert f"1 of 2 answers were best; {first.made.cost:.3f} points were given away.\n" in text
    assert "╭" in text
    assert progress.costs == {first.key: round(first.made.cost, 5), second.key: 0.0}
    assert third.key not in progress.costs


def test_what_cannot_be_played_is_asked_again(progress: Progress) -> None:
    (question,) = found = asked(most=1)
    lines = ["9", "1/off 1/off", "nonsense", number_of(question, best=True)]
    text = transcript(lines, found, progress)
    assert f"type a number from 1 to {len(question.choices)}" in text
    assert text.count("> ") == 4
    assert "That is best." in text


def test_who_leaves_is_told_how_it_went_and_comes_back_to_the_rest(progress: Progress) -> None:
    found = asked(most=3)
    text = transcript([number_of(found[0], best=True), "quit"], found, progress)
    assert "1 of 1 answer was best; 0.000 points were given away.\n" in text
    again = Progress(progress.path)
    assert again.load()
    assert [again.known(question) for question in found] == [True, False, False]


def test_a_bad_answer_is_not_known(progress: Progress) -> None:
    (question,) = asked(most=1)
    progress.note(question, question.made.cost)
    assert not progress.known(question)


@pytest.mark.parametrize("kept", ["", "[1, 2]", '{"a": "b"}', "{", '{"a": null}', "\0"])
def test_a_damaged_file_of_answers_is_begun_anew(progress: Progress, kept: str) -> None:
    (question,) = asked(most=1)
    progress.path.write_text(kept)
    assert not progress.load()
    progress.note(question, 0.0)
    assert json.loads(progress.path.read_text()) == {question.key: 0.0}


def test_where_answers_cannot_be_kept_the_quiz_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = asked(most=2)
    lines = [number_of(question, best=True) for question in found]
    text = transcript(lines, found, Progress(tmp_path / "file" / "quiz.json"))
    assert text.count("cannot be written") == 2
    assert "2 of 2 answers were best" in text


def test_it_can_be_heard(progress: Progress) -> None:
    text = transcript([""], asked(most=1), progress, plain=True)
    assert "Your checkers (" in text
    assert text.isascii()

"""Events in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rosespring import Game, Side
from rosespring.board import Stage
from rosespring.game import Event, Lost, Passed, Won
from rosespring.notation.records import Recorder, format_record, parse_record
from rosespring.notation.sentences import opening_sentence, sentence, sentences
from rosespring.rules import PRESETS
from tests.positions import place

LIGHT, DARK = Side


@pytest.mark.parametrize(
    ("stages", "received", "words"),
    [
        (((5,),), False, "Dark cannot play the five: it is lost."),
        (((6,),), True, "Dark cannot play the six either: it is lost."),
        (((5, 5), (6,)), False, "Dark cannot play 2 fives and 1 six: they are lost."),
        (((5, 5),), True, "Dark cannot play 2 fives either: they are lost."),
    ],
)
def test_what_is_lost(stages: tuple[Stage, ...], received: bool, words: str) -> None:
    assert sentence(Lost(DARK, stages, received)) == words


def test_neighbouring_losses_of_one_side_are_one_sentence() -> None:
    stages: list[Stage] = [(number,) * 4 for number in range(1, 7)]
    events: list[Event] = [Passed(LIGHT, tuple(stages), whole=True)]
    events += [Lost(DARK, (stage,), received=True) for stage in stages]
    assert sentences(events)[1:] == [
        "Dark cannot play 4 ones, 4 twos, 4 threes, 4 fours, 4 fives and 4 sixes either: they are lost."
    ]
    apart: list[Event] = [Lost(DARK, ((5,),), False), Lost(LIGHT, ((5,),), False), Won(LIGHT, 1), *events[1:2]]
    assert sentences(apart) == [sentence(event) for event in apart]
    assert sentences(()) == []


def test_stages_that_a_receiver_skips_are_one_sentence_in_records() -> None:
    rules = replace(PRESETS["gioul"].rules, receiver="skips")
    start = place(rules, [24, 23], [7, 6], rolls=(4, 4))
    game = Game.from_position(start)
    lost = [event for event in game.roll(5, 5) if isinstance(event, Lost)]
    recorder = Recorder(rules)
    recorder.place(start)
    recorder.roll(5, 5)
    text = format_record(recorder.record())
    assert len(lost) == 2
    assert text.count("either") == 1
    assert "\n# Light can play nothing: 4 fives and 4 sixes pass to Dark. Dark cannot play " in text
    assert parse_record(text) == recorder.record()


def test_an_opening_throw() -> None:
    assert opening_sentence(3, 3) == "Opening throw: both sides throw 3, and throw again."
    assert opening_sentence(5, 2) == "Opening throw: Light 5, Dark 2. Light starts."
    assert opening_sentence(2, 5) == "Opening throw: Light 2, Dark 5. Dark starts."

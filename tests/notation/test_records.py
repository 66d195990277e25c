"""Records: what is written is read again exactly, and goes on exactly."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosespring import PRESETS, Side, Step
from rosespring.board import Roll
from rosespring.errors import GameOver, MustPlay, MustRoll, NotationError, PositionError
from rosespring.language import use_language
from rosespring.notation import format_position, parse_position, parse_turn
from rosespring.notation.records import (
    Closing,
    GameRecord,
    Heading,
    Record,
    Recorder,
    Resignation,
    clean_text,
    convert_record,
    format_record,
    load_record,
    parse_record,
    record_from_json,
    record_to_json,
    replay,
)
from tests.notation.matches import play, recorders
from tests.positions import place
from tests.strategies import RandomPlayer

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
EXAMPLE, POSITION = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def example() -> Recorder:
    """The match of docs/records.md."""
    recorder = Recorder("gul-bara", 3, Heading(("Ana", "Computer (careful)"), "2026-11-29", "seed 42"))
    recorder.throw(3, 3)
    recorder.throw(5, 2)
    for dice, steps in (((6, 4), "24/18 24/20"), ((4, 4), "24/20(2) 20/16 24/20"), ((1, 6), "20/14 24/23")):
        recorder.roll(*dice)
        take(recorder, steps)
    recorder.resign(Side.DARK)
    recorder.place(place("gul-bara", [22, 7], [6, 5], rolls=(4, 4)))
    recorder.roll(5, 5)
    take(recorder, "7/2")
    recorder.done()
    take(recorder, "5/off 6/1/off")
    recorder.done()
    return recorder


def take(recorder: Recorder, text: str) -> None:
    """Play the steps of a text."""
    assert recorder.game is not None
    for step in parse_turn(text, recorder.game.position):
        recorder.step(step)


def test_the_documented_example() -> None:
    recorder = example()
    assert format_record(recorder.record()) == EXAMPLE
    assert parse_record(EXAMPLE) == recorder.record()
    assert recorder.match.score == (2, 1)
    first, second = recorder.record().games
    assert first.throws == ((3, 3), (5, 2))
    assert first.actions[0] == Roll(6, 4)
    assert first.actions[-1] == Resignation(Side.DARK, 2)
    assert second.start == place("gul-bara", [22, 7], [6, 5], rolls=(4, 4))
    assert second.actions == (Roll(5, 5), Step(7, 5), Step(5, 5), Step(6, 5), Step(1, 5))


def test_the_documented_position() -> None:
    assert format_position(parse_position(POSITION)) + "\n" == POSITION


def test_the_documented_program() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(compile(program, "docs/records.md", "exec"), {})


@given(recorders())
def test_every_match_comes_back_as_text(recorder: Recorder) -> None:
    record = recorder.record()
    text = format_record(record)
    assert parse_record(text) == record
    assert load_record(text.replace("\n", "\r\n")) == record
    assert parse_record("\ufeff" + text.rstrip() + "   ") == record
    bare = "\n".join(line for line in text.split("\n") if line and not line.startswith("#"))
    assert parse_record(bare) == record


@given(recorders())
def test_every_match_comes_back_as_json(recorder: Recorder) -> None:
    record = recorder.record()
    assert record_from_json(record_to_json(record)) == record
    text = format_record(record)
    assert convert_record(convert_record(text, "json"), "text") == text
    assert convert_record(text, "text") == text


@given(recorders(), st.integers(0, 2**32 - 1))
@settings(max_examples=30)
def test_a_match_read_again_goes_on_as_it_would_have(recorder: Recorder, seed: int) -> None:
    again = replay(parse_record(format_record(recorder.record())))
    assert again.match.results == recorder.match.results
    assert (again.over, again.needs_throw, again.drawn) == (recorder.over, recorder.needs_throw, recorder.drawn)
    for one, other in ((again.turn, recorder.turn),):
        assert (one is None) == (other is None)
        if one and other:
            assert one.game.position == other.game.position
            assert one.steps == other.steps
            assert (one.may_done, one.may_undo, one.owner) == (other.may_done, other.may_undo, other.owner)
    for each in (again, recorder):
        play(each, RandomPlayer(seed), 100)
    assert again.record() == recorder.record()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_match_of_each_preset(preset: str) -> None:
    recorder = play(Recorder(preset, 5), RandomPlayer(5, 0.3), 100_000, resigns=False)
    assert recorder.over
    text = format_record(recorder.record())
    assert parse_record(text) == recorder.record()
    assert "rest" in text.split("Game 1")[1] or preset == "gul-bara-forfeit"
    assert f"# {('Light', 'Dark')[recorder.match.winner or 0]} wins the match." in text


def test_records_are_written_in_english() -> None:
    with use_language("tr"):
        assert format_record(example().record()) == EXAMPLE


# The recorder


def test_the_recorder_refuses_what_the_rules_refuse() -> None:
    recorder = Recorder("gul-bara-bulgarian", 1)
    with pytest.raises(MustRoll):
        recorder.roll(6, 5)
    with pytest.raises(MustRoll):
        recorder.undo()
    with pytest.raises(PositionError):
        recorder.throw(7, 1)
    assert recorder.throw(2, 5) is Side.DARK
    assert recorder.record().games == (GameRecord(((2, 5),), None, (Roll(5, 2),)),)
    with pytest.raises(MustPlay):
        recorder.throw(1, 2)
    with pytest.raises(MustPlay):
        recorder.place(place("gul-bara-bulgarian", [5], [6]))
    with pytest.raises(PositionError):
        recorder.resign(Side.DARK, 3)
    recorder.step(Step(24, 5))
    assert recorder.undo() == Step(24, 5)
    recorder.resign(Side.LIGHT)
    assert recorder.match.winner is Side.DARK
    for act in (lambda: recorder.roll(1, 2), lambda: recorder.throw(1, 2), lambda: recorder.close(None)):
        with pytest.raises(GameOver):
            act()


def test_positions_of_other_rules_are_refused() -> None:
    recorder = Recorder("gioul")
    with pytest.raises(PositionError, match="rules of the match"):
        recorder.place(place("gul-bara", [5], [6]))
    with pytest.raises(PositionError, match="not finished"):
        recorder.place(place("gioul", [], [6]))


def test_a_won_game_waits_for_done() -> None:
    recorder = Recorder("gul-bara", 3)
    recorder.place(place("gul-bara", [1], [5, 5], side=Side.LIGHT))
    recorder.roll(3, 1)
    recorder.step(Step(1, 3))
    text = format_record(recorder.record())
    assert text.endswith("Light 3-1: 1/off:3 ...\n")
    assert recorder.match.results == []
    with pytest.raises(GameOver):
        recorder.roll(6, 5)
    assert replay(parse_record(text)).record() == recorder.record()
    recorder.done()
    assert recorder.match.score == (1, 0)
    assert recorder.game is not None
    assert recorder.game.position.side is Side.LIGHT


def test_a_turn_that_waits_for_done_stays_open() -> None:
    recorder = Recorder("gioul", 1)
    recorder.throw(6, 1)
    recorder.roll(2, 1)
    take(recorder, "24/22 24/23")
    text = format_record(recorder.record())
    assert text.endswith("Light 2-1: 24/22 24/23 ...\n")
    again = replay(parse_record(text))
    assert again.undo() == Step(24, 1)
    closed = replay(parse_record(text.replace(" ...", "")))
    with pytest.raises(NotationError, match="1"):
        parse_record(text + "Dark 2-1: 24/22 24/23\n")
    assert closed.game is not None
    assert closed.game.position.side is Side.DARK
    assert closed.turn is not None
    assert not closed.turn.steps


def test_matches_may_end_early() -> None:
    recorder = Recorder("gioul", 1)
    recorder.close(None)
    text = format_record(recorder.record())
    assert text.endswith("\n\nMatch aborted\n")
    assert parse_record(text).closing == Closing(None)
    recorder = Recorder("gioul", 1)
    recorder.throw(6, 1)
    recorder.roll(2, 1)
    recorder.step(Step(24, 2))
    recorder.close(Side.DARK)
    text = format_record(recorder.record())
    assert text.endswith("Light 2-1: 24/22 ...\n\nDark claims the match\n")
    assert parse_record(text) == recorder.record()


def test_a_game_from_the_middle_of_a_turn() -> None:
    recorder = Recorder("gul-bara", 1)
    stages = ((4, 4), (5,) * 4, (6,) * 4)
    recorder.place(place("gul-bara", [24] * 15, [24] * 15, rolls=(4, 3), stages=stages, flags="cascade started"))
    take(recorder, "24/20(2) 24/19")
    text = format_record(recorder.record())
    assert text.endswith("Light still 44 5555 6666: 24/20(2) | 24/19 ...\n")
    assert parse_record(text) == recorder.record()


def test_names_are_made_to_fit() -> None:
    assert clean_text("  Ana\r\nMaría\u2028\x00 ") == "Ana María"
    assert len(clean_text("x" * 1000)) == 200
    assert clean_text("\ud800") == ""
    for name in ("Ana\n", " Ana", "x" * 201, "a\u2029b"):
        with pytest.raises(NotationError):
            Record(PRESETS["gioul"].rules, players=(name, ""))
    for extra in (("note", "1"), ("x-", "1"), ("x-A", "1"), ("x-n", "a\nb")):
        with pytest.raises(NotationError):
            Record(PRESETS["gioul"].rules, extra=(extra,))
    with pytest.raises(NotationError):
        Record(PRESETS["gioul"].rules, extra=(("x-a", "1"), ("x-a", "1")))
    with pytest.raises(NotationError):
        Record(PRESETS["gioul"].rules, date="yesterday")


def test_faulty_records_are_not_written() -> None:
    rules = PRESETS["gul-bara-bulgarian"].rules
    faults = {
        "game 1, action 1: the opening throw comes first": (GameRecord(actions=(Roll(6, 5),)),),
        "game 1, action 1: expected the opening throw, which is played, got Roll(high=6, low=5)": (
            GameRecord(((5, 2),), actions=(Roll(6, 5),)),
        ),
        "game 1, action 2: no checker of yours stands on point 20": (
            GameRecord(((5, 2),), actions=(Roll(5, 2), Step(20, 5))),
        ),
        "game 1: the last turn cannot wait for done, for it is not played to its end": (
            GameRecord(((5, 2),), actions=(Roll(5, 2),), unconfirmed=True),
        ),
        "game 1, opening throw: a game is going on: no opening throw": (GameRecord(((5, 2), (1, 2))),),
        "game 1: expected a throw, a position or an action, got nothing": (GameRecord(),),
        "game 2: the game before it is not over": (GameRecord(((5, 2),)), GameRecord(((5, 2),))),
        "game 1, action 3: the game is over": (
            GameRecord(((5, 2),), actions=(Roll(5, 2), Resignation(Side.DARK, 2), Roll(6, 5))),
        ),
    }
    for reason, games in faults.items():
        with pytest.raises(NotationError) as fault:
            format_record(Record(rules, 3, games=games))
        assert str(fault.value) == reason


def test_json_holds_what_programs_need() -> None:
    value = json.loads(record_to_json(example().record()))
    assert list(value) == [
        "format", "version", "date", "players", "rules", "length", "dice", "extra", "games", "closing",
    ]  # fmt: skip
    assert value["rules"]["receiver"] == "stops"
    first, second = value["games"]
    assert first["throws"] == [[3, 3], [5, 2]]
    assert first["actions"][:2] == [{"roll": [6, 4]}, {"step": [24, 6]}]
    assert first["actions"][-1] == {"resign": 1, "points": 2}
    assert first["result"] == {"winner": 0, "points": 2, "resigned": True}
    assert second["position"].startswith("1~gul-bara~")
    for field in re.findall(r"^\| `([a-z`, ]+)` \|", PAGE.split("## JSON")[1], re.MULTILINE):
        assert set(field.split("`, `")) <= set(value)

"""Faults in records: the first faulty line and the reason, and nothing but that error from any text."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring.errors import NotationError
from rosespring.language import use_language
from rosespring.notation.records import (
    Recorder,
    convert_record,
    format_record,
    load_record,
    parse_record,
    record_to_json,
)
from tests.notation.matches import recorders
from tests.notation.test_records import EXAMPLE, example

HEADER = "Rosespring record 1\nrules: gul-bara\n\nGame 1\n"
PLAYED = "Rosespring record 1\nrules: gul-bara-bulgarian\n\nGame 1\n"
LINES = EXAMPLE.split("\n")
GAMES = json.loads(record_to_json(example().record()))["games"]


def line_of(text: str) -> int:
    """The number of the first line of the example that begins with `text`."""
    return next(number for number, line in enumerate(LINES, start=1) if line.startswith(text))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        # the header
        ("Rosespring record 1", "Rosespring record 2", "expected version 1 of records, got version 2"),
        ("Rosespring record 1", "Some other file", "expected 'Rosespring record 1', got 'Some other file'"),
        ("date: 2026-11-29", "date: yesterday", "expected a date like 2026-11-29, got 'yesterday'"),
        ("length: 3", "length: 0", "expected a length from 1 to 99 points, got '0'"),
        ("length: 3", "lenght: 3", "unknown header line 'lenght': did you mean 'length' or 'light'?"),
        ("dice: seed 42", "light: Eve", "expected 'light' once, but line 3 says it already"),
        ("rules: gul-bara", "rules: gulbaro", "unknown rules 'gulbaro': did you mean 'gul-bara'"),
        ("receiver: stops", "receiver: stop", "rule option receiver has no value 'stop': did you mean 'stops'?"),
        ("receiver: stops", "receiver: skips", "expected receiver stops under rules gul-bara, got skips"),
        ("movement: parallel", "- parallel", "expected a header line like 'light: Ana', got '- parallel'"),
        ("Game 1", "Game 2", "expected 'Game 1', got 'Game 2'"),
        # the play
        ("throw 5-2", "throw 7-2", "expected a turn like 'Light 4-4: 24/20(4)', got 'throw 7-2'"),
        ("throw 5-2", "Light 6-5: 24/18 24/19", "the opening throw comes first, like 'throw 5-2'"),
        ("throw 5-2", "light: Ana", "expected a turn like 'Light 4-4: 24/20(4)', got 'light: Ana'"),
        ("Light 6-4", "Dark 6-4", "expected Light to roll, got Dark"),
        ("Light 6-4: 24/18 24/20", "Light 6-4: 24/18 24/19", "24/19: 5 is not on offer; to play now: 4"),
        (
            "Light 6-4: 24/18 24/20",
            "Light 6-4: 24/18 24/20 20/16",
            "20/16 cannot be played: the turn is over before it",
        ),
        ("Light 6-4: 24/18 24/20", "Light 6-4: 24/18", "the turn is not over: 4 to play"),
        ("Light 6-4: 24/18 24/20", "Light 6-4: no play", "the turn is not over: 64 to play"),
        ("Light 6-4: 24/18 24/20", "Light 6-4: 24/18 | 24/20", "this stage is not over: 4 to play"),
        ("Light 6-4: 24/18 24/20", "Light 6-4: 24/18 24/20 ...", "only the last turn may be left open by '...'"),
        ("Dark 4-4", "Dark rest 4444", "there is no rest to play: Dark must roll"),
        ("Dark resigns 2", "Dark resigns 3", "expected a turn like 'Light 4-4: 24/20(4)', got 'Dark resigns 3 points'"),
        ("Dark resigns 2 points", "throw 6-5", "a game is going on: no opening throw"),
        (
            "Light wins 2 points (2-0)",
            "Dark wins 2 points (0-2)",
            "expected Light wins 2, got 'Dark wins 2 points (0-2)'",
        ),
        ("Light wins 2 points (2-0)", "Light wins 2 points (3-0)", "expected the score 2-0, got 3-0"),
        ("Light wins 2 points (2-0)", "Light 6-5: 24/18", "the game is over"),
        ("Game 2", "Game 3", "expected 'Game 2', got 'Game 3'"),
        ("Game 2", "Game 2\nthrow 5-2", "a game is going on: no opening throw"),
        ("position: gul-bara;", "position: gioul;", "expected a position under the rules of the match"),
        ("position: gul-bara; Light 22×1", "position: gul-bara; Light 22×2", "expected 15 checkers of the side to act"),
        ("Light 5-5: 7/2", "Light 5-5: 7/2 22/17", "22/17 cannot be played: the turn is over before it"),
        ("Dark rest 555 6666", "Dark rest 55 6666", "expected 'Dark rest 555 6666', got 'Dark rest 55 6666'"),
        ("Dark rest 555 6666", "Light rest 555 6666", "expected 'Dark rest 555 6666', got 'Light rest 555 6666'"),
        ("Dark rest 555 6666", "Dark still 555 6666", "expected 'Dark rest 555 6666', got 'Dark still 555 6666'"),
        ("Dark rest 555 6666", "Dark 6-5", "expected 'Dark rest 555 6666' to be played first"),
        ("Dark rest 555 6666: 5/off 6/1/off", "Dark rest 555 6666: 5/off 6/1", "the turn is not over: 5 6666 to play"),
        ("Dark wins 1 point", "Dark wins 2 points", "expected Dark wins 1, got 'Dark wins 2 points (2-1)'"),
    ],
)
def test_the_first_faulty_line_is_named(old: str, new: str, reason: str) -> None:
    at = line_of(old) + new.count("\n")
    with pytest.raises(NotationError) as fault:
        parse_record(EXAMPLE.replace(old, new, 1))
    assert fault.value.line == at
    assert reason in str(fault.value)
    assert str(fault.value).startswith(f"line {at}: ")


@pytest.mark.parametrize(
    ("language", "text", "message"),
    [
        ("es", "Hello", "línea 1: se esperaba 'Rosespring record 1', y llegó 'Hello'"),
        ("da", HEADER + "Dark wins 1 point", "linje 5: spillet er ikke forbi"),
        ("tr", HEADER + "throw 5-2\nDark 3-1:", "6. satır: zar atma sırası Light tarafındaydı, gelen Dark"),
        ("ru", "Rosespring record 1\nrulez: x", "строка 2: неизвестная строка заголовка 'rulez': может быть, 'rules'?"),
        ("el", '{"format": 1}', "αναμενόταν μορφή 'rosespring-record', έκδοση 1, δόθηκε (1, None)"),
    ],
)  # fmt: skip
def test_the_reason_is_in_the_language_of_the_moment(language: str, text: str, message: str) -> None:
    with use_language(language), pytest.raises(NotationError) as fault:
        load_record(text)
    assert str(fault.value) == message


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "expected 'Rosespring record 1', got an empty text"),
        ("# a comment\nRosespring record 1", 1, "expected 'Rosespring record 1', got '# a comment'"),
        ("Rosespring record 1\nlight: Ana\n", 3, "expected a header line like 'rules: gul-bara'"),
        (HEADER + "throw 5-2\nGame 2\n", 6, "game 1 is not over"),
        (HEADER + "throw 5-2\nLight wins 1 point\n", 6, "the game is not over"),
        (HEADER + "Light resigns 1 point\n", 5, "the opening throw comes first"),
        (HEADER + "throw 5-2\nDark resigns 2 points\nGame 2\n", 7, "the match is over: no further game"),
        (HEADER + "throw 5-2\nDark resigns 2 points\nLight resigns 2 points", 7, "the game is over"),
        (HEADER + "Match aborted\nthrow 5-2\n", 6, "the game is over"),
        (HEADER + "Match aborted\nDark claims the match\n", 6, "the match is over"),
        (HEADER + "throw 5-2\nLight 6-6: 24/18(4)\nDark 6-6: 24/18(3)\nLight 1-1: 24/23(4)", 7, "not over: 6 to play"),
        (HEADER + "throw 5-2\nLight 6-5: 24/18 24/19 ...\n\nDark 6-5: 24/18 24/19", 6, "may be left open"),
        (HEADER + f"throw 5-2\nLight 6-5: {'24/18 ' * 400}\n", 6, "expected a line of at most 2000 characters"),
        (
            PLAYED + "throw 5-2\nLight 6-5: 24/18 24/19\n",
            6,
            "expected 'Light 5-2', the opening throw, to be played first",
        ),
        (
            PLAYED + "throw 5-2\nDark 5-2: 24/19 24/22\n",
            6,
            "expected 'Light 5-2', the opening throw, to be played first",
        ),
        (
            PLAYED + "throw 5-2\nLight still 52: 24/19 24/22\n",
            6,
            "expected a roll: only a first position has numbers still to play",
        ),
        ("Rosespring record 1\ndark: x\rlight: y\n", 2, "expected one line of at most 200 characters for dark"),
        ("Rosespring record 1\nx-é: y\n", 2, "expected a header line like 'light: Ana', got 'x-é: y'"),
        ("Rosespring record 1\nx-: y\n", 2, "expected the name of a further header line"),
        ("Rosespring record 1\nGame 1\n", 2, "expected a header line like 'rules: gul-bara'"),
        ("Rosespring record 1\nrules: gioul\nthrow 5-2\n", 3, "expected 'Game 1' first"),
    ],
)
def test_other_faults(text: str, line: int, reason: str) -> None:
    with pytest.raises(NotationError) as fault:
        parse_record(text)
    assert (fault.value.line, reason in str(fault.value)) == (line, True), str(fault.value)


def test_a_roll_without_a_play_must_say_so() -> None:
    start = "position: gul-bara; Light 24×1 off×14; Dark 7×15; rolls 0 0; Light to roll\n"
    assert len(parse_record(HEADER + start + "Light 5-5: no play\nDark 6-1: 7/6 7/1").games) == 1
    with pytest.raises(NotationError, match="line 6: nothing of this can be played: expected 'no play', got '24/19'"):
        parse_record(HEADER + start + "Light 5-5: 24/19")


def test_header_lines_may_be_few_and_in_any_order() -> None:
    record = parse_record(
        "ROSESPRING  RECORD 1\n# by hand\n\nX-Note: hm\n  Length:2\nCascade_From : 2\nRULES: custom\n"
    )
    assert (record.length, record.rules.cascade_from, record.extra) == (2, 2, (("x-note", "hm"),))
    assert record.rules.movement == "parallel"


# JSON


def changed(**values: object) -> str:
    return json.dumps({**json.loads(record_to_json(example().record())), **values})


def with_game(**values: object) -> str:
    (game, _second) = json.loads(record_to_json(example().record()))["games"]
    return changed(games=[{**game, **values}])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1: no JSON: Expecting property name enclosed in double quotes"),
        ('{"a":' * 100_000, "no JSON that can be read: numbers or nesting too large"),
        ('{"a": ' + "9" * 5000 + "}", "no JSON that can be read: numbers or nesting too large"),
        ("{}", "expected format 'rosespring-record', version 1, got (None, None)"),
        (changed(version=2), "expected format 'rosespring-record', version 1, got ('rosespring-record', 2)"),
        (changed(version=True), "expected format 'rosespring-record', version 1, got ('rosespring-record', True)"),
        (changed(version=1.0), "expected format 'rosespring-record', version 1, got ('rosespring-record', 1.0)"),
        (changed(games=[{}]), "game 1: expected a throw, a position or an action, got nothing"),
        (changed(games=[*GAMES, {"unconfirmed": False}]), "game 3: expected a throw, a position or an action"),
        (changed(players=["a"]), "players: expected a list of 2, got ['a']"),
        (changed(players=["a", 1]), "players, 2: expected a text, got 1"),
        (changed(length=True), "length: expected a number from 1 to 99, got True"),
        (changed(rules=[]), "rules: expected an object, got []"),
        (changed(rules={"receiver": 1}), "rule option receiver has no value 1"),
        (changed(date="1"), "expected a date like 2026-11-29, got '1'"),
        (changed(light="a", extra={"x": "b"}), "expected the name of a further header line"),
        (changed(closing=[]), "closing: expected an object, got []"),
        (changed(closing={"winner": 2}), "closing: expected a number from 0 to 1, got 2"),
        (changed(games={}), "games: expected a list, got {}"),
        (changed(games=[1]), "games, 1: expected an object, got 1"),
        (with_game(throws=[[1]]), "games, 1, throws, 1: expected a list of 2, got [1]"),
        (with_game(throws=[[0, 1]]), "games, 1, throws, 1: expected a number from 1 to 6, got 0"),
        (with_game(position=5), "games, 1, position: expected a text, got 5"),
        (with_game(position="1~"), "expected a position id of 8 parts"),
        (with_game(unconfirmed=0), "games, 1, unconfirmed: expected true or false, got 0"),
        (
            with_game(actions=[{"roll": [6, 4], "step": [1, 1]}]),
            "games, 1, actions, 1: expected a roll, a step or a resignation",
        ),
        (with_game(actions=[{"roll": [6, 7]}]), "games, 1, actions, 1: expected a number from 1 to 6, got 7"),
        (with_game(actions=[{"step": [24, 6]}]), "game 1, action 1: "),
        (with_game(actions=[{"roll": [6, 4]}], result=None), ""),
        (with_game(actions=[{"roll": [6, 4]}]), "game 1: expected result None, got {"),
        (
            with_game(result={"winner": 1}),
            "game 1: expected result {'winner': 0, 'points': 2, 'resigned': True}, got {'winner': 1}",
        ),
    ],
)
def test_faults_in_json_are_named(text: str, reason: str) -> None:
    if not reason:
        assert len(load_record(text).games) == 1
        return
    with pytest.raises(NotationError) as fault:
        load_record(text)
    assert reason in str(fault.value)


def test_unknown_forms_are_refused() -> None:
    with pytest.raises(NotationError, match="expected a form out of text, json, got 'xml'"):
        convert_record(EXAMPLE, "xml")


# Anything


def fault_of(text: str) -> NotationError | None:
    """What is wrong with a record, if anything."""
    try:
        load_record(text)
    except NotationError as fault:
        return fault
    return None


@given(
    st.text() | st.lists(st.sampled_from([*LINES, "Game 3", "Light 1-1: 24/23(4) ...", "Match aborted"])).map("\n".join)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, LINES[0] + "\n" + text):
        fault = fault_of(whole)
        assert fault is None or fault.line is not None or whole.lstrip("\ufeff \t\r\n").startswith("{")


@given(recorders(actions=150), st.data())
def test_a_damaged_record_is_read_or_refused_with_its_line(recorder: Recorder, data: st.DataObject) -> None:
    text = format_record(recorder.record())
    at = data.draw(st.integers(0, len(text) - 1))
    damage = data.draw(st.sampled_from(["", "\n", "0", "6", "/", " ", ":", "x", "#", "é"]))
    length = data.draw(st.integers(0, 30))
    damaged = text[:at] + damage + text[at + length :]
    fault = fault_of(damaged)
    assert fault is None or fault.line in range(1, damaged.count("\n") + 2)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 30) | st.text(max_size=3) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(["players", "rules", "length", "dice", "extra", "games", "closing", "date", "version"]), json_values
)
def test_any_json_is_read_or_refused(field: str, value: object) -> None:
    for text in (changed(**{field: value}), json.dumps({field: value})):
        with suppress(NotationError):
            load_record(text)


@given(st.sampled_from(["throws", "position", "actions", "unconfirmed", "result"]), json_values)
def test_any_game_in_json_is_read_or_refused(field: str, value: object) -> None:
    with suppress(NotationError):
        load_record(with_game(**{field: value}))

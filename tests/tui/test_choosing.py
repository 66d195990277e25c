"""The questions before a match, and the options that answer them beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring import PRESETS, Rules, find_rules
from rosespring.errors import NotationError, RosespringError, RulesError, UnknownPlayer
from rosespring.players.words import player_title
from rosespring.rules import title
from rosespring.tui.app import Options
from rosespring.tui.choosing import Quit, ask_custom, ask_number, ask_opponent, ask_rules
from rosespring.tui.console import ScriptConsole
from rosespring.tui.screen import Look, Screen
from tests.tui.scripts import start


def screen(*lines: str) -> tuple[Screen, list[str]]:
    written: list[str] = []
    return Screen(ScriptConsole(lines, written.append), Look()), written


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("", "gul-bara"),
        ("1", "gul-bara"),
        ("4", "gioul"),
        ("gioul-doubles", "gioul-doubles"),
        ("crazy narde", "gul-bara"),
    ],
)
def test_rules_by_number_name_or_alias(answer: str, name: str) -> None:
    asked, written = screen(answer)
    assert ask_rules(asked) == find_rules(name)
    text = "".join(written)
    assert all(preset in text for preset in PRESETS)
    assert PRESETS["gul-bara-forfeit"].sentence in text


def test_wrong_answers_are_asked_again() -> None:
    asked, written = screen("7", "gulbarra", "gioul")
    assert ask_rules(asked) == find_rules("gioul")
    assert "unknown rules 'gulbarra': did you mean 'gul-bara'" in "".join(written)
    asked, written = screen("0", "100", "x", "²", "7")
    assert ask_number(asked, "How many?", 1, 99, 3) == 7
    assert "".join(written).count("type a number from 1 to 99") == 4


def test_custom_rules_ask_only_for_what_has_an_effect() -> None:
    asked, written = screen("contrary", "3", "2", "", "lost", "2", "roll")
    assert ask_custom(asked) == Rules("contrary", 3, "game", "all", "lost", opening="play", next_starter="roll")
    text = "".join(written)
    assert "1: from the first, 0: never [4]: 3" in text
    assert "rest_scope" not in text
    asked, _written = screen("custom", *[""] * 10)
    assert ask_rules(asked) == Rules()


def test_opponents() -> None:
    """Seven levels, a middle one first, and a friend."""
    for answer, name in (
        ("", "casual"),
        ("1", "novice"),
        ("7", "full"),
        ("8", "friend"),
        ("fr", "friend"),
        ("club", "club"),
    ):
        asked, written = screen(answer)
        assert ask_opponent(asked) == name
        assert "  1  novice: Still learning the moves.\n" in "".join(written)
        assert "careful" not in "".join(written)
    asked, written = screen("nobody", "f", "full")
    assert ask_opponent(asked) == "full"
    assert "'nobody' is none of them" in "".join(written)
    assert "'f' could be full, friend\n" in "".join(written)
    asked, _written = screen("quit")
    with pytest.raises(Quit):
        ask_opponent(asked)


@pytest.mark.parametrize("name", ["random", "runner", "careful", "yardstick"])
def test_older_players_can_still_be_asked_for(name: str) -> None:
    text, status = start(Options("gul-bara", name, 1, seed=1), ["quit"])
    assert (status, f"Dark is the computer, {player_title(name)}." in text) == (0, True)


def test_everything_is_asked_for_and_then_played(games_folder: Path) -> None:
    text, status = start(Options(seed=1), ["4", "friend", "3", "quit"])
    assert status == 0
    assert f"\n{title(find_rules('gioul'))}\nLight and Dark are both played at this keyboard.\n" in text
    assert "the match is to 3 points" in text
    assert len(list(games_folder.iterdir())) == 1


def test_what_is_given_is_not_asked_for() -> None:
    text, status = start(Options("gioul", "careful", 2, seed=1, name=" Ana\n"), ["quit"])
    assert status == 0
    assert text.startswith("Gioul\nLight is Ana.\nDark is the computer, careful.\n")


@pytest.mark.parametrize("lines", [[], ["quit"], ["1"], ["1", "1", "q"]])
def test_leaving_before_the_match(lines: list[str], games_folder: Path) -> None:
    _text, status = start(Options(), lines)
    assert status == 0
    assert not games_folder.exists()


def test_wrong_options() -> None:
    cases: list[tuple[Options, type[Exception]]] = [
        (Options("gulbarra"), RulesError),
        (Options("gioul", "carefull"), UnknownPlayer),
        (Options("gioul", seed=1, hand_dice=True), RosespringError),
        (Options("gioul", seed=10**100), RosespringError),
        (Options(load=Path("/no/such/file")), NotationError),
    ]
    for options, error in cases:
        with pytest.raises(error):
            start(options, [])


def test_a_saved_game_of_an_unknown_computer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    path.write_text("Rosespring record 1\nrules: gioul\nx-computer-dark: oracle\n", "utf-8")
    with pytest.raises(UnknownPlayer, match="unknown opponent 'oracle'"):
        start(Options(load=path), [])


def test_other_dice_for_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    path.write_text("Rosespring record 1\nrules: gioul\ndice: seed 5\n", "utf-8")
    text, _status = start(Options(load=path, hand_dice=True), ["61", "quit"])
    assert "Opening throw, Light's die and Dark's> 61\n" in text
    assert "\ndice: by hand\n" in path.read_text("utf-8")

"""Scripted sessions: what is typed, what is said, and how the match stands afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring import PRESETS, Side
from rosespring.notation.records import format_record, parse_record
from rosespring.players.words import player_title
from rosespring.tui.commands import COMMANDS
from rosespring.tui.saving import open_record
from rosespring.tui.table import Table
from tests.tui.scripts import LEVELS, against, friends, friends_with_dice, load, sit_down, sit_down_at_random

HEAD = "Rosespring record 1\ndate: 2026-11-29\nlength: {length}\nrules: {rules}\n\nGame 1\n"

# @ stands for a space at the end of a line.
CASCADE = """\
Gul Bara
Light and Dark are both played at this keyboard.
Both sides run the same way round, from 24 down to 1; your opponent starts on your 12-point.
Type steps like 24/20(2) 13/9; Enter rolls and says done; help lists the rest.
Score: Light 0, Dark 0; the match is to 3 points.
Dice of Light> 55
Light rolls 5-5: a cascade, up to 6-6.
Only one play: 7/2.
Played: 7/2.
3 fives and 4 sixes pass to Dark. The turn is complete: Enter or done ends it, undo takes back.
Light> undo
Taken back: 7/2.
Light has to play: 5 5 5 5 · 6 6 6 6
Light> 7
Played: 7/2.
3 fives and 4 sixes pass to Dark. The turn is complete: Enter or done ends it, undo takes back.
Light> done
Dark has the rest to play: 5 5 5 · 6 6 6 6
Only one play: 6/1 5/off 1/off.
Played: 6/1 5/off 1/off.
Dark has borne off the last checker. The turn is complete: Enter or done ends it, undo takes back.
Dark> last
Light rolled 5-5 and played 7/2. 3 fives and 4 sixes pass to Dark.
Dark>@
Dark wins 1 point.
Score: Light 0, Dark 1; the match is to 3 points.
Game 2.
Dice of Dark> 6-1
Dark rolls 6-1.
Dark has to play: 6 1
Dark> 24/17
Played: 24/18/17.
The turn is complete: Enter or done ends it, undo takes back.
Dark> quit
Saved. To go on: rosespring play --load {path}
"""

SPOKEN = """\
Dice of Light> 55
Light rolls 5-5: a cascade, up to 6-6.
Only one play: 7 to 2.
3 fives and 4 sixes pass to Dark. The turn is complete: Enter or done ends it, undo takes back.
Light> board
Your checkers (Light):
  your 22-point: 1
  your 2-point: 1
  borne off: 13
Checkers of Dark:
  your 18-point: 1 (for Dark the 6-point)
  your 17-point: 1 (for Dark the 5-point)
  borne off: 13
Light> undo
Taken back: 7/2.
Light has to play: 4 fives, then 4 sixes
Light> 7
Played: 7 to 2.
3 fives and 4 sixes pass to Dark. The turn is complete: Enter or done ends it, undo takes back.
Light>@
Dark has the rest to play: 3 fives, then 4 sixes
Only one play: 6 to 1; 5 off; 1 off.
Dark has borne off the last checker. The turn is complete: Enter or done ends it, undo takes back.
Dark>@
"""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Rules.md section 6, 11: a cascade of which most passes on."""
    path = tmp_path / "saved.txt"
    position = "gul-bara; Light 22×1 7×1 off×13; Dark 6×1 5×1 off×13; rolls 4 4; Light to roll"
    path.write_text(HEAD.format(length=3, rules="gul-bara") + f"position: {position}\n", "utf-8")
    return path


def test_a_cascade_a_rest_and_the_end_of_a_game(saved: Path) -> None:
    played = load(saved, ["55", "undo", "7", "done", "last", "", "6-1", "24/17", "quit"])
    assert played.text == CASCADE.replace("@", " ").format(path=saved)
    assert format_record(open_record(saved)) == format_record(played.table.recorder.record())
    assert saved.read_text("utf-8").endswith("\nGame 2\nDark 6-1: 24/18/17 ...\n")


def test_the_same_for_a_screen_reader(saved: Path) -> None:
    played = load(saved, ["55", "board", "undo", "7", "", ""], plain=True)
    assert SPOKEN.replace("@", " ") in played.text
    assert played.text.isascii()


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
def test_whole_matches_at_one_keyboard(preset: str, plain: bool, games_folder: Path) -> None:
    table = friends(preset, 2, seed=7)
    played = sit_down_at_random(table, 7, plain=plain)
    winner = table.recorder.match.winner
    assert winner is not None
    assert f"{('Light', 'Dark')[winner]} wins the match.\nScore: " in played.text
    assert played.lines[-2] == "Enter leaves, again plays another match> "
    assert played.status == 0
    assert not games_folder.exists()
    record = table.recorder.record()
    assert parse_record(format_record(record)) == record
    assert record.dice == "seed 7"


@pytest.mark.parametrize("level", LEVELS)
def test_whole_matches_against_the_computer(level: str) -> None:
    played = [sit_down_at_random(against(level, "gioul", 2, seed=3), 3) for _time in range(2)]
    assert "wins the match." in played[0].text
    assert f"Dark is the computer, {player_title(level)}." in played[0].text
    assert "Dark> " not in played[0].text
    assert played[0].text == played[1].text


def test_what_the_computer_does_is_told() -> None:
    played = sit_down(against("runner", seed=5), ["left", "last", "24/18/13"])
    assert played.lines[6:] == [
        "Opening throw: both sides throw 2, and throw again.",
        "Opening throw: Light 2, Dark 5. Dark starts.",
        "Dark rolled 5-1 and played 24/19 24/23.",
        "Light, Enter to roll> left",
        "Nothing is left to play: Light must roll.",
        "Light, Enter to roll> last",
        "Dark rolled 5-1 and played 24/19 24/23.",
        "Light, Enter to roll> 24/18/13",
        "there is nothing to play: roll first",
        "Light, Enter to roll> ",
        "",
        f"Saved. To go on: rosespring play --load {played.path}",
        "",
    ]


def test_faults_are_one_line_and_change_nothing() -> None:
    table = friends_with_dice("gioul")
    before = ["52", "44"]
    played = sit_down(
        table,
        [*before, "24/21", "24/20(5) 9", "24/20 24/25", "xyzzy", "udno", "a", "undo", "done", "roll", "undo x", "load"],
    )
    said = [line for line in played.lines if not line.startswith("Dice of") and "> " not in line]
    assert (
        said[-11:-3]
        == [
            "24/21: 3 is not on offer; to play now: 4",
            "24/20: 4 is not on offer; to play now: 5",
            "expected a point from 0 to 24, got 25",
            "unknown word 'xyzzy': help lists them",
            "unknown word 'udno': did you mean 'undo'?",
            "'a' could be auto, again",
            "there is no step of this turn to take back",
            "a number can still be played",
        ]
        or said
    )
    game = table.recorder.game
    assert game is not None
    assert game.position.stages == ((4,) * 4, (5,) * 4, (6,) * 4)
    assert not table.turn.steps


def test_undo_goes_back_step_by_step() -> None:
    table = friends_with_dice("gioul")
    played = sit_down(table, ["52", "44", "24/20(4) 24/19 24/19", "undo", "u 2", "left", "undo 9", "undo all", "undo"])
    assert [line for line in played.lines if line.startswith("Taken back")] == [
        "Taken back: 24/19.",
        "Taken back: 24/19 24/20.",
        "Taken back: 24/20 24/20 24/20.",
    ]
    assert "Light has to play: 4 · 5 5 5 5 · 6 6 6 6" in played.text
    assert "type undo, undo all, or undo and a number of steps of this turn" in played.text
    assert "there is no step of this turn to take back" in played.text


def test_forced_plays_are_said_and_can_be_switched_off(saved: Path) -> None:
    played = load(saved, ["auto off", "55", "7", "", "6 5 1"])
    assert "You make forced plays yourself." in played.text
    assert "Only one play" not in played.text
    assert "Played: 6/1 5/off 1/off." in played.text


def test_a_lost_number_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "lost.txt"
    position = "gul-bara; Light 13×1 off×14; Dark 14×1 off×14; rolls 0 0; Light to roll"
    path.write_text(HEAD.format(length=1, rules="gul-bara") + f"position: {position}\n", "utf-8")
    played = load(path, ["65", "", "66"])
    assert (
        "Only one play: 13/7.\nPlayed: 13/7.\nLight cannot play the five: it is lost. The turn is complete"
        in played.text
    )
    assert "Dark rolls 6-6.\n" in played.text


def test_a_roll_that_cannot_be_played_closes_itself(tmp_path: Path) -> None:
    path = tmp_path / "shut.txt"
    position = "gioul; Light 24×15; Dark 8×8 7×7; rolls 0 0; Light to roll"
    path.write_text(HEAD.format(length=1, rules="gioul") + f"position: {position}\n", "utf-8")
    played = load(path, ["66"])
    said = played.text.split("Dice of Light> 66\n")[1]
    assert said.split("\n")[:3] == [
        "Light rolls 6-6. Light can play nothing: 4 sixes pass to Dark.",
        "Dark has the rest to play: 6 6 6 6",
        "Only one play: 8/2(4).",
    ]


def test_boards_are_shown_from_the_side_of_the_turn() -> None:
    table = friends_with_dice("gioul")
    played = sit_down(table, ["52", "61", "24/18 24/23", "", "61", "board off", "24/18 24/23", "b"], boards=True)
    shown = [line.strip() for line in played.lines if "pips" in line]
    own = [line.split(":")[0] for line in shown[1::2]]
    assert own == ["○ Light", "○ Light", "● Dark", "● Dark"]
    assert all(len(line) <= 72 for line in played.lines if "│" in line)


def test_words_can_be_cut_short_and_are_all_explained() -> None:
    played = sit_down(
        friends("gioul", 3, seed=1), ["he", "help und", "pi", "sc", "ru", "mov", "po", "au", "au on", "l"]
    )
    for command in COMMANDS:
        assert f"  {command.form}" in played.text
    assert "\nundo [all | N]: take back the last step of this turn, or more of them\n" in played.text
    assert "\nPips to go: Light 360, Dark 360.\n" in played.text
    assert "\nScore: Light 0, Dark 0; the match is to 3 points.\n" in played.text
    assert "\n  Every double cascades: it is followed by every higher double, up to 6-6.\n" in played.text
    assert "\nNo step can be played now.\n" in played.text
    assert "\ngioul; Light 24×15; Dark 24×15; rolls 0 0; " in played.text
    assert "\n1~gioul~" in played.text
    assert "\nForced plays are made for you, and always said.\n" in played.text


def test_moves_are_listed() -> None:
    played = sit_down(friends_with_dice("gioul"), ["61", "65", "moves"])
    assert "\nYou may play: 24/18  24/19\n" in played.text


def test_resigning_is_asked_first() -> None:
    table = against("random", "gioul", 3, seed=5)
    played = sit_down(table, ["resign", "no", "resign", "yes"])
    assert "Light gives this game up for 2 points. Type yes to do so: no\nThe game goes on.\n" in played.text
    assert (
        "Light gives up: Dark wins 2 points.\nScore: Light 0, Dark 2; the match is to 3 points.\nGame 2.\n"
        in played.text
    )
    assert table.recorder.match.results[0].resigned


def test_a_won_game_cannot_be_given_up(tmp_path: Path) -> None:
    path = tmp_path / "won.txt"
    position = "gul-bara; Light 1×1 off×14; Dark 5×15; rolls 0 0; Light to roll"
    path.write_text(HEAD.format(length=3, rules="gul-bara") + f"position: {position}\n", "utf-8")
    played = load(path, ["auto off", "31", "1/off", "resign", "undo", "left"])
    assert "Light> resign\nthe game is over\nLight> undo\n" in played.text
    assert "Light has to play: 3 1\n" in played.text


def test_a_match_can_be_followed_by_another(games_folder: Path) -> None:
    played = sit_down(
        friends("gioul", 1, seed=5), ["resign", "yes", "board", "left", "undo", "resign", "again", "score"]
    )
    assert "wins the match.\n" in played.text
    assert "\nThe match is over.\n" in played.text
    assert played.text.count("the match is over\n") == 2
    assert played.table.recorder.heading.dice == "seed 6"
    assert played.table.recorder.match.results == []
    assert list(games_folder.iterdir()) == [played.path]


def test_again_waits_for_the_end() -> None:
    assert "this match is still going on" in sit_down(friends(), ["again"]).text


def test_dice_typed_by_hand() -> None:
    table = friends_with_dice("gul-bara-bulgarian")
    played = sit_down(table, ["", "roll", "7 1", "33", "5 2", "24/19 24/22", "", "", "roll", "4-4", "24/20(4)"])
    assert played.lines[6:13] == [
        "Opening throw, Light's die and Dark's> ",
        "type the dice, like 4 4 or 65",
        "Opening throw, Light's die and Dark's> roll",
        "type the dice, like 4 4 or 65",
        "Opening throw, Light's die and Dark's> 7 1",
        "type two dice from 1 to 6, like 4 4 or 65",
        "Opening throw, Light's die and Dark's> 33",
    ]
    assert "Opening throw: both sides throw 3, and throw again.\n" in played.text
    assert "Opening throw: Light 5, Dark 2. Light starts.\n" in played.text
    assert "Dice of Dark> roll\ntype the dice, like 4 4 or 65\nDice of Dark> 4-4\nDark rolls 4-4.\n" in played.text
    record = table.recorder.record()
    assert record.dice == "by hand"
    assert record.players == ("Ana", "")
    assert len(record.games[0].actions) == 8


def test_the_computers_dice_can_be_typed_too() -> None:
    table = against("careful", "gioul")
    table.dice = None
    played = sit_down(table, ["1 6", "help roll", "65", "64"])
    assert "Dice of Dark> 65\nDark rolled 6-5 and played " in played.text
    assert "Dice of Light> 64\nLight rolls 6-4.\n" in played.text


# Saving


def test_leaving_saves_and_loading_goes_on_exactly(games_folder: Path) -> None:
    """A match that is left after every few lines ends as the same match played in one go."""
    whole = sit_down_at_random(friends("gul-bara-bulgarian", 1, seed=11), 11)
    typed = [line.partition("> ")[2] for line in whole.lines if "> " in line]
    table = friends("gul-bara-bulgarian", 1, seed=11)
    for at in range(0, len(typed), 7):
        played = sit_down(table, typed[at : at + 7])
        if table.recorder.over:
            break
        (path,) = games_folder.iterdir()
        table = again_from(path, table)
        path.unlink()
    assert format_record(table.recorder.record()) == format_record(whole.table.recorder.record())
    assert played.text.endswith(whole.text[-60:])


def again_from(path: Path, table: Table) -> Table:
    """The table that a saved game goes on at; it must stand as `table` does."""
    from rosespring.tui.table import table_of

    found = table_of(open_record(path))
    one, other = found.recorder.turn, table.recorder.turn
    assert found.recorder.record() == table.recorder.record()
    if one and other:
        assert (one.steps, one.may_done, one.game.position) == (other.steps, other.may_done, other.game.position)
    assert found.dice == table.dice
    assert found.levels == table.levels
    return found


def test_the_computer_goes_on_after_a_break(games_folder: Path) -> None:
    whole = sit_down_at_random(against("careful", "gioul", 1, seed=2), 2)
    typed = [line.partition("> ")[2] for line in whole.lines if "> " in line]
    sit_down(against("careful", "gioul", 1, seed=2), typed[:9])
    (path,) = games_folder.iterdir()
    played = load(path, typed[9:], hand=False)
    assert "Dark is the computer, careful." in played.text
    assert format_record(played.table.recorder.record()) == format_record(whole.table.recorder.record())


def test_save_and_load_while_playing(tmp_path: Path, games_folder: Path) -> None:
    one, other = tmp_path / "one game.txt", tmp_path / "two.txt"
    other.write_text(HEAD.format(length=1, rules="gioul"), "utf-8")
    lines = ["save " + str(one), "roll", f"load {other}", "61", "save", "load /no/such/file", f"load {tmp_path}"]
    played = sit_down(friends(seed=1), lines)
    assert f"Saved in {one}\n" in played.text
    assert f"Saved. To go on: rosespring play --load '{one}'\nGioul\n" in played.text
    assert f"Saved in {other}\n" in played.text
    assert "/no/such/file cannot be read: No such file or directory\n" in played.text
    assert f"{tmp_path} cannot be read: " in played.text
    assert open_record(other).games[0].throws
    assert len(open_record(one).games[0].actions) == 1
    assert not games_folder.exists()


def test_a_match_that_cannot_be_saved_is_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    table = friends(seed=1)
    played = sit_down(table, ["save", "roll"])
    assert played.status == 1
    assert played.text.endswith(format_record(table.recorder.record()) + "\n")
    assert "cannot be saved" in played.text


@pytest.mark.parametrize("name", ["{folder}", "{folder}/file/game.txt", "~nobody-of-this-name/game.txt", "a\0b"])
def test_a_save_that_fails_does_not_spoil_the_last_one(name: str, tmp_path: Path, games_folder: Path) -> None:
    (tmp_path / "file").touch()
    table = friends("gioul", 1, seed=1)
    played = sit_down(table, ["", "save " + name.format(folder=tmp_path), "quit"])
    assert played.status == 0
    assert "Saved in" not in played.text
    (path,) = games_folder.iterdir()
    assert open_record(path) == table.recorder.record()


def test_a_save_that_fails_leaves_the_file_of_the_one_before(tmp_path: Path, games_folder: Path) -> None:
    kept = tmp_path / "kept.txt"
    played = sit_down(friends("gioul", 1, seed=1), [f"save {kept}", "", f"save {tmp_path}", "quit"])
    assert f"\n{tmp_path} cannot be written: Is a directory\n" in played.text
    assert played.path == kept
    assert len(open_record(kept).games[0].actions) == 1
    assert not games_folder.exists()


def test_nothing_is_saved_before_anything_has_happened(games_folder: Path) -> None:
    played = sit_down(friends_with_dice(), ["board", "moves", "undo", "quit"])
    assert played.text.count("the opening throw comes first") == 3
    assert played.status == 0
    assert not games_folder.exists()


def test_a_position_where_dark_acts(tmp_path: Path) -> None:
    path = tmp_path / "dark.txt"
    position = "gul-bara; Light 24×15; Dark 24×15; rolls 0 1; Dark to play 5, started"
    path.write_text(HEAD.format(length=1, rules="gul-bara") + f"position: {position}\n", "utf-8")
    played = load(path, [])
    assert played.table.turn.owner is Side.DARK
    assert "Only one play: 24/19.\nPlayed: 24/19.\n" in played.text

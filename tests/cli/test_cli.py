"""The command line as people call it: help, results, one-line errors, exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rosespring.rules import PRESETS

VERBS = [
    "play", "serve", "engine", "rules", "hint", "analyse", "quiz", "duel", "ladder", "convert", "endings", "perft",
    "bench", "train", "warm",
]  # fmt: skip
START = "gul-bara; Light 24×15; Dark 24×15"


def call(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rosespring", *arguments], input=given, capture_output=True, text=True, check=False
    )


def test_without_a_verb_the_verbs_are_listed() -> None:
    run = call()
    assert run.returncode == 0
    assert [verb for verb in VERBS if f"\n  {verb} " not in run.stdout] == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str) -> None:
    run = call(verb, "--help")
    assert run.returncode == 0
    assert "Example: " in run.stdout
    assert f"rosespring {verb}" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "given", "named"),
    [
        (["convert", "nowhere.txt", "-"], "", "nowhere.txt"),
        (["convert", "-", "-"], "Rosespring record 1\nrules: gioul\nlength: x\n", "line 3"),
        (["convert", "-", "-"], "", "line 1"),
        (["convert", "-", "-"], "\n" * (4 * 2**20 + 1), "-: expected a record of at most 4 MiB, got more"),
        (["convert", "/dev/zero", "-"], "", "/dev/zero: expected a record of at most 4 MiB, got more"),
        (["play", "--load", "/dev/zero"], "", "/dev/zero: expected a record of at most 4 MiB, got more"),
        (["duel", "random", "nowhere.npz"], "", "nowhere.npz: No such file"),
        (["duel", "pyproject.npz:full", "/dev/null/a.npz"], "", "cannot use the weights in pyproject.npz"),
        (["ladder", "random", "club", "nowhere.npz"], "", "nowhere.npz: No such file"),
        (["hint", "gul-bara", "--level", "nowhere.npz"], "", "nowhere.npz: No such file"),
        (["hint", "nowhere.txt"], "", "nowhere.txt"),
        (["hint", "-"], "Light to roll", "expected a position like"),
        (["hint", "-", "6-4"], f"{START}; rolls 1 0; Light to play 64", "numbers are left"),
        (["hint", "-"], "gul-bara; Light off×15; Dark 24×15; rolls 9 9; Light has won", "the game is over"),
        (["hint", "/dev/zero"], "", "expected a position of at most"),
    ],
    ids=[
        "no file", "bad line", "empty", "long input", "endless file", "endless saved game", "no weights",
        "no weights for full", "no weights in a ladder", "no weights for a hint", "no position", "bad position",
        "roll too early", "game over", "endless position",
    ],
)  # fmt: skip
def test_failed_work_is_one_line_and_status_1(arguments: list[str], given: str, named: str) -> None:
    run = call(*arguments, given=given)
    assert (run.returncode, run.stdout) == (1, "")
    assert len(run.stderr.splitlines()) == 1
    assert named in run.stderr


def test_rules_lists_and_explains() -> None:
    assert [line for line in call("rules").stdout.splitlines() if not line.startswith(" ")] == list(PRESETS)
    listed = json.loads(call("rules", "--json").stdout)
    assert {preset["name"]: preset["options"] for preset in listed} == {
        name: preset.rules.as_dict() for name, preset in PRESETS.items()
    }
    (custom,) = json.loads(call("rules", "custom-baaaaaaaa5", "--json").stdout)
    assert set(custom) == set(listed[0])
    assert (custom["name"], custom["options"]["cascade_from"]) == ("custom-baaaaaaaa5", 5)
    assert "cascade_from = 4" in call("rules", "гюлбара").stdout  # the Bulgarian name, an alias


def test_duel_prints_json() -> None:
    result = json.loads(call("duel", "runner", "random", "--games", "4", "--seed", "3", "--json").stdout)
    assert (result["a"], result["b"], result["bouts"], result["seed"]) == ("runner", "random", 4, 3)
    assert 0 <= result["win_share"] <= 1


def test_convert_there_and_back(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    assert call("duel", "runner", "random", "--games", "2", "--save", str(folder)).returncode == 0
    text = folder / "00001.txt"
    assert call("convert", str(text), str(tmp_path / "game.json")).returncode == 0
    assert json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert call("convert", str(tmp_path / "game.json"), "-").stdout == text.read_text("utf-8")


def test_records_are_utf8_whatever_the_terminal_has(tmp_path: Path) -> None:
    text = "Rosespring record 1\nlight: Άννα\nrules: gioul\n".encode()
    plain = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rosespring", "convert", "-", "-"]
    run = subprocess.run(command, input=text, capture_output=True, env=plain, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    assert "light: Άννα" in run.stdout.decode()
    (tmp_path / "game.txt").write_bytes(text.decode().encode("iso8859-7"))
    run = subprocess.run([*command[:-2], str(tmp_path / "game.txt"), "-"], capture_output=True, env=plain, check=False)
    assert run.returncode == 1
    assert b"expected text in UTF-8, got byte 0xb6 at 27" in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_a_terminal_without_the_letters_gets_question_marks() -> None:
    plain = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rosespring", "rules", "gioul"]
    run = subprocess.run(command, capture_output=True, env=plain, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"Source: Backgammon Galore, ?Gioul?" in run.stdout


def test_closed_streams_are_no_crash() -> None:
    command = f"{sys.executable} -m rosespring engine"
    for streams in ("<&-", "</dev/null >&-"):
        run = subprocess.run(["sh", "-c", f"{command} {streams}"], capture_output=True, check=False)
        assert (run.returncode, run.stderr) == (0, b"")


def test_perft_counts_and_checks(tmp_path: Path) -> None:
    counted = json.loads(call("perft", "gul-bara", "--json").stdout)
    # rules.md section 6, 1: 6-6 has one end position; 1-1 has one for each partition of 4, of which there are five.
    assert (counted["divide"]["6-6"], counted["divide"]["1-1"]) == (1, 5)
    table = tmp_path / "table.txt"
    table.write_text(call("perft", "gul-bara", "--reference").stdout, "utf-8")
    assert call("perft", str(table)).returncode == 0
    table.write_text(table.read_text("utf-8").replace("6-6 1", "6-6 2").replace("stages 53", "stages 54"), "utf-8")
    wrong = call("perft", str(table))
    assert wrong.returncode == 1
    assert "6-6 2 1  <--" in wrong.stdout


def test_bench_measures_what_it_is_asked_for() -> None:
    (figure,) = json.loads(call("bench", "cascade:gioul:start:5-5", "--json").stdout)
    assert (figure["name"], figure["count"], figure["unit"]) == ("cascade:gioul:start:5-5", 74, "s")
    assert figure["value"] > 0


def test_endings_are_listed_and_built_where_they_are_wanted(tmp_path: Path) -> None:
    listed = json.loads(call("endings", "show", "--json").stdout)
    assert {f"contact-2-{preset}" for preset in PRESETS} <= {table["name"] for table in listed}
    assert all(table["fault"] is None for table in listed)
    built = call("endings", "build", "contact-2-gioul", "--folder", str(tmp_path))
    assert built.returncode == 0
    assert [Path(line) for line in built.stdout.split()] == list(tmp_path.iterdir())
    wrong = call("endings", "build", "contact-9", "--folder", str(tmp_path))
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (1, 1)
    assert "contact-9" in wrong.stderr

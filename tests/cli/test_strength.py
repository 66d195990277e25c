"""The verbs about strength as people call them: hints, duels of networks, ladders."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rosespring.cli.duel import PLAYERS_HELP
from rosespring.evaluation.network import save_network
from rosespring.players import PLAYERS
from tests.cli.test_cli import call
from tests.networks import random_network

CASCADE = "gul-bara; Light 24×7 20×8; Dark 24×15; rolls 4 3; Light to play 5555 6666, cascade, started"


def called(*arguments: str, given: str = "") -> str:
    run = call(*arguments, given=given)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def result(*arguments: str, given: str = "") -> Any:
    return json.loads(called(*arguments, "--json", given=given))


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("weights") / "own.npz"
    save_network(path, random_network("parallel"))
    return str(path)


def test_the_help_names_every_player() -> None:
    assert re.split(r", | or ", PLAYERS_HELP.partition(";")[0]) == list(PLAYERS)
    assert "FILE.npz:LEVEL" in " ".join(call("duel", "--help").stdout.split())


def test_a_hint_shows_board_plays_chances_and_losses() -> None:
    shown = called("hint", "gul-bara", "6-4")
    assert "│" in shown
    assert "Light rolls 6-4." in shown
    first, second = (line for line in shown.splitlines() if re.match(r"\d\. ", line))
    assert re.match(r"1\.  24/\S+ .* \d+\.\d %  +\d+\.\d %  +\d+\.\d %  [+-]\d\.\d{3} +2$", first)
    assert re.search(r"[+-]\d\.\d{3}  \d\.\d{3} +2$", second)


def test_a_hint_for_a_cascade_keeps_stages_apart() -> None:
    best, *others = result("hint", "-", "--top", "3", given=CASCADE)["plays"]
    assert len(others) == 2
    assert len(best["steps"]) == 8
    assert [number for _point, number in best["steps"]] == [5] * 4 + [6] * 4
    assert best["text"].count(" · ") == 1
    assert best["loss"] == 0 < others[0]["loss"]
    assert set(best["outlook"]) == {"win", "win2", "lose2", "points"}


def test_a_hint_at_a_score_is_about_the_match(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(CASCADE + "\n", "utf-8")
    found = result("hint", str(path), "--needs", "1,1", "--level", "master")
    assert found["needs"] == [1, 1]
    for play in found["plays"]:
        assert play["outlook"]["match"] == pytest.approx(play["outlook"]["win"], abs=1e-6)
    assert " Match " in called("hint", str(path), "--needs", "2,3", "--level", "master")


def test_a_hint_without_a_roll_tells_the_outlook_and_the_best_of_each_roll(weights: str) -> None:
    found = result("hint", "gul-bara", "--level", weights)
    assert 0 < found["outlook"]["win"] < 1
    assert [roll["dice"] for roll in found["rolls"]][:2] == [[6, 6], [6, 5]]
    assert len(found["rolls"]) == 21
    assert found["rolls"][0]["text"] == "24/18(4)"  # rules.md section 6, 1
    shown = called("hint", "gul-bara", "--level", weights + ":turns-ahead")
    assert "Light must roll." in shown
    assert re.search(r"^6-6   24/18\(4\) +[+-]\d\.\d{3}$", shown, re.MULTILINE)


def test_a_hint_follows_the_rest_to_who_plays_it() -> None:
    # rules.md section 6, 9: A can play nothing of a cascading 5-5, and B receives all of it.
    place = "gul-bara; Light off×14 24×1; Dark off×14 7×1; rolls 5 5; Light to roll"
    shown = called("hint", place, "5-5", "--needs", "1,2")
    assert "Dark has the rest to play: 5 5 5 5 · 6 6 6 6" in shown
    assert "rest: 7/2/off" in shown
    assert result("hint", place, "5-5", "--needs", "1,2")["needs"] == [2, 1]


def test_a_terminal_without_the_letters_gets_a_plain_board() -> None:
    plain = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "rosespring", "hint", CASCADE, "--level", "expert"]
    run = subprocess.run(command, capture_output=True, env=plain, check=True)
    assert b"?" not in run.stdout
    assert b"5 5 5 5 | 6 6 6 6" in run.stdout


def test_networks_of_ones_own_meet(weights: str) -> None:
    found = result("duel", weights, f"{weights}:master", "--matches", "4", "--length", "3", "--seed", "2")
    assert (found["bouts"], found["length"], found["win_share"]) == (4, 3, 0.5)


def test_weights_that_are_none_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(b"no weights")
    for arguments in (
        ["duel", str(path), "random"],
        ["ladder", "random", str(path)],
        ["hint", "gul-bara", "--level", str(path)],
    ):
        run = call(*arguments)
        assert (run.returncode, len(run.stderr.splitlines())) == (1, 1)
        assert str(path) in run.stderr


def test_a_ladder_is_printed_best_first(weights: str) -> None:
    arguments = ["ladder", "random", "yardstick", weights, "--games", "20", "--seed", "3", "--workers", "1"]
    found = result(*arguments)
    assert found["standings"][0]["player"] == "yardstick"
    assert (found["anchor"], len(found["duels"])) == ("random", 3)
    rows = called(*arguments).splitlines()
    assert rows[0] == "gul-bara, 20 games of each two, paired dice, seed 3; random is rated 0"
    assert re.match(r"yardstick +\+\d+ +[+-]\d+ … [+-]\d+ +\d+\.\d % +\d+\.\d ± \d+\.\d %$", rows[3])
    assert any(re.match(r"random +[+-]0 ", row) for row in rows)


@pytest.mark.parametrize("arguments", [["duel", "careful", "random"], ["ladder", "expert", "club"]], ids=str)
def test_ctrl_c_ends_in_one_line(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "rosespring", *arguments, "--games", "1000000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(3)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does it: to the workers too
        output, errors = run.communicate(timeout=60)
    assert (run.returncode, output, errors) == (1, "", "rosespring: stopped\n")

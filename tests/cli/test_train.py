"""The verb that trains, as people call it: stopped by time and by Ctrl-C, gone on with, refused in one line."""

from __future__ import annotations

import inspect
import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rosespring.cli.train import train
from rosespring.evaluation.network import load_network
from rosespring.training import run
from rosespring.training.run import CHECKPOINT, CURVES, WEIGHTS
from rosespring.training.settings import Settings
from tests.cli.test_cli import call
from tests.training.small import SMALL

SIZE = ["--hidden", "4", "--threads", "1"]
SECOND = str(1 / 60)


def trained(folder: Path, *arguments: str) -> Any:
    done = call("train", str(folder), *SIZE, *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_left_out_settings_are_those_of_a_run() -> None:
    defaults = {name: parameter.default for name, parameter in inspect.signature(train).parameters.items()}
    settings = Settings()
    for name in ("movement", "games", "deep_games", "hidden", "seed"):
        assert defaults[name] == getattr(settings, name)


def test_time_that_is_over_stops_a_run_and_the_same_call_goes_on(tmp_path: Path) -> None:
    first = trained(tmp_path, "--minutes", SECOND)
    assert first["games"] > 0
    assert first["games"] % Settings().round_games == 0
    assert (first["folder"], first["network"]) == (str(tmp_path), str(tmp_path / WEIGHTS))
    assert {"of", "games_a_second", "loss", "rate", "yardstick", "frozen", "double_share"} <= first.keys()
    assert load_network(tmp_path / WEIGHTS).card.games == first["games"]
    assert json.loads((tmp_path / CURVES).read_text("utf-8")) == []
    stands = trained(tmp_path, "--minutes", "0")
    assert (stands["games"], stands["loss"]) == (first["games"], first["loss"])
    more = trained(tmp_path, "--minutes", SECOND)
    assert more["games"] > first["games"]
    words = call("train", str(tmp_path), *SIZE, "--minutes", "0")
    assert re.fullmatch(rf"\d+ games learned; the network is {tmp_path / WEIGHTS}\n", words.stdout)
    assert words.stderr == f"{more['games']} of {Settings().total} games learned: training\n"


def test_a_run_that_cannot_be_gone_on_with_is_one_line_and_status_1(tmp_path: Path) -> None:
    trained(tmp_path, "--minutes", "0")
    for arguments, named in (
        (["--seed", "2"], "(seed 1 instead of 2)"),
        (["--games", "7"], "games 150000 instead of 7"),
    ):
        done = call("train", str(tmp_path), *SIZE, *arguments)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
        assert named in done.stderr
        assert str(tmp_path / CHECKPOINT) in done.stderr
    (tmp_path / CHECKPOINT).write_bytes(b"nonsense")
    done = call("train", str(tmp_path), *SIZE)
    assert done.returncode == 1
    assert done.stderr == f"rosespring: cannot go on from {tmp_path / CHECKPOINT}: File is not a zip file\n"
    done = call("train", str(tmp_path / CHECKPOINT))
    assert (done.returncode, done.stderr) == (1, f"rosespring: {tmp_path / CHECKPOINT}: File exists\n")


def test_ctrl_c_ends_in_one_line_at_any_time(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rosespring", "train", str(tmp_path), *SIZE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(4)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=100)
    assert (process.returncode, output) == (1, "")
    started = f"0 of {Settings().total} games learned: training\n"  # unless it was stopped before
    assert errors in (f"{started}rosespring: stopped\n", "rosespring: stopped\n")
    assert trained(tmp_path, "--minutes", "0")["games"] % Settings().round_games == 0


def test_a_terminal_shows_a_bar_and_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rosespring", "train", str(tmp_path), *SIZE]
    environment = os.environ | {"COLUMNS": "80", "TERM": "xterm"}
    shown = b""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True) as process:
        os.close(theirs)
        while data := _read(ours):
            if b"games/s" in data and b"games/s" not in shown:
                process.send_signal(signal.SIGINT)
            shown += data
        assert process.wait(60) == 1
    os.close(ours)
    plain = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", shown).decode()
    bars = re.findall(r"\d+ games/s, error 0\.\d{4} .*? (\d+)/(\d+)", plain)
    assert bars[0][1] == str(Settings().total)
    assert plain.splitlines()[-1].endswith("rosespring: stopped")
    stands = trained(tmp_path, "--minutes", "0")
    assert stands["games"] >= int(bars[-1][0]) > 0
    assert load_network(tmp_path / WEIGHTS).card.games == stands["games"]
    assert not list(tmp_path.glob("*.partial"))


def _read(handle: int) -> bytes:
    try:
        return os.read(handle, 65536)
    except OSError:  # how Linux tells that the other end is closed
        return b""


def small_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the verb make runs that are over in seconds."""
    small = {
        name: getattr(SMALL, name)
        for name in (
            "round_games",
            "batch",
            "lessons",
            "lessons_from",
            "lesson_pool",
            "race_pool",
            "stage_pool",
            "endings",
            "stage_games",
            "stages",
        )
    }
    monkeypatch.setattr("rosespring.training.settings.Settings", lambda **given: Settings(**small | given))
    monkeypatch.setattr(run, "share_against_yardstick", lambda *_given: 0.5)


def test_a_whole_run_tells_its_strength_and_draws_its_curves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small_settings(monkeypatch)
    train(tmp_path, games=60, deep_games=20, hidden=4, name="mine")
    told = capsys.readouterr()
    assert told.out == f"80 games learned; the network is {tmp_path / WEIGHTS}\n"
    start, *lines = told.err.splitlines()
    assert start == "0 of 80 games learned: training"
    assert len(lines) == 2  # after the last game, and after the endings
    assert all(re.fullmatch(r"80 games, \d+/s, error 0\.\d{4}, 50\.0 % against the yardstick", line) for line in lines)
    card = load_network(tmp_path / WEIGHTS).card
    assert (card.name, card.games) == ("mine", 80)
    assert card.command == "rosespring train DIR --movement parallel --games 60 --deep-games 20 --hidden 4 --seed 1"
    picture = (tmp_path / "curves.svg").read_text("utf-8")
    assert picture.startswith("<?xml")
    assert "mine" in picture
    assert "against the yardstick" in picture
    # Gone on with, there is nothing left to do but to draw the picture anew.
    (tmp_path / "curves.svg").unlink()
    train(tmp_path, games=60, deep_games=20, hidden=4, as_json=True)
    told = capsys.readouterr()
    assert (json.loads(told.out)["games"], told.err) == (80, "")
    assert (tmp_path / "curves.svg").exists()


def test_where_no_terminal_shows_a_bar_lines_say_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small_settings(monkeypatch)
    monkeypatch.setattr("rosespring.cli.train._SAY_EVERY", 0)
    train(tmp_path, games=60, deep_games=0, hidden=4)
    lines = capsys.readouterr().err.splitlines()
    told = [int(found[1]) for line in lines if (found := re.match(r"(\d+) of 60 games learned: ", line))]
    assert told[0] == 0
    assert len(told) > 2
    assert told == sorted(told)


def test_without_matplotlib_there_is_a_network_but_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small_settings(monkeypatch)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    train(tmp_path, games=20, deep_games=0, hidden=4)
    told = capsys.readouterr()
    assert told.err.splitlines()[-1] == "learning curves need matplotlib: pip install matplotlib"
    assert "20 games learned" in told.out
    assert load_network(tmp_path / WEIGHTS).card.games == 20
    assert not (tmp_path / "curves.svg").exists()

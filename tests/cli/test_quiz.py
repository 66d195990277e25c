"""`rosespring quiz` as people call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rosespring.notation.records import format_record
from tests.analysis.games import match_of


def call(*arguments: str, given: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    import os

    command = [sys.executable, "-m", "rosespring", "quiz", *arguments]
    env = dict(os.environ) | ({"XDG_DATA_HOME": str(home)} if home else {})
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, env=env)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.txt"
    path.write_text(format_record(match_of("gioul", 0)), "utf-8")
    return path


def test_it_asks_and_remembers(game: Path, tmp_path: Path) -> None:
    """Two moments; the second time, only what was not answered well comes again."""
    cache = str(tmp_path / "results")
    first = call(str(game), "--top", "2", "--cache", cache, given="1\n1\n", home=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Question 2 of 2: " in first.stdout
    assert (tmp_path / "rosespring" / "quiz.json").exists()
    best = first.stdout.count("That is best.")
    again = call(str(game), "--top", "2", "--cache", cache, given="", home=tmp_path)
    assert ("Question 1 of 2" in again.stdout) == (best == 0)


def test_the_moments_as_csv(game: Path, tmp_path: Path) -> None:
    run = call(str(game), "--top", "3", "--csv", str(tmp_path / "m.csv"), "--cache", str(tmp_path / "results"))
    assert (run.returncode, run.stdout) == (0, "")
    assert len((tmp_path / "m.csv").read_text("utf-8").splitlines()) == 4


def test_a_player_who_is_not_there_has_no_moments(game: Path) -> None:
    run = call(str(game), "--player", "Eve", "--cache", "none")
    assert (run.returncode, run.stderr) == (1, "rosespring: no play of Eve gave away so much\n")

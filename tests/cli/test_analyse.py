"""`rosespring analyse` as people call it: forms, folders, what stays, faulty files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rosespring.notation.records import GameRecord, Record, format_record
from tests.analysis.games import match_of


def call(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rosespring", "analyse", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def short() -> str:
    """The first turns of a game."""
    record = match_of("gul-bara", 0)
    first = record.games[0]
    return format_record(Record(record.rules, games=(GameRecord(first.throws, actions=first.actions[:15]),)))


def test_a_record_is_explained_in_three_forms(short: str) -> None:
    as_json = call("-", "--to", "json", given=short).stdout
    told = json.loads(as_json)
    (game,) = told["games"]
    assert game["finished"] is False
    assert call("-", "--json", given=short).stdout == as_json
    assert "Given away" in call("-", given=short).stdout
    assert call("-", "--to", "html", given=short).stdout.startswith("<!DOCTYPE html>")


def test_folders_are_done_once_and_faulty_files_named(short: str, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(short, "utf-8")
    (tmp_path / "wrong.txt").write_text("Rosespring record 1\nrules: gioul\nlength: x\n", "utf-8")
    folder = str(tmp_path)
    first = call(folder, "--folder", folder, "--to", "json")
    assert first.returncode == 1
    assert first.stdout.split() == [str(tmp_path / "good.report.json")]
    assert len(first.stderr.splitlines()) == 1
    assert "wrong.txt: line 3" in first.stderr
    (tmp_path / "wrong.txt").unlink()
    again = call(folder, "--folder", folder, "--to", "json")
    assert (again.returncode, again.stdout) == (0, f"{tmp_path / 'good.report.json'} is up to date\n")
    other = call(folder, "--folder", folder, "--to", "json", "--bad", "0.1")
    assert other.stdout.split() == [str(tmp_path / "good.report.json")]
    os.utime(tmp_path / "good.report.json", (0, 0))
    older = call(folder, "--folder", folder, "--to", "json", "--bad", "0.1")
    assert older.stdout.split() == [str(tmp_path / "good.report.json")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.report.json", "good.txt"]


def test_moments_go_to_csv_and_several_records_to_processes(short: str, tmp_path: Path) -> None:
    """The reports are those of one process, and results that are kept change nothing; a damaged cache is told once."""
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.txt").write_text(short, "utf-8")
    (tmp_path / "three.txt").write_text(short + "Light 9-9: 24/15\n", "utf-8")
    folder, cache = str(tmp_path), str(tmp_path / "results")
    alone = call(folder, "--workers", "1", "--cache", "none")
    assert alone.returncode == 1
    assert len(alone.stderr.splitlines()) == 1
    assert alone.stderr.rstrip().endswith("what comes before is analysed")
    both = call(folder, "--workers", "2", "--cache", cache, "--csv", str(tmp_path / "moments.csv"))
    assert (both.stdout, both.stderr) == (alone.stdout, alone.stderr)
    rows = (tmp_path / "moments.csv").read_text("utf-8").splitlines()
    assert rows[0].startswith("file,game,side")
    assert {row.split(",")[0] for row in rows[1:]} == {str(tmp_path / f"{n}.txt") for n in ("one", "two", "three")}
    Path(cache).write_bytes(b"not a cache" * 999)
    again = call(folder, "--workers", "2", "--cache", cache)
    assert again.stdout == alone.stdout
    assert [line for line in again.stderr.splitlines() if "results that are kept" in line] == [
        f"rosespring: the results that are kept cannot be used: {cache}: file is not a database"
    ]

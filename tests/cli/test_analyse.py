"""`rosespring analyse` as people call it: forms, folders, what stays, faulty files."""

from __future__ import annotations

import json
import os
import signal
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


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes only there")
def test_a_folder_is_read_whatever_lies_in_it(short: str, tmp_path: Path) -> None:
    """A pipe would be waited for, for ever; a name that is no text is written as its own bytes."""
    folder = tmp_path / "games"
    folder.mkdir()
    os.mkfifo(folder / "pipe.txt")
    (folder / "inner.txt").mkdir()
    (folder / "round.txt").symlink_to("round.txt")
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_text(short, "utf-8")
    run = call(str(folder), "--csv", str(tmp_path / "moments.csv"), "--cache", "none")
    assert (run.returncode, run.stderr) == (1, f"rosespring: {folder}/round.txt: Too many levels of symbolic links\n")
    assert "Given away" in run.stdout
    assert b"/caf\xe9.txt,1," in (tmp_path / "moments.csv").read_bytes()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes in /proc")
def test_a_worker_that_is_killed_is_told_in_a_line(short: str, tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"{number}.txt").write_text(short, "utf-8")
    command = [sys.executable, "-m", "rosespring", "analyse", str(tmp_path), "--workers", "2", "--cache", "none"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stdout.readline()  # the first report: both work
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text("ascii").split()
        workers = [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
        os.kill(int(workers[0]), signal.SIGKILL)
        _out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, "rosespring: a process that judges has been ended from outside\n")


def test_a_record_without_a_game_is_told_of(short: str, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text(short[: short.index("Game 1")], "utf-8")
    (tmp_path / "begun.txt").write_text(short[: short.index("Game 1")] + "Game 1\n", "utf-8")
    for form in ([], ["--folder", str(tmp_path)]):
        run = call(str(tmp_path), *form)
        assert (run.returncode, run.stdout) == (1, "")
        assert [line.split(": ")[-1] for line in run.stderr.splitlines()] == [
            "no game has begun, there is nothing to analyse"
        ] * 2

"""Saved games on disk."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from rosespring.errors import NotationError
from rosespring.notation.records import Record
from rosespring.rules import find_rules
from rosespring.tui import saving
from rosespring.tui.saving import fresh_path, how_to_go_on, open_record, save_record

RECORD = Record(find_rules("gioul"), 3, ("Ana", "Бо"))


def test_names_are_not_taken_twice(games_folder: Path) -> None:
    paths = []
    for _time in range(3):
        path = fresh_path()
        save_record(RECORD, path)
        paths.append(path)
    assert len(set(paths)) == 3
    assert {path.parent for path in paths} == {games_folder}
    assert sorted(games_folder.iterdir()) == sorted(paths)


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "a game.txt"
    save_record(RECORD, path)
    assert open_record(path) == RECORD
    assert shlex.split(how_to_go_on(path)) == ["rosespring", "play", "--load", str(path)]


def test_a_failed_save_leaves_the_old_game_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    save_record(RECORD, path)

    def fail(_record: Record) -> str:
        raise OSError("disk full")

    monkeypatch.setattr(saving, "format_record", fail)
    with pytest.raises(OSError, match="disk full"):
        save_record(RECORD, path)
    assert open_record(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, reason in (
        (b"\xff\xfe", f"{path} is no record: it is not text in UTF-8"),
        (b"Hello", f"{path}: line 1: expected 'Rosespring record 1', got 'Hello'"),
        (b"", f"{path}: line 1: expected 'Rosespring record 1', got an empty text"),
    ):
        path.write_bytes(content)
        with pytest.raises(NotationError) as fault:
            open_record(path)
        assert str(fault.value) == reason
    with pytest.raises(NotationError, match="/dev/zero: expected a record of at most 4 MiB, got more"):
        open_record(Path("/dev/zero"))
    with pytest.raises(NotationError, match="cannot be read: No such file or directory"):
        open_record(tmp_path / "none")


def test_a_folder_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(**_values: object) -> None:
        raise AssertionError("a temporary file beside a folder")

    monkeypatch.setattr("tempfile.mkstemp", never)
    with pytest.raises(OSError, match=f"^{tmp_path} cannot be written: Is a directory$"):
        save_record(RECORD, tmp_path)


def test_what_cannot_be_written_is_named_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_path: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device", "temporary", None, "target")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match=f"^{tmp_path}/game.txt cannot be written: No space left on device$"):
        save_record(RECORD, tmp_path / "game.txt")
    assert list(tmp_path.iterdir()) == []

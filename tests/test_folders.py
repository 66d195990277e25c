"""One folder of the user's for saved games and for the tables of the server; files written whole."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from rosespring.folders import check_writable, data_folder, write_whole
from rosespring.tui.saving import fresh_path
from rosespring.web.settings import default_database


@pytest.mark.parametrize(("base", "folder"), [("/data", "/data/rosespring"), ("", "/home/ana/.local/share/rosespring")])
def test_saved_games_and_tables_lie_in_the_users_data_folder(
    base: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setenv("XDG_DATA_HOME", base)
    assert data_folder() == Path(folder)
    assert fresh_path().parent == Path(folder)
    assert default_database() == Path(folder) / "rosespring.db"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"before")

    def fail(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match=r"No space left on device: '.*/file'"):
        write_whole(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_several_writers_of_one_file_leave_one_of_theirs_whole(tmp_path: Path) -> None:
    path, faults = tmp_path / "file", list[OSError]()
    texts = [bytes([letter]) * 100_000 for letter in b"abcd"]

    def write(text: bytes) -> None:
        try:
            for _time in range(10):
                write_whole(path, text)
        except OSError as fault:
            faults.append(fault)

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert faults == []
    assert path.read_bytes() in texts
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", b"text")
    assert (tmp_path / "file").read_bytes() == b"text"
    assert (tmp_path / "link").is_symlink()
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", b"for whoever reads")
    assert os.read(reader, 100) == b"for whoever reads"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


def test_what_cannot_be_written_is_known_before_work_begins(tmp_path: Path) -> None:
    check_writable(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OSError, match=r"No such file or directory: '.*/nowhere/file'"):
        check_writable(tmp_path / "nowhere" / "file")
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        check_writable(tmp_path)

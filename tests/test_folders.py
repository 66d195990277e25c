"""One folder of the user's for saved games and for the tables of the server; files written whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring.folders import data_folder, write_whole
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

"""Building: what is whole is kept, what is not is built anew, and a build that was stopped goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rosespring.endings import build_tables, list_tables
from rosespring.errors import TableError

NAMES = ["race-2x6-ordinary", "next-2x6-ordinary", "race-3x7-cascading"]


class Stopped(Exception):
    """In place of an interrupted build."""


def stamps(paths: list[Path]) -> list[int]:
    return [path.stat().st_mtime_ns for path in paths]


def test_a_stopped_build_goes_on_where_it_was(tmp_path: Path) -> None:
    def stop(name: str, share: float) -> None:
        if name == NAMES[1] and share > 0.5:
            raise Stopped

    with pytest.raises(Stopped):
        build_tables(tmp_path, NAMES, stop)
    (first,) = tmp_path.iterdir()
    before = stamps([first])
    paths = build_tables(tmp_path, NAMES)
    assert [path.stem for path in paths] == NAMES
    assert paths[0] == first
    assert stamps([first]) == before
    assert sorted(paths) == sorted(tmp_path.iterdir())


def test_a_killed_build_leaves_nothing_that_is_taken_for_a_table(tmp_path: Path) -> None:
    program = "import sys; from pathlib import Path; from rosespring.endings import build_tables; "
    program += "build_tables(Path(sys.argv[1]), sys.argv[2:], lambda name, share: print(name, share, flush=True))"
    names = [*NAMES, "contact-2-gul-bara"]
    command = [sys.executable, "-c", program, str(tmp_path), *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as building:
        assert building.stdout is not None
        for line in building.stdout:
            if line.startswith(names[-1]) and 0.2 < float(line.split()[1]) < 1:
                building.send_signal(signal.SIGKILL)
                break
    assert [info.fault for info in list_tables(tmp_path) if info.path.parent == tmp_path] == [None] * 3
    kept = [tmp_path / f"{name}.table" for name in NAMES]
    before = stamps(kept)
    paths = build_tables(tmp_path, names)
    assert paths[:3] == kept
    assert stamps(kept) == before
    assert paths[3].exists()


def test_damaged_tables_are_built_anew_and_old_leavings_removed(tmp_path: Path) -> None:
    (path,) = build_tables(tmp_path, NAMES[:1])
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    old, new = (tmp_path / f"{path.name}.{number}.part" for number in (1, 2))
    for leaving in (old, new):
        leaving.write_bytes(b"")
    os.utime(old, (time.time() - 3600,) * 2)
    build_tables(tmp_path, NAMES[:1])
    assert path.read_bytes() == whole
    assert sorted(tmp_path.iterdir()) == sorted([path, new])


def test_progress_goes_up_to_one_for_each_table(tmp_path: Path) -> None:
    seen: dict[str, list[float]] = {}
    build_tables(tmp_path, NAMES, lambda name, share: seen.setdefault(name, []).append(share))
    assert list(seen) == NAMES
    for shares in seen.values():
        assert (shares[0], shares[-1]) == (0.0, 1.0)
        assert shares == sorted(shares)


def test_names_of_rules_and_groups(tmp_path: Path) -> None:
    rules = {"gioul", "contact-2-gioul", "γκιουλ"}
    (path,) = build_tables(tmp_path, sorted(rules))
    assert path.name == "contact-2-gioul.table"


@pytest.mark.parametrize("name", ["giuol", "race-6x7", "doubles-9-ordinary", "contact-2-giuol"])
def test_an_unknown_name_is_refused_before_anything_is_built(name: str, tmp_path: Path) -> None:
    with pytest.raises(TableError, match=name):
        build_tables(tmp_path / "new", [NAMES[0], name])
    assert not (tmp_path / "new").exists()

"""Table files: what is damaged, cut short, foreign or of other rules is refused by name and reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rosespring.endings import Spec, Tables, list_tables, open_table, probe
from rosespring.endings.files import MAGIC, write_table
from rosespring.endings.specs import PRESET_CONTACT, contact_spec
from rosespring.endings.tables import PACKAGED, table_path
from rosespring.errors import RosespringError, TableError
from rosespring.rules import find_rules
from tests.endings.iteration import LATE
from tests.positions import place

GIOUL = contact_spec(find_rules("gioul"))
SMALL = Spec("contact", 1, 24, "gioul")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small table file."""
    path = table_path(tmp_path, SMALL)
    write_table(path, SMALL, 4, [b"\0\0\0\0", b"\xff" * 12])
    return path


def test_what_is_written_is_read(path: Path) -> None:
    table = open_table(path, SMALL)
    assert (table.spec, table.path, table.entries, table.size) == (SMALL, path, 4, 128 + 16)
    assert [table.chance(i) for i in range(4)] == [0.0, 1.0, 1.0, 1.0]
    assert sorted(path.parent.iterdir()) == [path]


def test_every_flipped_byte_is_noticed(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1 :])
        with pytest.raises(TableError, match=r"contact-1-gioul\.table"):
            open_table(path, SMALL)


@pytest.mark.parametrize("size", [0, 5, 127, 128, 143, 145])
def test_files_of_another_size_are_refused(path: Path, size: int) -> None:
    path.write_bytes((path.read_bytes() + b"\0")[:size])
    with pytest.raises(TableError, match="cut short" if size < 128 else "wrong size"):
        open_table(path, SMALL)


def test_each_refusal_has_its_reason(path: Path) -> None:
    whole = path.read_bytes()
    for at, reason in ((0, "no table of Rosespring"), (8, "version 2"), (90, "wrong size"), (140, "damaged")):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 3]) + whole[at + 1 :])
        with pytest.raises(TableError, match=reason):
            open_table(path, SMALL)
    assert whole.startswith(MAGIC)


def test_a_table_of_other_rules_is_refused(tmp_path: Path) -> None:
    packaged = table_path(PACKAGED, contact_spec(find_rules("gul-bara")))
    shutil.copy(packaged, table_path(tmp_path, GIOUL))
    with pytest.raises(TableError, match=r"contact-2-gioul\.table holds another table: .*'gul-bara'"):
        probe(place("gioul", (6,), (20,), rolls=LATE), Tables(tmp_path))


def test_a_folder_comes_before_the_package_and_a_damaged_file_is_not_passed_over(tmp_path: Path) -> None:
    assert Tables(tmp_path).path(GIOUL) == table_path(PACKAGED, GIOUL)
    table_path(tmp_path, GIOUL).write_bytes(b"")
    with pytest.raises(TableError, match="cut short"):
        Tables(tmp_path).get(GIOUL)


def test_a_missing_table_says_how_to_build_it(tmp_path: Path) -> None:
    spec = Spec.parse("contact-3-gioul")
    assert Tables(tmp_path).find(spec) is None
    with pytest.raises(TableError, match="rosespring endings build contact-3-gioul"):
        Tables(tmp_path).get(spec)
    assert issubclass(TableError, RosespringError)


def test_tables_are_listed_with_their_faults(path: Path) -> None:
    damaged = table_path(path.parent, GIOUL)
    damaged.write_bytes(b"x" * 200)
    (path.parent / "notes.table").write_bytes(b"")
    found = {info.name: info for info in list_tables(path.parent)}
    assert set(found) == {spec.name for spec in PRESET_CONTACT} | {SMALL.name}
    assert found[SMALL.name].entries == 4
    assert found[SMALL.name].fault is None
    assert "no table of Rosespring" in (found[GIOUL.name].fault or "")
    assert found["contact-2-gul-bara"].path.parent == PACKAGED


def test_the_package_carries_less_than_three_megabytes() -> None:
    files = list(PACKAGED.iterdir())
    assert {path.stem for path in files} == {spec.name for spec in PRESET_CONTACT}
    assert sum(path.stat().st_size for path in files) < 3_000_000

"""The perft tables, counted by both generators, and their text form."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring.errors import NotationError, PositionError
from rosespring.movegen.perft import REFERENCE, compiled, differences, format_entry, parse_table, perft
from rosespring.rules import PRESETS
from tests.positions import place

HERE = Path(__file__).parent
TABLES = {path.stem: parse_table(path.read_text("utf-8")) for path in sorted(HERE.glob("*.txt"))}


def test_every_preset_has_a_table_of_the_start_and_30_positions() -> None:
    assert set(TABLES) == set(PRESETS)
    for preset, entries in TABLES.items():
        assert all(entry.position.rules == PRESETS[preset].rules for entry in entries)
        assert len({entry.position for entry in entries}) >= 31


@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernels_count_the_same(preset: str) -> None:
    assert list(differences(TABLES[preset], compiled())) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_the_reference_counts_the_same(preset: str, full_size: bool) -> None:
    entries = [entry for entry in TABLES[preset] if full_size or entry.kind == "stages"]
    assert len(entries) >= 5
    assert list(differences(entries, REFERENCE)) == []


def test_the_first_roll_from_the_start_by_hand() -> None:
    # From 24 alone: a-b gives 24/24-a-b or one checker each; in Gul Bara 12 is shut, which 6-6 and 24/18/12 meet.
    entry = perft("stages", place("gul-bara", [24] * 15, [24] * 15))
    assert entry.divide[1] == 2  # 2-1
    assert entry.divide[0] == 5  # 1-1: the partitions of 4
    assert entry.divide[-1] == 1  # 6-6: rules.md section 6, 1


def test_entries_round_trip() -> None:
    for entries in TABLES.values():
        assert parse_table("\n".join(map(format_entry, entries))) == entries


def test_differences_are_shown_with_their_divide() -> None:
    entry = perft("stages", place("gul-bara", [24] * 15, [24] * 15))
    wrong = parse_table(
        format_entry(entry).replace("2-1 2", "2-1 3").replace(f"stages {entry.nodes}", f"stages {entry.nodes + 1}")
    )
    (shown,) = differences(wrong, REFERENCE)
    assert [line for line in shown.splitlines() if "<--" in line] == ["  2-1 3 2  <--"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("leaves 3 x", 1),
        ("# a comment\n\nstages 3 1~gul-bara~0", 3),
        ("stages x 1~gul-bara~0~f-23~f-23~0.0~-~-", 1),
        ("stages 5 1~gul-bara~0~f-23~f-23~0.0~-~-\n    1-1 5\n    2-2 1", 3),
        ("stages 5 1~gul-bara~0~f-23~f-23~0.0~-~-", 1),
    ],
)
def test_faults_are_named_by_line(text: str, line: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_table(text)
    assert caught.value.line == line


def test_only_positions_about_to_roll_are_counted() -> None:
    with pytest.raises(PositionError, match="about to roll"):
        perft("turns", place("gul-bara", [24] * 15, [24] * 15, rolls=(1, 0), stages=((6, 5),)))
    with pytest.raises(NotationError, match="leaves"):
        perft("leaves", place("gul-bara", [24] * 15, [24] * 15))

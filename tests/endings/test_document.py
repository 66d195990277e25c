"""docs/endings.md says what is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rosespring.endings import Tables, least_double
from tests.endings.iteration import LATE
from tests.positions import place

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "endings.md").read_text("utf-8")
BOUNDS = re.findall(r"^\| `([a-z-]+)` \| (\d) (\d) \| (.*?) \| ([01]\.\d{4}) \|$", TEXT, re.MULTILINE)


def test_the_program_prints_what_it_says() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == re.findall(r"print\(.*\)\s+# (\S+)", program)


@pytest.mark.parametrize(("rules", "high", "low", "army", "bound"), BOUNDS)
def test_the_bounds_come_out(rules: str, high: str, low: str, army: str, bound: str) -> None:
    groups = [(int(count), int(point)) for count, point in re.findall(r"(\d+) on (\d+)", army)]
    other = [point for count, point in groups for _ in range(count)]
    found = least_double(place(rules, (int(high), int(low)), other, rolls=LATE))
    assert len(BOUNDS) == 7
    assert found is not None
    assert float(bound) <= found < float(bound) + 1.001e-4


def test_the_sizes_are_those_of_the_files(folder: Path, tables: Tables) -> None:
    said = dict(re.findall(r"^\| `([a-z]+)-.* \| ([\d.]+) MB \|$", TEXT, re.MULTILINE))
    for kind in ("race", "next", "first"):
        size = sum(path.stat().st_size for path in folder.glob(f"{kind}-*"))
        assert float(said[kind]) == pytest.approx(size / 1e6, abs=0.06)
    total = sum(path.stat().st_size for path in folder.glob("*.table"))
    assert f"{total / 1e6:.1f} MB in all" in TEXT
    assert "2.1 MB" in TEXT
    assert sum(spec.kind == "contact" for spec in tables.present()) == 5

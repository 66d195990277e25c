"""Whether 95 % intervals contain the truth, and the speed, measured as the benchmarks do it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.rollouts.__main__ import main
from benchmarks.rollouts.calibration import HIGH, LOW, WAYS, Way, deviation, holds
from benchmarks.rollouts.page import page
from benchmarks.tables.store import DOCS, Store
from rosespring.rules import PRESETS


def _inside(cases: int, trials: int, way: Way) -> float:
    numbers = range(cases // len(PRESETS))
    found = [holds(*deviation(preset, number, 3, trials, way)) for preset in PRESETS for number in numbers]
    return sum(found) / cases


def test_intervals_hold_on_a_few_endings() -> None:
    """Of 60 cases at 95 % fewer than 51 are inside once in 2,000 times."""
    assert _inside(60, 216, WAYS["plain"]) >= 51 / 60


@pytest.mark.long
@pytest.mark.parametrize("how", ["plain", "luck off"])
def test_intervals_hold_on_5000_endings(how: str, verification: Callable[[str], None]) -> None:
    """Of 5,000 cases the share is within 0.6 % of the true one 19 times in 20; of 1,000 it would be 1.4 %."""
    share = _inside(5000, 1296, WAYS[how])
    verification(f"5,000 exact endings rolled out, {how}: the truth is inside {100 * share:.1f} % of the intervals")
    assert LOW <= share <= HIGH


def test_the_page_is_that_of_the_stored_figures() -> None:
    assert (DOCS / "rollouts.md").read_text("utf-8") == page(Store("rollouts"))


def test_the_benchmarks_run_and_make_their_page(tmp_path: Path) -> None:
    assert main(["luck", "--quick", "--presets", "gioul", "--docs", str(tmp_path)]) == 0
    assert main(["calibration", "--quick", "--presets", "gioul", "--docs", str(tmp_path)]) == 0
    made = (tmp_path / "rollouts.md").read_text("utf-8")
    assert "truth inside" in made
    assert "Not measured yet (`python -m benchmarks.rollouts errors`)" in made

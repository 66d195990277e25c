"""Whether 95 % intervals contain the truth, and the speed, measured as the benchmarks do it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.rollouts.__main__ import main
from benchmarks.rollouts.calibration import HIGH, LOW, deviation


def _inside(cases: int, trials: int, *, reduce: bool = False) -> float:
    found = [
        deviation(preset, number, 3, trials, reduce=reduce)
        for preset in ("gul-bara", "gioul")
        for number in range(cases // 2)
    ]
    return sum(abs(miss) <= 1.96 * error for miss, error in found) / cases


def test_intervals_hold_on_a_few_endings() -> None:
    """Of 60 cases at 95 % fewer than 51 are inside once in 2,000 times."""
    assert _inside(60, 216) >= 51 / 60


@pytest.mark.long
@pytest.mark.parametrize("reduce", [False, True])
def test_intervals_hold_on_1000_endings(reduce: bool, verification: Callable[[str], None]) -> None:
    share = _inside(1000, 1296, reduce=reduce)
    verification(f"1,000 exact endings{' with the luck off' if reduce else ''}: {100 * share:.1f} % of intervals hold")
    assert LOW <= share <= HIGH


def test_the_benchmarks_run_and_make_their_page(tmp_path: Path) -> None:
    assert main(["luck", "--quick", "--presets", "gioul", "--docs", str(tmp_path)]) == 0
    assert main(["calibration", "--quick", "--presets", "gioul", "--docs", str(tmp_path)]) == 0
    page = (tmp_path / "rollouts.md").read_text("utf-8")
    assert "truth inside" in page
    assert "Not measured yet (`python -m benchmarks.rollouts errors`)" in page

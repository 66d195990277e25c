"""The limits of plays and rolls: where the shares say, and a run that was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import thresholds
from benchmarks.thresholds import SHARES, Sample, limits, mean_luck
from rosespring.analysis import Thresholds
from rosespring.rules import PRESETS


def test_the_limits_lie_where_the_shares_say() -> None:
    """240 decisions that cost 0 to 0.239, and 240 rolls from -1.2 to 1.19, evenly."""
    costs = [number / 1000 for number in range(240)]
    lucks = [(number - 120) / 100 for number in range(240)]
    parts = [Sample("gioul", 0, 1, costs[:100], lucks[:100]), Sample("gioul", 1, 1, costs[100:], lucks[100:])]
    found = limits(parts)
    for name in ("doubtful", "bad", "very bad"):
        assert sum(cost >= found[name] for cost in costs) == pytest.approx(240 * SHARES[name], abs=1)
    assert sum(luck >= found["lucky"] for luck in lucks) == pytest.approx(240 * SHARES["lucky"], abs=1)
    assert sum(luck <= -found["unlucky"] for luck in lucks) == pytest.approx(240 * SHARES["unlucky"], abs=1)
    mean, half = mean_luck([Sample("gioul", 0, 1, costs, lucks)])
    assert mean == pytest.approx(-0.005)
    # Evenly spread lucks have the standard deviation of their width / sqrt(12).
    assert half == pytest.approx(1.96 * (lucks[-1] - lucks[0]) / 12**0.5 / len(lucks) ** 0.5, rel=0.02)


def test_the_defaults_are_those_that_the_page_shows() -> None:
    """docs/analysis.md ends its table with the limits over all presets; the defaults are these, rounded."""
    lines = Path("docs/analysis.md").read_text("utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith("all   "))
    shown = [float(word) for word in line.split()[4:9]]
    usual = Thresholds()
    defaults = [usual.doubtful, usual.bad, usual.very_bad, usual.lucky, usual.unlucky]
    assert defaults == pytest.approx(shown, abs=0.003)


def test_matches_that_are_known_are_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {(preset, 0, 3): Sample(preset, 0, 3, [0.1], [0.2]) for preset in PRESETS}
    monkeypatch.setattr(thresholds, "play_bout", None)
    assert [new for _sample, new in thresholds.samples(1, 3, known)] == [False] * len(known)

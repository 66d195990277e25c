"""What the page says of the levels' strength is what was measured."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from rosespring.players.ratings import BEATS_BELOW
from rosespring.players.thinkers import LEVELS
from rosespring.players.words import level_words

MEASURED = Path(__file__).resolve().parents[2] / "docs" / "strength" / "levels.json"


def test_the_shares_are_those_of_the_ladder() -> None:
    rows = json.loads(MEASURED.read_text("utf-8"))["rows"].values()
    names = list(LEVELS)
    for below, level in pairwise(names):
        shares = [row["duels"][f"{level} – {below}"]["win_share"] for row in rows]
        assert BEATS_BELOW[level] == round(100 * fmean(shares)), level
    assert list(BEATS_BELOW) == names[1:]


def test_each_level_but_the_weakest_says_how_strong_it_is() -> None:
    novice, learner, *_others = level_words()
    assert novice.strength == ""
    assert learner.strength == f"Measured: wins {BEATS_BELOW['learner']} of 100 matches against Novice."

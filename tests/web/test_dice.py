"""Dice: from the operating system, or from a script."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rosespring.web.dice import DiceError, RandomDice, ScriptedDice, dice_of

THROWS = 36_000
CRITICAL = 88.0
"""Chi-squared with 35 degrees of freedom exceeds 88.0 with a chance of about 2 in a million."""


def test_every_pair_comes_equally_often() -> None:
    dice = RandomDice()
    counts = Counter(dice.throw(1) for _ in range(THROWS))
    expected = THROWS / 36
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert sum((counts[pair] - expected) ** 2 / expected for pair in pairs) < CRITICAL
    assert set(counts) <= set(pairs)


def test_a_script_says_what_the_kth_throw_is(tmp_path: Path) -> None:
    path = tmp_path / "dice"
    path.write_text("# opening\n6 1\n\n  4   3 \n")
    dice = dice_of(path)
    assert (dice.throw(2), dice.throw(1), dice.throw(2)) == ((4, 3), (6, 1), (4, 3))
    assert dice.name == "scripted dice"
    with pytest.raises(DiceError, match="throw 3 of 2"):
        dice.throw(3)


@pytest.mark.parametrize("line", ["7 1", "1", "1 2 3", "a b", "1,2", "١ 2"])
def test_a_faulty_script_is_refused_with_its_line(line: str, tmp_path: Path) -> None:
    path = tmp_path / "dice"
    path.write_text(f"6 1\n{line}\n", encoding="utf-8")
    with pytest.raises(DiceError, match="line 2"):
        ScriptedDice.read(path)


def test_a_script_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    binary = tmp_path / "dice"
    binary.write_bytes(b"\xff\xfe")
    for path in (binary, tmp_path, tmp_path / "nowhere"):
        with pytest.raises(DiceError, match="cannot read"):
            ScriptedDice.read(path)


def test_without_a_script_chance_decides() -> None:
    assert dice_of(None).name == "random dice"

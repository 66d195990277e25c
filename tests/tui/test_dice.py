"""Dice of a seed, of chance, and typed by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring.errors import NotationError
from rosespring.tui.dice import ChanceDice, SeededDice, dice_named, parse_dice


def test_a_seed_gives_the_same_dice_for_ever() -> None:
    """Saved games count on it."""
    assert [SeededDice(42).throw(number) for number in range(6)] == [
        (6, 2), (2, 4), (3, 1), (2, 2), (4, 5), (5, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("dice", [SeededDice(7), ChanceDice()], ids=["seed", "chance"])
def test_no_face_is_favoured(dice: SeededDice | ChanceDice) -> None:
    throws = [dice.throw(number) for number in range(6000)]
    for faces in (Counter(a for a, _b in throws), Counter(b for _a, b in throws)):
        assert set(faces) == set(range(1, 7))
        # Chi squared with 5 degrees of freedom is above 35 once in about 700,000 times.
        assert sum((count - 1000) ** 2 / 1000 for count in faces.values()) < 35
    pairs = Counter(throws)
    assert len(pairs) == 36


@given(st.integers(-(10**99), 10**99), st.integers(0, 10**6))
def test_dice_are_found_again_by_their_name(seed: int, number: int) -> None:
    dice = dice_named(SeededDice(seed).name)
    assert dice == SeededDice(seed)
    assert all(1 <= face <= 6 for face in SeededDice(seed).throw(number))


def test_names() -> None:
    assert dice_named("by hand") is None
    for name in ("", "random dice", "the table's", "seed x"):
        assert isinstance(dice_named(name), ChanceDice)


@pytest.mark.parametrize("text", ["65", "6 5", "6-5", "6,5", " 6/5 ", "6, 5", "6   5"])
def test_dice_as_people_type_them(text: str) -> None:
    assert parse_dice(text) == (6, 5)


@given(st.text())
def test_anything_else_is_refused(text: str) -> None:
    try:
        dice = parse_dice(text)
    except NotationError:
        return
    assert [int(letter) for letter in text if letter in "123456"] == list(dice)

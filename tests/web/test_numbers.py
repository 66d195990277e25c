"""Numbers as languages write them: CLDR's marks for thousands and decimals."""

from __future__ import annotations

import pytest

from rosespring.language import use_language
from rosespring.web.numbers import decimal


@pytest.mark.parametrize(
    ("language", "whole", "part"),
    [("en", "1,234", "0.25"), ("da", "1.234", "0,25"), ("tr", "1.234", "0,25"), ("bg", "12\u00a0345", "0,25")],
)
def test_marks_are_those_of_the_language(language: str, whole: str, part: str) -> None:
    with use_language(language):
        assert decimal(int("".join(filter(str.isdigit, whole)))) == whole
        assert decimal(0.25, 2) == part


def test_a_missing_decimal_is_a_nought() -> None:
    with use_language("en"):
        assert decimal(2, 1) == "2.0"

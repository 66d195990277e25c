"""Numbers for people, as their language writes them."""

from __future__ import annotations

from babel import Locale
from babel.numbers import format_decimal

from rosespring.language import current_language


def decimal(value: float, places: int = 0) -> str:
    """`value` with so many decimal places, in the current language: "1,234.5" in English is "1.234,5" in Danish."""
    pattern = "#,##0" + ("." + "0" * places if places else "")
    return format_decimal(value, pattern, locale=Locale.parse(current_language().partition("_")[0]))

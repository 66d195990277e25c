"""The language in which text for people is written: gettext behind one context variable.

English is the source language. Catalogues lie in ``rosespring/locales/LANG/LC_MESSAGES/rosespring.mo``.
"""

from __future__ import annotations

import gettext as _gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

DOMAIN = "rosespring"
LOCALES = Path(__file__).parent / "locales"
SOURCE_LANGUAGE = "en"
OWN_NAMES = {
    "en": "English",
    "es": "Español",
    "da": "Dansk",
    "tr": "Türkçe",
    "bg": "Български",
    "el": "Ελληνικά",
    "ru": "Русский",
}
"""What each language calls itself, for people who look for theirs."""
RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")

_language: ContextVar[str] = ContextVar("rosespring_language", default=SOURCE_LANGUAGE)


@lru_cache(maxsize=64)  # an unknown language is one more, and who asks may name any
def _catalogue(language: str) -> _gettext.NullTranslations:
    return _gettext.translation(DOMAIN, LOCALES, [language], fallback=True)


@cache
def _translated() -> frozenset[str]:
    # A server asks with every request; catalogues come with the package, so the disk is asked once.
    return frozenset(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


def languages() -> list[str]:
    """The languages that have a catalogue, English first."""
    return [SOURCE_LANGUAGE, *sorted(_translated() - {SOURCE_LANGUAGE})]


def own_name(language: str) -> str:
    """What `language` calls itself; its tag if we have not been told."""
    return OWN_NAMES.get(language, language)


def right_to_left(language: str) -> bool:
    """Whether lines of `language` are written from right to left."""
    return language[:2] in RIGHT_TO_LEFT


def isolated(notation: str) -> str:
    """`notation` as it can stand in a text of the current language: it always reads from left to right."""
    return f"\u2066{notation}\u2069" if right_to_left(_language.get()) else notation


def current_language() -> str:
    """The language in use in this context."""
    return _language.get()


def from_environment() -> str:
    """The language that the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), if there is a catalogue."""
    wanted = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    known = languages()
    for tag in ":".join(filter(None, wanted)).split(":"):
        if (language := tag.partition(".")[0].partition("_")[0].lower()) in known:
            return language
    return SOURCE_LANGUAGE


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Write text for people in `language` inside the ``with`` block; unknown ones fall back to English."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def gettext(message: str) -> str:
    """`message` in the current language."""
    return _catalogue(_language.get()).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """The form of `singular`/`plural` that fits `count` in the current language."""
    return _catalogue(_language.get()).ngettext(singular, plural, count)


def listing(parts: list[str]) -> str:
    """`parts` as one phrase: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    head = parts[0]
    for part in parts[1:-1]:
        head = gettext("{first}, {second}").format(first=head, second=part)
    return gettext("{first} and {last}").format(first=head, last=parts[-1])

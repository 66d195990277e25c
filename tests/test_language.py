"""Text for people: the language of the moment, fallbacks, plurals, lists."""

from __future__ import annotations

import contextvars
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring.language import (
    SOURCE_LANGUAGE,
    _catalogue,
    current_language,
    from_environment,
    gettext,
    languages,
    listing,
    ngettext,
    use_language,
)

UNTRANSLATED = "A sentence that stands in no catalogue."


def test_english_is_first_and_always_there() -> None:
    found = languages()
    assert found[0] == SOURCE_LANGUAGE == "en"
    assert len(found) == len(set(found))
    assert found[1:] == sorted(found[1:])


@pytest.mark.parametrize("language", ["xx", "", "C", "en", "not a language", "../..", "de_DE@euro", "\0", "日本"])
def test_unknown_languages_fall_back_to_english(language: str) -> None:
    with use_language(language):
        assert current_language() == language
        assert gettext("Gul Bara, nothing passes") == "Gul Bara, nothing passes"
        assert ngettext("{n} one", "{n} ones", 1) == "{n} one"
        assert ngettext("{n} one", "{n} ones", 2) == "{n} ones"


def test_unknown_sentences_stay_as_they_are_in_every_language() -> None:
    for language in languages():
        with use_language(language):
            assert gettext(UNTRANSLATED) == UNTRANSLATED


def test_languages_nest_and_are_put_back() -> None:
    with use_language("bg"):
        with use_language("el"):
            assert current_language() == "el"
        assert current_language() == "bg"
        with pytest.raises(KeyError), use_language("tr"):
            raise KeyError
        assert current_language() == "bg"
    assert current_language() == "en"


def test_a_language_holds_in_its_own_context_only() -> None:
    seen: list[str] = []
    with use_language("bg"):
        thread = threading.Thread(target=lambda: seen.append(current_language()))
        thread.start()
        thread.join()
        seen.append(contextvars.copy_context().run(current_language))
    assert seen == ["en", "bg"]


@pytest.mark.parametrize(
    ("parts", "phrase"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), (list("abcd"), "a, b, c and d")],
)
def test_listing(parts: list[str], phrase: str) -> None:
    assert listing(parts) == phrase


@given(st.lists(st.text(), max_size=8))
def test_listing_keeps_every_part_whatever_it_holds(parts: list[str]) -> None:
    at = 0
    phrase = listing(parts)
    for part in parts:
        at = phrase.index(part, at) + len(part)
    assert phrase.endswith("".join(parts[-1:]))


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "xx:en", "LANG": "yy"}, "en"),
        ({"LANG": "bg_BG.UTF-8"}, "bg"),
        ({"LC_ALL": "bg", "LANG": "en_US.UTF-8"}, "bg"),
    ],
)
def test_the_environment_asks_for_a_language(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("rosespring.language.languages", lambda: ["en", "bg"])
    assert from_environment() == expected


def test_languages_that_nobody_speaks_do_not_fill_the_memory() -> None:
    for number in range(300):
        with use_language(f"x{number}"):
            assert gettext("the game is over") == "the game is over"
    kept = _catalogue.cache_info()
    assert kept.maxsize is not None
    assert kept.currsize <= kept.maxsize < 300

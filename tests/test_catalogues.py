"""The translations: complete, with the same placeholders, with the plurals of their language, and in every package."""

from __future__ import annotations

import gettext
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from rosespring.language import DOMAIN, LOCALES, OWN_NAMES, languages, ngettext, use_language
from rosespring.language import gettext as translated
from tests.catalogues import template

ROOT = Path(__file__).resolve().parents[1]
TRANSLATED = [language for language in OWN_NAMES if language != "en"]
FIELD = re.compile(r"\{[^}]*\}")
NUMBERS = range(1200)


def catalogue(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language)


def pairs(message: Message) -> Iterator[tuple[str, str]]:
    """A source text and each text that stands for it."""
    if isinstance(message.id, str):
        yield message.id, str(message.string)
    else:
        yield from ((message.id[1], form) for form in message.string or ())


def test_the_languages_are_those_that_were_promised() -> None:
    assert set(languages()) == set(OWN_NAMES) == {"en", "es", "da", "tr", "bg", "el", "ru"}


def test_the_template_holds_the_texts_of_the_code(tmp_path: Path) -> None:
    found = tmp_path / "found.pot"
    command = [
        sys.executable,
        "-m",
        "babel.messages.frontend",
        "--quiet",
        "extract",
        "--mapping-file",
        "pyproject.toml",
    ]
    options = ["--keywords", "_mark", "--no-location", "--output-file", str(found), "src/rosespring"]
    subprocess.run([*command, *options], cwd=ROOT, check=True)
    with found.open("rb") as file:
        texts = {message.id for message in read_po(file)}
    assert texts == {message.id for message in template()}, "make messages brings it up to date"


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated(language: str) -> None:
    made = catalogue(language)
    assert {message.id for message in made if message.id} == {message.id for message in template() if message.id}
    assert [message.id for message in made if message.id and message.fuzzy] == []
    assert [source for message in made if message.id for source, text in pairs(message) if not text.strip()] == []
    assert not made.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_and_edges_are_kept(language: str) -> None:
    for message in catalogue(language):
        for source, text in pairs(message) if message.id else ():
            assert sorted(FIELD.findall(text)) == sorted(FIELD.findall(source)), (source, text)
            assert text[len(text.rstrip()) :] == source[len(source.rstrip()) :], (source, text)
            assert text[: len(text) - len(text.lstrip())] == source[: len(source) - len(source.lstrip())], text


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_are_those_of_cldr(language: str) -> None:
    made, rule = catalogue(language), Locale.parse(language).plural_form
    categories = {rule(number) for number in NUMBERS}
    assert made.num_plurals == len(categories)
    assert {len(message.string or ()) for message in made if message.pluralizable} == {len(categories)}
    # Numbers of one category have one form, and categories have forms of their own.
    form = gettext.c2py(made.plural_expr)
    assert len({(rule(number), form(number)) for number in NUMBERS}) == len(categories)


def test_forms_follow_the_number() -> None:
    """As in Russian: 1, 21 · 2–4, 22 · 0, 5–20, 111."""
    expected = {1: "пятёрка", 21: "пятёрка", 2: "пятёрки", 24: "пятёрки", 5: "пятёрок", 11: "пятёрок", 0: "пятёрок"}
    with use_language("ru"):
        found = {number: ngettext("{n} five", "{n} fives", number).split()[1] for number in expected}
    assert found == expected


@pytest.mark.parametrize(
    ("language", "checker"),
    [("es", "ficha"), ("da", "brik"), ("tr", "pul"), ("bg", "пул"), ("el", "πούλι"), ("ru", "шашка")],
)
def test_the_players_own_words_are_used(language: str, checker: str) -> None:
    with use_language(language):
        assert checker in ngettext("{n} light checker", "{n} light checkers", 1)
        assert translated("Gul Bara") == {"tr": "Gülbara", "bg": "Гюлбара", "ru": "Гюльбара", "el": "Gul Bara"}.get(
            language, "Gul bara"
        )


def test_a_wheel_brings_the_compiled_catalogues(tmp_path: Path) -> None:
    """Built from a tree as a clean clone has it, with no catalogue compiled."""
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    (clone / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "build_catalogues.py", clone / "tools")
    skipped = shutil.ignore_patterns("*.mo", "__pycache__", "data", "client")
    shutil.copytree(ROOT / "src", clone / "src", ignore=skipped)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=clone, check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    compiled = {name.split("/")[2] for name in names if name.endswith(f"/LC_MESSAGES/{DOMAIN}.mo")}
    assert compiled == set(TRANSLATED)

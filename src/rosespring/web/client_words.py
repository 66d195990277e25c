"""The texts of the page's modules in one language, read from the same catalogues as the server's own."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from babel import Locale

from rosespring.language import current_language, gettext, ngettext, use_language

_STRING = r'"((?:[^"\\]|\\.)*)"'
_ONE = re.compile(rf"(?<![\w.])(?:_|gettext)\(\s*{_STRING}")
_COUNTED = re.compile(rf"(?<![\w.])ngettext\(\s*{_STRING},\s*{_STRING}")
ENOUGH = 1000
"""No language's plural rules tell whole numbers apart that differ by more than this."""

Texts = dict[str, str | dict[str, str]]


@cache
def marked_texts(client: Path) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """What the modules under `client` mark for translation: texts, and pairs of singular and plural."""
    code = "\n".join(path.read_text("utf-8") for path in sorted(client.glob("*.js")))
    single = frozenset(map(_unquoted, _ONE.findall(code)))
    counted = frozenset((_unquoted(one), _unquoted(more)) for one, more in _COUNTED.findall(code))
    return single, counted


def _unquoted(text: str) -> str:
    return str(json.loads(f'"{text}"'))


def plural_examples(language: str) -> dict[str, int]:
    """The CLDR plural categories of whole numbers in `language`, each with its smallest number."""
    locale = Locale.parse(language.partition("_")[0])
    examples: dict[str, int] = {}
    for number in range(ENOUGH):
        examples.setdefault(str(locale.plural_form(number)), number)
    return examples


def client_words(client: Path) -> Texts:
    """The modules' texts in the language in use; a counted one has a form for each CLDR category."""
    return _client_words(client, current_language())


@cache
def _client_words(client: Path, language: str) -> Texts:
    single, counted = marked_texts(client)
    examples = plural_examples(language)
    with use_language(language):
        words: Texts = {text: said for text in sorted(single) if (said := gettext(text)) != text}
        for one, more in sorted(counted):
            forms = {category: ngettext(one, more, number) for category, number in examples.items()}
            if forms != {category: one if number == 1 else more for category, number in examples.items()}:
                words[one] = forms
    return words

"""Catalogues made for tests: every text accented and longer, so that one that is not translated stands out."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rosespring.language import DOMAIN, LOCALES

PSEUDO = "en_XA"
"""The pseudo-language that is written from left to right; named as CLDR names it."""
PSEUDO_RIGHT_TO_LEFT = "ar_XB"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽ"
_TABLE = str.maketrans(PLAIN, ACCENTED)
_FIELD = re.compile(r"(\{[^}]*\}|\d+/off\b)")
LONGER = 1.4


def pseudo(text: str) -> str:
    """`text` in accented letters, and longer by two fifths; placeholders and notation stay."""
    parts = _FIELD.split(text)
    accented = "".join(part if at % 2 else part.translate(_TABLE) for at, part in enumerate(parts))
    words = text.split()
    room = round(len(text) * (LONGER - 1))
    # Filled up with words of the usual length, since lines break between them.
    filling = (" lôŕéɱ" * room)[:room] if len(words) > 1 else "ö" * room
    head, tail = re.match(r"(.*?)([\s>:.…?!]*)$", accented, re.DOTALL).groups()  # type: ignore[union-attr]
    return unicodedata.normalize("NFC", f"{head}{filling}{tail}")


def template() -> Catalog:
    """All texts to translate."""
    with (LOCALES / f"{DOMAIN}.pot").open("rb") as file:
        return read_po(file)


def write_pseudo(folder: Path, *languages: str) -> Path:
    """Compiled catalogues of `languages` under `folder`, which can stand in the place of the project's own."""
    for language in languages:
        catalogue = Catalog(locale="en")
        for message in template():
            if message.id:
                texts = (message.id,) if isinstance(message.id, str) else message.id
                said = tuple(map(pseudo, texts))
                catalogue.add(message.id, said if len(said) > 1 else said[0])
        target = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
        target.parent.mkdir(parents=True)
        with target.open("wb") as file:
            write_mo(file, catalogue)
    return folder

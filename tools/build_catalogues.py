"""Build hook: makes the binary message catalogues (.mo) from the translations (.po)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALES = Path("src/rosespring/locales")


def compile_catalogues(root: Path) -> list[Path]:
    """Write a .mo beside each .po under `root` and return the paths written."""
    written = []
    for source in sorted((root / LOCALES).glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parent.parent.name)
        target = source.with_suffix(".mo")
        with target.open("wb") as binary:
            write_mo(binary, catalogue)
        written.append(target)
    return written


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs at each build, an editable one included, so that no .mo is ever committed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))

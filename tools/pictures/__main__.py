"""Takes the pictures: ``make pictures``, or ``python -m tools.pictures FOLDER --only table lesson``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.catalogues import PSEUDO_RIGHT_TO_LEFT, write_pseudo
from tests.servers import free_port, launch
from tools.pictures import pages, tables
from tools.pictures.camera import SIZES, Camera
from tools.pictures.sheet import write_sheet
from tools.pictures.stage import SCENES, Stage, Staged, resolve_to, serving

MODULES = (pages, tables)
"""They have added their scenes by being imported."""


def take(folder: Path, scenes: Sequence[Staged], widths: Sequence[int]) -> list[str]:
    """Play the scenes, write their pictures and the contact sheet, and say which of them failed."""
    folder.mkdir(parents=True, exist_ok=True)
    port, failed = free_port(), []
    camera = Camera(folder, frozenset(widths))
    with tempfile.TemporaryDirectory() as given, sync_playwright() as playwright:
        browser = launch(playwright, resolve_to(port))
        locales = write_pseudo(Path(given) / "locales", PSEUDO_RIGHT_TO_LEFT)
        for staged in scenes:
            begun = time.monotonic()
            with serving(Path(given) / staged.name, port, staged, locales) as server:
                try:
                    staged.play(Stage(browser, camera, server))
                except Exception as error:  # noqa: BLE001  # the other scenes are worth having
                    failed.append(staged.name)
                    print(f"{staged.name}: {error}", file=sys.stderr)
            for context in browser.contexts:
                context.close()
            print(f"{staged.name}: {time.monotonic() - begun:.0f} s", flush=True)
        browser.close()
    print(f"{len(camera.taken)} pictures: {write_sheet(folder, camera.taken)}")
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    """Take all pictures, or those of some scenes."""
    names = [each.name for each in SCENES]
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/pictures"))
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="SCENE", help=", ".join(names))
    parser.add_argument("--widths", nargs="+", type=int, choices=list(SIZES), default=list(SIZES))
    given = parser.parse_args(arguments)
    failed = take(given.folder, [each for each in SCENES if each.name in given.only], given.widths)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

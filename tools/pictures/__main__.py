"""Takes the pictures: ``make pictures``, a few with ``--only middle lesson``, those of the docs with ``--docs``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from tests.catalogues import PSEUDO_RIGHT_TO_LEFT, write_pseudo
from tests.servers import free_port, launch
from tools.pictures import pages, tables
from tools.pictures.best import BEST, SCALE, keep_best
from tools.pictures.camera import SIZES, Camera
from tools.pictures.sheet import write_sheet
from tools.pictures.stage import SCENES, Stage, Staged, resolve_to, serving

MODULES = (pages, tables)
"""They have added their scenes by being imported."""


def take(camera: Camera, scenes: Sequence[Staged], *, docs: bool) -> list[str]:
    """Play the scenes, write their pictures and the contact sheet, and say which of them failed."""
    camera.folder.mkdir(parents=True, exist_ok=True)
    port, failed = free_port(), []
    with tempfile.TemporaryDirectory() as given, sync_playwright() as playwright:
        browser = launch(playwright, resolve_to(port))
        locales = write_pseudo(Path(given) / "locales", PSEUDO_RIGHT_TO_LEFT)
        for staged in scenes:
            with serving(Path(given) / staged.name, port, staged, locales) as server:
                failed += play(staged, Stage(browser, camera, server))
        if docs and not failed:
            keep_best(browser, camera.folder)
        browser.close()
    print(f"{len(camera.taken)} pictures: {write_sheet(camera.folder, camera.taken)}")
    return failed


def play(staged: Staged, stage: Stage) -> list[str]:
    """Play one scene, and say its name if it fails."""
    begun = time.monotonic()
    try:
        staged.play(stage)
    except (PlaywrightError, AssertionError, OSError) as error:  # the other scenes are worth having
        print(f"{staged.name}: {error}", file=sys.stderr)
        return [staged.name]
    finally:
        for context in stage.browser.contexts:
            context.close()
    print(f"{staged.name}: {time.monotonic() - begun:.0f} s", flush=True)
    return []


def main(arguments: Sequence[str] | None = None) -> int:
    """Take all pictures, or those of some scenes."""
    names = [each.name for each in SCENES]
    parser = argparse.ArgumentParser(prog="python -m tools.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/pictures"))
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="SCENE", help=", ".join(names))
    parser.add_argument("--widths", nargs="+", type=int, choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--docs", action="store_true", help="write the best ones, twice as fine, into docs/images")
    given = parser.parse_args(arguments)
    scenes, camera = set(given.only), Camera(given.folder, widths=frozenset(given.widths))
    if given.docs:
        scenes = {each.scene for each in BEST}
        camera = Camera(given.folder, SCALE, wanted=frozenset(each.picture for each in BEST))
    return 1 if take(camera, [each for each in SCENES if each.name in scenes], docs=given.docs) else 0


if __name__ == "__main__":
    sys.exit(main())

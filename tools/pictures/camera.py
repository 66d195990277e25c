"""How a page is looked at: each size and colour, taken when nothing moves any more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
SIZES = {360: 740, 768: 1024, 1440: 900}
"""Heights by width: a phone, a tablet, a laptop."""

# The page has been laid out anew and painted, its fonts and pictures are there, and nothing is on its way in.
SETTLED = """async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let count = 0; count < 3; count += 1) await frame();
    const ends = (animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime);
    document.getAnimations().filter(ends).forEach((animation) => animation.finish());
    await frame();
}"""


TALL = "() => Math.max(innerHeight, document.documentElement.scrollHeight)"
CHOOSE = """(theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
}"""
"""As the menu does."""


@dataclass(frozen=True)
class Look:
    """One way to see a page. `theme`: as chosen on the page; else the colours are those of the system."""

    width: int
    scheme: Scheme = "light"
    theme: str = ""
    forced: bool = False

    @property
    def name(self) -> str:
        """What stands in the picture's name."""
        return f"{self.width}-{'forced' if self.forced else self.theme or self.scheme}"


USUAL = tuple(Look(width, scheme) for width in SIZES for scheme in ("light", "dark"))
"""Each size in both colours."""
STRONG = tuple(Look(width, theme="contrast") for width in SIZES)
FORCED = tuple(Look(width, forced=True) for width in SIZES)
EVERY = (*USUAL, *STRONG, *FORCED)
CHOSEN = tuple(Look(1440, theme=theme) for theme in ("light", "dark"))
"""The themes of the menu that look as the system's colours do."""


@dataclass(frozen=True)
class Picture:
    """One picture that was taken."""

    name: str
    look: str
    words: str
    path: Path


@dataclass
class Camera:
    """Takes pictures into a folder, and keeps a list of them."""

    folder: Path
    scale: int = 1
    """Pixels of the picture for one of the page."""
    widths: frozenset[int] = frozenset(SIZES)
    wanted: frozenset[str] = frozenset()
    """The pictures to take, by name and look; all if it is empty."""
    taken: list[Picture] = field(default_factory=list)

    def shoot(
        self, name: str, page: Page, words: str, looks: Iterable[Look] = USUAL, *, whole: bool = False, show: str = ""
    ) -> None:
        """Take `page` in all `looks`, to its end if `whole`, scrolled to what is to `show`, and leave it as it was."""
        before = page.viewport_size
        for look in filter(partial(self._wants, name), looks):
            _dress(page, look)
            if whole:  # in a window as tall as the page, for a background that is fixed ends with the window
                _resize(page, look.width, page.evaluate(TALL))
            if show:
                page.locator(show).scroll_into_view_if_needed()
            path = self.folder / f"{name}-{look.name}.png"
            page.screenshot(path=path, caret="hide")
            self.taken.append(Picture(name, look.name, words, path))
        _dress(page, Look(before["width"] if before else 1440))

    def keep(self, name: str, picture: bytes, words: str) -> None:
        """Add a picture that the server has painted itself."""
        if self.wanted and name not in self.wanted:
            return
        path = self.folder / f"{name}.png"
        path.write_bytes(picture)
        self.taken.append(Picture(name, "as painted", words, path))

    def _wants(self, name: str, look: Look) -> bool:
        return look.width in self.widths and (not self.wanted or f"{name}-{look.name}" in self.wanted)


def _dress(page: Page, look: Look) -> None:
    page.emulate_media(color_scheme=look.scheme, forced_colors="active" if look.forced else "none")
    page.evaluate(CHOOSE, look.theme)
    _resize(page, look.width, SIZES[look.width])


def _resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED)

"""How a page is looked at: each size and colour, taken when nothing moves any more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
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
    document.getAnimations().forEach((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime) && animation.finish());
    await frame();
}"""


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


USUAL = tuple(Look(width, scheme) for width in SIZES for scheme in ("light", "dark"))  # type: ignore[arg-type]
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
    widths: frozenset[int] = frozenset(SIZES)
    taken: list[Picture] = field(default_factory=list)

    def shoot(
        self, name: str, page: Page, words: str, looks: Iterable[Look] = USUAL, *, whole: bool = False
    ) -> None:
        """Take `page` in all `looks`, to its end if `whole`, and leave it as it was."""
        before = page.viewport_size
        for look in looks:
            if look.width in self.widths:
                self._take(name, page, words, look, whole)
        page.emulate_media(color_scheme="light", forced_colors="none")
        _choose(page, "")
        if before:
            page.set_viewport_size(before)

    def _take(self, name: str, page: Page, words: str, look: Look, whole: bool) -> None:
        path = self.folder / f"{name}-{look.name}.png"
        page.set_viewport_size({"width": look.width, "height": SIZES[look.width]})
        page.emulate_media(color_scheme=look.scheme, forced_colors="active" if look.forced else "none")
        _choose(page, look.theme)
        page.evaluate(SETTLED)
        page.screenshot(path=path, full_page=whole, caret="hide")
        self.taken.append(Picture(name, look.name, words, path))


def _choose(page: Page, theme: str) -> None:
    """As the menu does."""
    page.evaluate(
        "(theme) => { theme ? (document.documentElement.dataset.theme = theme) : delete document.documentElement.dataset.theme }",
        theme,
    )

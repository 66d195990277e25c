"""The pictures of README and docs: a few of all that are taken, small enough to be kept."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
LARGEST = 83_000
"""Bytes of one picture, so that all of them together are less than a megabyte."""
SCALE = 2
"""Pixels of the screen for one of the page, so that small pictures are sharp."""
WIDEST = 1280
"""Pixels across; two thirds of it for what is higher than wide."""

SHRINK = """async ([source, widest, quality]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(image.width, image.width > image.height ? widest : widest / 1.5);
    canvas.height = Math.round(image.height * canvas.width / image.width);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


@dataclass(frozen=True)
class Best:
    """A picture of the docs: its file there, and the scene and the picture that it comes from."""

    file: str
    scene: str
    picture: str


BEST = [
    Best("table", "middle", "middle-1440-light"),
    Best("phone", "middle", "cascade-360-dark"),
    Best("start", "start", "start-1440-light"),
    Best("invitation", "invitation", "waiting-1440-dark"),
    Best("choices", "first-turn", "picked-up-768-light"),
    Best("rest", "rest", "rest-received-360-light"),
    Best("gioul-table", "other-way-round", "gioul-1440-dark"),
    Best("strong", "middle", "middle-768-contrast"),
    Best("russian", "languages", "table-ru-360-light"),
    Best("lesson", "lesson", "lesson-done-1440-light"),
    Best("game-analysed", "endings", "analysis-game-1440-light"),
    Best("dice-verified", "endings", "verify-360-dark"),
]


def keep_best(browser: Browser, folder: Path) -> None:
    """Write the best of the pictures in `folder` into the docs."""
    page = browser.new_page()
    for best in BEST:
        path = IMAGES / f"{best.file}.webp"
        path.write_bytes(_shrunk(page, folder / f"{best.picture}.png"))
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")
    page.close()


def _shrunk(page: Page, source: Path) -> bytes:
    """As WebP, in the best quality that is small enough."""
    data = f"data:image/png;base64,{b64encode(source.read_bytes()).decode()}"
    for quality in (0.9, 0.8, 0.7, 0.6, 0.5):
        small = b64decode(page.evaluate(SHRINK, [data, WIDEST, quality]))
        if len(small) <= LARGEST:
            return small
    raise ValueError(f"expected a picture of at most {LARGEST} bytes, got {len(small)} of {source.name}")

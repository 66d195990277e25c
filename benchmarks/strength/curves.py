"""Learning curves of training runs as pictures of docs/strength.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from benchmarks.tables.store import Store
from rosespring.evaluation.network import load_network
from rosespring.training.curves import draw_curves
from rosespring.training.run import CURVES as CURVES_FILE
from rosespring.training.run import WEIGHTS

CURVES = "learning"
NAMES = {"parallel": "gul-bara", "contrary": "gioul"}
"""What the pictures of each `movement` are called."""
_TITLES = {"parallel": "Gul Bara", "contrary": "Gioul"}


def picture(store: Store, movement: str) -> Path:
    """The file of the picture of a `movement`."""
    return store.docs / "images" / f"{CURVES}-{NAMES[movement]}.svg"


def take_curves(folders: Sequence[Path], store: Store) -> None:
    """Store the curves of runs, and draw them.

    :raises OSError: if a folder has no run.
    :raises WeightsError: if its network cannot be used.
    """
    import matplotlib as mpl

    mpl.rcParams["svg.hashsalt"] = "rosespring"  # the same figures give the same file
    for folder in folders:
        curves = json.loads((folder / CURVES_FILE).read_text("utf-8"))
        card = load_network(folder / WEIGHTS).card
        store.write(f"{CURVES}-{NAMES[card.movement]}", {"command": card.command, "curves": curves})
        path = picture(store, card.movement)
        path.parent.mkdir(parents=True, exist_ok=True)
        draw_curves(curves, path, _TITLES[card.movement])

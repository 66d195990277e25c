"""Learning curves as a picture."""

from __future__ import annotations

import io
from pathlib import Path

from rosespring.errors import RosespringError
from rosespring.folders import write_whole
from rosespring.language import gettext as _
from rosespring.training.state import Curves


def draw_curves(curves: Curves, path: Path, title: str) -> None:
    """Draw the share of matches won and the loss over the games played, as SVG.

    :raises RosespringError: without matplotlib.
    :raises OSError: if the picture cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RosespringError(_("learning curves need matplotlib: pip install matplotlib")) from None
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    shares, losses = figure.subplots(1, 2)
    for name, label in (("yardstick", _("against the yardstick")), ("frozen", _("against itself as it was before"))):
        points = [(row["games"], share) for row in curves if (share := row[name]) is not None]
        shares.plot([x for x, _share in points], [100 * share for _x, share in points], marker=".", label=label)
    shares.set(title=title, xlabel=_("games"), ylabel=_("matches to 3 won, %"))
    shares.axhline(50, color="0.8", linewidth=0.8)
    shares.legend(frameon=False)
    losses.plot([row["games"] for row in curves], [row["loss"] for row in curves], marker=".", color="tab:red")
    losses.set(title=_("Mean squared error of the chances"), xlabel=_("games"))
    picture = io.BytesIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    write_whole(path, picture.getbuffer())

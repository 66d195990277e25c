"""Learning curves as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rosespring.errors import RosespringError
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.training.run import Curves


def draw_curves(curves: Curves, path: Path, title: str) -> None:
    """Draw the share of matches won and the loss over the games played, as SVG.

    :raises RosespringError: without matplotlib, which the extra ``train`` brings.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RosespringError(_("learning curves need matplotlib: pip install rosespring[train]")) from None
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    shares, losses = figure.subplots(1, 2)
    for name, label in (("yardstick", _("against the yardstick")), ("frozen", _("against itself as it was before"))):
        points = [(row["games"], row[name]) for row in curves if row[name] is not None]
        shares.plot([x for x, _y in points], [100 * (y or 0) for _x, y in points], label=label)
    shares.set(title=title, xlabel=_("games"), ylabel=_("matches to 3 won, %"))
    shares.axhline(50, color="0.8", linewidth=0.8)
    shares.legend(frameon=False)
    losses.plot([row["games"] for row in curves], [row["loss"] for row in curves], color="tab:red")
    losses.set(title=_("Mean squared error of the chances"), xlabel=_("games"))
    figure.savefig(path, format="svg", metadata={"Date": None})

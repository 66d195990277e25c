"""How long a process takes until it can do something."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable

from benchmarks.timing import ROOT, Figure, child_seconds

GENERATE = (
    "from rosespring import Game\n"
    "from rosespring.movegen import legal\n"
    "game = Game('gioul'); game.roll(2, 1)\n"
    "assert len(legal.stage_results([game.position]).keys) == 2\n"
)
COLD = "from rosespring.players.warming import warm; warm()"


def python_alone() -> float:
    """CPU seconds of a Python that does nothing, to be taken off."""
    return child_seconds([sys.executable, "-c", "pass"])


def import_only() -> Figure:
    """``import rosespring``, beyond a bare Python."""
    subprocess.run([sys.executable, "-c", "import rosespring; assert rosespring.Game"], check=True, cwd=ROOT)
    seconds = child_seconds([sys.executable, "-c", "import rosespring"]) - python_alone()
    return Figure("import", seconds, "s", 1)


def warm_start() -> Figure:
    """A whole process that generates moves with kernels from the cache."""
    seconds = child_seconds([sys.executable, "-c", GENERATE])
    return Figure("start:warm", seconds, "s", 1)


def cold_start() -> Figure:
    """A whole process that compiles all kernels that play and serve need."""
    times = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            times.append(child_seconds([sys.executable, "-c", COLD], {"ROSESPRING_CACHE": folder}, runs=1))
    return Figure("start:cold", sorted(times)[1], "s", 1)


BENCHMARKS: dict[str, Callable[[], Figure]] = {
    "import": import_only,
    "start:warm": warm_start,
    "start:cold": cold_start,
}

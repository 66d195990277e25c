"""How things are timed here: CPU time, several runs, the median; each figure with what was counted."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `count` is how much work one run did."""

    name: str
    value: float
    unit: str
    count: int

    def as_dict(self) -> dict[str, str | float | int]:
        """By name, as ``rosespring bench --json`` prints it."""
        return asdict(self)


def cpu_seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """The median CPU time of `work` in this process, all its threads together, after one run to warm up."""
    work()
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return median(times)


def wall_seconds(work: Callable[[], object], runs: int = RUNS) -> float:
    """The median of what a clock on the wall says; only for work of several threads."""
    work()
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return median(times)


def child_seconds(command: list[str], environment: dict[str, str] | None = None, runs: int = RUNS) -> float:
    """The median CPU time of a child process and its children, from its start to its end.

    :raises CalledProcessError: if it fails.
    """
    times = []
    for _ in range(runs):
        before = os.times()
        subprocess.run(command, check=True, cwd=ROOT, env=os.environ | (environment or {}), capture_output=True)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return median(times)


def machine() -> dict[str, str | int]:
    """What the figures were measured on, and at which commit."""
    model = next(
        (line.partition(":")[2].strip() for line in _cpuinfo() if line.startswith("model name")), platform.processor()
    )
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False)
    return {
        "date": time.strftime("%Y-%m-%d"),
        "commit": commit.stdout.strip() + (" with uncommitted changes" if changed.stdout.strip() else ""),
        "cpu": model,
        "cores": os.cpu_count() or 0,
        "python": platform.python_version(),
    }


def _cpuinfo() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text("utf-8").splitlines() if path.exists() else []

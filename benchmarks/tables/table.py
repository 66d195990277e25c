"""What a table of measurements is: jobs that each make one row, and how its rows are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
"""The figures of one row by name, as JSON has them."""
Rows = Mapping[str, Row]
"""Rows by key."""
Advance = Callable[[int], None]
"""Called with how much of a job is done."""


@dataclass(frozen=True, slots=True)
class Job:
    """Measures one row: `total` is what `run` counts its progress to."""

    key: str
    presets: tuple[str, ...]
    total: int
    run: Callable[[Advance], Row]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured: under which rules, how much of it, and by which seed."""

    presets: tuple[str, ...]
    sizes: Mapping[str, int]
    seed: int
    workers: int


@dataclass(frozen=True, slots=True)
class Size:
    """How large a measurement is: usually, in a quick try, and what it counts."""

    usual: int
    quick: int
    what: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table by name: the rules it is measured under, its sizes, its jobs, and its rows as Markdown."""

    name: str
    presets: tuple[str, ...]
    sizes: Mapping[str, Size]
    jobs: Callable[[Plan], list[Job]]
    section: Callable[[Rows], str]


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plus_minus(half: float | None, digits: int = 3) -> str:
    """Half an interval, if there is one."""
    return "" if half is None else f" ± {half:.{digits}f}"


def percent(share: float, half: float | None = None) -> str:
    """A share with half its interval."""
    return f"{100 * share:.1f}" + ("" if half is None else f" ± {100 * half:.1f}") + " %"


def met(fulfilled: bool) -> str:
    """Whether a requirement is met, in a word."""
    return "met" if fulfilled else "**missed**"

"""All benchmarks by name; ``rosespring bench`` runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import analysis, endings, movegen, network, startup
from benchmarks.timing import Figure

BENCHMARKS: dict[str, Callable[[], Figure]] = (
    movegen.BENCHMARKS | network.BENCHMARKS | endings.BENCHMARKS | analysis.BENCHMARKS | startup.BENCHMARKS
)


def chosen(names: list[str]) -> dict[str, Callable[[], Figure]]:
    """The benchmarks of these names or beginnings of names; all without any.

    :raises ValueError: for a name that fits none.
    """
    for name in names:
        if not any(key.startswith(name) for key in BENCHMARKS):
            raise ValueError(f"unknown benchmark {name!r}: expected the beginning of one of {', '.join(BENCHMARKS)}")
    return {key: run for key, run in BENCHMARKS.items() if not names or any(key.startswith(name) for name in names)}


def figures(names: list[str]) -> Iterator[Figure]:
    """Run the chosen benchmarks one after the other."""
    for run in chosen(names).values():
        yield run()

"""Shared by all tests: how large a check is, what it reports, and how far Hypothesis searches."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

FULL_SIZE = os.environ.get("ROSESPRING_LONG") == "1"

# A quick run is the same each time, so that it fails only when something changed; a full one looks elsewhere each time.
settings.register_profile(
    "quick", max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "full", max_examples=1000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("full" if FULL_SIZE else "quick")


def pytest_configure() -> None:
    """Speak English, whatever the developer's language; hear Ctrl-C, and let programs that tests start hear it.

    A shell without job control starts what runs in its background with SIGINT ignored, and children inherit that.
    """
    os.environ["LANGUAGE"] = "en"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """At full size a test may take longer than the two minutes of pyproject.toml."""
    for item in items:
        if FULL_SIZE and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(1200))


@pytest.fixture(scope="session")
def full_size() -> bool:
    """Whether this is a run at full size (ROSESPRING_LONG=1)."""
    return FULL_SIZE


@pytest.fixture
def verification(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Call it with a line for docs/verification.md: what was checked, in numbers."""
    return lambda line: record_property("verification", line)


@pytest.fixture
def network_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in the place of that of the program's own networks."""
    from rosespring.evaluation import network

    folder = tmp_path / "networks"
    folder.mkdir()
    monkeypatch.setattr(network, "PACKAGED", folder)
    network.packaged_network.cache_clear()
    yield folder
    network.packaged_network.cache_clear()

"""Tables for the tests of this room, built once a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring.endings import Tables, build_tables


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the race tables, and no others."""
    path = tmp_path_factory.mktemp("endings")
    build_tables(path, ["races"])
    return path


@pytest.fixture(scope="session")
def tables(folder: Path) -> Tables:
    """The race tables, and those of the package."""
    return Tables(folder)

"""What takes long the first time says so, to those who wait at a terminal."""

from __future__ import annotations

from io import StringIO

import pytest

from rosespring.cli.app import get_ready
from rosespring.players import warming


class Screen(StringIO):
    """Where messages go: a terminal, or not."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("warm", [True, False])
def test_compiling_is_told_to_people_before_it_begins(
    terminal: bool, warm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, told = Screen(terminal=terminal), list[str]()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(warming, "is_warm", lambda: warm)
    for step in ("warm", "warm_judging"):
        monkeypatch.setattr(warming, step, lambda: told.append(screen.getvalue()))
    get_ready()
    assert len(told) == 2
    assert told[0].startswith("Compiling") is (terminal and not warm)

"""The computer at the terminal: it knows the score, gets ready, and plays on where its network cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from rosespring.players import turn_steps
from rosespring.players.thinkers import Needs
from rosespring.tui import computer
from rosespring.tui.console import ScriptConsole
from rosespring.tui.screen import Screen
from tests.tui.scripts import against, load, sit_down, sit_down_at_random


def test_the_computer_knows_the_score() -> None:
    """What it and its opponent still need: nothing in a single game, else its own first."""
    heard: list[Needs | None] = []

    def bot(level: str, position: str, seed: int, needs: Needs | None) -> list[tuple[int, int]]:
        heard.append(needs)
        return turn_steps("runner", position, seed)

    sit_down_at_random(against("casual", "gioul", 1, seed=3), 3, bot=bot)
    assert set(heard) == {None}
    heard.clear()
    played = sit_down(
        against("casual", "gioul", 5, seed=3), ["resign", "yes", "resign", "yes", "resign", "yes"], bot=bot
    )
    assert "Light 0, Dark 4; the match is to 5 points." in played.text
    assert heard[0] == (5, 5)
    assert heard[-1] == (1, 5)


@pytest.fixture
def damaged(network_folder: Path) -> Path:
    """A network's file that is none."""
    path = network_folder / "parallel.npz"
    path.write_bytes(b"no network")
    return path


def test_without_its_network_the_computer_plays_on_and_says_so_once(damaged: Path, games_folder: Path) -> None:
    played = sit_down_at_random(against("club", "gul-bara-bulgarian", 2, seed=3), 3)
    assert "wins the match." in played.text
    reason = f"cannot use the weights in {damaged}: File is not a zip file"
    assert played.text.count(f"The computer plays by simpler rules from now on: {reason}.\n") == 1


def test_a_saved_match_goes_on_with_the_level_it_was_begun_with(damaged: Path, games_folder: Path) -> None:
    sit_down(against("club", seed=5), ["24/18/13"])
    (path,) = games_folder.iterdir()
    assert "x-computer-dark: club" in path.read_text("utf-8")
    played = load(path, [], hand=False)
    assert "Dark is the computer, Club player." in played.text


@pytest.mark.parametrize(("level", "warm", "said"), [("casual", False, 1), ("casual", True, 0), ("careful", False, 0)])
def test_compiling_is_announced(level: str, warm: bool, said: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first move of a level, if it has not been done on this machine."""
    state = {"warm": warm}
    monkeypatch.setattr(computer, "is_warm", lambda: state["warm"])
    monkeypatch.setattr(computer, "warm", lambda: state.update(warm=True))
    monkeypatch.setattr(computer, "turn_steps", lambda *_given: turn_steps("runner", *_given[1:3]))
    written: list[str] = []
    bot = computer.bot_at(Screen(ScriptConsole([], written.append)))
    sit_down_at_random(against(level, "gioul", 1, seed=3), 3, bot=bot)
    assert "".join(written).count("The computer is getting ready, this once") == said

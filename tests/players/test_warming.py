"""Getting ready: what has been compiled is what the levels play with, and is known from then on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rosespring.players import warming

# Nothing may have been compiled before, and other tests may want the same cores.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of compiled kernels of its own, into which nothing is really compiled."""
    monkeypatch.setattr(warming, "cache_folder", lambda: str(tmp_path))
    monkeypatch.setattr(warming, "_compile", lambda: None)
    return tmp_path


def test_it_is_known_that_everything_has_been_compiled(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not warming.is_warm()
    warming.warm()
    assert warming.is_warm()
    monkeypatch.setattr(warming, "version", lambda _name: "0.1")
    assert not warming.is_warm()


def test_a_network_that_cannot_be_used_keeps_nobody_from_getting_ready(kept: Path, network_folder: Path) -> None:
    (network_folder / "parallel.npz").write_bytes(b"no network")
    warming.warm()
    assert warming.is_warm()


PLAY = """
from rosespring.game import Game
from rosespring.players import find_player, outlook_of, turn_steps
from rosespring.players.thinkers import LEVELS
from rosespring.players.warming import warm, warm_judging
from rosespring.search.ahead.kernels import look_ahead
from rosespring.search.turns.kernels import plan
from tests.networks import random_network
from rosespring.evaluation import network
network.packaged_network = random_network

warm()
warm_judging()
for rules in ("gul-bara", "gioul"):
    game = Game(rules)
    game.roll(3, 3)
    for level in LEVELS:
        assert turn_steps(level, str(game.position), 1, (1, 3))
        outlook_of(find_player(level), game.position)
print(*(len(kernel.signatures) for kernel in (plan, look_ahead)))
"""


def test_the_levels_play_with_what_has_been_compiled() -> None:
    """The kernels have been compiled for one kind of arguments each, and no level brings another."""
    run = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "1 1\n", "")


def test_the_verb_says_when_all_is_ready() -> None:
    run = subprocess.run([sys.executable, "-m", "rosespring", "warm"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("Ready after ")
    assert warming.is_warm()

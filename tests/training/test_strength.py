"""Training makes stronger: in a minute beyond random play and beyond the beginning, in a few beyond the yardstick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rosespring.evaluation.kernels import CONTACT_PHASE
from rosespring.evaluation.network import Network, load_network, save_network
from rosespring.players import DuelResult, duel
from rosespring.rules import PRESETS
from rosespring.training.learner import Learner
from rosespring.training.run import WEIGHTS, Run
from rosespring.training.settings import Settings
from tests.training.small import network_of, play, positions

PRESET = {"parallel": "gul-bara-bulgarian", "contrary": "gioul"}


def trained(folder: Path, settings: Settings) -> str:
    """The file of the network that a whole run makes."""
    for _progress in Run(settings, folder, 2, report_every=10**9, matches=2).learn():
        pass
    return str(folder / WEIGHTS)


def untrained(folder: Path, settings: Settings) -> str:
    """The file of the network that such a run begins with."""
    learner = Learner(settings.hidden, settings.seed)
    save_network(folder / "untrained.npz", network_of(learner, settings.movement))
    return str(folder / "untrained.npz")


def surely_above_half(result: DuelResult) -> bool:
    """Whether all of the 95 % interval is above a half."""
    assert result.win_half_width is not None
    return result.win_share - result.win_half_width > 0.5


@pytest.mark.parametrize("movement", PRESET)
def test_a_minute_of_training_makes_stronger(movement: str, tmp_path: Path) -> None:
    settings = Settings(movement=movement, hidden=32, games=3_000, deep_games=0, endings=0, stages=0)
    mine, rules = trained(tmp_path, settings), PRESETS[PRESET[movement]].rules
    assert surely_above_half(duel(mine, untrained(tmp_path, settings), rules, length=3, pairs=100, seed=1, workers=1))
    assert surely_above_half(duel(mine, "random", rules, pairs=25, seed=1, workers=1))


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("movement", "share"), [("parallel", 0.85), ("contrary", 0.72)])
def test_some_minutes_of_training_go_beyond_the_yardstick(
    movement: str, share: float, tmp_path: Path, verification: Callable[[str], None]
) -> None:
    settings = Settings(movement=movement, hidden=64, games=30_000, deep_games=6_000)
    mine, rules = trained(tmp_path, settings), PRESETS[PRESET[movement]].rules
    result = duel(mine, "yardstick", rules, length=3, pairs=500, seed=1)
    assert result.win_half_width is not None
    assert result.win_share - result.win_half_width > share
    start = duel(mine, untrained(tmp_path, settings), rules, length=3, pairs=500, seed=1)
    assert surely_above_half(start)
    error = error_in_contact(load_network(Path(mine)), settings)
    assert abs(error) < 0.03
    verification(
        f"{settings.total:,} games of training, {PRESET[movement]}: {shown(result)} of 1,000 matches to 3 against the "
        f"yardstick, {shown(start)} against the network that it began as; its values before a "
        f"roll in open contact are off by {error:+.4f} points"
    )


def error_in_contact(network: Network, settings: Settings) -> float:
    """The mean of what comes of positions before a roll in open contact less their values, in 512 games, in points."""
    learner = Learner(settings.hidden, settings.seed)
    for blocks, weights in zip((learner.first, learner.out, learner.bias), network.weights, strict=True):
        for block, array in zip(blocks, weights, strict=True):
            block.weights[:] = array
    played = play(learner, replace(settings, decay=1.0), settings.total, 512, threads=2)
    played = played.only(np.flatnonzero(played.moments[:, 1] == CONTACT_PHASE))
    points = np.array([1, 2, -1, -2])
    return float(((played.targets - network.chances(positions(played, settings))) @ points).mean())


def shown(result: DuelResult) -> str:
    """The share of matches won."""
    return f"{100 * result.win_share:.1f} ± {100 * (result.win_half_width or 0):.1f} %"

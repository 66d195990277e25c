"""What the engine answers by its levels, and without their networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rosespring.evaluation.network import save_network
from rosespring.players import PLAYERS, STRONGEST
from rosespring.rules import PRESETS
from tests.engine.test_session import START, Talk, men
from tests.networks import random_network


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def networks(network_folder: Path) -> Path:
    """Untrained networks in the place of the program's own."""
    for movement in ("parallel", "contrary"):
        save_network(network_folder / f"{movement}.npz", random_network(movement))
    return network_folder


def play(talk: Talk, steps: list[list[int]]) -> Any:
    """Play `steps`; the last state."""
    state = {}
    for point, number in steps:
        state = talk.state("step", point=point, number=number)
    return state


@pytest.mark.parametrize("level", PLAYERS)
@pytest.mark.parametrize("rules", PRESETS)
def test_every_level_plays_a_cascade_to_the_next_roll(talk: Talk, networks: Path, level: str, rules: str) -> None:
    """And the same seed gives the same steps."""
    talk.state(
        "set", rules=rules, men=[men((24, 5), (21, 4), (17, 3), (15, 3)), men((20, 15))], turn=0, rolls=[4, 4]
    )  # fmt: skip
    talk.state("roll", dice=[3, 3])
    best = talk.send("best", level=level, seed=5)
    assert best["ok"] is True, best
    assert best == talk.send("best", level=level, seed=5)
    assert best["points"] == best["outlook"]["points"]
    state = play(talk, best["steps"])
    assert state["stages"] == [] or state["turn"] == 1


def test_without_a_level_the_strongest_answers(talk: Talk, networks: Path) -> None:
    talk.state("new", rules="gioul", starter=0)
    talk.state("roll", dice=[2, 2])
    assert talk.send("best") == talk.send("best", level=STRONGEST, seed=0)
    assert talk.send("evaluate") == talk.send("evaluate", level=STRONGEST)
    assert STRONGEST == "full"


@pytest.mark.parametrize("level", ["novice", "master", "full", "careful"])
def test_evaluate_answers_for_any_position(talk: Talk, networks: Path, level: str) -> None:
    """About to roll, with stages to play, with a rest that was received, and after a win."""
    places: list[dict[str, Any]] = [
        {"men": [START, START], "rolls": [0, 0]},
        {
            "men": [men((24, 5), (20, 10)), START],
            "rolls": [5, 4],
            "stages": [[4] * 4, [5] * 4, [6] * 4],
            "cascade": True,
        },
        {
            "men": [START, men((24, 3), (20, 12))],
            "rolls": [4, 4],
            "stages": [[6] * 4],
            "cascade": True,
            "received": True,
        },
        {"men": [men(), START], "rolls": [9, 9]},
    ]
    for place in places:
        talk.state("set", rules="gul-bara", turn=0, **place)
        outlook = talk.send("evaluate", level=level)["outlook"]
        assert 0 <= outlook["win2"] <= outlook["win"] <= 1
        assert 0 <= outlook["lose2"] <= 1 - outlook["win"] + 1e-9
        expected = 2 * outlook["win"] - 1 + outlook["win2"] - outlook["lose2"]
        assert outlook["points"] == pytest.approx(expected, abs=1e-9)


def damage(path: Path) -> None:
    """Change a few weights in the middle of a file."""
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 8] = bytes(8 * [data[middle] ^ 0xFF])
    path.write_bytes(data)


def test_a_damaged_network_is_refused_by_name_and_the_session_goes_on(talk: Talk, networks: Path) -> None:
    path = networks / "contrary.npz"
    damage(path)
    talk.state("new", rules="gioul", starter=0)
    talk.state("roll", dice=[2, 2])
    for command in ("best", "evaluate"):
        reply = talk.send(command)
        assert reply["error"]["code"] == "bad-value"
        assert str(path) in reply["error"]["message"]
    best = talk.send("best", level="careful")
    assert play(talk, best["steps"])["turn"] == 1
    # The other movement's network is whole.
    talk.state("new", rules="gul-bara", starter=0)
    assert talk.send("evaluate")["ok"] is True


def test_a_network_of_the_other_game_is_refused_by_name(talk: Talk, network_folder: Path) -> None:
    path = network_folder / "contrary.npz"
    save_network(path, random_network("parallel"))
    talk.state("new", rules="gioul", starter=0)
    reply = talk.send("evaluate", level="club")
    assert reply["error"]["code"] == "bad-value"
    assert reply["error"]["message"] == f"the weights in {path} are for movement parallel"


def test_a_missing_network_is_refused_by_name(talk: Talk, network_folder: Path) -> None:
    talk.state("new", rules="gul-bara", starter=0)
    message = talk.send("evaluate")["error"]["message"]
    assert message == f"cannot use the weights in {network_folder / 'parallel.npz'}: No such file or directory"

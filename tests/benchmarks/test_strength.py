"""The measurements of strength: each table at a tiny size, its parts against plain ways, and the page."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.network import evaluate, self_play
from benchmarks.strength import beam, endings, errors
from benchmarks.strength.__main__ import main
from benchmarks.strength.curves import take_curves
from benchmarks.strength.page import TABLES, page
from benchmarks.strength.positions import turns
from benchmarks.strength.speed import stages_played
from benchmarks.tables.store import DOCS, Store
from rosespring.board import Position, Side
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import network_for, save_network
from rosespring.game import transitions
from rosespring.movegen.legal import cascade_results
from rosespring.movegen.reference import stage_results, turn_results
from rosespring.rules import PRESETS
from tests.networks import random_network

ROOT = DOCS.parent


@pytest.mark.parametrize(
    ("name", "only", "sizes"),
    [
        ("duels", "master – yardstick", []),
        ("levels", "", []),
        ("endings", "contact", []),
        ("beam", "", ["--cascades", "1"]),
        ("errors", "in and off", ["--decisions", "2"]),
        ("speed", "full", []),
    ],
)
def test_each_table_is_measured_stored_and_shown(tmp_path: Path, name: str, only: str, sizes: list[str]) -> None:
    options = ["--quick", "--presets", "gioul", "--only", only, "--docs", str(tmp_path), *sizes]
    assert main([name, *options]) == 0
    stored = json.loads((tmp_path / "strength" / f"{name}.json").read_text("utf-8"))
    assert stored["command"] == f"python -m benchmarks.strength {name}"
    for row in stored["rows"].values():
        assert {"commit", "date", "cpu", "networks", "seed"} <= set(row["measured"])
    text = (tmp_path / "strength.md").read_text("utf-8")
    assert "`gioul" in text
    assert f"Not measured yet (`python -m benchmarks.strength {name}`)" not in text
    assert main([name, *options, "--missing"]) == 0
    assert json.loads((tmp_path / "strength" / f"{name}.json").read_text("utf-8")) == stored


def test_the_page_is_made_of_the_stored_figures() -> None:
    assert (DOCS / "strength.md").read_text("utf-8") == page(Store("strength"))


def test_every_table_has_its_command_on_the_page() -> None:
    text = (DOCS / "strength.md").read_text("utf-8")
    for name in TABLES:
        assert f"`python -m benchmarks.strength {name}`" in text


def test_experiments_are_shown(tmp_path: Path) -> None:
    store = Store("strength", tmp_path)
    store.write("experiments", [{"what": "More units", "result": "no gain", "command": "rosespring train"}])
    assert "| More units | no gain | `rosespring train` |" in page(store)


def test_curves_of_a_run_become_a_picture(tmp_path: Path) -> None:
    run = tmp_path / "run"
    save_network(run / "network.npz", random_network("contrary"))
    rows = [{"games": games, "yardstick": 0.5, "frozen": None, "loss": 0.02} for games in (100, 200)]
    (run / "curves.json").write_text(json.dumps(rows), "utf-8")
    store = Store("strength", tmp_path / "docs")
    take_curves([run], store)
    assert (store.docs / "images" / "learning-gioul.svg").read_text("utf-8").startswith("<?xml")
    assert "images/learning-gioul.svg" in page(store)
    assert "images/learning-gul-bara.svg" not in page(store)


def few_ends(preset: str) -> Position:
    """A small cascade out of a game."""
    found = (position for seed in range(100) for position in turns(PRESETS[preset].rules, Random(seed)))
    cascades = (position for position in found if position.cascade and len(position.stages) > 1)
    late = (position for position in cascades if 2 < len(stage_results(position)) < 12)
    return next(position for position in late if 20 < cascade_results(position).count < 300)


@pytest.mark.parametrize("preset", ["gul-bara", "gul-bara-bulgarian", "gioul"])
def test_the_best_of_all_ends_is_that_of_the_reference(preset: str) -> None:
    position = few_ends(preset)
    network = network_for(position.rules)
    best, count = beam.Judge(network, position).best()
    results = turn_results(position)
    assert count == len(results)
    rolls_next = position.side if position.received else position.side.other  # rules.md section 3
    afters = [
        transitions.settle(replace(position, men=replace(position.men, own=own), started=True).with_stages(left))[0]
        if left
        else replace(position, men=replace(position.men, own=own)).to_roll(rolls_next)
        for own, left in results
    ]
    points = [
        found.points if after.side is position.side else -found.points
        for after, found in zip(afters, network.outlooks(afters), strict=True)
    ]
    assert best == pytest.approx(max(points), abs=1e-5)
    sample = beam.measure(position)
    assert sample.results == count
    assert all(each.loss > -1e-6 for each in sample.beams)


def test_endings_are_judged_by_the_tables() -> None:
    for kind in endings.KINDS:
        for number, (position, outlook) in enumerate(endings.known_endings("gioul", kind, "test")):
            assert not position.stages
            if (exact := exact_outlook(position)) is not None:
                assert outlook == exact
            if number == 20:
                break


def test_costs_are_those_against_the_best_end() -> None:
    for phase in errors.PHASES:
        position = next(errors.decisions("gul-bara", phase, "test"))
        assert errors.phase_of(position) == phase
        cost = errors.costs(position, 1)
        assert min(cost.values()) >= 0
        assert cost["full"] < 0.2


def test_a_finished_end_is_worth_its_points() -> None:
    start = Position.start(PRESETS["gioul"].rules)
    over = replace(start, men=replace(start.men, own=(15, *(0,) * 24)))
    assert errors.judged(over, Side.LIGHT) == 2
    assert errors.judged(over, Side.DARK) == -2


def test_stages_are_counted_by_the_steps_played() -> None:
    position = Position.parse("1~gul-bara~0~e-3.1-19~f-23~4.3~4444.5555.6666~cs")
    assert [stages_played(position, steps) for steps in (0, 1, 4, 5, 12)] == [1, 1, 1, 2, 3]


def test_the_benchmarks_of_the_network_assert_their_answers() -> None:
    assert 0 < evaluate().value < 100
    assert self_play().count == 256


def test_ctrl_c_ends_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.strength", "duels", "--matches", "1000000", "--docs", str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=ROOT
    ) as run:
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(6)
        os.killpg(run.pid, signal.SIGINT)
        output, said = run.communicate(timeout=60)
    assert (run.returncode, output, said) == (1, "", "strength: stopped; rows that were done are stored\n")

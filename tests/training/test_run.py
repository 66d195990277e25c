"""A run can be stopped anywhere, killed anywhere, and go on to the very same network; what does not fit is refused."""

from __future__ import annotations

import json
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import FrozenInstanceError, asdict, replace
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rosespring.archives import write_arrays
from rosespring.errors import RosespringError, RulesError, WeightsError
from rosespring.evaluation.inputs import INPUTS_VERSION
from rosespring.evaluation.kernels import PHASES
from rosespring.evaluation.network import load_network
from rosespring.training import run
from rosespring.training.checkpoint import Arrays, read_arrays
from rosespring.training.run import CHECKPOINT, CURVES, WEIGHTS, Run
from rosespring.training.settings import Settings
from tests.training.small import SMALL

GAMES = [0, 40, 80, 120, 130, 170, 180, *(8 * [180])]
"""Of each `Progress`: where it stands, rounds of games, endings 2 + 1 times, stages 1 + 3 times, its strength."""
KEPT = (*range(7), 9)
"""After which of these a stopped run goes on: after each round, and after the endings."""


def small_run(folder: Path, settings: Settings = SMALL, threads: int = 2) -> Run:
    return Run(settings, folder, threads, report_every=100, matches=4, save_every=0)


def changed(**other: object) -> Settings:
    return replace(SMALL, **other)  # type: ignore[arg-type]


def lasting(folder: Path) -> tuple[Arrays, list[dict[str, float | None]]]:
    """What a run has come to: all arrays of its checkpoint, and its curves but for what the clock said."""
    arrays = read_arrays(folder / CHECKPOINT)
    curves = json.loads(str(arrays.pop("curves")))
    return arrays, [row | {"games_a_second": None} for row in curves]


def equal(one: Path, other: Path) -> bool:
    (a, curves), (b, others) = lasting(one), lasting(other)
    assert load_network(one / WEIGHTS).card == load_network(other / WEIGHTS).card
    return a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a) and curves == others


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that nobody stopped."""
    folder = tmp_path_factory.mktemp("whole")
    assert [progress.games for progress in small_run(folder).learn()] == GAMES
    return folder


def go_on(folder: Path, games: list[int], threads: int = 1) -> None:
    assert [progress.games for progress in small_run(folder, threads=threads).learn()] == games


# What comes of a run


def test_a_run_leaves_a_network_with_its_card_and_curves(whole: Path) -> None:
    network = load_network(whole / WEIGHTS)
    assert (network.card.games, network.card.hidden, network.card.movement) == (180, 4, "parallel")
    assert network.card.rules == ("gul-bara", "gul-bara-bulgarian", "gul-bara-forfeit")
    assert network.card.name == "parallel 180"
    curves = json.loads((whole / CURVES).read_text("utf-8"))
    assert [row["games"] for row in curves] == [120, 180, 180]
    assert all(0 <= row["yardstick"] <= 1 for row in curves)
    assert sorted(path.name for path in whole.iterdir()) == [CHECKPOINT, CURVES, WEIGHTS]
    held = read_arrays(whole / CHECKPOINT)
    assert network.weights[0] == pytest.approx(np.stack([held[f"first.{phase}.weights"] for phase in range(PHASES)]))


def test_a_finished_run_is_not_begun_again(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, folder := tmp_path / "run")
    go_on(folder, [180])
    assert equal(folder, whole)


def test_another_seed_makes_another_network(whole: Path, tmp_path: Path) -> None:
    list(small_run(tmp_path, replace(SMALL, seed=2)).learn())
    assert load_network(tmp_path / WEIGHTS).card.sha256 != load_network(whole / WEIGHTS).card.sha256


def test_fewer_games_than_a_round_are_no_more(tmp_path: Path) -> None:
    few = replace(SMALL, games=3, deep_games=0, endings=0, stages=0)
    assert [progress.games for progress in small_run(tmp_path, few).learn()] == [0, 3]
    assert load_network(tmp_path / WEIGHTS).card.games == 3


def test_the_step_size_falls_in_equal_ratios(tmp_path: Path) -> None:
    training = Run(Settings(games=900, deep_games=100, rate=1e-2, last_rate=1e-4), tmp_path)
    assert [training.rate(games) for games in (0, 500, 1000, 2000)] == pytest.approx([1e-2, 1e-3, 1e-4, 1e-4])


def test_strength_is_measured_against_what_it_was(tmp_path: Path) -> None:
    settings = replace(SMALL, games=4800, deep_games=0, round_games=600, hidden=1, endings=0, lessons=0, stages=0)
    training = Run(settings, tmp_path, 2, report_every=600, matches=2)
    measured = [progress for progress in training.learn() if progress.yardstick is not None]
    # The first network that later ones are compared with is that of 4,000 games or more.
    assert [progress.frozen is None for progress in measured] == [True] * 7 + [False]
    held = read_arrays(tmp_path / CHECKPOINT)
    assert (int(held["frozen_at"]), held["frozen0"].size > 0) == (4200, True)


# Stopped and killed


@pytest.mark.parametrize("rounds", range(len(GAMES) - 1))
def test_a_stopped_run_goes_on_to_the_same_network(rounds: int, whole: Path, tmp_path: Path) -> None:
    with closing(small_run(tmp_path).learn()) as learning:
        assert [progress.games for progress in islice(learning, rounds + 1)] == GAMES[: rounds + 1]
    # A stop within the endings or the stages begins these again.
    kept = max(begin for begin in KEPT if begin <= rounds)
    go_on(tmp_path, GAMES[kept:], threads=3)
    assert equal(tmp_path, whole)


def test_a_run_stopped_again_and_again_too(whole: Path, tmp_path: Path) -> None:
    for _ in range(6):
        with closing(small_run(tmp_path).learn()) as learning:
            assert len(list(islice(learning, 2))) == 2
    go_on(tmp_path, GAMES[6:])
    assert equal(tmp_path, whole)


def test_time_that_is_over_stops_after_a_round(whole: Path, tmp_path: Path) -> None:
    assert [progress.games for progress in small_run(tmp_path).learn(0)] == [0]
    assert [progress.games for progress in small_run(tmp_path).learn(1e-9)] == [0]
    learning = small_run(tmp_path).learn(3600)
    assert [progress.games for progress in islice(learning, 3)] == [0, 40, 80]
    learning.close()
    go_on(tmp_path, GAMES[2:])
    assert equal(tmp_path, whole)


@pytest.mark.parametrize("rounds", [1, 4])
def test_a_killed_run_goes_on_from_its_last_checkpoint(rounds: int, whole: Path, tmp_path: Path) -> None:
    learning = small_run(tmp_path / "killed").learn()
    assert len(list(islice(learning, rounds + 1))) == rounds + 1
    # What a kill would leave now, in the middle of writing: a checkpoint, and the beginning of the next one.
    shutil.copytree(tmp_path / "killed", folder := tmp_path / "left")
    learning.close()
    content = (folder / CHECKPOINT).read_bytes()
    (folder / ".00112233445566aa.partial").write_bytes(content[: len(content) // 2])
    (folder / ".ffeeddccbbaa9988.partial").write_bytes(b"")
    go_on(folder, GAMES[rounds:])
    assert equal(folder, whole)
    assert sorted(path.name for path in folder.iterdir()) == [CHECKPOINT, CURVES, WEIGHTS]


class Killed(BaseException):
    """The end of the process, as far as the code under test can tell."""


@pytest.mark.parametrize("written", ["write_arrays", "save_network", "write_whole"])
@pytest.mark.parametrize("time", [2, 5])
def test_a_kill_between_two_files_loses_nothing(
    written: str, time: int, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0

    def killed(*_arguments: object) -> None:
        nonlocal calls
        calls += 1
        if calls == time:
            raise Killed
        original(*_arguments)

    original = getattr(run, written)
    monkeypatch.setattr(run, written, killed)
    with pytest.raises(Killed):
        list(small_run(tmp_path).learn())
    monkeypatch.undo()
    list(small_run(tmp_path).learn())
    assert equal(tmp_path, whole)


PROGRAM = """
import sys
from pathlib import Path
from tests.training.test_run import small_run
for progress in small_run(Path(sys.argv[1])).learn():
    print(progress.games, flush=True)
"""


@pytest.mark.parametrize("games", [40, 130])
def test_a_process_that_is_killed_at_any_moment(games: int, whole: Path, tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert str(games) in (line.strip() for line in process.stdout)
        time.sleep(Random(games).random() / 10)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    found = int(read_arrays(tmp_path / CHECKPOINT)["games"])
    assert found >= games
    list(small_run(tmp_path).learn())
    assert equal(tmp_path, whole)


# Files


def test_a_full_disk_leaves_the_checkpoint_whole(whole: Path, tmp_path: Path) -> None:
    with closing(small_run(tmp_path).learn()) as learning:
        assert len(list(islice(learning, 3))) == 3
    kept = (tmp_path / CHECKPOINT).read_bytes()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(kept) // 2, before[1]))
    try:
        with pytest.raises(OSError, match=CHECKPOINT) as caught:
            list(small_run(tmp_path).learn())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.filename == str(tmp_path / CHECKPOINT)
    assert (tmp_path / CHECKPOINT).read_bytes() == kept
    assert not list(tmp_path.glob("*.partial"))
    go_on(tmp_path, GAMES[2:])
    assert equal(tmp_path, whole)


def test_two_runs_do_not_meet_in_a_folder(tmp_path: Path) -> None:
    with closing(small_run(tmp_path).learn()) as learning:
        next(learning)
        with pytest.raises(RosespringError, match=f"another run is at work in {tmp_path}"):
            next(small_run(tmp_path).learn())
    next(small_run(tmp_path).learn())


def test_a_folder_that_cannot_be_written_to_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileExistsError, match="file"):
        next(small_run(tmp_path / "file").learn())
    (tmp_path / "run" / CHECKPOINT / "in the way").mkdir(parents=True)
    with pytest.raises(WeightsError, match="Is a directory"):
        next(small_run(tmp_path / "run").learn())


# Refusals


def refusal(folder: Path, settings: Settings = SMALL) -> str:
    """Why a run is not gone on with; nothing in its folder has been touched."""
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(WeightsError) as caught:
        next(small_run(folder, settings).learn())
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert str(folder / CHECKPOINT) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"hidden": 5}, "hidden 4 instead of 5"),
        ({"decay": 0.9}, "decay 0.7 instead of 0.9"),
        ({"movement": "contrary"}, "movement 'parallel' instead of 'contrary'"),
        ({"seed": 3, "games": 1000}, "games 130 instead of 1000, seed 1 instead of 3"),
    ],
    ids=str,
)
def test_other_settings_are_refused_by_name(other: dict[str, object], named: str, whole: Path) -> None:
    assert f"({named})" in refusal(whole, changed(**other))


def test_every_setting_counts(whole: Path) -> None:
    changes: dict[type, object] = {str: "contrary", int: 77, float: 0.123}
    for name, value in asdict(SMALL).items():
        settings = changed(**{name: changes[type(value)]})
        assert f"({name} {value!r} instead of {getattr(settings, name)!r})" in refusal(whole, settings)


def test_settings_of_another_version_are_refused(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(whole, folder := tmp_path / "run")
    arrays = read_arrays(folder / CHECKPOINT)
    held = json.loads(str(arrays["settings"]))
    del held["wild"]
    held["colour"] = "red"
    write_arrays(folder / CHECKPOINT, arrays | {"settings": np.array(json.dumps(held))})
    assert "(wild None instead of 0.1, colour 'red' instead of None)" in refusal(folder)
    monkeypatch.setattr(run, "INPUTS_VERSION", 77)
    assert f"(inputs {INPUTS_VERSION} instead of 77)" in refusal(whole)


def test_a_checkpoint_with_something_missing_is_refused(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, folder := tmp_path / "run")
    arrays = read_arrays(whole / CHECKPOINT)
    for name in ("settings", "curves", "games", "playing1", "frozen0", "frozen_at", "out.2.mean", "steps"):
        write_arrays(folder / CHECKPOINT, {key: arrays[key] for key in arrays if key != name})
        assert f"'{name}'" in refusal(folder)
    write_arrays(folder / CHECKPOINT, arrays | {"bias.0.weights": np.zeros(5, np.float32)})
    assert "expected bias.0.weights of shape (4,), got (5,)" in refusal(folder)
    for name in ("playing0", "playing2"):  # nobody may play with them: kernels check no bounds
        for wrong in (arrays[name][:2], arrays[name].astype(np.float64)):
            write_arrays(folder / CHECKPOINT, arrays | {name: wrong})
            assert "expected weights [" in refusal(folder)
    for text in ("[]", "{", "null", "7"):
        write_arrays(folder / CHECKPOINT, arrays | {"settings": np.array(text)})
        refusal(folder)


def damages(content: bytes, count: int) -> Iterator[bytes]:
    """Files cut short, and files with a few wrong bytes."""
    random = Random(1)
    yield from (b"", b"no checkpoint", content[: len(content) // 2], content[:-1], content[100:])
    for _ in range(count):
        broken = bytearray(content)
        for _ in range(random.randint(1, 3)):
            broken[random.choice((random.randrange(len(broken)), -random.randint(1, 6000)))] ^= random.randint(1, 255)
        yield bytes(broken)


def test_a_damaged_checkpoint_is_refused_and_kept(whole: Path, tmp_path: Path, full_size: bool) -> None:
    wanted = lasting(whole)[0]
    (folder := tmp_path / "run").mkdir()
    refused = 0
    for content in damages((whole / CHECKPOINT).read_bytes(), 2000 if full_size else 100):
        (folder / CHECKPOINT).write_bytes(content)
        try:
            found = read_arrays(folder / CHECKPOINT)
        except WeightsError:
            found = {}
        if found.keys() >= wanted.keys():  # it was where nothing depends on, as the date of a part
            assert all(np.array_equal(found[name], wanted[name]) for name in wanted)
        else:
            assert "cannot go on from" in refusal(folder)
            refused += 1
    assert refused > 50


# Settings


def test_settings_are_frozen_and_checked() -> None:
    with pytest.raises(FrozenInstanceError):
        SMALL.seed = 2  # type: ignore[misc]
    assert hash(SMALL) == hash(replace(SMALL)) != hash(replace(SMALL, seed=2))
    with pytest.raises(RulesError, match="unknown movement 'parralel': did you mean 'parallel'"):
        Settings(movement="parralel")
    for name in ("hidden", "games", "round_games", "batch", "lesson_pool", "race_pool", "ending_batch"):
        with pytest.raises(ValueError, match=f"expected {name} of at least 1, got 0"):
            changed(**{name: 0})
    for name in ("deep_games", "lessons", "stage_pool", "endings", "stage_games", "stages", "custom_sets"):
        with pytest.raises(ValueError, match=f"expected {name} of at least 0, got -1"):
            changed(**{name: -1})
    for name, least in (("decay", "from 0 to 1"), ("custom", "from 0 to 1"), ("rate", "between 0 and 1")):
        for value in (-0.1, 1.1, float("nan")):
            with pytest.raises(ValueError, match=f"expected {name} {least}, got {value}"):
                changed(**{name: value})
    for seed in (-1, 2**63):
        with pytest.raises(ValueError, match="expected a seed"):
            Settings(seed=seed)
    assert Settings(games=5, deep_games=2).total == 7

"""`rosespring verify`: a dice file is checked without any server."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from rosespring.web.dicefile import dice_file
from rosespring.web.records import record_of
from tests.web.tables import Bench
from tests.web.test_fairness import agreed, over


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rosespring", "verify", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dice file of a finished match."""
    bench: Bench = agreed()
    rng = Random(1)
    while not over(bench):
        bench.act(rng)
    path = tmp_path_factory.mktemp("dice") / "dice.json"
    path.write_bytes(msgspec.json.encode(dice_file("table", bench.entries)))
    return path


def test_an_honest_file_ends_with_0_and_each_step_in_words(file: Path) -> None:
    done = run(str(file))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Dice of match 1 at table table"
    assert lines[-1] == "The dice are as they were fixed before the game."
    throws = len(json.loads(file.read_text())["games"][0]["throws"])
    assert f"  [ok] game 1: All {throws} throws follow from the seeds" in lines
    assert all(line.startswith("  [ok] ") for line in lines[1:-1])
    assert len(lines) == 7


def test_a_record_of_another_match_is_found(file: Path, tmp_path: Path) -> None:
    own, other = tmp_path / "own.txt", tmp_path / "other.txt"
    for path, seed in ((own, 1), (other, 2)):
        bench, rng = agreed(), Random(seed)
        while not over(bench):
            bench.act(rng)
        path.write_text(record_of("table", bench.entries))
    done = run(str(file), "--record", str(own))
    assert (done.returncode, "[ok] game 1: The record of the match has the same throws" in done.stdout) == (0, True)
    # The same dice, but another number of rolls.
    done = run(str(file), "--record", str(other))
    assert (done.returncode, "[WRONG] game 1: The record of the match has the same throws" in done.stdout) == (1, True)
    assert run(str(file), "--record", str(file)).returncode == 1


def test_a_changed_throw_ends_with_1_and_is_named(file: Path) -> None:
    changed = json.loads(file.read_text())
    dice = changed["games"][0]["throws"][6]["dice"]
    true = f"{dice[0]}-{dice[1]}"
    dice[0] = dice[0] % 6 + 1
    done = run("-", stdin=json.dumps(changed))
    assert done.returncode == 1
    assert f"[WRONG] game 1: Throw 7 is {dice[0]}-{dice[1]}, but the seeds make it {true}" in done.stdout
    assert "1 check fails" in done.stdout
    as_json = json.loads(run("-", "--json", stdin=json.dumps(changed)).stdout)
    assert as_json["verified"] is False
    assert [finding["holds"] for finding in as_json["findings"]].count(False) == 1


def test_a_running_game_is_sealed_and_not_verified() -> None:
    bench = agreed()
    done = run("-", stdin=msgspec.json.encode(dice_file("table", bench.entries)).decode())
    assert done.returncode == 1
    assert "[sealed] game 1" in done.stdout
    assert done.stdout.endswith("Nothing can be checked yet: the key of a game is shown when the game is over.\n")


def test_what_is_no_dice_file_is_one_clear_line(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text("Rosespring record 1\n")
    done = run(str(record))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("rosespring: expected a dice file in JSON")
    assert done.stderr.count("\n") == 1
    missing = run(str(tmp_path / "nowhere.json"))
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)
    assert run().returncode == 2


def test_the_check_needs_no_web_framework(file: Path) -> None:
    program = (
        "import sys; from rosespring.web.verifying import verify; verify(open(sys.argv[1]).read()); "
        "sys.exit(any(name in sys.modules for name in ('starlette', 'msgspec', 'sqlalchemy', 'numba')))"
    )
    assert subprocess.run([sys.executable, "-c", program, str(file)], check=False).returncode == 0


def test_the_help_has_an_example() -> None:
    assert "Example: rosespring verify rosespring-dice-" in run("--help").stdout

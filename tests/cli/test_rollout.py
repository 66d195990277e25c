"""`rosespring rollout` as people call it: tables, JSON, files, wrong calls, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "rosespring", "rollout"]


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def test_plays_are_compared_and_kept(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.npz")
    plays = "--roll", "4-2", "--play", "24/20 24/22", "--play", "24/20/18", "--resume", kept
    shown = call("gioul", *plays, "--trials", "72")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "24/20/18" in shown.stdout
    assert "72 trials each, seed 0" in shown.stdout
    told = json.loads(call("gioul", *plays, "--trials", "108", "--json").stdout)
    assert told["trials"] == 108
    assert sorted(result["text"] for result in told["results"]) == ["24/20 24/22", "24/20/18"]
    best, other = told["results"]
    assert best["loss"] is None
    assert other["loss"]["mean"] == pytest.approx(best["value"]["mean"] - other["value"]["mean"])
    low, high = best["value"]["interval"]
    assert high - low == pytest.approx(2 * 1.96 * best["value"]["error"])


def test_threads_make_no_difference() -> None:
    one, two = (json.loads(call("gul-bara", "--trials", "72", "--json", "--threads", n).stdout) for n in ("1", "2"))
    assert one["results"] == two["results"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to other processes there")
def test_ctrl_c_shows_and_keeps_what_there_is(tmp_path: Path) -> None:
    kept = tmp_path / "kept.npz"
    arguments = "gul-bara", "--trials", "1000000", "--threads", "1", "--json", "--resume", str(kept)
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        deadline = time.monotonic() + 100
        while not kept.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert json.loads(out)["trials"] >= 216
    assert err == "rosespring: stopped\n"
    assert kept.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files there")
def test_a_full_disk_loses_the_file_and_not_the_result(tmp_path: Path) -> None:
    kept = tmp_path / "kept.npz"
    call("gul-bara", "--trials", "36", "--depth", "stage")  # kernels are compiled while there is room
    command = f'ulimit -f 1; exec "$0" -m rosespring rollout gul-bara --trials 72 --depth stage --json --resume {kept}'
    run = subprocess.run(["bash", "-c", command, sys.executable], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (1, f"rosespring: {kept}: File too large\n")
    assert json.loads(run.stdout)["trials"] == 72
    assert list(tmp_path.iterdir()) == []


def test_a_narrow_window_shows_plays_with_all_their_numbers() -> None:
    arguments = (
        "gioul",
        "--roll",
        "4-2",
        "--play",
        "24/20 24/22",
        "--play",
        "24/20/18",
        "--trials",
        "36",
        "--depth",
        "stage",
    )
    wide, narrow = (
        subprocess.run(
            [*COMMAND, *arguments], capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": columns}
        ).stdout.split("\n\n")[0]
        for columns in ("80", "40")
    )
    assert max(map(len, narrow.splitlines())) <= 40
    names, *rows = wide.splitlines()
    assert {"24/20 24/22", "24/20/18"} <= set(narrow.splitlines())
    for figure in (figure for row in rows for figure in re.findall(r"[+-]?[\d.]+ ± [\d.]+|[\d.]+ %", row)):
        assert figure in narrow
    assert "    Win 2 " in narrow
    assert "Win 2" in names

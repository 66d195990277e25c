"""Damaged files of every form that the commands read: refused in words or read, no crash, no hang, little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

FORMS = ["text", "json", "dice", "weights"]
MEMORY = 200
"""MiB of the whole process, program included."""


def attack(form: str, seed: int, count: int) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.cli.hostile", form, str(seed), str(count)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    found: dict[str, float] = json.loads(run.stdout)
    assert found["memory"] < MEMORY
    assert found.get("read", 0) + found["refused"] == count
    return found


@pytest.mark.parametrize("form", FORMS)
def test_damaged_files_are_refused_in_words(form: str) -> None:
    attack(form, 1, 100)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("form", FORMS)
def test_100_000_damaged_files_of_each_form(form: str, verification: Callable[[str], None]) -> None:
    found = attack(form, 2, 100_000)
    read, refused = int(found.get("read", 0)), int(found["refused"])
    verification(
        f"Of 100,000 damaged files of the form {form}, {read:,} were read and {refused:,} refused in words, "
        f"the slowest in {found['slowest']:.1f} s, with at most {found['memory']:.0f} MiB"
    )

"""Promises about the project as a whole: what an import loads, what make offers, what no file says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.requirements import REQUIREMENTS, Requirement

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ["numba", "numpy", "torch", "textual", "fastapi", "starlette", "uvicorn", "sqlalchemy"]
TARGETS = ["play", "test", "test-long", "install", "check", "bench", "docs", "help"]
# In pieces, so that this file does not contain them.
HOSTS = [
    b"py" + b"pi.org",
    b"python" + b"hosted",
    b"registry." + b"npmjs",
    b"deb." + b"debian.org",
]


def tracked_files() -> list[Path]:
    """The files that git knows of, or would know of if they were added."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def test_import_is_light() -> None:
    program = f"import sys, rosespring; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == []


def test_make_help_lists_the_targets() -> None:
    make = shutil.which("make")
    assert make, "the project's commands need make"
    ran = subprocess.run([make, "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = {words[1]: words[2:] for line in ran.stdout.splitlines() if (words := line.split())[:1] == ["make"]}
    assert [target for target in TARGETS if not listed.get(target)] == []


@pytest.mark.parametrize("host", HOSTS, ids=["python", "python files", "javascript", "debian"])
def test_no_file_names_a_registry(host: bytes) -> None:
    assert [str(path.relative_to(ROOT)) for path in tracked_files() if host in path.read_bytes()] == []


@pytest.mark.parametrize("promise", REQUIREMENTS, ids=lambda promise: promise.test)
def test_each_promise_of_the_web_table_has_its_test(promise: Requirement) -> None:
    text = (ROOT / promise.path).read_text("utf-8")
    assert f"def {promise.test}(" in text or f"class {promise.test}(" in text

"""A server as a process group of its own, scripted dice, and the browsers that visit it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).resolve().parents[1]
FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
Throws = Iterable[tuple[int, int]]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def write_dice(folder: Path, throws: Throws) -> Path:
    """A file of scripted throws."""
    path = folder / "dice.txt"
    path.write_text("".join(f"{a} {b}\n" for a, b in throws), "utf-8")
    return path


@dataclass
class Server:
    """A command that serves on `port`, from the project's folder."""

    command: Sequence[str]
    port: int
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it says that it answers."""
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, env=self.environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if self.url in line:
                return
        pytest.fail(f"the server ended without an address:\n{''.join(said)}")

    def kill(self) -> None:
        """End it at once, with all that it started."""
        if self.process is None:
            return
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None


def launch(playwright: Playwright, *flags: str) -> Browser:
    """A Chromium with these flags beside the usual ones: $CHROMIUM, or the one on the PATH."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not program:
        pytest.fail("expected Chromium on the PATH or in $CHROMIUM")
    return playwright.chromium.launch(executable_path=program, args=[*FLAGS, *flags], chromium_sandbox=False)

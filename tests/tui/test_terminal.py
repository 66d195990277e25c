"""The program in a process of its own: pipes, a terminal, interruptions."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rosespring.tui.saving import open_record

COMMAND = [sys.executable, "-m", "rosespring", "play"]
GIOUL = ["--rules", "gioul", "--length", "2", "--seed", "5"]
PATIENCE = 30


class Process:
    """The program with its output read as it comes, through pipes or a terminal."""

    def __init__(self, *options: str, terminal: bool = False, **environment: str) -> None:
        self.output = ""
        if terminal:
            self._reads, child = pty.openpty()
            self._writes = self._reads
        else:
            child, self._writes = os.pipe()
            self._reads, outlet = os.pipe()
        self.process = subprocess.Popen(
            [*COMMAND, *options],
            stdin=child,
            stdout=child if terminal else outlet,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            start_new_session=True,
            # In its new session the terminal must be its own for Ctrl-C to reach it.
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if terminal else None,
        )
        for inner in {child} if terminal else {child, outlet}:
            os.close(inner)

    def type(self, text: str) -> None:
        os.write(self._writes, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until `text` has been written."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.output:
            ready, _, _ = select.select([self._reads], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"waited for {text!r}, got {self.output!r}"
            assert self._read(), f"ended before {text!r}: {self.output!r}"

    def press_until(self, key: str, text: str) -> None:
        """Press a key as a person does: again after a while, if nothing happens."""
        for _time in range(PATIENCE):
            self.type(key)
            patience = time.monotonic() + 1
            # A terminal throws away what waits to be written when Ctrl-C is pressed: no second time too soon.
            while text not in self.output and (left := patience - time.monotonic()) > 0:
                if select.select([self._reads], [], [], left)[0]:
                    self._read()
            if text in self.output:
                return
        raise AssertionError(f"no {text!r} after {key!r}: {self.output!r}")

    def end(self) -> int:
        """Read the rest, and give the exit status."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        for handle in {self._reads, self._writes}:
            os.close(handle)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)

    def _read(self) -> bool:
        try:
            data = os.read(self._reads, 65536)
        except OSError:  # what a terminal gives when its other end is closed
            data = b""
        self.output += data.decode("utf-8", "replace")
        return bool(data)


Start = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts processes, and ends them after the test."""
    started: list[Process] = []

    def begin(*options: str, terminal: bool = False, **environment: str) -> Process:
        started.append(Process(*options, terminal=terminal, **environment))
        return started[-1]

    yield begin
    for process in started:
        with closing(process):
            pass


def saved_game(games_folder: Path) -> Path:
    (path,) = games_folder.iterdir()
    return path


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interruption_saves_the_open_turn(name: str, start: Start, games_folder: Path) -> None:
    process = start(*GIOUL, "--opponent", "friend")
    process.type("\n24/23\n")
    process.wait_for("Played: 24/23.")
    process.wait_for("has to play: 5")
    os.kill(process.process.pid, getattr(signal, name))
    assert process.end() == 0
    path = saved_game(games_folder)
    assert process.output.endswith(f"\nSaved. To go on: rosespring play --load {path}\n")
    assert "Traceback" not in process.output
    assert path.read_text("utf-8").endswith("Dark 5-1: 24/23 ...\n")

    again = start("--load", str(path))
    again.wait_for("Played: 24/23.")
    again.wait_for("has to play: 5")
    again.type("undo\nundo\n24/19/18\n\n")
    again.wait_for("Light, Enter to roll> ")
    os.kill(again.process.pid, getattr(signal, name))
    assert again.end() == 0
    assert "Taken back: 24/23.\n" in again.output
    assert path.read_text("utf-8").endswith("Dark 5-1: 24/19/18\n")


def test_a_question_can_be_interrupted(start: Start, games_folder: Path) -> None:
    process = start()
    process.wait_for("Number or name")
    os.kill(process.process.pid, signal.SIGINT)
    assert process.end() == 0
    assert "Traceback" not in process.output
    assert not games_folder.exists()


def test_ctrl_c_at_a_terminal(start: Start, games_folder: Path) -> None:
    process = start(*GIOUL, "--opponent", "careful", terminal=True, TERM="xterm-256color")
    process.wait_for("Light, Enter to roll> ")
    process.type("\n")
    process.wait_for("Light has to play: ")
    assert "\x1b[" in process.output
    process.wait_for("Light> ")
    process.press_until("\x03", "To go on: ")
    assert process.end() == 0
    assert open_record(saved_game(games_folder)).games


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"]
)
def test_terminals_without_colours(environment: dict[str, str], start: Start) -> None:
    process = start(*GIOUL, "--opponent", "careful", terminal=True, **environment)
    process.wait_for("Light, Enter to roll> ")
    process.type("\nquit\n")
    process.wait_for("To go on: ")
    assert process.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*m", process.output)


def run(*options: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def test_a_script_through_a_pipe_to_the_end_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "end.txt"
    position = "gul-bara; Light 2×2 off×13; Dark 24×15; rolls 5 5; Light to roll"
    path.write_text(f"Rosespring record 1\nrules: gul-bara\n\nGame 1\nposition: {position}\n", "utf-8")
    ran = run("--load", str(path), "--plain", "--hand-dice", text="6 5\n\n\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(
        "Dice of Light> 6 5\n"
        "Light rolls 6-5.\n"
        "Only one play: 2 off, 2 times.\n"
        "Light has borne off the last checker. The turn is complete: Enter or done ends it, undo takes back.\n"
        "Light> \n"
        "Light wins 2 points.\n"
        "Light wins the match.\n"
        "Score: Light 2, Dark 0; the match is to 1 point.\n"
        "Enter leaves, again plays another match> \n"
    )


def test_the_end_of_the_input_saves(games_folder: Path) -> None:
    ran = run(*GIOUL, "--opponent", "careful", text="\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith(f"\nSaved. To go on: rosespring play --load {saved_game(games_folder)}\n")


def test_an_output_without_boards_of_its_own_gets_ascii() -> None:
    ran = run(*GIOUL, "--opponent", "friend", text="\n\n", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.isascii()
    assert "+---------- O > ----------+-+---------- < X ----------+" in ran.stdout
    assert "?" not in ran.stdout


def test_a_reader_that_goes_away_loses_nothing(games_folder: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, *GIOUL, "--opponent", "friend"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"\n24/23\n")
    process.stdin.flush()
    while b"has to play: 5\n" not in process.stdout.readline():
        pass
    process.stdout.close()
    process.stdin.write(b"24/19\n\n")
    process.stdin.close()
    assert process.stderr
    assert b"Traceback" not in process.stderr.read()
    process.wait(PATIENCE)
    process.stderr.close()
    assert "Dark 5-1: 24/23" in saved_game(games_folder).read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "status", "reason"),
    [
        (["--load", "/no/such/file"], 1, "rosespring: /no/such/file cannot be read: No such file or directory\n"),
        (["--rules", "gulbarra"], 2, "rosespring: unknown rules 'gulbarra': did you mean 'gul-bara'"),
        (["--rules", "gioul", "--opponent", "nobody"], 2, "rosespring: unknown opponent 'nobody': "),
    ],
)
def test_what_is_wrong_is_one_line(options: list[str], status: int, reason: str) -> None:
    ran = run(*options)
    assert ran.returncode == status
    assert ran.stderr.startswith(reason)
    assert ran.stderr.count("\n") == 1

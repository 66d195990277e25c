"""The server as a process: killed, stopped, started again."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rosespring.board import Roll
from rosespring.notation import load_record, replay
from rosespring.web import serve
from rosespring.web.app import create_app
from rosespring.web.serve import run_server
from tests.web.helpers import PATIENCE, Browser, Process, eventually, make_settings, write_dice

# Light starts; his cascade of 1-1 is cut in the middle by a kill.
THROWS = [(6, 1), (1, 1), (2, 2), *[(5, 3), (6, 4), (3, 3), (6, 6)] * 40]


@pytest.fixture
def dice(tmp_path: Path) -> Path:
    return write_dice(tmp_path / "dice", THROWS)


async def test_a_kill_in_mid_cascade_loses_nothing(tmp_path: Path, dice: Path) -> None:
    database, rng = tmp_path / "data" / "test.db", Random(3)
    with Process(database, dice) as server:
        ana, bo = Browser(server.url), Browser(server.url)
        await ana.lay(rules="gioul")
        await bo.join(ana.invitation)
        async with ana.sit() as light, bo.sit() as dark:
            await light.do("roll")
            await light.play(rng, lambda player: len(player.state["open_steps"]) == 9)
            await light.until(lambda player: player.state["dice"] == [1, 1])
            acknowledged = light.state
            await dark.until(lambda player: player.state["number"] == acknowledged["number"])
            last = light.message("undo")
            await light.ask(last)
            undone = light.state
            server.kill()
    with Process(database, dice) as server:
        ana.url = bo.url = server.url
        async with ana.sit() as light, bo.sit() as dark:
            assert without_presence(light.state) == without_presence(undone)
            # What was done before the kill is not done again after it.
            assert (await light.ask(last))["body"] == {"number": undone["number"]}
            assert without_presence(light.state) == without_presence(undone)
            await asyncio.gather(light.play(rng), dark.play(Random(4)))
            winner = light.state["match_winner"]
        record = await ana.request("GET", f"/t/{ana.table}/record")
    assert "dice: scripted dice" in record.text
    again = load_record(record.text)
    assert replay(again).match.winner == winner
    thrown = [pair for game in again.games for pair in game.throws]
    rolled = [(a.high, a.low) for game in again.games for a in game.actions if isinstance(a, Roll)]
    # The opening throws and rolls are the script, line by line, across the restart.
    assert [*thrown, *rolled] == [tuple(sorted(pair, reverse=True)) for pair in THROWS[: 1 + len(rolled)]]


def without_presence(state: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in state.items() if name not in ("online", "claim_after", "can")}


async def test_a_kill_while_the_computer_thinks_stops_it_for_a_moment_only(tmp_path: Path) -> None:
    """The computer has just been given its turn when the server dies; the next one plays on by itself."""
    database = tmp_path / "test.db"
    rng = Random(5)
    with Process(database) as server:
        ana = Browser(server.url)
        await ana.lay(rules="gioul", level="careful")
        async with ana.sit() as light:
            await light.play(rng, lambda player: player.state["last_turn"] and "done" in player.state["can"])
            await light.do("done")
            await light.until(lambda player: player.events[-1]["side"] == 1)
            server.kill()
    with Process(database) as server:
        ana.url = server.url
        async with ana.sit() as light:
            await light.play(rng)
            assert light.state["phase"] == "match-over"


def leave_a_mark() -> None:
    """What another process does in the place of compiling."""
    Path(os.environ["ROSESPRING_TEST_MARK"]).touch()


@pytest.mark.parametrize("warm", [False, True])
def test_the_computer_is_made_ready_before_the_port_opens(
    warm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """With one line about it, on a machine where that has not been done before."""
    mark, seen = tmp_path / "mark", list[bool]()

    def listen(host: str, port: int) -> None:
        seen.append(mark.exists())
        raise serve.CannotServe("far enough")

    monkeypatch.setenv("ROSESPRING_TEST_MARK", str(mark))
    monkeypatch.setattr(serve, "is_warm", lambda: warm)
    monkeypatch.setattr(serve, "warm", leave_a_mark)
    monkeypatch.setattr(serve, "listening_socket", listen)
    assert serve.run_server() == 1
    assert seen == [not warm]
    assert ("Getting the computer ready, this once" in capfd.readouterr().err) == (not warm)


async def test_the_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    with Process(tmp_path / "test.db") as server:
        ana = Browser(server.url)
        await ana.lay(level="random")
        async with ana.sit() as light:
            await light.play(Random(1), lambda player: player.state["last_turn"] and player.state["turn"] == 0)
        workers = list(_descendants(server.pid))
        assert workers
        server.kill()
    await eventually(lambda: not any(map(_alive, workers)))


def _descendants(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield int(child)
            yield from _descendants(int(child))


def _alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


async def test_a_stopped_server_says_come_back(tmp_path: Path) -> None:
    with Process(tmp_path / "test.db") as server:
        ana = Browser(server.url)
        await ana.lay()
        async with ana.sit() as light:
            ending = asyncio.create_task(asyncio.to_thread(server.terminate))
            await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
            assert light.socket.close_code == 1012
            assert await ending == 0


def test_a_server_that_is_told_to_stop_before_it_has_started_stops(tmp_path: Path) -> None:
    """The signal came between two handlers, and the server ran on until it was killed."""
    program = (
        "import signal, sys; from rosespring.web import serve; serving = serve._serve\n"
        "def interrupted(*arguments):\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
        "    return serving(*arguments)\n"
        "serve._serve = interrupted\n"
        "sys.exit(serve.run_server(port=0, database=sys.argv[1]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "test.db")], capture_output=True, text=True, timeout=2 * PATIENCE
    )
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_that_is_told_to_stop_twice_stops_in_order(number: signal.Signals, tmp_path: Path) -> None:
    server = serve._Uvicorn(serve.uvicorn_config(create_app(make_settings(tmp_path))))
    with serve._signals_end(server):
        signal.raise_signal(number)
        signal.raise_signal(number)
    assert server.should_exit
    assert not server.force_exit


def test_as_many_sockets_as_the_system_allows() -> None:
    """Without asking, a process has 1,024 files: three addresses with 400 sockets each would shut everybody out."""
    program = (
        "import resource as r; from rosespring.web.serve import _allow_many_sockets; "
        "r.setrlimit(r.RLIMIT_NOFILE, (256, 512)); _allow_many_sockets(); print(*r.getrlimit(r.RLIMIT_NOFILE))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.stdout == "512 512\n"


def test_a_port_in_use_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run_server(port=port, database=str(tmp_path / "test.db")) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert f"port {port}" in err
    assert "--port" in err
    assert not (tmp_path / "test.db").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"database": "postgresql://localhost/x"}, "expected a path or sqlite:///PATH"),
        ({"public_url": "play.example.org"}, "expected a public URL like"),
        ({"public_url": "https://example.org/sub"}, "expected a public URL like"),
        ({"public_url": "https://[example.org"}, "expected a public URL like"),
        ({"public_url": "https://example.org:port"}, "expected a public URL like"),
        ({"public_url": "https://ann:secret@example.org"}, "expected a public URL like"),
        ({"public_url": "https://exam ple.org"}, "expected a public URL like"),
        ({"database": "/proc/nowhere/test.db"}, "cannot use the database"),
        ({"database": __file__}, "file is not a database"),
        ({"dice": Path("/nowhere/dice")}, "cannot read the scripted dice"),
        ({"host": "no.such.host.invalid"}, "cannot listen on no.such.host.invalid"),
    ],
)
def test_what_cannot_be_served_is_one_clear_line(
    arguments: dict[str, str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_server(port=0, **({"database": str(tmp_path / "test.db")} | arguments)) == 1  # type: ignore[arg-type]
    err = capsys.readouterr().err
    assert err.startswith("rosespring: ")
    assert words in err
    assert err.count("\n") == 1


def test_addresses_are_printed_when_the_server_answers(tmp_path: Path) -> None:
    program = (
        "import sys; from rosespring.web.serve import run_server; "
        "sys.exit(run_server('0.0.0.0', 0, public_url='https://play.example.org'))"
    )
    home = tmp_path / "home"
    env = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": ""}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        process.kill()
    assert lines[0] == "Rosespring is ready: https://play.example.org\n"
    assert lines[1].startswith("On this machine: http://127.0.0.1:")
    assert (home / ".local" / "share" / "rosespring" / "rosespring.db").exists()

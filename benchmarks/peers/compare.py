"""Our generator beside a plain C++ baseline and OpenSpiel, alternating five times in one run; medians of ratios.

``python -m benchmarks.peers.compare``; needs g++, and installs OpenSpiel into a venv of its own the first time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.movegen import CASCADES, from_start
from benchmarks.timing import machine
from rosespring.movegen import legal
from rosespring.rules import PRESETS

HERE = Path(__file__).parent
ROUNDS = 5
OPEN_SPIEL = "open-spiel==2.0.2"
PEER_GAMES = 150
OUR_GAMES = 20_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Medians over the rounds: our cost, the peer's, and the ratio within each round."""

    name: str
    ours: float
    peer: float
    ratio: float
    unit: str


def alternate(name: str, unit: str, ours: Callable[[], float], peer: Callable[[], float]) -> Comparison:
    """Run A/B/A/B …; the ratio is ours to the peer's."""
    ours()
    pairs = [(ours(), peer()) for _ in range(ROUNDS)]
    return Comparison(
        name, median(a for a, _ in pairs), median(b for _, b in pairs), median(a / b for a, b in pairs), unit
    )


def build_baseline(folder: Path) -> Path:
    """Compile the C++ baseline."""
    program = folder / "baseline"
    source = HERE / "cascade_baseline.cpp"
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    return program


def baseline_seconds(program: Path, start: str, number: int, expected: int) -> float:
    """The baseline's own CPU seconds for a whole cascade; its count must be ours."""
    run = subprocess.run([program, start, str(number)], check=True, capture_output=True, text=True)
    words = dict(word.split("=") for word in run.stdout.splitlines()[-1].split())
    assert int(words["n"]) == expected
    return float(words["t"])


def our_cascade(preset: str, number: int) -> float:
    """Our CPU seconds for the same."""
    position = from_start(preset, number)
    begin = time.process_time()
    count = legal.cascade_results(position).count
    seconds = time.process_time() - begin
    assert count == CASCADES[preset][number]
    return seconds


def open_spiel_python() -> Path:
    """The Python of a venv with OpenSpiel, made on first use."""
    python = HERE / ".venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", python.parents[1]], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", OPEN_SPIEL], check=True)
    return python


def peer_game(python: Path) -> float:
    """CPU seconds of a random game in OpenSpiel."""
    command = [str(python), str(HERE / "openspiel_games.py"), str(PEER_GAMES)]
    seconds, games = map(float, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    return seconds / games


def our_game(preset: str) -> float:
    """CPU seconds of a random game of ours, in one thread."""
    begin = time.process_time()
    legal.playouts(PRESETS[preset].rules, OUR_GAMES, 1)
    return (time.process_time() - begin) / OUR_GAMES


def comparisons() -> list[Comparison]:
    """All of them."""
    found = []
    python = open_spiel_python()
    with tempfile.TemporaryDirectory() as folder:
        program = build_baseline(Path(folder))
        for preset, start in (("gul-bara", "start"), ("gioul", "gioul")):
            found.append(
                alternate(
                    f"1-1 from the start of {preset}, plain C++",
                    "s",
                    partial(our_cascade, preset, 1),
                    partial(baseline_seconds, program, start, 1, CASCADES[preset][1]),
                )
            )
    found += [
        alternate(
            f"a random game of {preset}, OpenSpiel's backgammon from Python",
            "s",
            partial(our_game, preset),
            partial(peer_game, python),
        )
        for preset in PRESETS
    ]
    return found


def main() -> None:
    """Print the comparisons as JSON."""
    shown = [asdict(comparison) for comparison in comparisons()]
    print(json.dumps({"machine": machine(), "comparisons": shown}, indent=2))


if __name__ == "__main__":
    main()

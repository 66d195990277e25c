"""Reads many damaged files and says how that went: `python -m tests.cli.hostile FORM SEED COUNT`.

FORM: text and json are records, dice is a dice file, weights a network's file. Each is damaged as transfers, editors,
careless programs and enemies do it; what the commands do first with a file is done with it. Any other outcome than a
result or an error in words ends the process with that; so does a file that takes too long.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import FrameType

from rosespring.cli.convert import read_text
from rosespring.errors import RosespringError
from rosespring.notation.records import convert_record, format_record, record_to_json, salvage_record

PATIENCE = 20
"""Seconds for one file, on a busy machine; the slowest honest one takes one."""
SCRAPS = [
    b"0", b"-1", b"99", b"1e999", b"9" * 400, b"null", b"NaN", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80",
    "٣".encode(), "²".encode(), b"{", b"}", b"[" * 5000, b'{"a":' * 2000, b"\n\n", b"\r", b"24/20(4)", b"24/20(99999)",
    b"Light 6-6: ", b"throw 1-1\n", b"Game 1\n", b"position: ", b"...", b"\\ud800", b'"', b"\t", b"resigns 2 points",
]  # fmt: skip


def damaged(data: bytes, random: Random) -> bytes:
    """`data` with one to five wounds."""
    for _wound in range(random.choice((1, 1, 1, 2, 3, 5))):
        data = random.choice(WOUNDS)(data, random)
    return data


def _span(data: bytes, random: Random, most: int = 60) -> tuple[int, int]:
    begin = random.randrange(len(data) + 1)
    return begin, min(len(data), begin + random.randrange(1, most))


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _drop(data: bytes, random: Random) -> bytes:
    begin, end = _span(data, random)
    return data[:begin] + data[end:]


def _cut(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _repeat(data: bytes, random: Random) -> bytes:
    begin, end = _span(data, random)
    return data[:end] + data[begin:end] * random.choice((1, 2, 50)) + data[end:]


def _move(data: bytes, random: Random) -> bytes:
    begin, end = _span(data, random)
    rest = data[:begin] + data[end:]
    at = random.randrange(len(rest) + 1)
    return rest[:at] + data[begin:end] + rest[at:]


def _scrap(data: bytes, random: Random) -> bytes:
    begin, end = _span(data, random, 6)
    return data[:begin] + random.choice(SCRAPS) + data[random.choice((begin, end)) :]


def _digit(data: bytes, random: Random) -> bytes:
    places = [at for at, letter in enumerate(data) if 48 <= letter <= 57]
    if not places:
        return data
    at = random.choice(places)
    return data[:at] + bytes([random.randrange(48, 58)]) + data[at + 1 :]


def _lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _swell(data: bytes, random: Random) -> bytes:
    """Now and then a file of some MiB."""
    if random.randrange(400):
        return _flip(data, random)
    begin, end = _span(data, random)
    return data[:begin] + data[begin:end] * random.choice((3000, 100_000)) + data[end:]


WOUNDS = (_flip, _drop, _cut, _repeat, _move, _scrap, _digit, _digit, _lines, _swell)


def records(form: str) -> list[bytes]:
    """A short match of every preset, and a broken-off game."""
    from rosespring.players.duel import play_bout
    from rosespring.rules import PRESETS, find_rules

    texts = []
    for number, preset in enumerate(PRESETS):
        record = play_bout(("runner", "random"), find_rules(preset), 1 + number % 2, 3, number)[1]
        texts.append(format_record(record) if form == "text" else record_to_json(record))
    return [text.encode() for text in texts]


def dice() -> list[bytes]:
    """The dice file of a finished match and of one that goes on."""
    import msgspec

    from rosespring.web.dicefile import dice_file
    from tests.web.tables import Bench
    from tests.web.test_fairness import agreed, over

    bench: Bench = agreed()
    random = Random(1)
    for _deed in range(60):
        bench.act(random)
    going_on = msgspec.json.encode(dice_file("table", bench.entries))
    while not over(bench):
        bench.act(random)
    return [going_on, msgspec.json.encode(dice_file("table", bench.entries))]


def weights() -> list[bytes]:
    """A small network's file."""
    from rosespring.evaluation.network import save_network
    from tests.networks import random_network

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.npz"
        save_network(path, random_network("parallel"))
        return [path.read_bytes()]


def read_record(path: Path) -> None:
    """As `analyse` and `convert` do; what is kept of a record can be written."""
    text = read_text(str(path))
    record, fault = salvage_record(text)
    if record is not None:
        format_record(record)
    assert (record is not None) or fault is not None
    for form in ("text", "json"):
        convert_record(text, form)


def read_dice(path: Path) -> None:
    """As `verify` does; and it takes no record for a dice file."""
    from rosespring.web.verifying import verify

    verify(read_text(str(path)))


def read_weights(path: Path) -> None:
    """As ``analyse --network`` does."""
    from rosespring.evaluation.network import load_network

    load_network(path)


FORMS: dict[str, tuple[Callable[[], list[bytes]], Callable[[Path], None]]] = {
    "text": (partial(records, "text"), read_record),
    "json": (partial(records, "json"), read_record),
    "dice": (dice, read_dice),
    "weights": (weights, read_weights),
}


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise AssertionError(f"a file took more than {PATIENCE} s")


def attack(form: str, seed: int, count: int) -> dict[str, float]:
    """Have `count` damaged files read, and count what came of it."""
    read = FORMS[form][1]
    # Another process makes the honest ones: the memory of this one is that of reading.
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        honest = pool.submit(FORMS[form][0]).result()
    random, outcomes = Random(f"{form} {seed}"), Counter[str]()
    signal.signal(signal.SIGALRM, _too_long)
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        for _number in range(count):
            data = damaged(random.choice(honest), random)
            path.write_bytes(data)
            begin = time.perf_counter()
            signal.alarm(PATIENCE)
            try:
                read(path)
                outcomes["read"] += 1
            except RosespringError as fault:
                outcomes["refused" if str(fault) else "refused without a word"] += 1
            except BaseException:
                (Path(tempfile.gettempdir()) / "hostile-file").write_bytes(data)
                raise
            finally:
                signal.alarm(0)
            slowest = max(slowest, time.perf_counter() - begin)
    return {**outcomes, "slowest": slowest, "memory": most_memory()}


def most_memory() -> float:
    """The most MiB that this process has had; where the system does not say, its parent's may be among them."""
    status = Path("/proc/self/status")
    lines = status.read_text("ascii", "replace").splitlines() if status.exists() else []
    peaks = [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
    return (peaks[0] if peaks else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024


if __name__ == "__main__":
    print(json.dumps(attack(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))

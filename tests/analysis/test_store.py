"""Results on disk: the same ones come back, damage is told in a line and costs nothing but time, old ones give way."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rosespring.analysis import Judge, Thresholds
from rosespring.analysis.as_json import report_dict
from rosespring.analysis.many import Bench, Telling, judge_in_processes, judge_in_turn
from rosespring.analysis.scope import SCOPES
from rosespring.analysis.store import Store, StoredValuer
from rosespring.analysis.values import Valuer
from rosespring.board import Position
from rosespring.errors import NotationError
from rosespring.evaluation.match_equity import MONEY
from rosespring.notation.record import Record
from rosespring.notation.records import format_record
from tests.analysis.games import match_of, mirrored
from tests.networks import random_network

USUAL = SCOPES["usual"]
NETWORK = random_network("parallel")


def silent(words: str) -> None:
    raise AssertionError(words)


def no_search(*_asked: object) -> None:
    raise AssertionError("everything should be known")


def told(record: Record, store: Store | None) -> object:
    network = random_network(record.rules.movement)
    return report_dict(Judge(USUAL, network, store=store).match(record), Thresholds())


@pytest.mark.parametrize("rules", ["gioul", "gul-bara-bulgarian"])
def test_a_second_analysis_finds_everything_and_says_the_same(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a match, where each score has values of its own; after it, no position is thought about."""
    record = match_of(rules, 0, length=3)
    expected = told(record, None)
    first = Store(tmp_path / "results", silent)
    assert told(record, first) == expected
    first.close()
    monkeypatch.setattr(Valuer, "_mean", no_search)
    monkeypatch.setattr(Valuer, "_valued", no_search)
    assert told(record, Store(tmp_path / "results", silent)) == expected


def test_mirrored_games_find_the_same_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position with the sides exchanged is the same one, where winning is worth the same to both."""
    record = match_of("gioul", 0)
    expected = told(mirrored(record), None)
    store = Store(tmp_path / "results", silent)
    told(record, store)
    store.flush()
    monkeypatch.setattr(Valuer, "_mean", no_search)
    monkeypatch.setattr(Valuer, "_valued", no_search)
    assert told(mirrored(record), Store(tmp_path / "results", silent)) == expected


def test_other_networks_depths_and_scores_have_other_results(tmp_path: Path) -> None:
    store = Store(tmp_path / "results", silent)
    start = Position.start(match_of("gioul", 0).rules)
    valuers = [
        StoredValuer(network, scope, utility, store)
        for network, scope, utility in (
            (NETWORK, USUAL, MONEY),
            (NETWORK, SCOPES["deep"], MONEY),
            (random_network("contrary"), USUAL, MONEY),
            (NETWORK, USUAL, (1.0, 1.0, -1.0, -1.0)),
        )
    ]
    names = [valuer._name("mean", start) for valuer in valuers]
    assert len(set(names)) == len(names) - (random_network("contrary").card.sha256 == NETWORK.card.sha256)
    assert valuers[0]._name("ways", start) not in names


def test_a_file_that_is_damaged_is_told_once_and_replaced(tmp_path: Path) -> None:
    path, heard = tmp_path / "results", list[str]()
    path.write_bytes(b"SQLite format 3\0, and then something else" * 100)
    store = Store(path, heard.append)
    for number in range(3000):
        store.keep(b"%d" % number, b"value")
    store.flush()
    assert store.get(b"1") is None
    assert len(heard) == 1
    assert str(path) in heard[0]
    again = Store(path, silent)
    again.keep(b"key", b"value")
    again.close()
    assert Store(path, silent).get(b"key") == b"value"


def test_a_file_of_something_else_is_told_once_and_left_alone(tmp_path: Path) -> None:
    """`rosespring analyse --cache game.txt` is a slip that must cost nobody his game."""
    path, heard = tmp_path / "game.txt", list[str]()
    path.write_bytes(b"my only record")
    store = Store(path, heard.append)
    store.keep(b"key", b"value")
    store.close()
    assert heard == [f"{path}: file is not a database"]
    assert path.read_bytes() == b"my only record"


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_a_store_that_is_damaged_within_never_tells_anything_wrong(tmp_path: Path, part: float) -> None:
    """Bytes turned over anywhere: each result is the one that was kept, or none."""
    path = tmp_path / "results"
    store = Store(path, silent)
    kept = {b"key %d" % number: b"value %d" % number for number in range(3000)}
    for key, value in kept.items():
        store.keep(key, value)
    store.close()
    data = bytearray(path.read_bytes())
    begin = int(len(data) * part)
    for at in range(begin, begin + 3000, 7):
        data[at] ^= 0x5A
    path.write_bytes(bytes(data))
    heard: list[str] = []
    damaged = Store(path, heard.append)
    found = {key: damaged.get(key) for key in kept}
    assert all(value in (kept[key], None) for key, value in found.items())
    assert len(heard) <= 1


def test_a_damaged_value_is_found_anew(tmp_path: Path) -> None:
    path, record = tmp_path / "results", match_of("gioul", 0)
    store = Store(path, silent)
    expected = told(record, store)
    store.close()
    with sqlite3.connect(path) as base:
        base.execute("update results set value = x'00' || substr(value, 2) where rowid % 3 = 0")
        base.execute("update results set value = substr(value, 1, 9) where rowid % 3 = 1")
    base.close()
    assert told(record, Store(path, silent)) == expected


def test_the_oldest_give_way(tmp_path: Path) -> None:
    store = Store(tmp_path / "results", silent, most=2000)
    for number in range(5000):
        store.keep(b"%d" % number, b"value")
    store.flush()
    found = [number for number in range(5000) if store.get(b"%d" % number)]
    assert 1000 < len(found) <= 2000
    assert found == list(range(5000 - len(found), 5000))


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    heard: list[str] = []
    store = Store(tmp_path / "file" / "results", heard.append)
    store.keep(b"key", b"value")
    store.close()
    assert store.get(b"key") is None
    assert len(heard) == 1


def test_two_processes_give_the_answers_of_one_in_order(tmp_path: Path) -> None:
    """Whatever they find in a common store, and with a faulty record among the others."""
    texts = [format_record(match_of("gioul", number)) for number in range(4)]
    texts[2] = texts[2].replace("Rosespring record 1", "Another record")
    shares: list[float] = []
    one = list(judge_in_turn(texts, Bench(USUAL), 1, Telling(), shares.append))
    assert shares[-1] == 4.0 or shares[-1] == pytest.approx(4.0)
    counts: list[float] = []
    two = list(judge_in_processes(texts, Bench(USUAL, None, tmp_path / "r"), 2, Telling(), counts.append))
    assert [answer.verdict for answer in two] == [answer.verdict for answer in one]
    assert [str(answer.fault) for answer in two] == [str(answer.fault) for answer in one]
    assert isinstance(one[2].fault, NotationError)
    assert one[2].verdict is None
    assert counts == sorted(counts)
    assert counts[-1] == pytest.approx(4)
    again = list(judge_in_turn(texts, Bench(USUAL, None, tmp_path / "r"), 2, Telling(), shares.append))
    assert [answer.verdict for answer in again] == [answer.verdict for answer in one]


def test_what_comes_before_a_fault_is_judged() -> None:
    lines = format_record(match_of("gioul", 0)).splitlines()
    turns = [index for index, line in enumerate(lines) if line.startswith(("Light", "Dark"))]
    lines[turns[9]] = "Light 7-7: 24/17"
    (answer,) = judge_in_turn(["\n".join(lines) + "\n"], Bench(USUAL), 1, Telling(), lambda _share: None)
    assert answer.verdict
    assert len(answer.verdict.games[0].turns) == 9
    assert f"line {turns[9] + 1}" in str(answer.fault)

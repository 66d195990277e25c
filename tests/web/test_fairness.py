"""Dice drawn together: the description's test vectors, their evenness, and who may give what when."""

from __future__ import annotations

import hashlib
import hmac
import inspect
import json
import math
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring.board import Side
from rosespring.notation import load_record
from rosespring.players import turn_steps
from rosespring.web import access, bots, fairness, log, protocol
from rosespring.web.bots import Thinker
from rosespring.web.counts import tally
from rosespring.web.dice import ScriptedDice
from rosespring.web.dicefile import dice_file
from rosespring.web.fairness import FairnessError, GameName, parse_part
from rosespring.web.protocol import Command, Refused
from rosespring.web.records import record_of
from rosespring.web.table import table_of
from rosespring.web.verifying import verify
from rosespring.web.views import Viewer, snapshot_of
from tests.web.helpers import Browser, live, make_settings, write_dice
from tests.web.tables import Bench

ROOT = Path(__file__).resolve().parents[2]
LIGHT, DARK = bytes(range(32)), bytes(range(32, 64))
QUICK, FULL = 10**5, 10**7


# The description, carried out by nothing but hashlib: an independent second program.


def described_game(
    top: bytes, games: int, game: int, name: str, count: int
) -> tuple[bytes, bytes, list[tuple[int, int]]]:
    """The server's hash, the part of a game, and its first throws, word for word after docs/fairness.md."""
    parts = {games: top}
    for number in range(games, 0, -1):
        parts[number - 1] = hashlib.sha256(parts[number]).digest()
    message = f"rosespring dice 1\n{name}\n{game}\n{LIGHT.hex()}\n{DARK.hex()}".encode()
    seed = hmac.new(parts[game], message, hashlib.sha256).digest()
    throws = []
    for k in range(1, count + 1):
        block, dice = 0, list[int]()
        while len(dice) < 2:
            made = hmac.new(seed, f"throw {k} {block}".encode(), hashlib.sha256).digest()
            dice += [byte % 6 + 1 for byte in made if byte < 252]
            block += 1
        throws.append((dice[0], dice[1]))
    return parts[0], parts[game], throws


@pytest.mark.parametrize(("games", "game"), [(1, 1), (5, 1), (5, 2), (5, 5), (197, 30)])
def test_another_program_after_the_description_draws_the_same(games: int, game: int) -> None:
    top = hashlib.sha256(b"a test").digest()
    hashed, part, throws = described_game(top, games, game, "a-table\n3", 300)
    assert fairness.server_part(top, games, 0) == hashed
    assert fairness.server_part(top, games, game) == part
    assert fairness.server_part(part, game, 0) == hashed
    seed = fairness.game_seed(part, GameName("a-table", 3, game), (LIGHT, DARK))
    assert [fairness.throw(seed, count) for count in range(1, 301)] == throws
    # Any throw can be asked for at any time: it depends on nothing that came before.
    assert fairness.throw(seed, 299) == throws[298]


def test_the_vectors_of_the_description_come_out() -> None:
    text = (ROOT / "docs" / "fairness.md").read_text("utf-8")
    (vector,) = (json.loads(block.split("```")[0]) for block in text.split("```json vector\n")[1:])
    top = bytes.fromhex(vector["top"])
    seeds = (bytes.fromhex(vector["light"]), bytes.fromhex(vector["dark"]))
    assert seeds == (LIGHT, DARK)
    assert [hashlib.sha256(seed).hexdigest() for seed in seeds] == vector["commits"]
    for game, told in enumerate(vector["games"], start=1):
        name = f"{vector['table']}\n{vector['match']}"
        hashed, part, throws = described_game(top, len(vector["games"]), game, name, 600)
        assert (hashed.hex(), part.hex()) == (vector["server"], told["key"])
        assert [list(pair) for pair in throws[:12]] == told["throws"]
        digits = "".join(f"{a}{b}" for a, b in throws).encode()
        stream = b"".join(hmac.new(part, f"list {n}".encode(), hashlib.sha256).digest() for n in range(38))
        sealed = bytes(a ^ b for a, b in zip(digits, stream, strict=False))
        assert b64encode(sealed).decode().startswith(told["sealed"])
        assert fairness.opened_list(part, sealed) == throws


def test_a_byte_that_would_favour_a_face_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = {"throw 1 0": bytes([255, 252] * 15 + [254, 7]), "throw 1 1": bytes([253, 251] + [0] * 30)}
    monkeypatch.setattr(fairness, "_hmac", lambda _key, message: blocks[message])
    assert fairness.throw(b"", 1) == (7 % 6 + 1, 251 % 6 + 1)


# Evenness


def critical(freedom: int) -> float:
    """What chi-squared exceeds with a chance of about one in a million (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 4.75 * math.sqrt(2 / (9 * freedom))) ** 3


def chi_squared(counts: Counter, cells: int, total: int) -> float:
    expected = total / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + (cells - len(counts)) * expected


@pytest.mark.timeout(600)
def test_faces_pairs_and_serial_pairs_come_equally_often(full_size: bool, verification: Callable[[str], None]) -> None:
    """Over many games with seeds of their own, as a server draws them: each game has 100 throws."""
    wanted = FULL if full_size else QUICK
    pairs, serial = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for game in range(wanted // 100):
        seed = hashlib.sha256(f"game {game}".encode()).digest()
        throws = [fairness.throw(seed, count) for count in range(1, 101)]
        pairs.update(throws)
        serial.update((before[1], after[0]) for before, after in pairwise(throws))
    faces = Counter[int]()
    for (a, b), times in pairs.items():
        faces.update({a: times})
        faces.update({b: times})
    for counts, cells in ((faces, 6), (pairs, 36), (serial, 36)):
        assert chi_squared(counts, cells, counts.total()) < critical(cells - 1)
    verification(f"{wanted:,} throws drawn together: faces, pairs and serial pairs even by chi-squared")


# Who may give what when


def seed_of(side: int, match: int = 1) -> bytes:
    return hashlib.sha256(f"{side} {match}".encode()).digest()


def commit(side: int, match: int = 1) -> protocol.Commit:
    return protocol.Commit(match, hashlib.sha256(seed_of(side, match)).hexdigest())


def reveal(side: int, match: int = 1) -> protocol.Reveal:
    return protocol.Reveal(match, seed_of(side, match).hex())


def agree(bench: Bench, match: int = 1) -> None:
    sides = (0,) if bench.table.bot_level else (0, 1)
    for side in sides:
        bench.do(side, commit(side, match))
    for side in sides:
        bench.do(side, reveal(side, match))


def agreed(length: int = 1, rules: str = "gul-bara", level: str = "") -> Bench:
    bench = Bench(rules, length, kind="drawn")
    bench.join(level)
    agree(bench)
    return bench


def over(bench: Bench) -> bool:
    return bench.table.phase == "match-over"


def refusal(bench: Bench, seat: int, command: Command) -> str:
    """The code with which a command is refused, having changed nothing."""
    before = [snapshot_of(bench.table, Viewer(side)) for side in Side], len(bench.entries)
    with pytest.raises(Refused) as caught:
        bench.do(seat, command)
    assert ([snapshot_of(bench.table, Viewer(side)) for side in Side], len(bench.entries)) == before
    return caught.value.code


def test_hashes_come_before_seeds_and_seeds_before_the_first_throw() -> None:
    bench = Bench(kind="drawn")
    bench.join()
    state = bench.view(0)
    assert (state.phase, state.turn, state.can) == ("dice", None, ["commit", "abort"])
    assert state.parts.server is not None
    assert bench.do(1, commit(1)) == ["commit"]
    assert (bench.view(1).can, bench.view(0).can) == (["abort"], ["commit", "abort"])
    assert bench.do(0, commit(0)) == ["commit"]
    assert bench.view(0).parts.seeds == [None, None]
    assert bench.do(0, reveal(0)) == ["reveal"]
    kinds = bench.do(1, reveal(1))
    assert kinds[:2] == ["reveal", "opening"]
    assert set(kinds[1:]) == {"opening"}
    assert bench.view(0).phase == "roll"
    assert bench.view(0).parts.seeds == [seed_of(0).hex(), seed_of(1).hex()]


def test_forged_early_late_repeated_and_foreign_parts_change_nothing() -> None:
    bench = Bench(kind="drawn")
    assert refusal(bench, 0, commit(0)) == "not-now"  # nobody sits opposite yet
    bench.join()
    assert refusal(bench, 0, reveal(0)) == "not-now"  # before its hash
    assert refusal(bench, 0, protocol.Roll()) == "not-now"
    assert refusal(bench, 0, commit(0, 2)) == "stale"  # of another match
    bench.do(0, commit(0))
    assert refusal(bench, 0, commit(0)) == "not-now"  # again
    assert refusal(bench, 0, commit(7)) == "not-now"  # another one in its place
    assert refusal(bench, 1, commit(0)) == "wrong-seed"  # the other's, copied
    assert refusal(bench, 0, reveal(0)) == "not-now"  # before the other's hash
    bench.do(1, commit(1))
    assert refusal(bench, 1, reveal(0)) == "wrong-seed"  # forged
    assert refusal(bench, 1, reveal(1, 2)) == "stale"
    bench.do(1, reveal(1))
    assert refusal(bench, 1, reveal(1)) == "not-now"  # again
    assert refusal(bench, 1, protocol.Roll()) == "not-now"  # Light has not shown his: no start
    bench.do(0, reveal(0))
    for late in (commit(0), commit(1), reveal(0), reveal(1)):
        assert refusal(bench, 0, late) == "not-now"


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n", " " + "0" * 63])
def test_a_part_that_is_none_is_not_read(text: str) -> None:
    with pytest.raises(FairnessError, match="64 hexadecimal digits"):
        parse_part(text)
    body = json.dumps({"match": 1, "hash": text}).encode()
    envelope = protocol.Envelope(1, "t", "c1", 0, "commit", msgspec.Raw(body))
    with pytest.raises(Refused):
        protocol.read_request(envelope)


def test_who_leaves_before_the_seeds_are_shown_has_seen_no_dice_and_the_table_draws_none() -> None:
    bench = Bench(kind="drawn")
    bench.join()
    bench.do(0, commit(0))
    bench.do(1, commit(1))
    bench.do(0, reveal(0))
    assert bench.do(1, protocol.Abort()) == ["abort"]
    assert bench.view(0).phase == "aborted"
    assert refusal(bench, 1, reveal(1)) == "not-now"
    assert dice_file("table", bench.entries).games == []


def test_a_table_from_before_dice_were_drawn_together_goes_on_with_those_of_the_server() -> None:
    created = log.decode('{"kind":"created","side":0,"rules":{"movement":"parallel"},"length":1,"name":"Ana"}')
    assert isinstance(created, log.Created)
    table = table_of("old", [log.Entry(1, created, 0.0), log.Entry(2, log.Joined(1, "Bo"), 0.0)])
    assert (table.parts.kind, table.phase) == ("server", "opening")


@pytest.mark.parametrize("rules", ["gul-bara-bulgarian", "gioul"])
def test_the_record_and_the_dice_file_have_the_same_throws(rules: str) -> None:
    bench, rng = agreed(length=3, rules=rules), Random(2)
    while not over(bench):
        bench.act(rng)
    record = load_record(record_of("table", bench.entries))
    assert verify(text_of(bench), record).verified
    other = json.loads(text_of(bench))
    other["games"][0]["throws"].pop()
    (fault,) = verify(json.dumps(other), record).faults
    assert fault.game == 1


def test_the_dice_of_a_table_stay_whatever_is_played_and_whenever() -> None:
    """Two games with the same parts, other moves, other undos, other times: the same throws, as far as both go."""
    drawn = []
    for seed in (1, 2):
        bench, rng = agreed(), Random(seed)
        while not over(bench):
            bench.now += rng.random() * 1000
            bench.act(rng)
        drawn.append([throw.dice for throw in dice_file("table", bench.entries).games[0].throws])
    common = min(map(len, drawn))
    assert common > 20
    assert drawn[0][:common] == drawn[1][:common]


def test_a_restart_at_any_event_goes_on_with_the_same_dice() -> None:
    bench, rng = agreed(length=3, rules="gul-bara-bulgarian"), Random(3)
    while not over(bench):
        bench.act(rng)
    rolls = [at for at, entry in enumerate(bench.entries) if isinstance(entry.what, log.Rolled)]
    for at in rolls[:: max(1, len(rolls) // 12)]:
        stored = [msgspec.structs.replace(e, what=log.decode(log.encode(e.what))) for e in bench.entries[:at]]
        table, what = table_of("table", stored), bench.entries[at].what
        assert isinstance(what, log.Rolled)
        assert table.parts.throw(table.game_name, table.game_throws + 1) == what.dice


def test_no_state_event_or_file_tells_the_servers_part_before_the_game_is_over() -> None:
    bench, rng = agreed(length=3), Random(4)
    sealed = next(entry.what for entry in bench.entries if isinstance(entry.what, log.Sealed))
    looked = 0
    while not over(bench):
        for _ in range(40):
            if not over(bench):
                bench.act(rng)
        now = bench.table.match.number + over(bench)
        coming = [fairness.server_part(bytes.fromhex(sealed.top), sealed.games, game) for game in range(now, 6)]
        shown = msgspec.json.encode(
            [bench.view(0), bench.view(1), bench.seen, dice_file("table", bench.entries)]
        ).decode()
        assert not [part for part in coming if part.hex() in shown]
        assert fairness.server_part(bytes.fromhex(sealed.top), sealed.games, 0).hex() in shown
        looked += 1
    assert looked > 5
    assert verify(text_of(bench)).verified


@pytest.mark.parametrize("ending", ["resign", "abort", "claim"])
def test_a_game_that_is_given_up_called_off_or_left_is_shown_too(ending: str) -> None:
    bench = agreed()
    assert bench.table.to_act is not None
    assert dice_file("table", bench.entries).games[0].key is None
    if ending == "resign":
        bench.do(0, protocol.Resign(2))
    elif ending == "abort":
        bench.do(0, protocol.Abort())
    else:
        bench.away_since, bench.now = bench.now, bench.now + 10**6
        bench.do(bench.table.to_act.other, protocol.Claim())
    assert verify(text_of(bench)).verified


def test_each_match_of_a_table_has_parts_of_its_own() -> None:
    bench = agreed()
    bench.do(0, protocol.Resign(2))
    bench.do(0, protocol.Rematch())
    assert bench.do(1, protocol.Rematch()) == ["rematch", "seal"]
    assert bench.view(0).parts.commits == [None, None]
    assert refusal(bench, 0, commit(0, 1)) == "stale"
    agree(bench, 2)
    bench.do(1, protocol.Resign(2))
    files = [dice_file("table", bench.entries, match) for match in (1, 2)]
    assert files[0].parts.server != files[1].parts.server
    assert [file.match for file in files] == [1, 2]
    for match in (1, 2):
        assert verify(text_of(bench, match)).verified
    with pytest.raises(LookupError):
        dice_file("table", bench.entries, 3)


# Against the computer


def test_the_server_stands_in_for_the_computer_and_keeps_its_seed_until_the_person_has_shown_his() -> None:
    bench = Bench(kind="own")
    bench.join("careful")
    state = bench.view(0)
    assert (state.phase, state.can) == ("dice", ["commit", "abort"])
    assert state.parts.commits[1] is not None
    kept = next(entry.what.kept for entry in bench.entries if isinstance(entry.what, log.Committed))
    assert kept not in msgspec.json.encode(bench.view(0)).decode()
    bench.do(0, commit(0))
    assert bench.do(0, reveal(0))[:3] == ["reveal", "reveal", "opening"]
    assert bench.view(0).parts.seeds == [seed_of(0).hex(), kept]


def test_dice_thrown_by_hand_are_typed_for_both_sides() -> None:
    bench = Bench(kind="hand")
    bench.join("careful")
    assert (bench.view(0).phase, bench.view(0).can) == ("opening", ["throw", "abort"])
    assert bench.do(0, protocol.Throw((3, 3))) == ["opening"]
    assert bench.do(0, protocol.Throw((2, 5))) == ["opening"]
    # It is the computer's turn, and it waits for the dice that the person throws for it.
    assert (bench.table.to_act, bench.table.bot_due) == (Side.DARK, False)
    assert refusal(bench, 1, protocol.Roll()) == "not-now"
    assert bench.do(0, protocol.Throw((6, 4))) == ["roll"]
    assert (bench.table.bot_due, bench.view(0).dice) == (True, [6, 4])
    assert "throw" not in bench.view(0).can
    assert refusal(bench, 0, protocol.Throw((1, 1))) == "must-play"
    assert "dice: thrown by hand" in record_of("table", bench.entries)
    with pytest.raises(FairnessError, match="not drawn together"):
        verify(text_of(bench))


def test_nobody_types_dice_where_they_are_drawn() -> None:
    bench = agreed()
    assert refusal(bench, 0, protocol.Throw((6, 6))) == "not-now"
    scripted = Bench(dice=ScriptedDice([(6, 1), (4, 3)]))
    scripted.join()
    assert refusal(scripted, 0, protocol.Throw((6, 6))) == "not-now"


# The check


def text_of(bench: Bench, match: int | None = None) -> str:
    return msgspec.json.encode(dice_file("table", bench.entries, match)).decode()


@pytest.fixture(scope="module")
def finished() -> str:
    """The dice file of a match of several games."""
    bench, rng = agreed(length=3, rules="gul-bara-bulgarian"), Random(8)
    while not over(bench):
        bench.act(rng)
    return text_of(bench)


def test_an_honest_match_holds(finished: str) -> None:
    report = verify(finished)
    assert (report.verified, report.faults, report.table, report.match) == (True, [], "table", 1)
    games = json.loads(finished)["games"]
    assert len(games) > 1
    assert {finding.game for finding in report.findings} == {None, *range(1, len(games) + 1)}
    for game in games:
        drawn = [tuple(throw["dice"]) for throw in game["throws"]]
        listed = fairness.opened_list(bytes.fromhex(game["key"]), b64decode(game["sealed"]))
        assert listed[: len(drawn)] == drawn


def changed_rolls(text: str, *, all_others: bool) -> Iterator[tuple[int, int, str]]:
    """The file with one throw changed, for every throw: game, throw, text; into all other 35 throws or into one."""
    for at, game in enumerate(json.loads(text)["games"]):
        for count, throw in enumerate(game["throws"]):
            a, b = throw["dice"]
            others = [pair for pair in product(range(1, 7), repeat=2) if pair != (a, b)]
            for pair in others if all_others else [(a % 6 + 1, b), (a, b % 6 + 1)][count % 2 :][:1]:
                file = json.loads(text)
                file["games"][at]["throws"][count]["dice"] = list(pair)
                yield at + 1, count + 1, json.dumps(file)


@pytest.mark.timeout(1200)
def test_any_single_changed_throw_is_found(finished: str, full_size: bool, verification: Callable[[str], None]) -> None:
    found = 0
    for game, count, text in changed_rolls(finished, all_others=full_size):
        (fault,) = verify(text).faults
        assert (fault.game, f"Throw {count} is" in fault.words) == (game, True)
        found += 1
    assert found > 60
    verification(f"{found:,} files with a single changed throw, every throw of a match into every other: all found")


@given(st.data())
def test_any_changed_digit_of_a_part_is_found(finished: str, data: st.DataObject) -> None:
    file = json.loads(finished)
    parts = file["parts"]
    places = [(parts, "server"), *[(parts[name], side) for name in ("commits", "seeds") for side in (0, 1)]]
    places += [(game, "key") for game in file["games"]]
    holder, name = data.draw(st.sampled_from(places))
    at, digit = data.draw(st.integers(0, 63)), data.draw(st.sampled_from("0123456789abcdef"))
    before = holder[name]
    holder[name] = before[:at] + digit + before[at + 1 :]
    assert verify(json.dumps(file)).verified == (holder[name] == before)


def test_a_changed_list_a_missing_key_and_throws_left_out_are_found(finished: str) -> None:
    def faults(change: Callable[[dict], object]) -> int:
        file = json.loads(finished)
        change(file)
        return len(verify(json.dumps(file)).faults)

    assert faults(lambda file: file["games"][0].update(sealed=file["games"][1]["sealed"])) == 1
    assert faults(lambda file: file["games"][0].update(key=None)) == 1
    assert faults(lambda file: file["games"][0]["throws"].pop(5)) > 1
    assert faults(lambda file: file.update(table="another")) > 1
    assert (
        faults(lambda file: file["games"].reverse() or [g.update(game=n + 1) for n, g in enumerate(file["games"])]) > 1
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "chess"}, "'chess'"),
        ({"version": 2}, "got 2"),
        ({"match": True}, "'match'"),
        ({"games": [{"game": 2}]}, "expected game 1"),
        ({"games": [{"game": 1, "over": True, "key": "x", "throws": []}]}, "got 'x'"),
        (
            {"games": [{"game": 1, "over": True, "key": "0" * 64, "sealed": "", "throws": [{"dice": [0, 7]}]}]},
            "from 1 to 6",
        ),
        ({"games": [{"game": 1, "over": True, "key": "0" * 64, "sealed": "?", "throws": []}]}, "base64"),
        ({"games": None}, "'games'"),
        ({"parts": {"kind": "drawn", "commits": [], "seeds": []}}, "two values"),
    ],
)
def test_a_file_that_is_none_is_refused_by_its_offending_value(change: dict, words: str, finished: str) -> None:
    with pytest.raises(FairnessError, match=words):
        verify(json.dumps(json.loads(finished) | change))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, "Rosespring record 1"])
def test_what_is_no_dice_file_is_refused(text: str) -> None:
    with pytest.raises(FairnessError, match="expected"):
        verify(text)


# Counts


def test_counts_stand_beside_expectation() -> None:
    found = tally({(6, 6): 3, (6, 1): 2, (1, 6): 1})
    assert (found.rolls, found.doubles.came, found.doubles.expected) == (6, 3, 1.0)
    assert [count.came for count in found.faces] == [3, 0, 0, 0, 0, 9]
    assert {count.expected for count in found.faces} == {2.0}
    assert found.faces[0].spread == pytest.approx(1.96 * math.sqrt(12 * 5 / 36))
    assert [count.usual for count in found.faces] == [True, True, True, True, True, False]
    assert tally({}).chance == 1.0


def test_the_chance_of_straying_is_that_of_chi_squared() -> None:
    """The table of chi-squared has 5 % beyond 31.410 at 20 degrees of freedom."""
    pair, n = (6, 5), 36_000
    throws = {(a, b): 1000 for a in range(1, 7) for b in range(1, 7)}
    # x more of one mixed roll and x less of another: chi-squared is 2 x² / 2000.
    x = math.sqrt(31.410 * 1000)
    throws[pair] += x  # type: ignore[assignment]
    throws[2, 1] -= x  # type: ignore[assignment]
    found = tally(throws)
    assert found.rolls == pytest.approx(n)
    assert found.chance == pytest.approx(0.05, abs=0.0001)


def test_what_the_page_says_of_streaks_is_so() -> None:
    """Three doubles in a row in 50 rolls: one game in six; four doubles more on one side of 25 rolls each: as often."""
    states, met = [1.0, 0.0, 0.0], 0.0
    for _ in range(50):
        met += states[2] / 6
        states = [sum(states) * 5 / 6, states[0] / 6, states[1] / 6]
    doubles = [math.comb(25, n) * 5 ** (25 - n) / 6**25 for n in range(26)]
    apart = sum(a * b for i, a in enumerate(doubles) for j, b in enumerate(doubles) if abs(i - j) >= 4)
    assert round(1 / met) == round(1 / apart) == 6


# The computer and the dice


def test_what_chooses_the_computers_play_has_no_way_to_the_dice() -> None:
    """It is told a position and a number made of the table's id, and its module knows nothing of parts and tables."""
    assert list(inspect.signature(turn_steps).parameters)[:3] == ["level", "position_id", "seed"]
    assert list(inspect.signature(Thinker.steps).parameters) == ["self", "level", "position", "seed", "needs"]
    assert list(inspect.signature(bots.seed_of).parameters) == ["table", "number"]
    loaded = {name for name in vars(bots) if "fair" in name or "parts" in name or name == "Table"}
    assert loaded == set()


async def first_turn(folder: Path, level: str, future: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The steps of the computer's first turn on a server whose dice to come are `future`."""
    dice = write_dice(folder / "dice", [(1, 6), (4, 4), *future])
    async with live(make_settings(folder, dice=dice)) as running:
        ana = Browser(running.url)
        await ana.lay(rules="gioul", level=level)
        async with ana.sit() as light:
            await light.until(lambda player: player.state["turn"] == 0)
        entries = await running.server.storage.entries(ana.table)
    return [(entry.what.point, entry.what.number) for entry in entries if isinstance(entry.what, log.Stepped)]


@pytest.mark.parametrize("level", ["random", "learner"])
async def test_the_same_position_is_played_the_same_whatever_dice_are_to_come(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Levels that leave something to chance, at tables of the same id: only the dice to come differ."""
    monkeypatch.setattr(access, "new_table_id", lambda: "the-same-id")
    futures = [[(6, 6)] * 9, [(1, 2)] * 9, [(3, 5), (4, 4), (1, 1)] * 3]
    folders = [tmp_path / name for name in "abc"]
    for folder in folders:
        folder.mkdir()
    turns = [await first_turn(folder, level, future) for folder, future in zip(folders, futures, strict=True)]
    assert len(turns[0]) == 12
    assert turns[0] == turns[1] == turns[2]


def test_the_level_does_not_touch_the_dice() -> None:
    """The same parts at tables of a weak and a strong level: the same dice."""
    files = []
    for level in ("novice", "random", "full"):
        bench = Bench(kind="drawn")
        bench.join(level)
        agree(bench)
        files.append([bench.table.parts.throw(bench.table.game_name, count) for count in range(1, 200)])
    assert files[0] == files[1] == files[2]

"""Networks: what they say of positions, what their files hold, and how a file that cannot be used is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from rosespring import Position, find_rules
from rosespring.errors import PositionError, WeightsError
from rosespring.evaluation import Formula, Outlook, network
from rosespring.evaluation.kernels import PHASES
from rosespring.evaluation.network import Card, Network, digest, load_network, make_network, save_network
from rosespring.game import transitions
from rosespring.players.thinkers import yardstick_net
from rosespring.rules import PRESETS
from tests import strategies
from tests.evaluation.samples import NETWORKS, moments, random_network
from tests.positions import place

Weights = tuple[np.ndarray, ...]
LATE = (9, 9)


def network_of(position: Position) -> Network:
    return NETWORKS[position.rules.movement]


def chances(positions: list[Position]) -> np.ndarray:
    """The chances by the random network of each position's movement."""
    found = np.zeros((len(positions), 4))
    for movement, net in NETWORKS.items():
        at = [index for index, position in enumerate(positions) if position.rules.movement == movement]
        found[at] = net.chances([positions[index] for index in at])
    return found


# What they say


def test_chances_are_shares_of_one() -> None:
    found = chances(moments(2, 400))
    assert found.min() >= 0
    assert found.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert found.std(axis=0).min() > 0.02  # the random networks tell positions apart


def test_what_can_no_longer_happen_has_no_chance() -> None:
    # rules.md section 4: 2 points only if the loser has borne off none.
    positions = moments(2, 400)
    for position, (win, win2, lose, lose2) in zip(positions, chances(positions).tolist(), strict=True):
        assert (win2 == 0) is (position.men.other[0] > 0)
        assert (lose2 == 0) is (position.men.own[0] > 0)
        assert min(win, lose) > 0


@given(strategies.positions())
def test_colours_do_not_matter(position: Position) -> None:
    settled, _events = transitions.settle(position)
    if settled.winner is None:
        net = network_of(settled)
        assert np.array_equal(net.chances([settled]), net.chances([settled.mirror()]))


def test_a_position_gets_the_same_alone_and_among_others() -> None:
    positions = [position for position in moments(3, 200) if position.rules.parallel]
    net = NETWORKS["parallel"]
    together = net.chances(positions)
    assert np.array_equal(together, np.concatenate([net.chances([position]) for position in positions]))
    assert np.array_equal(together[::-1], net.chances(positions[::-1]))
    assert len({position.rules for position in positions}) > 3


def test_no_positions_have_no_chances() -> None:
    assert NETWORKS["parallel"].chances([]).shape == (0, 4)
    assert NETWORKS["parallel"].outlooks([]) == []


def test_outlooks_are_the_chances_and_of_finished_games_the_result() -> None:
    net = NETWORKS["contrary"]
    going = place("gioul", [24] * 15, [24] * 15)
    won, lost = place("gioul", [], [24] * 15), place("gioul", [3, 2], [])
    first, second, third = net.outlooks([won, going, lost])
    one, two, _lose_one, lose_two = net.chances([going])[0].tolist()
    assert (first, third) == (Outlook(1, 1, 0), Outlook(0, 0, 0))
    assert second == Outlook(one + two, two, lose_two)


def test_positions_of_the_other_movement_are_refused() -> None:
    with pytest.raises(PositionError, match=r"expected positions of movement parallel, got contrary"):
        NETWORKS["parallel"].chances([Position.start(find_rules(name)) for name in ("gul-bara", "gioul")])


def test_the_yardstick_is_the_formulae(full_size: bool, verification: Callable[[str], None]) -> None:
    positions = moments(4, 20_000 if full_size else 1500)
    expected = [
        (outlook.win - outlook.win2, outlook.win2, 1 - outlook.win - outlook.lose2, outlook.lose2)
        for outlook in Formula().outlooks(positions)
    ]
    for movement, net in NETWORKS.items():
        at = [index for index, position in enumerate(positions) if position.rules.movement == movement]
        yardstick = Network(replace(net.card, hidden=1), net.weights, yardstick_net())
        found = yardstick.chances([positions[index] for index in at])
        assert found == pytest.approx(np.array([expected[index] for index in at]), abs=1e-9)
    verification(f"the yardstick's kernel gives what its formulae give in {len(positions)} random positions")


# Making them


def test_weights_must_fit_together() -> None:
    card = NETWORKS["parallel"].card
    first, out, bias = NETWORKS["parallel"].weights
    wrongs: list[Weights] = [
        (first[:, :-1], out, bias),
        (first[:2], out[:2], bias[:2]),
        (first, out[:, :, :-1], bias),
        (first, out, bias[0]),
        (first.astype(np.float64), out, bias),
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="expected float32 arrays of shapes"):
            make_network(card, wrong)
    for bad in (np.nan, np.inf, -np.inf):
        for index in range(3):
            broken = [array.copy() for array in (first, out, bias)]
            broken[index].flat[7] = bad
            with pytest.raises(ValueError, match="no finite numbers"):
                make_network(card, tuple(broken))


def test_the_hash_knows_each_weight_and_shape() -> None:
    first, out, bias = NETWORKS["parallel"].weights
    known = digest((first, out, bias))
    assert digest((first.copy(), out, bias)) == known
    other = bias.copy()
    other[2, 3] = np.nextafter(other[2, 3], np.float32(9))
    assert digest((first, out, other)) != known
    assert digest((first.reshape(PHASES, -1), out, bias)) != known


# Files


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A file of a small network."""
    path = tmp_path / "some" / "small.npz"
    save_network(path, random_network("parallel", 5, hidden=4))
    return path


def test_a_file_gives_back_the_network(tmp_path: Path) -> None:
    made = random_network("contrary", 6)
    card = replace(made.card, rules=("gioul", "gioul-doubles"), strength={"random": "99 %"}, double_share=0.25)
    path = tmp_path / "net.npz"
    save_network(path, replace(made, card=card))
    found = load_network(path)
    assert found.card == replace(card, sha256=digest(made.weights))
    assert all(np.array_equal(a, b) for a, b in zip(found.weights, made.weights, strict=True))
    positions = [position for position in moments(2, 200) if not position.rules.parallel]
    assert np.array_equal(found.chances(positions), made.chances(positions))
    assert [each.name for each in tmp_path.iterdir()] == ["net.npz"]


def test_a_file_stays_whole_until_the_next_one_is(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    before = saved.read_bytes()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        save_network(saved, random_network("parallel", 7, hidden=4))
    assert caught.value.filename == str(saved)
    assert saved.read_bytes() == before
    assert [each.name for each in saved.parent.iterdir()] == [saved.name]
    monkeypatch.undo()
    save_network(saved, random_network("parallel", 7, hidden=4))
    assert load_network(saved).card.name == "random 7"


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def put(path: Path, **changed: bytes | None) -> None:
    """Write the archive anew with other members; None leaves one out."""
    kept = members(path) | {f"{name}.npy": content for name, content in changed.items()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in kept.items():
            if content is not None:
                archive.writestr(name, content)


def npy(array: np.ndarray) -> bytes:
    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


def card_of(path: Path, **changed: object) -> bytes:
    """The card as a member of the archive, with other facts."""
    card = json.loads(np.load(path)["card"].tobytes()) | changed
    return npy(np.frombuffer(json.dumps(card).encode(), np.uint8))


def weights_of(path: Path) -> Weights:
    with np.load(path) as data:
        return data["first"], data["out"], data["bias"]


def other_weight(path: Path) -> None:
    _first, _out, bias = weights_of(path)
    bias[0, 0] += 1
    put(path, bias=npy(bias))


def with_nan(path: Path) -> None:
    first, out, bias = weights_of(path)
    out[1, 2, 3] = np.nan
    put(path, out=npy(out), card=card_of(path, sha256=digest((first, out, bias))))


def too_heavy(path: Path) -> None:
    """Finite weights whose sums are not."""
    first, out, bias = (array * np.float32(1e30) for array in weights_of(path))
    put(path, first=npy(first), out=npy(out), bias=npy(bias), card=card_of(path, sha256=digest((first, out, bias))))


def wrong_shape(path: Path) -> None:
    first, out, bias = weights_of(path)
    first = first[:, :-3]
    put(path, first=npy(first), card=card_of(path, sha256=digest((first, out, bias))))


def double_precision(path: Path) -> None:
    put(path, first=npy(weights_of(path)[0].astype(np.float64)))


def pickled(path: Path) -> None:
    put(path, first=npy(np.array([{}], object)))


def too_large(path: Path) -> None:
    put(path, bias=bytes((16 << 20) + 1))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def foreign_archive(path: Path) -> None:
    np.savez(path, x=np.zeros(3))


def no_archive(path: Path) -> None:
    path.write_bytes(npy(np.zeros(3)))


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "No such file or directory"),
    "folder": (folder, "Is a directory"),
    "pipe": (pipe, "it is no file"),
    "empty": (lambda path: path.write_bytes(b""), "not a zip file"),
    "text": (lambda path: path.write_text("weights"), "not a zip file"),
    "cut": (cut, "not a zip file"),
    "array only": (no_archive, "not a zip file"),
    "flipped bit": (flipped, "CRC"),
    "foreign archive": (foreign_archive, "card"),
    "no outputs": (lambda path: put(path, out=None), "out"),
    "other weight": (other_weight, "not those that its card was written for"),
    "other hash": (lambda path: put(path, card=card_of(path, sha256="0" * 64)), "not those that its card"),
    "inputs as text": (lambda path: put(path, card=card_of(path, inputs="2")), "its card says inputs '2'"),
    "older inputs": (lambda path: put(path, card=card_of(path, inputs=0)), "inputs of version 0, this program"),
    "newer inputs": (lambda path: put(path, card=card_of(path, inputs=99)), "inputs of version 99, this program"),
    "no number": (with_nan, "no finite numbers"),
    "too heavy": (too_heavy, "no finite numbers up to 1,000,000"),
    "wrong shape": (wrong_shape, "expected float32 arrays of shapes"),
    "other size": (lambda path: put(path, card=card_of(path, hidden=5)), "expected float32 arrays of shapes"),
    "double precision": (double_precision, ", got float64 (6, "),
    "objects": (pickled, "allow_pickle"),
    "too large": (too_large, "larger than any network"),
    "card of another program": (lambda path: put(path, card=card_of(path, licence="x")), "not one of this program"),
    "card is a list": (lambda path: put(path, card=npy(np.frombuffer(b"[1]", np.uint8))), "not one of this program"),
    "card is no text": (lambda path: put(path, card=npy(np.frombuffer(b"\xff\xfe{", np.uint8))), "decode"),
    "card without facts": (lambda path: put(path, card=npy(np.frombuffer(b"{}", np.uint8))), "missing"),
}


def refusal(path: Path) -> str:
    """The reason of the one error that a file is refused with, which names it first."""
    with pytest.raises(WeightsError) as caught:
        load_network(path)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    message = str(caught.value)
    assert message.startswith(f"cannot use the weights in {path}: ")
    assert "\n" not in message
    return message.removeprefix(f"cannot use the weights in {path}: ")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(saved: Path, fault: str) -> None:
    damage, reason = FAULTS[fault]
    damage(saved)
    assert reason in refusal(saved)


def compressed_badly(path: Path) -> None:
    """The members are compressed, and in the midst of the first one some bytes are lost."""
    kept = members(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in kept.items():
            archive.writestr(name, content)
    data = bytearray(path.read_bytes())
    data[100:140] = b"\xff" * 40
    path.write_bytes(data)


def encrypted(path: Path) -> None:
    """The flag of encryption set for every member."""
    data = bytearray(path.read_bytes())
    for sign, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = data.find(sign)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(sign, at + 1)
    path.write_bytes(data)


def unknown_compression(path: Path) -> None:
    data = bytearray(path.read_bytes())
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 10] = 77
        at = data.find(b"PK\x01\x02", at + 1)
    path.write_bytes(data)


def header(text: str) -> bytes:
    """An array's header that says what it wants, and no array."""
    line = text.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line.encode()


def shaped(shape: str) -> bytes:
    return header(f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}")


RARE: dict[str, Callable[[Path], object]] = {
    "compressed badly": compressed_badly,
    "encrypted": encrypted,
    "unknown compression": unknown_compression,
    "huge array": lambda path: put(path, first=shaped("(10000000000000,)")),
    "array beyond all numbers": lambda path: put(path, first=shaped(f"({10**30},)")),
    "header without end": lambda path: put(path, first=header("{'descr': (")),
    "card is no array": lambda path: put(path, card=b"{}"),
    "card without end": lambda path: put(path, card=npy(np.frombuffer(b"[" * 100_000, np.uint8))),
    "unknown movement": lambda path: put(path, card=card_of(path, movement="sideways")),
    "share of doubles no number": lambda path: put(path, card=card_of(path, double_share="many")),
    "share of doubles above 1": lambda path: put(path, card=card_of(path, double_share=7.0)),
    "share of doubles not finite": lambda path: put(path, card=card_of(path, double_share=float("nan"))),
}


@pytest.mark.parametrize("fault", RARE)
def test_rarely_seen_damage_is_refused_in_the_same_way(saved: Path, fault: str) -> None:
    RARE[fault](saved)
    assert refusal(saved)


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("name", ["a"]), ("movement", ["parallel"]), ("hidden", "5"), ("hidden", True), ("games", -1), ("games", 1.0),
        ("command", 3), ("double_share", "0.5"), ("double_share", True), ("double_share", -0.1), ("rules", [5]),
        ("strength", "great"), ("strength", {"random": 99}), ("sha256", None),
    ],
)  # fmt: skip
def test_a_fact_that_cannot_be_one_is_named(fact: str, value: object, saved: Path) -> None:
    put(saved, card=card_of(saved, **{fact: value}))
    shown = tuple(value) if fact == "rules" and isinstance(value, list) else value
    assert refusal(saved) == f"its card says {fact} {shown!r}"


# Those that come with the program


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder in place of that of the program's own networks."""
    monkeypatch.setattr(network, "PACKAGED", tmp_path)
    network.packaged_network.cache_clear()
    yield tmp_path
    network.packaged_network.cache_clear()


def test_the_packaged_network_is_that_of_the_movement_and_is_read_once(packaged: Path) -> None:
    for seed, movement in enumerate(("parallel", "contrary")):
        save_network(packaged / f"{movement}.npz", random_network(movement, 10 + seed, hidden=4))
    for preset in PRESETS.values():
        found = network.network_for(preset.rules)
        assert found.card.movement == preset.rules.movement
        assert found is network.network_for(preset.rules)
    assert network.packaged_network.cache_info().misses == 2


def test_a_packaged_network_of_the_other_movement_is_refused(packaged: Path) -> None:
    path = packaged / "contrary.npz"
    save_network(path, random_network("parallel", 3, hidden=4))
    with pytest.raises(WeightsError) as caught:
        network.network_for(find_rules("gioul"))
    assert str(caught.value) == f"the weights in {path} are for movement parallel"
    with pytest.raises(WeightsError, match="No such file"):
        network.network_for(find_rules("gul-bara"))


def test_networks_and_compiler_are_not_loaded_before_they_are_asked() -> None:
    program = (
        "import sys, rosespring, rosespring.players, rosespring.evaluation.network as network\n"
        "rosespring.players.find_player('full'), rosespring.players.find_player('my.npz:club')\n"
        "print(*[name for name in sys.modules if name.partition('.')[0] in ('numba', 'numpy')\n"
        "        or name in ('rosespring.evaluation.kernels', 'rosespring.search.choose')])\n"
        "print(network.packaged_network.cache_info().misses)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "\n0\n", "")


def test_a_card_says_all_by_name() -> None:
    card = Card("a", "parallel", 1, 16, 0, "none")
    assert Card(**card.as_dict()) == card
    assert card.as_dict()["double_share"] == 0.35

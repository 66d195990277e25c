"""The compiled twin gives what the reference gives, result for result."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rosespring import Game, Position, find_rules
from rosespring.board import Men, Step
from rosespring.errors import PositionError, RosespringError
from rosespring.game import transitions
from rosespring.movegen import kernels, legal, reference
from rosespring.movegen.words import ALL_OFF, counts_of, key_of, stage_code, stage_of
from rosespring.rules import PRESETS
from tests.movegen.cases import cases, random_rules
from tests.positions import place

ROOT = Path(__file__).resolve().parents[2]
CHUNKS = 20
"""The agreement test runs in parts, so that they can be shared between processes."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_twins_agree(chunk: int, full_size: bool, verification: Callable[[str], None]) -> None:
    # Required: 1,000,000 cases at full size, 20,000 in a short run, over all parts together.
    count = (1_000_000 if full_size else 20_000) // CHUNKS
    positions = list(cases(chunk, count))
    assert legal.legal_steps(positions) == [reference.legal_steps(position) for position in positions]
    results = legal.stage_results(positions)
    for index, position in enumerate(positions):
        span = slice(results.offsets[index], results.offsets[index + 1])
        found = sorted(zip(results.keys[span].tolist(), results.left[span].tolist(), strict=True))
        expected = [(key_of(result.own), stage_code(result.left)) for result in reference.stage_results(position)]
        assert found == sorted(expected), position
    verification(f"kernels and reference agree on {count} random positions, part {chunk + 1} of {CHUNKS}")


def test_twins_agree_with_bounds_checked(tmp_path: Path) -> None:
    program = (
        "from tests.movegen.cases import cases\n"
        "from rosespring.movegen import legal, reference\n"
        "from rosespring.rules import PRESETS\n"
        "positions = list(cases(99, 20_000))\n"
        "assert legal.legal_steps(positions) == [reference.legal_steps(p) for p in positions]\n"
        "results = legal.stage_results(positions)\n"
        "counts = (results.offsets[1:] - results.offsets[:-1]).tolist()\n"
        "assert [len(reference.stage_results(p)) for p in positions] == counts\n"
        "for p in positions[:1500]:\n"
        "    if p.cascade and p.stages[0][0] > 4:\n"
        "        assert legal.cascade_results(p).count == len(reference.turn_results(p)), p\n"
        "for preset in PRESETS.values():\n"
        "    legal.playouts(preset.rules, 50)\n"
    )
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "ROSESPRING_CACHE": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def cascading(count: int, received: bool) -> list[Position]:
    """Positions with at most two stages of a cascade to play, from random games and set-ups."""
    chosen = (
        position
        for position in cases(5, 10**6)
        if position.cascade and sum(map(len, position.stages)) <= 9 and position.received is received
    )
    return list(islice(chosen, count))


@pytest.mark.parametrize("received", [False, True])
def test_cascades_are_the_references_with_a_legal_way_to_each(received: bool, full_size: bool) -> None:
    random = Random(1)
    stuck = 0
    for position in cascading((500 if full_size else 150), received):
        cascade = legal.cascade_results(position)
        found = list(cascade.results())
        assert len(found) == len(set(found)) == cascade.count
        assert set(found) == reference.turn_results(position), position
        stuck += any(left for _own, left in found)
        for own, left in random.sample(found, min(3, len(found))):
            assert follow(position, cascade.steps_to(key_of(own), left)) == own
    assert stuck > 0  # lines that get stuck early were among them


def follow(position: Position, steps: list[Step]) -> tuple[int, ...]:
    """The mover's checkers after `steps`, each of which must be legal."""
    men, side = position.men, position.side
    for step in steps:
        assert position.side is side
        assert step in reference.legal_steps(position)
        men = position.men.moved(step)
        position, _events = transitions.advance(position, step)
    return men.own


# Known from the issue of measured counts: all distinct results of a whole cascade from the start.
STARTS = [
    ("gul-bara", 5, 44), ("gul-bara", 4, 1_601), ("gul-bara", 3, 42_675), ("gul-bara", 2, 469_490),
    ("gul-bara", 1, 3_227_824), ("gioul", 5, 74), ("gioul", 4, 2_578), ("gioul", 3, 59_810),
    ("gioul", 2, 627_658), ("gioul", 1, 4_148_343),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "number", "count"), STARTS)
def test_cascades_from_the_start(preset: str, number: int, count: int) -> None:
    position = from_start(preset, number)
    cascade = legal.cascade_results(position)
    assert cascade.count == count
    (ended,) = cascade.ended
    assert ended.stages == ()
    for key in Random(number).sample(ended.keys.tolist(), 3):
        assert follow(position, cascade.steps_to(key)) == counts_of(key)


def from_start(preset: str, number: int) -> Position:
    """The start, at the fourth roll, with a cascade to play."""
    stages = tuple((n,) * 4 for n in range(number, 7))
    return place(preset, [24] * 15, [24] * 15, rolls=(4, 3), stages=stages, flags="cascade")


def test_ways_to_stage_results_are_legal() -> None:
    positions = list(cases(7, 400))
    results = legal.stage_results(positions)
    for index, position in enumerate(positions):
        for result in results.of(index):
            assert follow(position, list(result.steps)) == result.own
        assert [(r.own, r.left) for r in results.of(index)] == [
            (r.own, r.left) for r in reference.stage_results(position)
        ]


def test_an_unknown_result_has_no_way() -> None:
    cascade = legal.cascade_results(from_start("gul-bara", 5))
    with pytest.raises(KeyError, match="no result"):
        cascade.steps_to(ALL_OFF)


def test_two_different_dice_are_no_cascade() -> None:
    with pytest.raises(ValueError, match="equal dice"):
        legal.cascade_results(place("gul-bara", [24] * 15, [24] * 15, rolls=(1, 0), stages=((6, 5),)))


@pytest.mark.parametrize("seed", range(4))
def test_playouts_are_games_by_the_rules(seed: int) -> None:
    random = Random(seed)
    for index in range(60):
        rules = random_rules(random)
        played = legal.playouts(rules, index + 1, seed)
        games = [replay(rules, starter, legal.traced_playout(rules, seed, index)) for starter in (0, 1)]
        summary = (played.winners[index], played.points[index], played.rolls[index], played.steps[index])
        assert summary in [game for game in games if game]


def replay(rules: object, starter: int, actions: list[tuple[int, int] | Step]) -> tuple[int, int, int, int] | None:
    """What a traced game comes to in the model; None if this side cannot have begun it."""
    game = Game(rules, starter)  # type: ignore[arg-type]
    try:
        for action in actions:
            if isinstance(action, Step):
                game.step(action)
            else:
                game.roll(*action)
    except RosespringError:
        return None
    if game.winner is None:
        return None
    steps = sum(isinstance(action, Step) for action in actions)
    return int(game.winner), game.points, sum(game.position.rolls), steps


def test_playouts_depend_on_the_seed_only() -> None:
    rules = PRESETS["gioul"].rules
    one, two = legal.playouts(rules, 501, 3), legal.playouts(rules, 501, 3, threads=2)
    for name in ("winners", "points", "rolls", "steps"):
        assert np.array_equal(getattr(one, name), getattr(two, name))
    other = legal.playouts(rules, 501, 4)
    assert not np.array_equal(one.rolls, other.rolls)
    longer = legal.playouts(rules, 1000, 3)
    assert np.array_equal(longer.rolls[:501], one.rolls)


def test_playouts_are_uniform_over_dice() -> None:
    # 21 rolls of a trace: doubles have 1/36 each, others 2/36; chi-square with 20 degrees of freedom, 0.1 % point 45.3.
    rules = PRESETS["gul-bara"].rules
    rolls = [
        (max(a), min(a))
        for index in range(400)
        for a in legal.traced_playout(rules, 11, index)
        if not isinstance(a, Step)
    ]
    expected = {(a, b): len(rolls) * (1 if a == b else 2) / 36 for a in range(1, 7) for b in range(1, a + 1)}
    chi2 = sum((rolls.count(roll) - wanted) ** 2 / wanted for roll, wanted in expected.items())
    assert chi2 < 45.3


def test_playouts_take_other_men() -> None:
    men = Men((14, 1) + (0,) * 23, (0,) * 24 + (15,))
    played = legal.playouts(find_rules("gul-bara"), 200, 1, men=men)
    # Light bears its last checker off the ace point with any roll; when Dark begins it cannot win in one roll.
    assert set(played.winners.tolist()) == {0}
    assert set(played.points.tolist()) == {2}


@pytest.mark.parametrize(
    "bad",
    [
        Position(PRESETS["gul-bara"].rules, Men((0,) * 24 + (14,), (0,) * 24 + (15,))),
        Position(PRESETS["gul-bara"].rules, Men((0,) * 24 + (15,), (0,) * 12 + (15,) + (0,) * 12)),
        Position(PRESETS["gul-bara"].rules, Men.start(), stages=((1, 2),), rolls=(1, 0)),
    ],
    ids=["14 checkers", "shared point", "impossible stage"],
)
def test_impossible_positions_never_reach_a_kernel(bad: Position) -> None:
    for entrance in (legal.legal_steps, legal.stage_results):
        with pytest.raises(PositionError):
            entrance([bad])
    with pytest.raises(PositionError):
        legal.cascade_results(bad)


def test_words_and_back() -> None:
    for position in cases(3, 300):
        assert counts_of(key_of(position.men.own)) == position.men.own
        assert key_of(position.men.own) < 2**39
        assert stage_of(stage_code(position.stages[0])) == position.stages[0]
    assert key_of((15,) + (0,) * 24) == ALL_OFF
    assert stage_code(()) == 0


def test_every_kernel_has_one_typed_entrance() -> None:
    test_playouts_depend_on_the_seed_only()
    test_ways_to_stage_results_are_legal()
    legal.cascade_results(from_start("gul-bara", 4))
    for name in ("legal_masks", "stage_results", "expand", "merge", "playouts"):
        assert len(getattr(kernels, name).signatures) == 1, name


@pytest.mark.parametrize("preset", ["gul-bara", "gioul"])
def test_a_whole_1_1_stays_within_600_mb(preset: str, verification: Callable[[str], None]) -> None:
    program = (
        "from tests.movegen.test_kernels import from_start\n"
        "from rosespring.movegen import legal\n"
        f"legal.cascade_results(from_start({preset!r}, 1))\n"
        # VmHWM: this program's own peak. ru_maxrss would be that of the process that started it, where that was larger.
        "status = open('/proc/self/status').read()\n"
        "print(int(status.split('VmHWM:')[1].split()[0]) // 1024)\n"  # KiB on Linux
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    peak = int(run.stdout)
    verification(f"all results of 1-1 from the start of {preset}: peak memory of the whole process {peak} MB")
    assert peak <= 600  # required

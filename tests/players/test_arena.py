"""The compiled arena: the same matches as played stage by stage, whatever the number of threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from itertools import count, islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rosespring.board import Roll
from rosespring.errors import RosespringError, WeightsError
from rosespring.evaluation.match_equity import MONEY, utilities
from rosespring.evaluation.network import packaged_network, save_network
from rosespring.notation.records import Heading, Recorder
from rosespring.players import DuelResult, Player, duel, find_player, kernels
from rosespring.players.arena import Arena, fighter, match_table
from rosespring.players.duel import (
    Bout,
    _all_pairs,
    _spread,
    agreed,
    common_share,
    half_width,
    play_match,
    play_pairs,
    summary,
)
from rosespring.players.thinkers import LEVELS, NetworkPlayer, Yardstick
from rosespring.rules import PRESETS, Rules, find_rules
from tests.networks import random_network

CUSTOM = find_rules({"cascade_from": 2, "cascade_count": "game", "dice_use": "free", "receiver": "skips"})
BULGARIAN = PRESETS["gul-bara-bulgarian"].rules


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A file of untrained weights for each movement."""
    folder = tmp_path_factory.mktemp("weights")
    for movement in ("parallel", "contrary"):
        save_network(folder / f"{movement}.npz", random_network(movement))
    return {movement: str(folder / f"{movement}.npz") for movement in ("parallel", "contrary")}


def arena_throws(seed: int, pair: int) -> Iterator[tuple[int, int]]:
    """The throws of a pair as the arena makes them."""
    for index in count():
        yield kernels.throw(np.uint64(seed), pair, index)


def slow_bout(players: tuple[Player, Player], rules: Rules, length: int, seed: int, number: int) -> Bout:
    """A bout with the arena's dice, played step by step by the rules for people."""
    swapped = number % 2
    recorder = Recorder(rules, length, Heading())
    seats = players[::-1] if swapped else players
    record = play_match(recorder, seats, arena_throws(seed, number // 2), Random(0))
    score = recorder.match.score[::-1] if swapped else recorder.match.score
    rolls = sum(isinstance(action, Roll) for game in record.games for action in game.actions)
    return Bout(swapped, score[0] >= length, score, len(recorder.match.results), rolls)


@pytest.mark.parametrize("rules", [*(preset.rules for preset in PRESETS.values()), CUSTOM], ids=str)
def test_the_arena_plays_the_same_games_as_the_players_do_step_by_step(rules: Rules, made: dict[str, str]) -> None:
    # Without noise nothing is left to chance but the dice, so every bout must be the same.
    for names in ((made[rules.movement], "yardstick"), ("yardstick-ahead", made[rules.movement] + ":turns-ahead")):
        players = find_player(names[0]), find_player(names[1])
        a, b = (fighter(player, rules) for player in players)
        assert a
        assert b
        pair, bouts = Arena(a, b, rules, 1, 5).play_pair(3)
        assert pair == 3
        assert bouts == [slow_bout(players, rules, 1, 5, number) for number in (6, 7)]


@pytest.mark.parametrize("rules", [BULGARIAN, PRESETS["gul-bara"].rules], ids=str)
def test_matches_are_the_same_too(rules: Rules, made: dict[str, str]) -> None:
    players = agreed((find_player(made["parallel"]), find_player("yardstick")), rules)
    a, b = (fighter(player, rules) for player in players)
    assert a
    assert b
    _pair, bouts = Arena(a, b, rules, 5, 2, common_share(players, rules)).play_pair(0)
    assert bouts == [slow_bout(players, rules, 5, 2, number) for number in (0, 1)]
    assert max(bout.games for bout in bouts) > 1


@pytest.mark.parametrize("level", ["master", "expert", "novice"])
@pytest.mark.parametrize("length", [1, 3])
def test_a_player_against_itself_wins_exactly_half(level: str, length: int, made: dict[str, str]) -> None:
    name = f"{made['parallel']}:{level}"
    result = duel(name, name, BULGARIAN, length=length, pairs=10, seed=3)
    assert (result.win_share, result.win_half_width, result.points_per_game) == (0.5, 0.0, 0.0)


def test_a_duel_in_the_arena_depends_on_the_seed_not_on_the_threads(made: dict[str, str]) -> None:
    names = (f"{made['parallel']}:casual", "yardstick")
    seen: list[int] = []
    one = play_pairs(*names, BULGARIAN, length=3, pairs=8, seed=4, workers=1, progress=seen.append)
    assert one == play_pairs(*names, BULGARIAN, length=3, pairs=8, seed=4, workers=3)
    assert one != play_pairs(*names, BULGARIAN, length=3, pairs=8, seed=5, workers=3)
    assert seen == list(range(2, 18, 2))


def overlap(one: DuelResult, other: DuelResult) -> bool:
    assert one.win_half_width is not None
    assert other.win_half_width is not None
    return abs(one.win_share - other.win_share) <= one.win_half_width + other.win_half_width


def test_both_ways_to_duel_agree_in_distribution(full_size: bool, tmp_path: Path) -> None:
    pairs = 400 if full_size else 20
    names = "novice", "yardstick"
    fast = duel(*names, BULGARIAN, pairs=10 * pairs, seed=1)
    slow = duel(*names, BULGARIAN, pairs=pairs, seed=1, workers=1, save=tmp_path)
    assert len(list(tmp_path.iterdir())) == 2 * pairs  # records are wanted: not the arena
    assert overlap(fast, slow)
    assert fast.rolls_per_game == pytest.approx(slow.rolls_per_game, rel=0.15)


def test_noise_is_another_one_at_every_throw_and_makes_weaker(full_size: bool) -> None:
    result = duel("master", "novice", BULGARIAN, pairs=500 if full_size else 100, seed=1)
    assert result.win_half_width is not None
    assert result.win_share - result.win_half_width > 0.5


def test_what_the_kernels_do_not_know_is_played_step_by_step() -> None:
    unknown = "random", "runner", "careful", "full"
    assert [name for name in unknown if fighter(find_player(name), BULGARIAN)] == []


def test_weights_for_the_other_movement_are_refused(made: dict[str, str]) -> None:
    for level in ("master", "full"):
        with pytest.raises(WeightsError, match="contrary"):
            duel(f"{made['contrary']}:{level}", "random", BULGARIAN, pairs=1)


def test_both_sides_of_a_match_use_one_table(made: dict[str, str]) -> None:
    names = "full", "yardstick", made["parallel"], "random"
    full, yardstick, own, other = (find_player(name) for name in names)
    share = packaged_network("parallel").card.double_share
    assert common_share((full, yardstick), BULGARIAN) == share
    assert common_share((own, full), BULGARIAN) == pytest.approx((0.35 + share) / 2)
    assert common_share((yardstick, other), BULGARIAN) is None
    assert agreed((full, yardstick), BULGARIAN) == (
        NetworkPlayer(LEVELS["full"], None, share), Yardstick(1, share),
    )  # fmt: skip
    assert agreed((other, yardstick), BULGARIAN) == (other, yardstick)


def test_the_arena_has_a_match_table_of_any_length() -> None:
    assert match_table(1, 0.3).tolist() == [[list(MONEY)]]
    assert (match_table(3, 0.4) == utilities(3, 0.4)).all()
    far = match_table(20, 0.32)
    assert far.shape == (20, 20, 4)
    assert (far[19, 16] == far[14, 14]).all()


def test_one_pair_tells_no_interval() -> None:
    assert half_width([0.5]) is None


def test_a_clean_sweep_leaves_doubt() -> None:
    # As if one pair more had been lost: 5 pairs of share 1 and one of 0, the spread 1/√6, of 6 pairs.
    pairs = [[Bout(0, True, (1, 0), 1, 10), Bout(1, True, (1, 0), 1, 10)]] * 5
    result = summary("a", "b", BULGARIAN, 1, 0, pairs)
    assert result.win_share == 1
    assert result.win_half_width == pytest.approx(1.96 / 6)


def test_a_long_duel_keeps_few_pairs_waiting() -> None:
    drawn = 0

    class Counted:
        def play_pair(self, pair: int) -> tuple[int, list[Bout]]:
            return pair, []

    def draw() -> int:
        nonlocal drawn
        drawn += 1
        return drawn

    with ThreadPoolExecutor(2) as pool:
        found = _spread(pool, Counted(), iter(draw, 10**6), 8)  # type: ignore[arg-type]
        played = [pair for pair, _bouts in islice(found, 100)]
    assert len(set(played)) == 100
    assert drawn <= 100 + 2 * 8  # those on their way, and those that were done together with the last one


@pytest.mark.parametrize(("name", "value"), [("pairs", 0), ("length", 0)])
def test_a_duel_of_nothing_is_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=f"expected {name} of at least 1, got 0 in a duel"):
        duel("random", "runner", BULGARIAN, **{name: value})  # type: ignore[arg-type]


def test_records_of_an_earlier_duel_stay(tmp_path: Path) -> None:
    (tmp_path / "00002.txt").write_text("mine")
    for pairs in (1, 3):
        with pytest.raises(FileExistsError) as caught:
            duel("random", "runner", BULGARIAN, pairs=pairs, workers=1, save=tmp_path)
        assert caught.value.filename == str(tmp_path / "00002.txt")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("00002.txt", "mine")]
    (tmp_path / "00002.txt").rename(tmp_path / "00003.txt")  # no bout of one pair
    duel("random", "runner", BULGARIAN, pairs=1, workers=1, save=tmp_path)
    assert (tmp_path / "00003.txt").read_text() == "mine"


def test_a_process_that_is_ended_from_outside_ends_the_duel() -> None:
    class Broken:
        def play_pair(self, pair: int) -> tuple[int, list[Bout]]:
            if pair:
                raise BrokenProcessPool
            return pair, []

    with ExitStack() as stack, pytest.raises(RosespringError, match="a process that played has been ended"):
        list(_all_pairs(stack, Broken(), 8, 2))  # type: ignore[arg-type]

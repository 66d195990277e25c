"""Players: legal, reproducible, and each better than the one below it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rosespring.board import Men, Position, Side, Step
from rosespring.errors import UnknownPlayer
from rosespring.game import Game
from rosespring.notation import parse_record, replay
from rosespring.players import PLAYERS, DuelResult, duel, find_player, outlook_of, play_turn, turn_steps
from rosespring.players.duel import play_bout, throws
from rosespring.rules import PRESETS, Rules, find_rules

CUSTOM = find_rules(
    {"movement": "contrary", "cascade_from": 2, "cascade_count": "game", "dice_use": "free", "receiver": "skips"}
)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", [*(preset.rules for preset in PRESETS.values()), CUSTOM], ids=str)
def test_every_player_plays_legal_games_to_the_end(name: str, rules: Rules) -> None:
    game, dice, player = Game(rules), throws(3, 0), find_player(name)
    for _ in range(1000):
        if game.winner is not None:
            break
        if not game.position.stages:
            game.roll(*next(dice))
            continue
        side = game.position.side
        steps, after = play_turn(player, game.position, Random(5))
        assert steps
        for step in steps:
            game.step(step)  # refuses what is illegal
        assert game.position == after
        assert not (game.position.side is side and game.position.stages)
    assert game.winner is not None


def test_turn_steps_speaks_in_plain_values() -> None:
    game = Game("gioul")
    game.roll(6, 6)
    # rules.md section 6, 2: from the start all of a double can be played.
    steps = turn_steps("careful", str(game.position), 1)
    assert len(steps) == 4
    assert all(type(point) is int and number == 6 for point, number in steps)
    assert turn_steps("random", str(game.position), 9) == turn_steps("random", str(game.position), 9)


def test_runner_wastes_no_pips_and_careful_sees_a_win() -> None:
    own = (13, 0, 1, 0, 0, 1) + (0,) * 19
    other = (14,) + (0,) * 23 + (1,)
    position = Position(PRESETS["gul-bara"].rules, Men(own, other), Side.LIGHT, (9, 9), ((5, 2),))
    for name in ("runner", "careful"):
        steps, after = play_turn(find_player(name), position, Random(1))
        assert sorted(steps) == [Step(2, 2), Step(5, 5)]
        assert after.winner is Side.LIGHT


def test_outlook_of_a_position_with_stages_plays_them_out() -> None:
    own = (13, 0, 1, 0, 0, 1) + (0,) * 19
    other = (0,) * 24 + (15,)
    position = Position(PRESETS["gul-bara"].rules, Men(own, other), Side.LIGHT, (9, 9), ((5, 2),))
    assert outlook_of(find_player("careful"), position).points == 2


def test_outlook_sees_what_the_opponent_does_with_the_rest() -> None:
    # rules.md section 6, 11: the opponent bears off everything with the three 5s that pass.
    own = (13, *(1 if point in (7, 22) else 0 for point in range(1, 25)))
    other = (13, *(1 if point in (5, 6) else 0 for point in range(1, 25)))
    cascade = ((5,) * 4, (6,) * 4)
    position = Position(PRESETS["gul-bara"].rules, Men(own, other), Side.LIGHT, (5, 4), cascade, cascade=True)
    assert outlook_of(find_player("careful"), position).points == -1


def test_unknown_players_are_named_with_the_nearest() -> None:
    with pytest.raises(UnknownPlayer, match=r"'carefull'.*'careful'"):
        find_player("carefull")


def test_both_bouts_of_a_pair_have_the_same_dice_and_exchanged_seats() -> None:
    names = ("careful", "careful")
    rules = PRESETS["gul-bara"].rules
    first, second = (play_bout(names, rules, 3, 11, number)[0] for number in (4, 5))
    assert (first.a_side, second.a_side) == (0, 1)
    # The same player on both sides with the same dice plays the same match: A wins exactly one of the two.
    assert first.a_won is not second.a_won
    assert first.score == second.score[::-1]
    assert first.rolls == second.rolls


def test_a_duel_depends_on_the_seed_not_on_the_processes() -> None:
    rules = PRESETS["gioul"].rules
    one = duel("runner", "random", rules, pairs=6, seed=4, workers=1)
    two = duel("runner", "random", rules, pairs=6, seed=4, workers=2)
    assert one == two
    assert one.bouts == one.games == 12
    assert duel("runner", "random", rules, pairs=6, seed=5, workers=1) != one


def report(other: str, preset: str, result: DuelResult) -> str:
    assert result.win_half_width is not None
    share = f"{result.win_share:.1%} ± {result.win_half_width:.1%}"
    return f"careful beats {other} under {preset} in {share} of {result.bouts} paired games"


@pytest.mark.parametrize("preset", PRESETS)
def test_careful_beats_random(preset: str, full_size: bool, verification: Callable[[str], None]) -> None:
    # Required: at least 80 % of 1,000 paired games under every preset; a tenth of the games in the short run.
    result = duel("careful", "random", PRESETS[preset].rules, pairs=500 if full_size else 50, seed=1)
    verification(report("random", preset, result))
    assert result.win_share >= 0.8


@pytest.mark.parametrize("preset", PRESETS)
def test_careful_beats_runner(preset: str, full_size: bool, verification: Callable[[str], None]) -> None:
    result = duel("careful", "runner", PRESETS[preset].rules, pairs=500 if full_size else 60, seed=1)
    verification(report("runner", preset, result))
    assert result.win_half_width is not None
    assert result.win_share - result.win_half_width > 0.5


def test_records_of_a_duel_are_saved_and_say_the_same(tmp_path: Path) -> None:
    rules = PRESETS["gul-bara-bulgarian"].rules
    result = duel("careful", "random", rules, length=3, pairs=2, seed=8, workers=1, save=tmp_path / "new")
    records = [parse_record(path.read_text("utf-8")) for path in sorted((tmp_path / "new").iterdir())]
    matches = [replay(record).match for record in records]
    assert [record.players for record in records] == [("careful", "random"), ("random", "careful")] * 2
    won = [
        record.players[match.winner] for record, match in zip(records, matches, strict=True) if match.winner is not None
    ]
    assert len(won) == 4
    assert won.count("careful") / 4 == result.win_share
    assert sum(len(match.results) for match in matches) == result.games


def test_a_single_pair_has_no_interval() -> None:
    result = duel("runner", "random", PRESETS["gioul"].rules, pairs=1, seed=4)
    assert (result.win_half_width, result.points_half_width) == (None, None)

"""Advice: what the level would play comes first, losses are honest, exact endings are told as such."""

from __future__ import annotations

from random import Random

import pytest

from rosespring.board import Position, Roll, Step
from rosespring.errors import UnknownPlayer
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.network import packaged_network
from rosespring.game import Game
from rosespring.movegen import stage_results
from rosespring.notation.records import replay_games
from rosespring.players import play_turn
from rosespring.players.advice import FEWEST, advise, advise_rolls, adviser
from rosespring.players.duel import play_bout
from rosespring.rules import PRESETS, find_rules
from rosespring.search.choose import outlook_ahead
from tests.positions import place

GUL_BARA = PRESETS["gul-bara"].rules
CASCADE = place(
    "gul-bara", [24] * 7 + [20] * 8, [24] * 15, rolls=(4, 3), stages=((5,) * 4, (6,) * 4), flags="cascade started"
)
ENDING = place("gul-bara", [6, 6], [6, 6], rolls=(20, 20), stages=((2, 1),))


def rolled(a: int, b: int) -> Position:
    game = Game("gul-bara")
    game.roll(a, b)
    return game.position


@pytest.mark.parametrize("position", [rolled(6, 4), rolled(3, 3), CASCADE, ENDING], ids=str)
def test_the_first_advice_is_what_the_level_plays(position: Position) -> None:
    player = adviser("full")
    first = advise(player, position)[0]
    assert play_turn(player, position, Random(1))[0] == list(first.steps)
    assert first.loss == 0


def met_in_a_game(preset: str) -> list[Position]:
    """Every position of a game with numbers to play."""
    record = play_bout(("casual", "casual"), find_rules(preset), 1, 5, 1)[1]
    games = replay_games(record)[1]
    entries = [entry for game in games for entry in game.entries if isinstance(entry.action, Step)]
    return [entry.before for entry in entries]


@pytest.mark.parametrize("preset", ["gul-bara", "gioul"])
@pytest.mark.parametrize("level", ["turns-ahead", "master"])
@pytest.mark.parametrize("top", [1, 5])
def test_a_hint_is_what_the_level_plays_all_game_long(preset: str, level: str, top: int) -> None:
    """Cascades, received rests and the last stages of them too."""
    player = adviser(level)
    for position in met_in_a_game(preset):
        assert advise(player, position, top)[0].steps == tuple(player.stage(position, Random(1)))


@pytest.mark.parametrize("level", ["full", "turns-ahead", "master"])
def test_plays_are_different_and_sorted_with_losses(level: str) -> None:
    plays = advise(adviser(level), CASCADE, 8)
    assert len({play.steps for play in plays}) == 8
    assert {play.rolls for play in plays} == {"full": {1, 2}, "turns-ahead": {1}, "master": {0}}[level]
    assert all(play.loss >= 0 for play in plays)
    assert all(play.worth == pytest.approx(play.outlook.points, abs=1e-6) for play in plays)
    for depth in {play.rolls for play in plays}:
        worths = [play.worth for play in plays if play.rolls == depth]
        assert worths == sorted(worths, reverse=True)
        losses = [play.loss for play in plays if play.rolls == depth]
        assert losses == sorted(losses)


def test_losses_at_one_depth_are_differences_of_worth() -> None:
    best, *others = advise(adviser("turns-ahead"), CASCADE)
    assert [play.loss for play in others] == pytest.approx([best.worth - play.worth for play in others])


def test_fewer_plays_are_the_same_ones() -> None:
    player = adviser("full")
    assert advise(player, CASCADE, 2) == advise(player, CASCADE, FEWEST)[:2]


def test_a_level_below_master_advises_without_its_blur() -> None:
    assert advise(adviser("novice"), rolled(5, 2)) == advise(adviser("master"), rolled(5, 2))


def test_the_score_decides_what_a_play_is_worth() -> None:
    # Whoever wins this game wins the match: doubles count for nothing.
    for play in advise(adviser("full"), CASCADE, needs=(1, 1)):
        assert play.worth == pytest.approx(2 * play.outlook.win - 1, abs=1e-6)


def test_exact_endings_are_all_there_and_exact() -> None:
    plays = advise(adviser("full"), ENDING, 100)
    assert len(plays) == len(stage_results(ENDING))
    assert {play.rolls for play in plays} == {None}
    known = exact_outlook(ENDING)
    assert known
    assert plays[0].outlook.points == pytest.approx(known.points, abs=1e-5)
    # A cascade in an ending has more than one stage.
    game = Game.from_position(ENDING.to_roll(ENDING.side))
    game.roll(2, 2)
    assert len(game.position.stages) > 1
    assert advise(adviser("full"), game.position)[0].rolls is None
    # Other levels judge by their network alone.
    assert advise(adviser("master"), ENDING)[0].rolls == 0


def test_every_roll_has_its_best_play() -> None:
    position = Position.start(GUL_BARA)
    found = list(advise_rolls(adviser("master"), position))
    assert [advice.roll for advice in found][:3] == [Roll(6, 6), Roll(6, 5), Roll(6, 4)]
    assert len({advice.roll for advice in found}) == 21
    mean = sum(advice.outlook.points * (1 if advice.roll.double else 2) for advice in found) / 36
    assert mean == pytest.approx(outlook_ahead(packaged_network("parallel"), position, 1).points, abs=0.02)


def test_a_roll_that_cannot_be_played_has_no_play() -> None:
    # rules.md section 6, 18: the side about to roll is shut out by six points in a row.
    wall = [point for point in range(6, 12) for _checker in range(2)] + [24] * 3
    position = place("gul-bara", [24] * 3, wall, rolls=(9, 9))
    shut_out = {advice.roll for advice in advise_rolls(adviser("full"), position) if advice.best is None}
    assert len(shut_out) == 21


@pytest.mark.parametrize("name", ["random", "yardstick"])
def test_who_has_no_network_gives_no_advice(name: str) -> None:
    with pytest.raises(UnknownPlayer, match=f"'{name}' gives no advice: expected one of novice"):
        adviser(name)

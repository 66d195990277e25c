"""The real code and the naive one of tests/naive.py agree state for state, over whole games and from any position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given

from rosespring import PRESETS, Game, Position, Side, Step
from rosespring.board import Roll
from rosespring.movegen import stage_results
from rosespring.rules import CHOICES, rules_from_options
from tests import naive, strategies
from tests.naive import NaiveGame
from tests.strategies import Options, RandomPlayer


def facts(game: Game) -> dict[str, object]:
    """What `NaiveGame.facts` tells, of a real game."""
    position = game.position
    return {
        "men": tuple(position.men_of(side) for side in Side),
        "turn": position.side,
        "rolls": position.rolls,
        "stages": position.stages,
        "flags": (position.cascade, position.received, position.started),
        "winner": game.winner,
        "points": game.points,
        "legal": [(step.point, step.number) for step in game.legal_steps()],
    }


Results = dict[tuple[int, ...], tuple[int, ...]]
"""The mover's counts at the end of a stage, each with the numbers that could not be played."""


def results(position: Position) -> Results:
    found = stage_results(position)
    by_checkers = {result.own: result.left for result in found}
    assert len(by_checkers) == len(found), f"a result twice in {position}"
    return by_checkers


def fewest_left(ends: Iterable[tuple[tuple[int, ...], tuple[int, ...]]]) -> Results:
    """The naive ends; checkers reached with one number or with both count as reached with both."""
    return dict(sorted(ends, key=lambda end: len(end[1]), reverse=True))


def naive_from(position: Position) -> NaiveGame:
    """The naive game that goes on from `position`."""
    game = NaiveGame(
        dict(position.rules.as_dict()),
        position.side,
        (position.men_of(Side.LIGHT), position.men_of(Side.DARK)),
        list(position.rolls),
        list(position.stages),
        position.cascade,
        position.received,
        position.started,
    )
    if position.stages:
        game.go_on()
    return game


def follow(naive_game: NaiveGame, action: Roll | Step) -> None:
    if isinstance(action, Step):
        naive_game.play(action.point, action.number)
    else:
        naive_game.throw(action.high, action.low)


def assert_same(game: Game, other: NaiveGame) -> None:
    assert facts(game) == other.facts(), game.position
    assert results(game.position) == fewest_left(other.ends()), game.position


def play_both(options: Options, seed: int) -> int:
    """One random game through both; the number of states compared."""
    player = RandomPlayer(seed, double_chance=0.5 if seed % 4 == 3 else 0)
    starter = seed % 2
    game, other = Game(rules_from_options(options), starter), NaiveGame(dict(options), starter)
    assert_same(game, other)
    states = 1
    for action in player.play(game):
        follow(other, action)
        assert_same(game, other)
        states += 1
    # Positions hardly recur between games: a cache kept longer would only grow.
    naive.endings.cache_clear()
    naive.leavings.cache_clear()
    return states


def random_options(seed: int) -> Options:
    """All options at random, those without effect too."""
    chance = random.Random(seed)
    options: Options = {name: chance.choice(values) for name, values in CHOICES.items()}
    return options | {"cascade_from": chance.choice([0, 1, 2, 4, 9])}


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", PRESETS)
def test_random_games_of_presets(name: str, full_size: bool, verification: Callable[[str], None]) -> None:
    count = 2000 if full_size else 40
    options: Options = dict(PRESETS[name].rules.as_dict())
    states = sum(play_both(options, seed) for seed in range(count))
    verification(
        f"{count:,} random games of {name} agree state for state with the naive rules in tests/naive.py: "
        f"{states:,} states with legal steps and all stage results"
    )


@pytest.mark.timeout(3600)
def test_random_games_under_random_options(full_size: bool, verification: Callable[[str], None]) -> None:
    count = 2000 if full_size else 60
    states = sum(play_both(random_options(seed), seed) for seed in range(count))
    verification(
        f"{count:,} random games under random options agree state for state with the naive rules in "
        f"tests/naive.py: {states:,} states with legal steps and all stage results"
    )


@given(strategies.positions(), strategies.seeds)
def test_any_position_is_resolved_and_played_alike(position: Position, seed: int) -> None:
    game, other = Game.from_position(position), naive_from(position)
    assert_same(game, other)
    for action in RandomPlayer(seed, 0.5).play(game, 12):
        follow(other, action)
        assert_same(game, other)


@given(strategies.positions(playing=True))
def test_stage_results_of_any_position(position: Position) -> None:
    """Also of stages that cannot be played: then nothing of them is."""
    other = naive_from(position)
    ends = naive.stage_ends(
        naive.cells_of(other.movement, (position.men_of(Side.LIGHT), position.men_of(Side.DARK))),
        other.movement,
        position.side,
        position.stages[0],
        position.rules.dice_use,
    )
    assert results(position) == fewest_left(
        (naive.men_of(cells, other.movement, position.side), left) for cells, left in ends
    )

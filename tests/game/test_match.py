"""Matches: opening throws, who starts next, scores, length (rules.md section 4)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import Match, Position, Rules, Side, Step
from rosespring.board import Roll
from rosespring.errors import GameOver, MustPlay, PositionError, RulesError
from rosespring.game import Game, Result
from tests.positions import place
from tests.strategies import RandomPlayer, rule_sets, seeds

LIGHT, DARK = Side


def end_game(match: Match, winner: Side, points: int) -> Result:
    """Finish the current game by bearing off: `points` 2 if the loser has borne off none."""
    loser = [24] * (15 if points == 2 else 14)
    men = ([1], loser) if winner is LIGHT else (loser, [1])
    rules = match.rules
    position = place(rules, *men, rolls=(1, 1)).seen_by(winner)
    match.game = Game.from_position(position)
    match.game.roll(6, 5)
    match.game.step(Step(1, 6))
    return match.finish_game()


def test_a_match_waits_for_the_opening_throw() -> None:
    match = Match("gioul", 3)
    assert (match.needs_opening, match.game, match.number, match.score, match.winner) == (True, None, 1, (0, 0), None)
    assert match.results == []
    with pytest.raises(MustPlay):
        match.finish_game()


def test_ties_are_thrown_again() -> None:
    match = Match()
    for die in range(1, 7):
        assert match.open(die, die) is None
        assert match.needs_opening
        assert match.game is None


@pytest.mark.parametrize(("light", "dark"), [pair for pair in product(range(1, 7), repeat=2) if pair[0] != pair[1]])
@pytest.mark.parametrize("opening", ["reroll", "play"])
def test_the_higher_die_starts(opening: str, light: int, dark: int) -> None:
    match = Match({"opening": opening})
    starter = match.open(light, dark)
    assert starter is (LIGHT if light > dark else DARK)
    assert match.game is not None
    assert match.game.position.side is starter
    assert not match.needs_opening
    if opening == "reroll":
        assert (match.game.position.rolls, match.game.position.stages) == ((0, 0), ())
    else:
        # The two dice are his first roll, and count as it.
        assert match.game.position.stages == ((max(light, dark), min(light, dark)),)
        assert match.game.position.rolls == ((1, 0) if starter is LIGHT else (0, 1))
        assert match.game.entries[0].action == Roll.of(light, dark)
    with pytest.raises(MustPlay, match="a game is going on"):
        match.open(6, 1)


def test_a_played_opening_counts_for_the_cascade() -> None:
    match = Match({"opening": "play", "cascade_from": 2})
    match.open(6, 1)
    game = match.game
    assert game is not None
    player = RandomPlayer(1)
    while game.legal_steps():
        player.act(game)
    game.roll(2, 1)
    while game.legal_steps():
        player.act(game)
    game.roll(4, 4)
    assert game.position.cascade
    assert game.position.rolls == (2, 1)


@pytest.mark.parametrize("winner", Side)
@pytest.mark.parametrize("opening", ["reroll", "play"])
def test_the_winner_starts_the_next_game_with_a_fresh_roll(opening: str, winner: Side) -> None:
    match = Match({"opening": opening, "next_starter": "winner"}, 5)
    match.open(6, 1)
    assert end_game(match, winner, 1) == Result(winner, 1, resigned=False)
    assert match.game is not None
    assert (match.game.position.side, match.game.position.rolls, match.game.position.stages) == (winner, (0, 0), ())
    assert (match.number, match.needs_opening) == (2, False)


@pytest.mark.parametrize("opening", ["reroll", "play"])
def test_with_next_starter_roll_each_game_is_opened(opening: str) -> None:
    match = Match({"opening": opening, "next_starter": "roll"}, 5)
    match.open(6, 1)
    end_game(match, LIGHT, 2)
    assert (match.game, match.needs_opening, match.number) == (None, True, 2)
    assert match.open(3, 3) is None
    assert match.open(2, 5) is DARK
    assert match.game is not None


def test_scores_add_up_until_the_length_is_reached() -> None:
    match = Match("gul-bara", 4)
    match.open(6, 1)
    seen = []
    for winner, points in [(LIGHT, 1), (DARK, 2), (LIGHT, 2), (DARK, 1), (LIGHT, 2)]:
        assert match.winner is None
        end_game(match, winner, points)
        seen.append((match.score, match.number))
    # More points than the length are kept as they were won.
    assert seen == [((1, 0), 2), ((1, 2), 3), ((3, 2), 4), ((3, 3), 5), ((5, 3), 5)]
    assert match.winner is LIGHT
    assert (match.game, match.needs_opening) == (None, False)
    with pytest.raises(GameOver, match="the match is over"):
        match.open(6, 1)
    with pytest.raises(MustPlay):
        match.finish_game()


def test_a_resignation_counts() -> None:
    match = Match("gioul", 3)
    match.open(6, 1)
    assert match.game is not None
    match.game.resign(LIGHT)
    assert match.finish_game() == Result(DARK, 2, resigned=True)
    assert match.score == (0, 2)
    assert match.game is not None
    assert match.game.position.side is DARK


def test_a_game_that_goes_on_is_not_counted() -> None:
    match = Match()
    match.open(6, 1)
    with pytest.raises(MustPlay, match="the game is not over"):
        match.finish_game()
    assert match.results == []


@pytest.mark.parametrize("length", [0, -1, 100, 1.0, True, "3", None])
def test_lengths_that_do_not_exist(length: int) -> None:
    with pytest.raises(PositionError, match="expected a match length from 1 to 99 points, got"):
        Match("gioul", length)


def test_lengths_that_exist() -> None:
    assert [Match(length=length).length for length in (1, 99)] == [1, 99]
    with pytest.raises(RulesError):
        Match("goul")


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, 7), (True, 2), (6.0, 1), (0, 0), ("6", "1")])
@pytest.mark.parametrize("opening", ["reroll", "play"])
def test_opening_dice_that_do_not_exist(opening: str, dice: tuple[int, int]) -> None:
    match = Match({"opening": opening})
    with pytest.raises(PositionError, match="expected a die from 1 to 6"):
        match.open(*dice)
    assert match.needs_opening


@given(rule_sets(), st.integers(1, 7), seeds)
def test_random_matches_end_and_their_score_is_that_of_their_games(rules: Rules, length: int, seed: int) -> None:
    match, player = Match(rules, length), RandomPlayer(seed, 0.3)
    while match.winner is None:
        assert max(match.score) < length
        if match.needs_opening:
            match.open(*player.roll())
            continue
        assert match.game is not None
        for _action in player.play(match.game):
            pass
        game, result = match.game, match.finish_game()
        assert result == Result(game.position.side, game.points, resigned=False)
        goes_on = max(match.score) < length
        starts_at_once = goes_on and rules.next_starter == "winner"
        assert match.needs_opening is (goes_on and not starts_at_once)
        assert (match.game is not None) is starts_at_once
        if match.game is not None:
            assert match.game.position == Position.start(rules, result.winner)
    points = [(result.winner, result.points) for result in match.results]
    assert match.score == tuple(sum(won for side, won in points if side is each) for each in Side)
    assert max(match.score) >= length
    assert match.number == len(match.results)

"""Games in time: rolls, steps, refusals, undo, hand-over, end, resignation (rules.md sections 2 to 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import PRESETS, Game, Position, Rules, Side, Step
from rosespring.board import Roll, Stage
from rosespring.errors import (
    GameOver,
    IllegalStep,
    MustPlay,
    MustRoll,
    NothingToUndo,
    PlayError,
    PositionError,
    RosespringError,
    RulesError,
)
from rosespring.game import Entry, Event, Lost, Passed, Rolled, Stepped, Won, resignation_points, transitions
from rosespring.movegen import can_play
from tests import naive
from tests.positions import place
from tests.strategies import RandomPlayer, games, positions, rule_sets, seeds, sides

LIGHT, DARK = Side


def snapshot(game: Game) -> tuple[object, ...]:
    return (game.position, list(game.entries), game.legal_steps(), game.winner, game.points, game.resigned)


def repeat(game: Game, action: Roll | Step) -> tuple[Event, ...]:
    return game.step(action) if isinstance(action, Step) else game.roll(action.high, action.low)


# Beginning


@given(rule_sets(), sides)
def test_a_game_begins_with_a_roll_of_the_starter(rules: Rules, starter: Side) -> None:
    game = Game(rules, starter)
    assert game.position == game.start == Position.start(rules, starter)
    assert (game.rules, game.winner, game.points) == (rules, None, 0)
    assert (game.entries, game.opening_events, game.legal_steps()) == ([], (), [])


def test_rules_by_name_by_options_and_by_default() -> None:
    assert Game().rules == PRESETS["gul-bara"].rules
    assert Game("gioul").rules == PRESETS["gioul"].rules
    assert Game({"dice_use": "free"}).rules == Rules(dice_use="free")
    assert Game("gioul", 1).position.side is DARK
    with pytest.raises(RulesError):
        Game("goul")


# What follows on what


@given(games())
def test_there_is_a_step_or_a_roll_or_an_end(game: Game) -> None:
    """Stages that cannot be played never stay."""
    for position in [*(entry.before for entry in game.entries), game.position]:
        if position.winner is not None:
            assert (position.stages, position.side) == ((), position.winner)
        elif position.stages:
            assert can_play(position)
        else:
            assert (position.cascade, position.received, position.started) == (False, False, False)


@given(games())
def test_fifteen_checkers_a_side_and_no_shared_point(game: Game) -> None:
    for position in [*(entry.before for entry in game.entries), game.position]:
        men = (position.men_of(LIGHT), position.men_of(DARK))
        assert [sum(side) for side in men] == [15, 15]
        naive.cells_of(position.rules.movement, men)  # refuses a shared point


@given(games())
def test_each_move_costs_a_pip(game: Game) -> None:
    """Rules.md section 4: so a game always ends."""
    pips = [sum(entry.before.men.pips) for entry in game.entries] + [sum(game.position.men.pips)]
    for entry, before, after in zip(game.entries, pips, pips[1:], strict=False):
        if isinstance(entry.action, Step):
            assert 1 <= before - after <= entry.action.number
        else:
            assert before == after


def numbers(stages: tuple[Stage, ...]) -> list[int]:
    return [number for stage in stages for number in stage]


@given(rule_sets(), seeds)
def test_every_number_of_a_roll_is_played_or_lost_once(rules: Rules, seed: int) -> None:
    """Also the passed ones: by the receiver. A win alone leaves numbers neither played nor lost."""
    game = Game(rules)
    list(RandomPlayer(seed, 0.3).play(game, 400))
    left: list[int] = []
    for event in [event for entry in game.entries for event in entry.events]:
        match event:
            case Rolled(_side, roll, cascade):
                assert left == []
                left = numbers(roll.stages(cascade))
            case Stepped(_side, step):
                left.remove(step.number)
            case Lost(_side, stages):
                lost = numbers(stages)
                assert left[: len(lost)] == lost != []
                left = left[len(lost) :]
            case Passed(_side, stages):
                assert left == numbers(stages) != []
            case Won():
                left = []
    assert left == numbers(game.position.stages)


@given(rule_sets(), seeds)
def test_the_sides_roll_in_turn(rules: Rules, seed: int) -> None:
    """Received play is no roll."""
    game = Game(rules)
    made: list[Side] = []
    for action in RandomPlayer(seed, 0.3).play(game, 300):
        if isinstance(action, Roll):
            made.append(game.entries[-1].before.side)
        assert game.position.rolls == (made.count(LIGHT), made.count(DARK))
    assert made == [Side(at % 2) for at in range(len(made))]


@given(games())
def test_mirrored_colours_have_a_mirrored_game(game: Game) -> None:
    other = Game.from_position(game.start.mirror())
    for entry in game.entries:
        assert other.position == entry.before.mirror()
        repeat(other, entry.action)
    assert other.position == game.position.mirror()
    assert other.points == game.points
    assert (other.winner is None) if game.winner is None else (other.winner is game.winner.other)


@given(games())
def test_what_happens_depends_on_nothing_but_the_position(game: Game) -> None:
    """Each position of a game, read back from its text, goes on as the game did."""
    following = [entry.before for entry in game.entries[1:]] + [game.position]
    for entry, after in zip(game.entries, following, strict=False):
        again = Game.from_position(Position.parse(str(entry.before)))
        assert again.position == entry.before
        assert repeat(again, entry.action) == entry.events
        assert again.position == after


@pytest.mark.parametrize("dice_use", ["all", "free"])
@given(st.data())
def test_every_game_ends(dice_use: str, data: st.DataObject) -> None:
    game = data.draw(games(rule_sets(dice_use=dice_use), actions=0))
    for _action in RandomPlayer(data.draw(seeds)).play(game, 20_000):
        pass
    assert game.winner is not None
    assert game.points in (1, 2)
    assert game.position.men_of(game.winner)[0] == 15


# Events


def test_events_of_a_hand_over_tell_what_passed_and_what_was_lost() -> None:
    game = Game.from_position(place("gul-bara", [24, 3], [2, 20], rolls=(4, 4)))
    assert game.roll(5, 5) == (Rolled(LIGHT, Roll(5, 5), cascade=True),)
    rest: tuple[Stage, ...] = ((5, 5, 5), (6, 6, 6, 6))
    assert game.step(Step(24, 5)) == (
        Stepped(LIGHT, Step(24, 5)),
        Passed(LIGHT, rest, whole=False),
        Lost(DARK, rest, received=True),
    )
    assert [entry.events for entry in game.entries][1][1] == Passed(LIGHT, rest, whole=False)


@given(games())
def test_events_start_with_the_action_and_end_with_a_win(game: Game) -> None:
    for entry in game.entries:
        first, *others = entry.events
        if isinstance(entry.action, Step):
            assert first == Stepped(entry.before.side, entry.action)
        else:
            assert isinstance(first, Rolled)
            assert (first.side, first.roll) == (entry.before.side, entry.action)
        assert not any(isinstance(event, Rolled | Stepped) for event in others)
        assert not any(isinstance(event, Won) for event in entry.events[:-1])
    if game.winner is not None and game.entries:
        assert game.entries[-1].events[-1] == Won(game.winner, game.points)


# Refusals change nothing


@given(games(), st.integers(-1, 8), st.integers(-1, 8), st.integers(-1, 26))
def test_what_is_refused_changes_nothing(game: Game, a: int, b: int, point: int) -> None:
    before = snapshot(game)
    try:
        game.roll(a, b)
    except (PlayError, PositionError):
        assert snapshot(game) == before
        before = snapshot(game)
    else:
        assert not before[0].stages  # type: ignore[attr-defined]
        game.undo()
    try:
        game.step(Step(point, a))
    except PlayError:
        assert snapshot(game) == before
    else:
        assert Step(point, a) in before[2]  # type: ignore[operator]


def test_which_error_says_what() -> None:
    game = Game("gioul")
    with pytest.raises(MustRoll, match="roll first"):
        game.step(Step(24, 6))
    with pytest.raises(PositionError, match="expected a die from 1 to 6, got 7"):
        game.roll(7, 1)
    game.roll(6, 5)
    with pytest.raises(MustPlay, match="numbers are left to play"):
        game.roll(6, 5)
    with pytest.raises(IllegalStep, match="4 is not on offer"):
        game.step(Step(24, 4))
    assert not issubclass(MustRoll, ValueError)
    assert issubclass(PlayError, RosespringError)


@pytest.mark.parametrize("dice", [(0, 1), (1, 7), (True, 1), (1, 1.0), ("1", 1), (None, None)])
def test_dice_that_do_not_exist_are_no_roll(dice: tuple[int, int]) -> None:
    game = Game()
    with pytest.raises(PositionError, match="expected a die from 1 to 6"):
        game.roll(*dice)
    assert (game.entries, game.position.rolls) == ([], (0, 0))


def won_game() -> Game:
    game = Game.from_position(place("gul-bara", [1], [24] * 15, rolls=(1, 1)))
    game.roll(6, 1)
    game.step(Step(1, 1))
    return game


def test_after_the_last_checker_nothing_goes_on() -> None:
    game = won_game()
    assert (game.winner, game.points) == (LIGHT, 2)
    before = snapshot(game)
    with pytest.raises(GameOver):
        game.roll(1, 2)
    with pytest.raises(GameOver):
        game.step(Step(24, 1))
    with pytest.raises(GameOver):
        game.resign(DARK)
    assert snapshot(game) == before


@pytest.mark.parametrize("points", [0, 3, -1, True, 1.0, "2"])
def test_giving_up_costs_one_or_two_points(points: int) -> None:
    game = Game("gioul")
    with pytest.raises(ValueError, match=f"expected 1 or 2 points for giving up, got {points!r}"):
        game.resign(LIGHT, points)
    assert (game.winner, game.points) == (None, 0)
    game.resign(LIGHT, 1)
    assert (game.winner, game.points) == (DARK, 1)


def test_a_game_begins_from_no_position_that_cannot_be() -> None:
    rolled = place("gul-bara", [24] * 15, [24] * 15, rolls=(1, 0), stages=((6, 4),), flags="")
    for wrong, why in (({"rolls": (-1, 0)}, "expected rolls"), ({"stages": ((9,),)}, "expected stages"),
                       ({"cascade": True}, "no roll or rest leaves")):  # fmt: skip
        with pytest.raises(PositionError, match=why):
            Game.from_position(replace(rolled, **wrong))


# Undo


@given(games())
def test_undo_is_exact_down_to_the_start(game: Game) -> None:
    expected = list(game.entries)
    while game.entries:
        entry = game.undo()
        assert entry == expected.pop()
        assert game.position == entry.before
        assert game.winner is None
        again = Game.from_position(game.position)
        assert again.legal_steps() == game.legal_steps()
    assert game.position == game.start
    with pytest.raises(NothingToUndo):
        game.undo()
    assert game.position == game.start


@given(games(), seeds)
def test_what_is_taken_back_can_be_played_again(game: Game, seed: int) -> None:
    before = snapshot(game)
    actions = list(RandomPlayer(seed).play(game, 12))
    there = snapshot(game)
    for _ in actions:
        game.undo()
    assert snapshot(game) == before
    for action in actions:
        repeat(game, action)
    assert snapshot(game) == there


def test_undo_says_what_it_took_back() -> None:
    game = won_game()
    last = game.entries[-1]
    assert game.undo() is last
    assert (last.action, last.events[-1]) == (Step(1, 1), Won(LIGHT, 2))
    assert (game.winner, game.points) == (None, 0)
    entry = game.undo()
    assert entry == Entry(game.start, Roll(6, 1), (Rolled(LIGHT, Roll(6, 1), cascade=False),))


# Any position


@given(positions())
def test_a_position_from_outside_is_resolved_at_once(position: Position) -> None:
    game = Game.from_position(position)
    assert game.position == game.start
    assert game.entries == []
    if not position.stages or can_play(position):
        assert (game.position, game.opening_events) == (position, ())
    else:
        assert game.position != position
        assert all(isinstance(event, Passed | Lost) for event in game.opening_events)
        assert game.position.men_of(LIGHT) == position.men_of(LIGHT)
        assert game.position.rolls == position.rolls
    assert Game.from_position(game.position).position == game.position


def test_a_position_from_outside_tells_what_became_of_its_stages() -> None:
    stages: tuple[Stage, ...] = ((5, 5, 5, 5), (6, 6, 6, 6))
    position = place("gul-bara", [24], [7], rolls=(5, 4), stages=stages, flags="cascade")
    game = Game.from_position(position)
    assert game.opening_events == (Passed(LIGHT, stages, whole=True),)
    assert game.position == replace(position.seen_by(DARK), received=True)
    with pytest.raises(NothingToUndo):
        game.undo()


@pytest.mark.parametrize("side", Side)
def test_a_finished_position_is_its_winners(side: Side) -> None:
    game = Game.from_position(place("gul-bara", [24], [], side=side))
    assert (game.winner, game.position.side, game.points) == (side.other, side.other, 1)
    assert game.legal_steps() == []
    with pytest.raises(GameOver):
        game.roll(6, 5)


# Resignation


@pytest.mark.parametrize(("loser_off", "points"), [(0, 2), (1, 1), (14, 1)])
@pytest.mark.parametrize("side", Side)
def test_giving_up_costs_what_losing_now_would(side: Side, loser_off: int, points: int) -> None:
    men = [24] * (15 - loser_off)
    light, dark = (men, [11]) if side is LIGHT else ([11], men)
    game = Game.from_position(place("gul-bara", light, dark))
    assert resignation_points(game.position, side) == points
    game.resign(side)
    assert (game.resigned, game.winner, game.points) == (side, side.other, points)


def test_giving_up_for_agreed_points() -> None:
    game = Game()
    game.resign(DARK, 1)
    assert (game.winner, game.points) == (LIGHT, 1)


@given(games(), sides)
def test_giving_up_ends_the_game_wherever_it_stands(game: Game, side: Side) -> None:
    if game.winner is not None:
        with pytest.raises(GameOver):
            game.resign(side)
        return
    position = game.position
    game.resign(side)
    assert snapshot(game)[3:] == (side.other, resignation_points(position, side), side)
    assert game.position == position
    assert game.legal_steps() == []
    for refused in (
        lambda: game.roll(6, 5),
        lambda: game.step(Step(24, 6)),
        lambda: game.resign(side.other),
        game.undo,
    ):
        with pytest.raises(GameOver):
            refused()


def test_transitions_alone_know_the_end_too() -> None:
    ended = place("gul-bara", [], [24])
    with pytest.raises(GameOver, match="no more rolls"):
        transitions.roll(ended, 6, 5)
    with pytest.raises(GameOver, match="no more steps"):
        transitions.step(ended, Step(24, 6))


@pytest.mark.parametrize("starter", [2, -1, True])
def test_a_starter_is_0_or_1(starter: int) -> None:
    with pytest.raises(PositionError, match=f"starter 0 or 1, got {starter}"):
        Game("gioul", starter)

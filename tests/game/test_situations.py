"""Situations 1 to 18 of rules.md section 6: games that have gone wrong elsewhere.

Points are the mover's own. A is Light, B is Dark; checkers not named are borne off.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

import pytest

from rosespring import Game, Position, Rules, Side, Step
from rosespring.board import Roll, Stage
from rosespring.errors import IllegalStep
from rosespring.game import Event, Lost, Passed, Rolled, Won
from rosespring.movegen import legal_steps, stage_results
from tests.positions import counts, place, steps
from tests.strategies import RandomPlayer

A, B = Side.LIGHT, Side.DARK
ALL_ROLLS = list(combinations_with_replacement(range(1, 7), 2))


def game(
    rules: str | dict[str, object] | Rules, a: Iterable[int], b: Iterable[int], rolls: tuple[int, int] = (4, 4)
) -> Game:
    """A's turn to roll, after as many `rolls` of each side."""
    return Game.from_position(place(rules, a, b, rolls=rolls))


def play(game: Game, text: str) -> list[Event]:
    """Play `text`, and tell all that happened."""
    return [event for step in steps(text) for event in game.step(step)]


def to_play(rules: str | dict[str, object], a: Iterable[int], b: Iterable[int], die: int) -> Position:
    """A has one die left of a roll."""
    return place(rules, a, b, rolls=(1, 1), stages=((die,),), flags="started")


def lines(position: Position) -> set[tuple[Step, ...]]:
    """Every order of steps in which the current stage can be played."""
    found: set[tuple[Step, ...]] = set()

    def follow(game: Game, line: tuple[Step, ...], numbers: int) -> None:
        now = game.position
        if not numbers or not game.legal_steps() or now.side is not position.side:
            found.add(line)
            return
        for step in game.legal_steps():
            game.step(step)
            follow(game, (*line, step), numbers - 1)
            game.undo()

    follow(Game.from_position(position), (), len(position.stages[0]))
    return found


def all_lines(position: Position) -> set[int]:
    """The number of steps in each line of play of the whole roll."""
    if not legal_steps(position):
        return {0}
    found = set()
    for step in legal_steps(position):
        after = Game.from_position(position)
        after.step(step)
        same = after.position.side is position.side and not after.position.received
        found |= {1 + more for more in (all_lines(after.position) if same else {0})}
    return found


# 1


@pytest.mark.parametrize("rolls", [0, 3])
def test_1_sixes_from_the_start(rolls: int) -> None:
    """Only 24/18 four times: 24/18/12 would land on the opponent's start."""
    first = Game.from_position(place("gul-bara", [24] * 15, [24] * 15, rolls=(rolls, rolls)))
    first.roll(6, 6)
    assert first.position.stages == ((6,) * 4,)
    assert first.position.cascade is (rolls == 3)
    ends = stage_results(first.position)
    assert [end.own for end in ends] == [counts([24] * 11 + [18] * 4)]
    assert ends[0].steps == tuple(steps("24/18 24/18 24/18 24/18"))
    for _ in range(4):
        assert first.legal_steps() == [Step(24, 6)]
        first.step(Step(24, 6))
    assert first.position == first.position.to_roll(B)
    assert first.position.men_of(A) == counts([24] * 11 + [18] * 4)


# 2


@pytest.mark.parametrize("movement", ["parallel", "contrary"])
@pytest.mark.parametrize(("number", "moves"), [(1, 24), (2, 20), (3, 16), (4, 12), (5, 8), (6, 4)])
def test_2_every_cascade_from_the_start_is_played_in_full(
    movement: str, number: int, moves: int, full_size: bool
) -> None:
    """Whatever the order: at random for small numbers, each distinct result for large ones."""
    rules = Rules(movement, cascade_from=1)
    for seed in range(2000 if full_size else 40):
        cascade, player = Game(rules), RandomPlayer(seed)
        cascade.roll(number, number)
        for _ in range(moves):
            assert cascade.position.side is A
            player.act(cascade)
        assert cascade.position == cascade.position.to_roll(B)
    if number < (3 if full_size else 4):
        return
    queue: list[Position] = [cascade.entries[1].before]
    while queue[0].stages:
        left = {end.left for position in queue for end in stage_results(position)}
        assert left == {()}
        ends = {end.own: position for position in queue for end in stage_results(position)}
        queue = [
            place(rules, spread(own), [24] * 15, rolls=(1, 0), stages=position.stages[1:], flags="cascade started")
            if position.stages[1:]
            else position.to_roll(B)
            for own, position in ends.items()
        ]


def spread(own: tuple[int, ...]) -> list[int]:
    """A point for each checker on the board."""
    return [point for point, count in enumerate(own) for _ in range(count) if point]


# 3 to 7: which step is legal


def test_3_the_opponents_start_is_shut_and_a_five_does_not_bear_off_the_three() -> None:
    assert legal_steps(to_play("gioul", [6, 3], [24], 5)) == []
    assert legal_steps(to_play("gioul", [6, 3], [24], 6)) == [Step(6, 6)]
    rolled = game("gioul", [6, 3], [24])
    rolled.roll(5, 6)
    assert rolled.legal_steps() == [Step(6, 6)]
    rolled.step(Step(6, 6))
    assert rolled.legal_steps() == [Step(3, 5)], "now no checker is higher than the 3"


def test_4_the_higher_checker_moves_before_a_lower_one_is_borne_off() -> None:
    position = to_play("gul-bara", [6, 2], [24], 4)
    assert legal_steps(position) == [Step(6, 4)]
    with pytest.raises(IllegalStep, match="one from a higher point must move or bear off"):
        Game.from_position(position).step(Step(2, 4))


def test_5_a_win_counts_as_having_used_both_dice() -> None:
    rolled = game("gul-bara", [2], [24], rolls=(0, 0))
    rolled.roll(6, 1)
    assert rolled.legal_steps() == [Step(2, 6), Step(2, 1)]
    assert lines(rolled.position) == {(Step(2, 6),), (Step(2, 1), Step(1, 6))}
    assert [(end.own, end.left) for end in stage_results(rolled.position)] == [(counts([]), ())]
    for line in lines(rolled.position):
        ended = Game.from_position(rolled.position)
        for step in line:
            assert ended.winner is None
            ended.step(step)
        assert (ended.winner, ended.points) == (A, 1)
        assert (ended.position.stages, ended.legal_steps()) == ((), [])


def test_6_one_checker_plays_both_dice_only_past_an_open_point() -> None:
    rolled = game("gul-bara", [13], [19])
    rolled.roll(6, 5)
    assert lines(rolled.position) == {tuple(steps("13/8/2"))}
    with pytest.raises(IllegalStep, match="point 7 is shut"):
        rolled.step(Step(13, 6))


def test_7_either_die_but_not_both_then_the_larger() -> None:
    rolled = game("gul-bara", [13], [14])
    rolled.roll(6, 5)
    assert rolled.legal_steps() == [Step(13, 6)]
    with pytest.raises(IllegalStep, match="it must be the larger one, 6"):
        rolled.step(Step(13, 5))
    assert play(rolled, "13/7")[1:] == [Lost(A, ((5,),), received=False)]
    assert (rolled.position.side, rolled.position.stages) == (B, ())


def test_7_with_free_dice_the_smaller_may_be_played() -> None:
    rolled = game({"dice_use": "free"}, [13], [14])
    rolled.roll(6, 5)
    assert rolled.legal_steps() == [Step(13, 6), Step(13, 5)]


# 8 to 13: what passes


REST_OF_8: tuple[Stage, ...] = ((5, 5, 5), (6, 6, 6, 6))


def fives_of_8(receiver: str) -> tuple[Game, list[Event]]:
    rolled = game({"receiver": receiver}, [24, 3], [2, 20], rolls=(4, 4))
    assert rolled.roll(5, 5) == (Rolled(A, Roll(5, 5), cascade=True),)
    assert rolled.legal_steps() == [Step(24, 5)]
    return rolled, play(rolled, "24/19")


def test_8_a_receiver_stops_at_the_first_number_that_he_cannot_play() -> None:
    rolled, events = fives_of_8("stops")
    assert events[1:] == [Passed(A, REST_OF_8, whole=False), Lost(B, REST_OF_8, received=True)]
    assert (rolled.position.side, rolled.position.stages) == (B, ())
    assert rolled.position.men_of(B) == counts([2, 20])
    assert rolled.position.rolls == (5, 4)


def test_8_a_receiver_skips_what_he_cannot_play_and_plays_the_next() -> None:
    rolled, events = fives_of_8("skips")
    assert events[1:] == [Passed(A, REST_OF_8, whole=False), Lost(B, REST_OF_8[:1], received=True)]
    position = rolled.position
    assert (position.side, position.stages) == (B, REST_OF_8[1:])
    assert (position.cascade, position.received, position.started) == (True, True, False)
    for step in steps("20/14/8/2 2/off:6"):
        assert rolled.legal_steps() == [step]
        rolled.step(step)
        assert rolled.position.started is (step != Step(2, 6))
    assert (rolled.position.side, rolled.position.stages, rolled.winner) == (B, (), None)


def test_9_nothing_of_a_cascade_can_be_played_though_a_later_number_could() -> None:
    position = place("gul-bara", [24], [7], rolls=(4, 4))
    rolled = Game.from_position(position)
    events = rolled.roll(5, 5)
    whole: tuple[Stage, ...] = ((5,) * 4, (6,) * 4)
    assert events == (Rolled(A, Roll(5, 5), cascade=True), Passed(A, whole, whole=True))
    assert (rolled.position.side, rolled.position.stages) == (B, whole)
    assert (rolled.position.cascade, rolled.position.received, rolled.position.started) == (True, True, False)


@pytest.mark.parametrize("rules", ["gul-bara-bulgarian", {"unstarted": "lost"}])
def test_9_a_roll_of_which_nothing_was_played_is_lost(rules: str | dict[str, object]) -> None:
    rolled = game(rules, [24], [7])
    events = rolled.roll(5, 5)
    assert events[1:] == (Lost(A, ((5,) * 4, (6,) * 4), received=False),)
    assert (rolled.position.side, rolled.position.stages) == (B, ())
    assert rolled.position.men_of(A) == counts([24])


@pytest.mark.parametrize("rolls", [0, 1, 2])
def test_10_within_the_first_three_rolls_it_is_no_cascade_and_lost(rolls: int) -> None:
    rolled = game("gul-bara", [24], [7], rolls=(rolls, rolls))
    assert rolled.roll(5, 5) == (
        Rolled(A, Roll(5, 5), cascade=False),
        Lost(A, ((5,) * 4,), received=False),
    )
    assert (rolled.position.side, rolled.position.stages) == (B, ())


def test_11_received_numbers_can_win_the_game() -> None:
    rolled = game("gul-bara", [22, 7], [6, 5])
    rolled.roll(5, 5)
    assert rolled.legal_steps() == [Step(7, 5)]
    assert play(rolled, "7/2")[1:] == [Passed(A, ((5, 5, 5), (6,) * 4), whole=False)]
    for line in lines(rolled.position):
        won = Game.from_position(rolled.position)
        events = [event for step in line for event in won.step(step)]
        assert events[-1] == Won(B, 1)
        assert (won.winner, won.points, won.position.side) == (B, 1, B)
        assert (won.position.stages, won.legal_steps(), won.position.rolls) == ((), [], (5, 4))
    assert set(lines(rolled.position)) >= {(Step(5, 5), Step(6, 5), Step(1, 5))}


def test_12_nothing_passes_after_a_win() -> None:
    rolled = game("gul-bara", [1], [20])
    rolled.roll(3, 3)
    assert rolled.position.cascade
    assert rolled.step(Step(1, 3))[1:] == (Won(A, 1),)
    assert (rolled.position.side, rolled.position.stages, rolled.position.received) == (A, (), False)


def test_13_stages_are_not_optimised_against_each_other() -> None:
    rolled = game("gul-bara", [24, 17], [23])
    rolled.roll(5, 5)
    assert all_lines(rolled.position) == {4, 8}


# 14 and 15: which roll cascades


@pytest.mark.parametrize(("count", "cascades"), [("player", False), ("game", True)])
def test_14_whose_rolls_are_counted(count: str, cascades: bool) -> None:
    counted = Game({"cascade_count": count})
    player = RandomPlayer(14)
    for dice in [(2, 1), (3, 1), (4, 1)]:
        counted.roll(*dice)
        while counted.legal_steps():
            player.act(counted)
    assert counted.position.rolls == (2, 1)
    assert counted.roll(3, 3) == (Rolled(B, Roll(3, 3), cascade=cascades),)
    assert counted.position.stages == Roll(3, 3).stages(cascades)


def test_15_a_received_rest_is_no_roll() -> None:
    rolled = game("gul-bara", [24, 3], [2] + [9] * 9, rolls=(3, 2))
    rolled.roll(5, 5)
    play(rolled, "24/19")
    assert (rolled.position.side, rolled.position.received) == (B, True)
    assert rolled.position.rolls == (4, 2)
    play(rolled, "9/4 9/4 9/4 9/3 9/3 9/3 9/3")
    assert (rolled.position.side, rolled.position.stages, rolled.position.rolls) == (B, (), (4, 2))
    assert rolled.roll(4, 4)[0] == Rolled(B, Roll(4, 4), cascade=False)
    assert rolled.position.rolls == (4, 3)


# 16 to 18


def sixteen(rules: str) -> tuple[Game, list[Event]]:
    # A's 19 and 13 are B's 6 and 12: only the 6 can be played, once.
    rolled = game(rules, [24], [6, 12], rolls=(0, 0))
    rolled.roll(6, 5)
    assert rolled.legal_steps() == [Step(24, 6)]
    return rolled, play(rolled, "24/18")


def test_16_every_rolls_rest_passes_in_gioul() -> None:
    rolled, events = sixteen("gioul")
    assert events[1:] == [Passed(A, ((5,),), whole=False)]
    position = rolled.position
    assert (position.side, position.stages, position.rolls) == (B, ((5,),), (1, 0))
    assert (position.cascade, position.received, position.started) == (False, True, False)
    assert rolled.legal_steps() == [Step(6, 5)], "A stands on B's 7 now"
    play(rolled, "6/1")
    assert (rolled.position.side, rolled.position.stages, rolled.position.rolls) == (B, (), (1, 0))


def test_16_only_the_rest_of_doubles_passes_in_gioul_doubles() -> None:
    rolled, events = sixteen("gioul-doubles")
    assert events[1:] == [Lost(A, ((5,),), received=False)]
    assert (rolled.position.side, rolled.position.stages) == (B, ())


@pytest.mark.parametrize("rolls", [0, 4])
def test_17_two_passes_in_a_row_are_no_draw(rolls: int) -> None:
    """With rolls 5 the sixes are cascades: they pass, cannot be played by the receiver either, and he rolls."""
    both = game("gul-bara", [24, 6], [24, 6], rolls=(rolls, rolls))
    both.roll(6, 6)
    assert (both.position.side, both.position.stages) == (B, ())
    both.roll(6, 6)
    assert (both.position.side, both.position.stages, both.winner) == (A, (), None)
    assert both.position.rolls == (rolls + 1, rolls + 1)
    both.roll(6, 5)
    assert both.legal_steps() != []


def test_18_a_side_that_is_shut_out_passes_and_the_other_must_keep_moving() -> None:
    prime = [point for point in range(6, 12) for _ in (1, 2)]
    shut_out = game("gul-bara", prime + [24] * 3, [24] * 3, rolls=(0, 0))
    for dice in ALL_ROLLS:
        turned = Game.from_position(shut_out.position)
        turned.roll(*dice)
        assert turned.legal_steps() != [], dice
        waiting = Game.from_position(shut_out.position.seen_by(B))
        waiting.roll(*dice)
        assert (waiting.position.side, waiting.position.stages) == (A, ()), dice


@pytest.mark.parametrize("seed", range(6))
def test_18_goes_on_to_an_end(seed: int) -> None:
    prime = [point for point in range(6, 12) for _ in (1, 2)]
    played = game("gul-bara", prime + [24] * 3, [24] * 3, rolls=(0, 0))
    actions = list(RandomPlayer(seed).play(played))
    assert played.winner is not None
    assert len(actions) < 2000

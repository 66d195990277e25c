"""A turn at the table stays open until its owner says done (rules.md section 7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring import Game, Position, Rules, Side, Step
from rosespring.board import Roll, Stage, check_position
from rosespring.errors import GameOver, IllegalStep, MustPlay, MustRoll, NothingToUndo, PlayError
from rosespring.game import Entry, Lost, OpenTurn, Passed, Rolled, Stepped, Won
from tests.positions import counts, place, steps
from tests.strategies import RandomPlayer, games, rule_sets, seeds

LIGHT, DARK = Side
REST: tuple[Stage, ...] = ((5, 5, 5), (6, 6, 6, 6))


def at_table(position: Position) -> OpenTurn:
    return OpenTurn(Game.from_position(position))


def play(turn: OpenTurn, text: str) -> None:
    for step in steps(text):
        turn.step(step)


def rolled(a: int = 6, b: int = 5, rules: str | Rules = "gul-bara") -> OpenTurn:
    """Light has rolled at the start of a game."""
    turn = OpenTurn(Game(rules))
    turn.roll(a, b)
    return turn


def hand_over(receiver: str = "stops", dark: tuple[int, ...] = (2, 9, 9, 9)) -> OpenTurn:
    """Light plays 24/19 of a cascading 5-5 and has no further 5 (situation 8); not done yet."""
    turn = at_table(place({"receiver": receiver}, [24, 3], dark, rolls=(4, 4)))
    turn.roll(5, 5)
    play(turn, "24/19")
    return turn


def state(turn: OpenTurn) -> dict[str, object]:
    return {
        "owner": turn.owner,
        "open": turn.is_open,
        "may": [name for name in ("roll", "undo", "done") if getattr(turn, f"may_{name}")],
        "legal": turn.legal_steps(),
        "over": turn.over,
    }


# Before the roll


def test_before_a_roll_nothing_is_open() -> None:
    turn = OpenTurn(Game("gioul", DARK))
    assert state(turn) == {"owner": DARK, "open": False, "may": ["roll"], "legal": [], "over": False}
    assert turn.shown() == turn.game.position
    with pytest.raises(MustRoll):
        turn.step(Step(24, 6))
    with pytest.raises(MustRoll, match="no turn is open: roll first"):
        turn.done()
    with pytest.raises(NothingToUndo, match="no step of this turn"):
        turn.undo()


def test_a_roll_opens_the_turn_and_cannot_be_taken_back() -> None:
    turn = rolled()
    assert turn.is_open
    assert state(turn)["may"] == []
    assert turn.legal_steps() == [Step(24, 6), Step(24, 5)]
    with pytest.raises(NothingToUndo):
        turn.undo()
    with pytest.raises(MustPlay, match="a number can still be played"):
        turn.done()
    with pytest.raises(MustPlay, match="the turn is still open"):
        turn.roll(6, 5)


def test_an_opening_that_is_played_is_an_open_turn() -> None:
    game = Game("gul-bara-bulgarian")
    game.roll(6, 5)
    turn = OpenTurn(game)
    assert (turn.owner, turn.is_open, turn.steps, turn.may_roll) == (LIGHT, True, [], False)
    play(turn, "24/18/13")
    assert turn.may_done


# Inside a turn


def test_steps_and_undo_inside_a_turn() -> None:
    turn = rolled()
    assert turn.step(Step(24, 6)) == (Stepped(LIGHT, Step(24, 6)),)
    assert state(turn)["may"] == ["undo"]
    assert turn.played == (Step(24, 6),)
    assert turn.shown() == turn.game.position
    turn.step(Step(24, 5))
    entry = turn.undo()
    assert entry.action == Step(24, 5)
    assert turn.legal_steps() == [Step(24, 5), Step(18, 5)]
    turn.undo()
    assert (turn.steps, turn.may_undo, turn.is_open) == ([], False, True)
    assert turn.game.position.men_of(LIGHT) == counts([24] * 15)


def test_illegal_steps_are_refused_with_their_reason() -> None:
    turn = rolled()
    with pytest.raises(IllegalStep, match="4 is not on offer"):
        turn.step(Step(24, 4))
    assert turn.steps == []


def test_when_all_is_played_only_done_or_undo_is_left() -> None:
    turn = rolled()
    play(turn, "24/18/13")
    assert state(turn) == {"owner": LIGHT, "open": True, "may": ["undo", "done"], "legal": [], "over": False}
    with pytest.raises(MustPlay, match="the turn is still open"):
        turn.roll(6, 5)
    with pytest.raises(IllegalStep, match="everything is played: say done, or undo"):
        turn.step(Step(24, 6))
    assert turn.pending() == ()
    assert turn.done() == ()
    assert state(turn) == {"owner": DARK, "open": False, "may": ["roll"], "legal": [], "over": False}
    with pytest.raises(NothingToUndo):
        turn.undo()
    with pytest.raises(MustRoll):
        turn.done()


def test_until_done_the_board_is_the_owners() -> None:
    turn = rolled()
    play(turn, "24/18/13")
    shown = turn.shown()
    assert (shown.side, shown.rolls, shown.stages) == (LIGHT, (1, 0), ())
    assert shown.men == turn.game.position.men.mirror()
    turn.done()
    assert turn.shown() == turn.game.position
    assert turn.shown().side is DARK


def test_a_cascade_is_one_turn() -> None:
    turn = rolled(5, 5, "gioul")
    before = turn.game.position
    play(turn, "24/19 24/19 24/19 24/19")
    assert state(turn)["may"] == ["undo"]
    assert turn.game.position.stages == ((6,) * 4,)
    play(turn, "24/18 24/18 24/18 24/18")
    assert turn.may_done
    for _ in range(8):
        turn.undo()
    assert turn.game.position == before


# Hand-over


def test_a_hand_over_waits_for_done() -> None:
    turn = hand_over()
    assert state(turn) == {"owner": LIGHT, "open": True, "may": ["undo", "done"], "legal": [], "over": False}
    assert turn.pending() == (Passed(LIGHT, REST, whole=False),)
    shown = turn.shown()
    assert (shown.side, shown.stages, shown.received) == (LIGHT, (), False)
    assert shown.men_of(LIGHT) == counts([19, 3])
    with pytest.raises(IllegalStep, match="everything is played"):
        turn.step(Step(9, 5))
    assert turn.done() == (Passed(LIGHT, REST, whole=False),)
    assert state(turn) == {"owner": DARK, "open": True, "may": [], "legal": [Step(9, 5)], "over": False}
    assert turn.shown() == turn.game.position
    assert turn.game.position.received


def test_a_hand_over_that_waits_can_be_taken_back() -> None:
    turn = hand_over()
    assert turn.undo().action == Step(24, 5)
    assert (turn.owner, turn.legal_steps(), turn.pending()) == (LIGHT, [Step(24, 5)], ())
    play(turn, "24/19")
    turn.done()
    with pytest.raises(NothingToUndo):
        turn.undo()


def test_received_play_then_the_own_roll() -> None:
    turn = hand_over(dark=(2, *[9] * 9))
    turn.done()
    play(turn, "9/4 9/4 9/4 9/3 9/3 9/3 9/3")
    assert state(turn) == {"owner": DARK, "open": True, "may": ["undo", "done"], "legal": [], "over": False}
    assert len(turn.steps) == 7
    assert turn.game.position.side is DARK
    with pytest.raises(MustPlay, match="the turn is still open"):
        turn.roll(2, 1)
    assert turn.done() == ()
    assert state(turn) == {"owner": DARK, "open": False, "may": ["roll"], "legal": [], "over": False}
    assert turn.roll(4, 4) == (Rolled(DARK, Roll(4, 4), cascade=True),)
    assert turn.game.position.rolls == (5, 5)


def test_a_receiver_who_can_play_nothing_has_no_turn() -> None:
    turn = hand_over(dark=(2, 20))
    events = (Passed(LIGHT, REST, whole=False), Lost(DARK, REST, received=True))
    assert turn.pending() == events
    assert (turn.owner, turn.may_roll) == (LIGHT, False)
    assert turn.done() == events
    assert (turn.owner, turn.is_open, turn.may_roll) == (DARK, False, True)


def test_a_receiver_who_skips_starts_at_the_number_that_he_can_play() -> None:
    turn = hand_over("skips", dark=(2, 20))
    assert turn.done() == (Passed(LIGHT, REST, whole=False), Lost(DARK, REST[:1], received=True))
    assert (turn.owner, turn.is_open, turn.legal_steps()) == (DARK, True, [Step(20, 6)])


def test_what_the_receiver_leaves_is_told_at_his_done() -> None:
    turn = hand_over(dark=(2, 9, 20))
    turn.done()
    play(turn, "9/4")
    # His 15 is Light's 3: no further 5.
    left = Lost(DARK, ((5, 5), (6,) * 4), received=True)
    assert (turn.owner, turn.may_done, turn.may_roll, turn.pending()) == (DARK, True, False, (left,))
    assert turn.done() == (left,)
    assert (turn.owner, turn.may_roll) == (DARK, True)


# A turn without a legal step


def test_a_turn_without_a_legal_step_closes_itself() -> None:
    turn = at_table(place("gul-bara", [24], [7]))
    events = turn.roll(5, 5)
    assert events == (Rolled(LIGHT, Roll(5, 5), cascade=False), Lost(LIGHT, ((5,) * 4,), received=False))
    assert state(turn) == {"owner": DARK, "open": False, "may": ["roll"], "legal": [], "over": False}
    assert (turn.pending(), turn.steps) == ((), [])


def test_a_roll_of_which_nothing_can_be_played_opens_the_receivers_turn() -> None:
    turn = at_table(place("gul-bara", [24], [7, 24], rolls=(4, 4)))
    whole: tuple[Stage, ...] = ((5,) * 4, (6,) * 4)
    assert turn.roll(5, 5)[1:] == (Passed(LIGHT, whole, whole=True),)
    assert (turn.owner, turn.is_open, turn.may_undo, turn.may_roll) == (DARK, True, False, False)
    assert turn.game.position.received
    assert turn.legal_steps() == [Step(24, 5), Step(7, 5)]


# The end


def winning() -> OpenTurn:
    turn = at_table(place("gul-bara", [2], [24] * 15))
    turn.roll(6, 1)
    turn.step(Step(2, 6))
    return turn


def test_a_win_waits_for_done_and_can_be_taken_back() -> None:
    turn = winning()
    assert state(turn) == {"owner": LIGHT, "open": True, "may": ["undo", "done"], "legal": [], "over": False}
    assert turn.pending() == (Won(LIGHT, 2),)
    with pytest.raises(MustPlay):
        turn.roll(6, 5)
    turn.undo()
    assert turn.legal_steps() == [Step(2, 6), Step(2, 1)]
    play(turn, "2/1/off:6")
    assert turn.done() == (Won(LIGHT, 2),)
    assert state(turn) == {"owner": LIGHT, "open": False, "may": [], "legal": [], "over": True}
    for action in actions(turn):
        with pytest.raises(PlayError):
            action()
    assert (turn.game.winner, turn.game.points) == (LIGHT, 2)


def test_the_receiver_can_win() -> None:
    turn = at_table(place("gul-bara", [22, 7], [6, 5], rolls=(4, 4)))
    turn.roll(5, 5)
    play(turn, "7/2")
    turn.done()
    play(turn, "5/off 6/1 1/off:5")
    assert (turn.owner, turn.over, turn.pending()) == (DARK, False, (Won(DARK, 1),))
    turn.done()
    assert (turn.over, turn.game.winner) == (True, DARK)


def actions(turn: OpenTurn) -> list[Callable[[], object]]:
    return [
        lambda: turn.roll(6, 5),
        lambda: turn.step(Step(24, 6)),
        turn.undo,
        lambda: turn.resign(LIGHT),
    ]


@pytest.mark.parametrize("played", ["", "24/18", "24/18/13"])
@pytest.mark.parametrize("side", Side)
def test_a_resignation_ends_the_game_whoevers_turn_it_is(played: str, side: Side) -> None:
    turn = rolled()
    play(turn, played)
    turn.resign(side)
    assert (turn.over, turn.game.winner, turn.game.points) == (True, side.other, 2)
    assert (turn.legal_steps(), turn.may_roll, turn.may_undo) == ([], False, False)
    for action in actions(turn):
        with pytest.raises(PlayError):
            action()
    assert turn.over


def test_a_resignation_for_agreed_points() -> None:
    turn = rolled()
    turn.resign(DARK, 1)
    assert (turn.game.winner, turn.game.points) == (LIGHT, 1)
    with pytest.raises(GameOver):
        turn.resign(LIGHT)


# Any game


@given(rule_sets(), seeds)
def test_one_thing_can_be_done_at_a_time(rules: Rules, seed: int) -> None:
    """Roll, play, say done, or it is over; and a game with undos and dones ends as the game without."""
    turn, player = OpenTurn(Game(rules)), RandomPlayer(seed, 0.3)
    for _ in range(250):
        if turn.over:
            break
        assert_one_thing(turn)
        act(turn, player)
    again = Game(rules)
    for entry in turn.game.entries:
        assert again.position == entry.before
        again.step(entry.action) if isinstance(entry.action, Step) else again.roll(entry.action.high, entry.action.low)
    assert again.position == turn.game.position


def assert_one_thing(turn: OpenTurn) -> None:
    legal = turn.legal_steps()
    assert [turn.may_roll, bool(legal), turn.may_done].count(True) == 1
    assert turn.is_open is not turn.may_roll
    assert turn.may_undo is bool(turn.steps)
    shown = turn.shown()
    assert shown.side is turn.owner
    assert check_position(shown) is shown
    assert all(shown.men_of(side) == turn.game.position.men_of(side) for side in Side)
    if not turn.may_done:
        assert turn.pending() == ()
        assert shown == turn.game.position
    if not turn.may_roll:
        with pytest.raises(MustPlay):
            turn.roll(6, 5)
    if not turn.may_done:
        with pytest.raises((MustPlay, MustRoll)):
            turn.done()


def act(turn: OpenTurn, player: RandomPlayer) -> None:
    """Roll, step, say done, or now and then take a step back."""
    if turn.may_roll:
        turn.roll(*player.roll())
    elif turn.may_undo and player.below(4) == 0:
        before = turn.steps[-1].before
        turn.undo()
        assert turn.game.position == before
    elif turn.may_done:
        owner, told = turn.owner, turn.pending()
        assert turn.done() == told
        assert (turn.steps, turn.may_undo) == ([], False)
        assert turn.over or turn.owner is owner.other or not turn.is_open
    else:
        legal = turn.legal_steps()
        turn.step(legal[player.below(len(legal))])


@given(games(), st.data())
def test_a_table_can_be_set_around_any_game(game: Game, data: st.DataObject) -> None:
    """Steps from before are closed: only new ones can be taken back."""
    entries: list[Entry] = list(game.entries)
    turn = OpenTurn(game)
    assert turn.steps == []
    assert turn.owner is game.position.side
    assert turn.over is (game.winner is not None)
    if legal := turn.legal_steps():
        turn.step(data.draw(st.sampled_from(legal)))
        turn.undo()
    with pytest.raises(NothingToUndo):
        turn.undo()
    assert game.entries == entries

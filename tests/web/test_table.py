"""What happens at a table: events, phases, views, without a network."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosespring.board import Side
from rosespring.notation import parse_record
from rosespring.rules import PRESETS
from rosespring.web import log, protocol
from rosespring.web.commands import MAX_TURN_EVENTS, begin, flag_falls
from rosespring.web.dice import DiceError, ScriptedDice
from rosespring.web.protocol import Command, Refused
from rosespring.web.records import record_of
from rosespring.web.table import STORY_LINES, table_of
from rosespring.web.views import Viewer, snapshot_of
from tests.web.tables import Bench, SeededDice, counts, placed, queue

DAY = timedelta(days=1).total_seconds()


def stored(bench: Bench) -> list[log.Entry]:
    """The log after it has been to the database and back."""
    return [msgspec.structs.replace(entry, what=log.decode(log.encode(entry.what))) for entry in bench.entries]


def refusal(bench: Bench, seat: int, command: Command) -> str:
    """The code with which a command is refused, having changed nothing."""
    before = [snapshot_of(bench.table, Viewer(side)) for side in Side]
    with pytest.raises(Refused) as caught:
        bench.do(seat, command)
    assert [snapshot_of(bench.table, Viewer(side)) for side in Side] == before
    return caught.value.code


# A whole match is shown event by event to both, which takes its time.
@settings(max_examples=max(20, settings().max_examples // 10))
@given(st.integers(0, 2**16), st.sampled_from(sorted(PRESETS)), st.integers(1, 600))
def test_the_fold_of_the_log_is_the_live_table(seed: int, preset: str, length: int) -> None:
    rng, bench = Random(seed), Bench(preset, 3, SeededDice(seed))
    bench.join()
    while bench.table.phase != "match-over" and len(bench.entries) < length:
        bench.act(rng)
    again = table_of("table", stored(bench))
    for side in Side:
        assert snapshot_of(again, Viewer(side)) == snapshot_of(bench.table, Viewer(side))
    assert parse_record(record_of("table", bench.entries)).rules == PRESETS[preset].rules


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_ends_with_its_winner(preset: str) -> None:
    rng, bench = Random(7), Bench(preset, 3, SeededDice(7))
    bench.join()
    while bench.table.phase != "match-over":
        bench.act(rng)
    state = bench.view(0)
    assert state.match_winner is not None
    assert state.score[state.match_winner] >= 3
    assert state.can == ["rematch"]
    assert [log.kind_of(entry.what) for entry in bench.entries[-3:]] == ["done", "game-over", "match-over"]
    # Nobody is offered anything before the whole command has been told.
    assert [state.can for state in bench.seen[-3:]] == [[], [], ["rematch"]]
    assert [entry.number for entry in bench.entries] == list(range(1, len(bench.entries) + 1))


def test_every_state_between_two_events_can_be_shown() -> None:
    bench = Bench("gul-bara-bulgarian", dice=ScriptedDice([(3, 3), (2, 5), (6, 6)]))
    assert bench.view(0).phase == "waiting"
    bench.join()
    assert [state.phase for state in bench.seen] == ["waiting", "opening", "opening", "play"]
    # The Bulgarian opening throw is played by its winner, Dark, as his first roll.
    assert (bench.view(1).turn, bench.view(1).dice) == (1, [5, 2])
    assert bench.view(1).legal == [(24, 5), (24, 2)]
    assert (bench.view(0).legal, bench.view(0).can) == ([], ["resign", "offer", "abort"])


def test_a_turn_stays_open_until_done() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3)]))
    bench.join()
    assert bench.roll() == ["roll"]
    bench.steps((24, 4))
    assert queue(bench.view(1)) == [(4, "played"), (3, "left")]
    bench.steps((20, 3))
    state = bench.view(0)
    assert (state.phase, state.turn, state.can) == ("confirm", 0, ["undo", "done", "resign", "offer", "abort"])
    assert [(step.start, step.end) for step in state.open_steps] == [(24, 20), (20, 17)]
    assert bench.do(0, protocol.Undo()) == ["undo"]
    assert queue(bench.view(0)) == [(4, "played"), (3, "left")]
    bench.steps((24, 3))
    assert bench.done() == ["done"]
    state = bench.view(1)
    assert (state.phase, state.turn, queue(state)) == ("roll", 1, [])
    assert state.last_turn is not None
    assert [step.number for step in state.last_turn.steps] == [4, 3]


def test_a_turn_is_not_tried_out_for_ever() -> None:
    """Whoever has gone to and fro for hundreds of events can still play the turn to its end."""
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3), (2, 1)]))
    bench.join()
    bench.roll()
    for _ in range(MAX_TURN_EVENTS // 2):
        bench.steps((24, 4))
        bench.do(0, protocol.Undo())
    bench.steps((24, 4))
    assert (refusal(bench, 0, protocol.Undo()), bench.view(0).can) == ("not-now", ["step", "resign", "offer", "abort"])
    bench.steps((24, 3))
    assert (refusal(bench, 0, protocol.Undo()), bench.view(0).can) == ("not-now", ["done", "resign", "offer", "abort"])
    bench.done()
    bench.roll()
    bench.steps((24, 2))
    assert "undo" in bench.view(1).can
    assert table_of("table", stored(bench)).turn_began == bench.table.turn_began


def test_a_rest_is_handed_over_at_done() -> None:
    """Situation 11 of rules.md section 6."""
    bench = placed("gul-bara", counts(p22=1, p7=1), counts(p6=1, p5=1), [(5, 5)])
    bench.roll()
    bench.steps((7, 5))
    state = bench.view(1)
    assert queue(state) == [(5, "played"), *[(5, "passed")] * 3, *[(6, "passed")] * 4]
    assert state.pending == ["3 fives and 4 sixes pass to you."]
    assert (state.turn, state.cascade, state.received) == (0, True, False)
    bench.done()
    state = bench.view(1)
    assert (state.phase, state.turn, state.cascade, state.received) == ("play", 1, True, True)
    assert queue(state) == [*[(5, "left")] * 3, *[(6, "left")] * 4]
    assert state.last_turn is not None
    assert state.last_turn.words == ["3 fives and 4 sixes pass to you."]
    bench.steps((5, 5), (6, 5))
    bench.steps((1, 5))
    assert bench.view(0).pending == ["Bo wins 1 point."]
    assert bench.view(0).resign_costs == [0, 0]
    assert bench.done() == ["done", "game-over", "match-over"]
    assert bench.table.story[-3].meaning.turn is not None


def test_a_roll_that_cannot_be_played_closes_itself() -> None:
    """Situations 9 and 10 of rules.md section 6."""
    men = (counts(p24=1), counts(p7=1))
    bench = placed("gul-bara", *men, [(5, 5)])
    bench.roll()
    state = bench.view(1)
    assert (state.phase, state.turn, state.received) == ("play", 1, True)
    assert state.last_turn is not None
    assert (state.last_turn.side, state.last_turn.steps) == (0, [])
    assert state.last_turn.words == ["Ana can play nothing: 4 fives and 4 sixes pass to you."]
    bench = placed("gul-bara", *men, [(5, 5)], rolls=(0, 0))
    bench.roll()
    state = bench.view(1)
    assert (state.phase, state.turn) == ("roll", 1)
    assert queue(state) == [(5, "lost")] * 4
    assert state.last_turn is not None
    assert state.last_turn.words == ["Ana cannot play 4 fives: they are lost."]


@pytest.mark.parametrize(
    ("rules", "left"), [("gul-bara", []), ("gul-bara-bulgarian", [*[(5, "lost")] * 3, *[(6, "left")] * 4])]
)
def test_what_the_receiver_cannot_play_is_shown_as_lost(rules: str, left: list[tuple[int, str]]) -> None:
    """Situation 8 of rules.md section 6."""
    bench = placed(rules, counts(p24=1, p3=1), counts(p2=1, p20=1), [(5, 5)])
    bench.roll()
    bench.steps((24, 5))
    bench.done()
    state = bench.view(1)
    assert queue(state) == (left or [*[(5, "lost")] * 3, *[(6, "lost")] * 4])
    assert state.phase == ("play" if left else "roll")


def test_only_the_right_one_does_only_the_right_thing() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3), (2, 1)]))
    assert refusal(bench, 0, protocol.Roll()) == "not-now"
    bench.join()
    assert refusal(bench, 1, protocol.Roll()) == "not-your-turn"
    assert refusal(bench, 0, protocol.Play(24, 4)) == "must-roll"
    assert refusal(bench, 0, protocol.Undo()) == "nothing-to-undo"
    assert refusal(bench, 0, protocol.Finish()) == "must-roll"
    assert refusal(bench, 0, protocol.NextGame()) == "not-now"
    assert refusal(bench, 0, protocol.Rematch()) == "not-now"
    assert refusal(bench, 1, protocol.Claim()) == "not-now"
    bench.roll()
    assert refusal(bench, 0, protocol.Roll()) == "must-play"
    assert refusal(bench, 1, protocol.Play(24, 4)) == "not-your-turn"
    assert refusal(bench, 0, protocol.Play(24, 5)) == "illegal-step"
    assert refusal(bench, 0, protocol.Finish()) == "must-play"
    bench.steps((24, 4), (24, 3))
    assert refusal(bench, 0, protocol.Play(20, 3)) == "illegal-step"
    assert refusal(bench, 0, protocol.Roll()) == "must-play"
    assert refusal(bench, 1, protocol.Undo()) == "not-your-turn"


def test_dice_that_run_out_are_an_error_in_words() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1)]))
    bench.join()
    with pytest.raises(DiceError, match="throw 2 of 1"):
        bench.roll()
    assert bench.view(0).phase == "roll"


def test_giving_up_costs_what_was_shown() -> None:
    bench = placed("gul-bara", counts(p24=15), counts(p6=14), [(4, 3)])
    assert bench.view(0).resign_costs == [2, 1]
    assert refusal(bench, 0, protocol.Resign(1)) == "stale"
    assert bench.do(0, protocol.Resign(2)) == ["resign", "game-over", "match-over"]
    state = bench.view(0)
    assert (state.winner, state.points, state.match_winner, state.score) == (1, 2, 1, (0, 2))
    assert refusal(bench, 1, protocol.Resign(1)) == "game-over"


def test_a_rematch_wants_both_and_keeps_the_seats() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (1, 6)]))
    bench.join()
    bench.do(1, protocol.Resign(2))
    assert bench.do(0, protocol.Rematch()) == ["rematch-offer"]
    assert bench.view(1).rematch_offered_by == 0
    assert (bench.view(0).can, bench.view(1).can) == ([], ["rematch"])
    assert refusal(bench, 0, protocol.Rematch()) == "not-now"
    assert bench.do(1, protocol.Rematch()) == ["rematch", "opening"]
    state = bench.view(0)
    assert (state.score, state.game_number, state.phase, state.turn) == ((0, 0), 1, "roll", 1)
    assert (state.names, state.rematch_offered_by, state.match_winner) == (["Ana", "Bo"], None, None)
    assert record_of("table", bench.entries).count("throw") == 1
    assert (state.match_number, record_of("table", bench.entries, 2)) == (2, record_of("table", bench.entries))
    assert "resign" in record_of("table", bench.entries, 1)
    with pytest.raises(LookupError):
        record_of("table", bench.entries, 3)


def test_a_table_does_not_grow_from_match_to_match() -> None:
    bench = Bench()
    bench.join()
    for match in range(60):
        bench.do(0, protocol.Resign(2), f"resign {match}")
        bench.do(0, protocol.Rematch(), f"offer {match}")
        bench.do(1, protocol.Rematch(), f"accept {match}")
    # The command that began this match is known when it comes again.
    assert bench.table.answers == {(1, "accept 59"): bench.table.number}
    assert len(bench.table.story) == STORY_LINES < len(bench.entries)
    assert bench.table.story[-1].entry == bench.entries[-1]


def test_a_match_can_be_called_off_until_both_have_moved() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3), (2, 1)]))
    assert "abort" in bench.view(0).can
    bench.join()
    bench.roll()
    bench.steps((24, 4), (24, 3))
    bench.done()
    bench.roll()
    bench.steps((24, 2), (24, 1))
    assert "abort" in bench.view(1).can
    bench.done()
    assert refusal(bench, 0, protocol.Abort()) == "not-now"


def test_a_match_called_off_is_over() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1)]))
    bench.join()
    assert bench.do(1, protocol.Abort()) == ["abort"]
    assert (bench.view(0).phase, bench.view(0).can) == ("aborted", [])
    assert refusal(bench, 0, protocol.Roll()) == "game-over"
    assert "abort" in record_of("table", bench.entries)


def test_a_match_can_be_claimed_after_three_days() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1)]))
    bench.join()
    bench.away_since, left = bench.now, bench.now
    bench.now += 3 * DAY - 1
    assert refusal(bench, 1, protocol.Claim()) == "not-now"
    assert bench.view(1, away_since=left, now=bench.now).claim_after == "1970-01-04T00:16:40Z"
    bench.now += 1
    assert "claim" in bench.view(1, away_since=left, now=bench.now).can
    # It is Light's turn: he cannot claim that Dark keeps him waiting.
    assert refusal(bench, 0, protocol.Claim()) == "not-now"
    assert bench.do(1, protocol.Claim()) == ["claim", "match-over"]
    state = bench.view(0)
    assert (state.phase, state.match_winner, state.winner, state.can) == ("match-over", 1, None, ["rematch"])


def test_a_computer_takes_its_seat_at_once() -> None:
    bench = Bench(dice=ScriptedDice([(1, 6)]))
    bench.join("careful")
    state = bench.view(0)
    assert (state.names, state.kinds) == (["Ana", "Computer (careful)"], ["person", "computer"])
    assert bench.table.bot_due


def test_events_come_one_after_the_other() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="expected event 2, got 3"):
        bench.table.apply(log.Entry(3, log.Joined(1, "Bo"), 0.0))


def test_giving_up_for_less_can_be_refused() -> None:
    bench = placed("gul-bara", counts(p24=15), counts(p6=14), [(4, 3), (2, 1)])
    assert "offer" in bench.view(0).can
    # Dark has borne one off: he cannot lose more than 1.
    assert "offer" not in bench.view(1).can
    assert refusal(bench, 1, protocol.Offer()) == "not-now"
    assert bench.do(0, protocol.Offer()) == ["resign-offer"]
    assert {"accept", "refuse"} <= set(bench.view(1).can)
    assert refusal(bench, 0, protocol.Accept()) == "not-now"
    assert bench.do(1, protocol.Refuse()) == ["resign-refused"]
    # Once a turn: the other has peace until the next one.
    assert refusal(bench, 0, protocol.Offer()) == "not-now"
    bench.roll()
    bench.steps((24, 4), (24, 3))
    bench.done()
    assert bench.do(0, protocol.Offer()) == ["resign-offer"]
    assert bench.do(1, protocol.Accept()) == ["resign", "game-over", "match-over"]
    state = bench.view(0)
    assert (state.winner, state.points, state.resigned, state.resign_offered_by) == (1, 1, True, None)
    assert [(each.winner, each.points, each.resigned) for each in state.results] == [(1, 1, True)]


def test_an_offer_lapses_when_somebody_plays_on() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3)]))
    bench.join()
    bench.do(1, protocol.Offer())
    assert bench.view(0).resign_offered_by == 1
    bench.roll()
    assert bench.view(0).resign_offered_by is None
    assert refusal(bench, 0, protocol.Accept()) == "not-now"


def test_a_turns_own_time_comes_before_the_bank() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3), (2, 1)]), clock=(20, 180))
    bench.join()
    bench.elapsed = 5.0
    bench.roll()
    bench.elapsed = 30.0
    bench.steps((24, 4))
    # 20 s were the turn's own: 15 of the 35 s come from Light's bank.
    clock = bench.view(1).clock
    assert clock is not None
    assert (clock.banks, clock.free, clock.running) == ([165.0, 180.0], 0.0, 0)
    bench.elapsed = 1.5
    bench.steps((24, 3))
    bench.elapsed = 0.0
    bench.done()
    clock = bench.view(0).clock
    assert clock is not None
    assert (clock.banks, clock.free, clock.running) == ([163.5, 180.0], 20.0, 1)
    seen = bench.view(1, elapsed=50.0).clock
    assert seen is not None
    assert (seen.banks, seen.free) == ([163.5, 150.0], 0.0)
    assert bench.table.time_left(50.0) == 150.0
    # Told again from the log, it is the same.
    again = table_of("table", bench.entries).clock
    assert (again.banks, again.free) == (bench.table.clock.banks, bench.table.clock.free)


def test_long_turns_have_more_time_of_their_own() -> None:
    bench = Bench("gioul", dice=ScriptedDice([(6, 1), (1, 1)]), clock=(20, 180))
    bench.join()
    bench.roll()
    # 24 numbers, 20 beyond four, 2 s each.
    assert bench.table.clock.free == 20 + 40
    assert bench.table.time_left(0.0) == 60 + 180


def test_the_computers_time_is_not_counted() -> None:
    bench = Bench(dice=ScriptedDice([(1, 6), (4, 3)]), clock=(20, 180))
    bench.join("casual")
    clock = bench.view(0).clock
    assert clock is not None
    assert (clock.banks, clock.running, bench.table.time_left(1000.0)) == ([180.0, None], None, None)


def test_the_match_is_lost_when_the_time_is_up() -> None:
    bench = Bench(length=5, dice=ScriptedDice([(6, 1), (6, 1)]), clock=(20, 180))
    bench.join()
    assert bench.table.time_left(200.0) == 0.0
    bench._take(begin(bench.table, flag_falls(Side.LIGHT), bench.moment))
    state = bench.view(1)
    assert (state.phase, state.match_winner, state.flagged, state.score) == ("match-over", 1, 0, (0, 0))
    assert "rematch" in state.can
    assert record_of("table", bench.entries)
    bench.do(0, protocol.Rematch())
    bench.do(1, protocol.Rematch())
    assert (bench.view(0).flagged, bench.table.clock.banks) == (None, [180.0, 180.0])


def test_steps_can_be_typed() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3)]))
    bench.join()
    bench.roll()
    assert refusal(bench, 0, protocol.TypedPlay("24/20 24/10")) == "bad-notation"
    assert refusal(bench, 0, protocol.TypedPlay("no play")) == "bad-notation"
    assert refusal(bench, 1, protocol.TypedPlay("24/20")) == "not-your-turn"
    assert bench.do(0, protocol.TypedPlay("24/17")) == ["step", "step"]
    assert refusal(bench, 0, protocol.TypedPlay("17/16")) == "not-now"
    assert [(step.start, step.end) for step in bench.view(0).open_steps] == [(24, 20), (20, 17)]

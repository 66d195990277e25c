"""What everybody may see of a table: watching it, its turns told again, and what the two say."""

from __future__ import annotations

from itertools import count

import pytest

from rosespring.board import Position, Side
from rosespring.web import protocol
from rosespring.web.counsel import side_needs, takes_one_point
from rosespring.web.dice import ScriptedDice
from rosespring.web.protocol import Chat, Refused, Say
from rosespring.web.replays import match_told
from rosespring.web.talk import AT_ONCE, EVERY, Conversation, Said
from tests.web.tables import Bench, counts, placed


def played() -> Bench:
    """A game that Light gives up after two turns, and the match after it."""
    bench = Bench(dice=ScriptedDice([(6, 1), (4, 3), (2, 1), (1, 6), (5, 4)]))
    bench.join()
    bench.roll()
    bench.steps((24, 4), (24, 3))
    bench.done()
    bench.roll()
    bench.steps((24, 2), (24, 1))
    bench.done()
    bench.do(0, protocol.Resign(2))
    return bench


def test_who_watches_has_nothing_of_a_seat() -> None:
    bench = Bench(dice=ScriptedDice([(6, 1), (6, 6)]))
    bench.join()
    bench.roll()
    state = bench.view(0, watching=True, invite="https://example.org/i/secret", spectators=2)
    assert (state.watching, state.spectators, state.legal, state.forced, state.can) == (True, 2, [], [], [])
    assert state.invite is None
    # Nothing is said to him as if he played.
    assert bench.view(0).legal == [(24, 6)]


def test_turns_are_told_again() -> None:
    told = match_told("table", played().entries)
    assert (told.match, told.names, told.score, told.over) == (1, ["Ana", "Bo"], (0, 2), True)
    assert [(turn.side, [(step.start, step.end) for step in turn.steps]) for turn in told.turns] == [
        (0, [(24, 20), (24, 21)]),
        (1, [(24, 22), (24, 23)]),
    ]
    assert [turn.words for turn in told.turns] == ["Light 4-3: 24/20 24/21.", "Dark 2-1: 24/22 24/23."]
    # The position is that before the turn.
    assert told.turns[1].men[0] == tuple(13 if p == 24 else 1 if p in (20, 21) else 0 for p in range(25))
    (game,) = told.games
    assert (game.game, game.winner, game.points, game.resigned) == (1, 1, 2, True)


def test_each_match_of_a_table_is_told_for_itself() -> None:
    bench = played()
    bench.do(0, protocol.Rematch())
    bench.do(1, protocol.Rematch())
    bench.roll()
    bench.steps((24, 5), (24, 4))
    bench.done()
    first, second = (match_told("table", bench.entries, match) for match in (1, 2))
    assert [turn.side for turn in first.turns] == [0, 1]
    assert [turn.side for turn in second.turns] == [1]
    assert (first.score, second.score, second.games) == ((0, 2), (0, 0), [])
    with pytest.raises(LookupError):
        match_told("table", bench.entries, 3)


def test_forced_steps_are_those_of_the_only_position() -> None:
    """rules.md, situation 1: 6-6 at the start has one end position; 4-3 has more."""
    bench = Bench(dice=ScriptedDice([(6, 1), (6, 6)]))
    bench.join()
    bench.roll()
    assert bench.view(0).forced == [(24, 6)] * 4
    assert bench.view(1).forced == []
    other = Bench(dice=ScriptedDice([(6, 1), (4, 3)]))
    other.join()
    other.roll()
    assert other.view(0).forced == []


def test_both_must_allow_free_words_and_nobody_talks_without_end() -> None:
    now, ids = 0.0, map(str, count())
    talk = Conversation(lambda: now)

    def take(side: Side, said: Say | Chat) -> Said | None:
        return talk.take(side, said, next(ids))

    assert take(Side.LIGHT, Say("hello")) == Said(0, "hello", "")
    with pytest.raises(Refused, match="both"):
        take(Side.LIGHT, Say(text="Good evening"))
    assert take(Side.LIGHT, Chat(True)) is None
    assert take(Side.DARK, Chat(True)) is None
    assert take(Side.DARK, Say(text=" Good\n evening\u200f ")) == Said(1, None, "Good evening")
    with pytest.raises(Refused, match="nothing"):
        take(Side.DARK, Say(text=" \n"))
    for _ in range(AT_ONCE - 2):
        take(Side.LIGHT, Say("luck"))
    with pytest.raises(Refused, match="wait"):
        take(Side.LIGHT, Say("luck"))
    now += EVERY.total_seconds()
    assert take(Side.LIGHT, Say("bye")) == Said(0, "bye", "")


def test_the_computer_takes_a_point_unless_more_is_to_be_had() -> None:
    """Dark is about to bear his last checker off, and Light has none off: that wins 2."""
    bench = placed("gul-bara", counts(p24=15), counts(p1=1), [(4, 3)])
    position = str(Position.parse(str(bench.table.open_turn().game.position)))
    assert not takes_one_point("careful", position, Side.DARK, None)
    even = placed("gul-bara", counts(p24=15), counts(p24=15), [(4, 3)])
    assert takes_one_point("careful", str(even.table.open_turn().game.position), Side.DARK, None)
    assert side_needs(bench.table.match, Side.DARK) is None

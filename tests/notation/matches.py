"""Matches at random, finished or left anywhere, as their recorders."""

from __future__ import annotations

from hypothesis import strategies as st

from rosespring import Rules, Side
from rosespring.board import Position
from rosespring.notation.records import Heading, Recorder
from tests.strategies import RandomPlayer, positions, rule_sets, seeds

texts = st.text(st.characters(exclude_categories=("C", "Z")), max_size=12)
headings = st.builds(
    Heading,
    st.tuples(texts, texts),
    st.sampled_from(["", "2026-11-29", "2026-11-29T19:30:00+00:00"]),
    st.sampled_from(["", "seed 7", "by hand"]),
    st.dictionaries(st.sampled_from(["x-note", "x-computer-dark", "x-2"]), texts).map(
        lambda pairs: tuple(pairs.items())
    ),
)


class Playing:
    """Does anything that may be done in a match, at random."""

    def __init__(self, recorder: Recorder, player: RandomPlayer, resigns: bool) -> None:
        self.recorder = recorder
        self.player = player
        self.resigns = resigns

    def chance(self, one_in: int) -> bool:
        return self.player.below(one_in) == 0

    def act(self) -> None:
        recorder = self.recorder
        if recorder.needs_throw:
            recorder.throw(self.player.below(6) + 1, self.player.below(6) + 1)
            return
        turn = recorder.turn
        assert turn is not None
        if self.resigns and turn.game.winner is None and self.chance(600):
            recorder.resign(Side(self.player.below(2)), self.player.below(2) + 1)
        elif turn.may_undo and self.chance(12):
            recorder.undo()
        elif turn.may_done:
            recorder.done()
        elif turn.is_open:
            legal = turn.legal_steps()
            recorder.step(legal[self.player.below(len(legal))])
        else:
            recorder.roll(*self.player.roll())


def play(recorder: Recorder, player: RandomPlayer, actions: int, resigns: bool = True) -> Recorder:
    """`recorder` after at most `actions` random actions."""
    playing = Playing(recorder, player, resigns)
    for _ in range(actions):
        if recorder.over:
            break
        playing.act()
    return recorder


@st.composite
def recorders(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, actions: int = 500) -> Recorder:
    """Matches under any rules, after at most `actions` actions; some start from a position, some are closed early."""
    chosen = draw(rule_sets() if rules is None else rules)
    recorder = Recorder(chosen, draw(st.integers(1, 3)), draw(headings))
    start: Position | None = draw(st.none() | positions(st.just(chosen)))
    if start:
        recorder.place(start)
    player = RandomPlayer(draw(seeds), draw(st.sampled_from([0.0, 0.5])))
    play(recorder, player, draw(st.integers(0, actions)))
    if not recorder.over and draw(st.sampled_from([False] * 5 + [True])):
        recorder.close(draw(st.sampled_from([None, *Side])))
    return recorder

"""The tutor: it says nothing of the best play, and of others what they cost, which checker to move, and how."""

from __future__ import annotations

import pytest

from rosespring.analysis import SCOPES, Judge
from rosespring.analysis.tutor import checker_to_move, objection
from rosespring.analysis.values import Valuer
from rosespring.board import Position, Roll, Step
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.match_equity import MONEY
from rosespring.evaluation.network import network_for
from rosespring.game import Game, transitions
from rosespring.movegen import stage_results
from rosespring.notation.record import Record
from rosespring.notation.records import GameRecord
from tests.networks import random_network
from tests.positions import place

ENDING = place("gul-bara", [6, 6], [6, 6], rolls=(20, 20), stages=((2, 1),))


def after(position: Position, steps: tuple[Step, ...]) -> Position:
    for step in steps:
        position, _events = transitions.advance(position, step)
    return position


def test_in_an_exact_ending_a_play_costs_what_the_tables_say() -> None:
    """Two checkers on the 6, a 2 and a 1 to play: each result is worth what the tables say of the other side's roll."""
    worth = {}
    for result in stage_results(ENDING):
        known = exact_outlook(after(ENDING, tuple(result.steps)))
        assert known
        worth[tuple(result.steps)] = -known.points
    best = max(worth.values())
    for steps, value in worth.items():
        found = objection(ENDING, steps)
        if found is None:
            assert value == pytest.approx(best, abs=1e-6)
        else:
            assert found.cost == pytest.approx(best - value, abs=1e-6)
            assert worth[found.better] == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_says_nothing_of_the_best_play_and_the_same_to_both_sides(dark: bool) -> None:
    game = Game("gul-bara")
    game.roll(6, 4)
    position = game.position.mirror() if dark else game.position
    ways = Valuer(network_for(position.rules), SCOPES["usual"], MONEY).ways(position)
    assert objection(position, ways[0].steps) is None
    last = objection(position, ways[-1].steps)
    assert last
    assert last.better == ways[0].steps
    assert last.cost == pytest.approx(ways[0].worth - ways[-1].worth, abs=1e-9)


def test_a_turn_costs_what_the_report_says() -> None:
    """The verdict on a turn alone is that on the same turn in a record, at any score that means the same."""
    network = random_network("parallel")
    start = place("gul-bara", [24] * 7 + [20] * 8, [24] * 15, rolls=(2, 2))
    steps = Game.from_position(transitions.roll(start, 6, 3)[0]).legal_steps()
    position = transitions.roll(start, 6, 3)[0]
    played: tuple[Step, ...] = (steps[-1],)
    while (at := after(position, played)).side is position.side and at.stages:
        played = (*played, Game.from_position(at).legal_steps()[-1])
    record = Record(start.rules, games=(GameRecord(start=start, actions=(Roll(6, 3), *played)),))
    (game,) = Judge(network=network).match(record).games
    alone = Judge(network=network).turn(position, played)
    assert alone.cost == pytest.approx(game.turns[0].cost, abs=1e-12)
    assert [play.steps for play in alone.plays] == [play.steps for play in game.turns[0].plays]
    # Where one win is the match for both, a double counts no more than a single.
    assert Judge(network=network).turn(position, played, (1, 1)).cost == pytest.approx(
        Judge(network=network).turn(position.mirror(), played, (1, 1)).cost, abs=1e-9
    )


@pytest.mark.parametrize(
    ("played", "better", "point"),
    [
        ([(24, 6), (18, 4)], [(24, 6), (20, 4)], 20),
        ([(24, 6), (24, 4)], [(20, 6), (20, 4)], 20),
        ([(20, 6), (14, 4)], [(24, 6), (24, 4)], 24),
        # One checker twice, or two once: the second one stayed.
        ([(24, 6), (18, 4)], [(24, 6), (24, 4)], 24),
        # The same checker, which stays on its way.
        ([(24, 6), (24, 4)], [(24, 6), (18, 4)], 24),
    ],
    ids=str,
)
def test_the_checker_that_should_move(
    played: list[tuple[int, int]], better: list[tuple[int, int]], point: int
) -> None:  # fmt: skip
    position = place("gul-bara", [24] * 7 + [20] * 8, [24] * 15, rolls=(2, 2), stages=((6, 4),))
    made, wanted = ([Step(*pair) for pair in steps] for steps in (played, better))
    assert checker_to_move(position, made, wanted) == point

"""Luck and costs add up to the result, exactly; the best costs nothing; sides, threads and forced plays."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from rosespring import Side
from rosespring.analysis import SCOPES, Judge, MatchVerdict, Thresholds, TurnVerdict, judge
from rosespring.analysis.as_json import report_dict
from rosespring.analysis.judging import Stakes
from rosespring.analysis.quiz import questions
from rosespring.analysis.reports import FORMS, Order
from rosespring.analysis.totals import totals
from rosespring.analysis.values import Valuer
from rosespring.board import Position, Roll, Step
from rosespring.evaluation.exact import exact_outlook
from rosespring.evaluation.match_equity import MONEY
from rosespring.evaluation.network import packaged_network
from rosespring.game import transitions
from rosespring.movegen import stage_results
from rosespring.notation.record import Record
from rosespring.notation.records import GameRecord, Resignation
from rosespring.players.duel import play_bout
from rosespring.rules import PRESETS, find_rules
from rosespring.search.choose import best_lines
from rosespring.search.depth import Depth
from tests.analysis.games import any_rules, match_of, mirrored
from tests.networks import random_network
from tests.positions import place

LIGHT, DARK = Side
THRESHOLDS = Thresholds()


def quick(record: Record, threads: int = 1) -> MatchVerdict:
    """By a small untrained network: the laws hold for any."""
    return judge(record, SCOPES["quick"], random_network(record.rules.movement), threads=threads)


def check_sums(verdict: MatchVerdict) -> None:
    """The identity of docs/analysis.md, for each game, and every cost as it must be."""
    for game in verdict.games:
        net = game.luck(LIGHT) - game.luck(DARK) - game.errors(LIGHT) + game.errors(DARK)
        assert abs(game.end - game.start - net) < 1e-9
        if game.finished and verdict.record.length == 1:
            assert game.end == game.points[LIGHT] - game.points[DARK]
        for turn in game.turns:
            check_turn(turn)


def check_turn(turn: TurnVerdict) -> None:
    assert turn.cost >= 0
    assert all(stage.cost >= 0 for stage in turn.stages)
    assert turn.cost == pytest.approx(sum(stage.cost for stage in turn.stages), abs=1e-9)
    assert (turn.luck is None) == (turn.roll is None)
    if turn.forced:
        assert turn.cost == 0
    if turn.plays:
        assert turn.plays[0].cost == pytest.approx(0, abs=1e-12)
        (made,) = (play for play in turn.plays if play.played)
        assert made.steps == turn.steps
        assert made.cost == pytest.approx(turn.cost, abs=1e-9)


@pytest.mark.parametrize("preset", PRESETS)
def test_luck_and_costs_add_up_to_the_result(preset: str) -> None:
    check_sums(quick(match_of(preset, 1, players=("novice", "random"))))


@pytest.mark.parametrize("number", range(12))
def test_luck_and_costs_add_up_under_any_rules(number: int) -> None:
    record = play_bout(("novice", "random"), any_rules(number), 1 + number % 2, 5, number)[1]
    verdict = quick(record)
    check_sums(verdict)
    for form in FORMS:
        assert Order(form, SCOPES["quick"], THRESHOLDS, None).write(verdict)
    assert questions([("any.txt", verdict)], "", 1e-9, 1000)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", PRESETS)
def test_luck_and_costs_add_up_on_200_games(preset: str, verification: Callable[[str], None]) -> None:
    for number in range(200):
        check_sums(judge(match_of(preset, number, players=("club", "novice")), SCOPES["quick"]))
    verification(f"Luck and costs of 200 games of {preset} add up to the result within 1e-9")


def test_they_add_up_by_the_real_network_and_deep() -> None:
    record = match_of("gul-bara-bulgarian", 1)
    check_sums(judge(record, SCOPES["usual"]))
    verdict = judge(replace(record, games=(beginning(record, 12),)), SCOPES["deep"])
    check_sums(verdict)
    assert not verdict.games[0].finished


def beginning(record: Record, actions: int) -> GameRecord:
    """The first actions of a record's first game."""
    first = record.games[0]
    return replace(first, actions=first.actions[:actions], unconfirmed=False)


def test_matches_add_up_in_match_chances_over_all_games() -> None:
    verdict = quick(match_of("gioul", 0, length=3))
    check_sums(verdict)
    chance = 0.5
    for game in verdict.games:
        assert game.chance is not None
        chance += (game.end - game.before) * game.chance
    winner = LIGHT if sum(game.points[LIGHT] for game in verdict.games) >= 3 else DARK
    assert chance == pytest.approx(1.0 if winner is LIGHT else 0.0, abs=1e-9)


@pytest.mark.parametrize("preset", ["gioul", "gul-bara-bulgarian"])
@pytest.mark.parametrize("length", [1, 3])
def test_mirrored_matches_have_mirrored_reports(preset: str, length: int) -> None:
    record = match_of(preset, 1, length)
    check_mirrored(quick(record), quick(mirrored(record)))


def check_mirrored(one: MatchVerdict, two: MatchVerdict) -> None:
    """Everything that is said of one match is said of the other with the sides exchanged."""
    for game, other in zip(one.games, two.games, strict=True):
        assert other.start == pytest.approx(-game.start, abs=1e-9)
        for turn, turned in zip(game.turns, other.turns, strict=True):
            assert turned.side is turn.side.other
            assert (turned.steps, turned.forced) == (turn.steps, turn.forced)
            assert turned.cost == pytest.approx(turn.cost, abs=1e-9)
            assert turned.luck == pytest.approx(turn.luck, abs=1e-9)
            assert [play.steps for play in turned.plays] == [play.steps for play in turn.plays]
    light, dark = totals(one, LIGHT, THRESHOLDS), totals(two, DARK, THRESHOLDS)
    assert (light.decisions, light.won, light.bad) == (dark.decisions, dark.won, dark.bad)
    assert light.errors == pytest.approx(dark.errors, abs=1e-9)


def test_the_report_is_the_same_on_one_and_two_threads() -> None:
    record = match_of("gioul", 0)
    assert report_dict(quick(record, 1), THRESHOLDS) == report_dict(quick(record, 2), THRESHOLDS)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("preset", PRESETS)
def test_200_games_are_told_the_same_mirrored_and_on_two_threads(
    preset: str, verification: Callable[[str], None]
) -> None:
    for number in range(200):
        record = match_of(preset, number, players=("club", "novice"))
        verdict = quick(record)
        check_mirrored(verdict, quick(mirrored(record)))
        assert report_dict(quick(record, 2), THRESHOLDS) == report_dict(verdict, THRESHOLDS)
    verification(f"The reports of 200 games of {preset} are mirrored where the games are, and the same on two threads")


def test_a_judge_remembers_and_says_the_same_again() -> None:
    judged, record = Judge(network=random_network("parallel")), match_of("gul-bara", 0)
    first = judged.match(record)
    assert judged.match(record) == first


@pytest.mark.parametrize(("scope", "within"), [("quick", Depth(beam=8)), ("usual", Depth(beam=8, wide=2))])
def test_before_a_roll_the_value_is_the_mean_of_the_best_plays(scope: str, within: Depth) -> None:
    network = packaged_network("parallel")
    position = place("gul-bara", [24] * 7 + [20] * 8, [24] * 15, rolls=(2, 2))
    valuer = Valuer(network, SCOPES[scope], MONEY)
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            after, _events = transitions.roll(position, high, low)
            best = best_lines(network, after, within)[0].outlook.points
            total += best * (1 if high == low else 2)
    assert valuer.outlook(position).points == pytest.approx(total / 36, abs=1e-9)


def test_where_the_opening_throw_is_played_doubles_do_not_count() -> None:
    network = packaged_network("parallel")
    start = Position.start(find_rules("gul-bara-bulgarian"))
    valuer = Valuer(network, SCOPES["quick"], MONEY)
    values = []
    for high in range(2, 7):
        for low in range(1, high):
            after, _events = transitions.roll(start, high, low)
            values.append(best_lines(network, after, Depth(beam=8))[0].outlook.points)
    assert valuer.outlook(start).points == pytest.approx(sum(values) / 15, abs=1e-9)


def test_endings_are_judged_by_the_tables() -> None:
    position = place("gul-bara", [6, 6], [6, 6], rolls=(20, 20), stages=((2, 1),))
    valuer = Valuer(random_network("parallel"), SCOPES["usual"], MONEY)
    ways = valuer.ways(position)
    assert len(ways) == len(stage_results(position))
    known = exact_outlook(position)
    assert known
    assert ways[0].worth == pytest.approx(known.points, abs=1e-5)


def record_from(position: Position, *actions: Roll | Step | Resignation) -> Record:
    return Record(position.rules, games=(GameRecord(start=position, actions=actions),))


def test_forced_plays_cost_nothing_and_do_not_count() -> None:
    # rules.md section 6, 4: die 4 can only be played 6/2, and so can the 1 then: 2/1.
    position = place("gul-bara", [6], [24], rolls=(9, 9))
    (game,) = judge(record_from(position, Roll(4, 4), Step(6, 4))).games
    (turn,) = game.turns
    assert turn.forced
    assert (turn.cost, game.decisions(LIGHT)) == (0.0, 0)
    assert len(turn.plays) == 1


def test_giving_up_too_much_costs_and_taking_too_little_costs_the_other() -> None:
    # Light cannot lose: Dark has never moved, Light has one checker left on its 1.
    won = place("gul-bara", [1], [24] * 15, rolls=(9, 9))
    (game,) = judge(record_from(won, Resignation(LIGHT, 1))).games
    assert game.resigned
    assert game.resigned[0] is LIGHT
    assert [game.errors(side) for side in Side] == pytest.approx([3.0, 0.0])
    (game,) = judge(record_from(won, Resignation(DARK, 1))).games
    assert [game.errors(side) for side in Side] == pytest.approx([1.0, 0.0])
    check_sums(judge(record_from(won, Resignation(DARK, 2))))


def test_a_rest_is_a_decision_of_the_receiver_and_its_worth_is_told() -> None:
    verdict = quick(match_of("gioul", 0))
    turns = [turn for game in verdict.games for turn in game.turns]
    received = [turn for turn in turns if turn.roll is None]
    assert received
    assert all(turn.luck is None and turn.decision and turn.decision.received for turn in received)
    passers = [turn for turn, after in pairwise(turns) if after.roll is None]
    assert all(turn.rest is not None for turn in passers)


def test_the_stakes_of_a_score() -> None:
    network = packaged_network("parallel")
    # At 2-2 of a match to 3 every win is the match: a point is half of the match.
    stakes = Stakes.of(network, 3, (2, 2))
    assert (stakes.utility, stakes.before, stakes.chance) == ((1, 1, -1, -1), 0.0, 0.5)
    assert Stakes.of(network, 1, (0, 0)) == Stakes((1.0, 2.0, -1.0, -2.0), 0.0, None)


def test_thresholds_name_costs_and_luck() -> None:
    limits = Thresholds(0.1, 0.2, 0.3, lucky=0.4, unlucky=0.5)
    grades = [limits.grade(cost) for cost in (0, 0.099, 0.1, 0.2, 0.3)]
    assert grades == ["good", "good", "doubtful", "bad", "very bad"]
    assert [limits.fortune(luck) for luck in (0.4, 0.39, -0.49, -0.5)] == ["lucky", "usual", "usual", "unlucky"]
    with pytest.raises(ValueError, match="doubtful <= bad"):
        Thresholds(0.2, 0.1)
    with pytest.raises(ValueError, match="above 0"):
        Thresholds(lucky=0)


def test_the_report_for_programs_holds_the_same_sums() -> None:
    verdict = quick(match_of("gioul", 0, length=3))
    told = json.loads(json.dumps(report_dict(verdict, THRESHOLDS)))
    for game in told["games"]:
        luck, errors = game["luck"], game["errors"]
        net = luck["light"] - luck["dark"] - errors["light"] + errors["dark"]
        assert game["end"] == pytest.approx(game["start"] + net, abs=1e-9)
        assert all(Position.parse(turn["position"]) for turn in game["turns"])

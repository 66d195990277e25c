"""`check_position` admits exactly the stages and flags that a real roll or rest can leave (rules.md 2 and 3)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given

from rosespring import PRESETS, Game, Position, Rules, Side
from rosespring.board import Stage, check_position, opposite
from rosespring.errors import PositionError
from rosespring.rules import CHOICES, rules_from_options
from tests.naive import NaiveGame, View
from tests.positions import counts, place
from tests.strategies import games, positions, rule_sets

Queue = tuple[Stage, ...]
HAND_OVER = ("rest", "rest_scope", "unstarted", "receiver")

CUSTOM = {
    "every roll, unstarted lost": Rules(rest_scope="every-roll", unstarted="lost"),
    "every roll, skips": Rules("contrary", 1, rest_scope="every-roll", receiver="skips"),
    "no cascade, every roll": Rules("contrary", 0, rest_scope="every-roll"),
    "no cascade, every roll, unstarted lost": Rules(cascade_from=0, rest_scope="every-roll", unstarted="lost"),
    "no cascade": Rules(cascade_from=0),
    "game count, free": Rules(cascade_count="game", dice_use="free", rest_scope="every-roll"),
    "unstarted lost, stops": Rules("contrary", 2, unstarted="lost"),
}
RULES = {name: preset.rules for name, preset in PRESETS.items()} | CUSTOM


def chain(count: int, first: int) -> Queue:
    """A cascade's queue when `count` dice of its number `first` are left."""
    return ((first,) * count, *((number,) * 4 for number in range(first + 1, 7)))


@cache
def queues() -> tuple[Queue, ...]:
    """Queues to be admitted or refused: all single stages, all chains, and chains with one thing wrong."""
    single: set[Queue] = {(stage,) for size in (1, 2, 3, 4) for stage in product(range(1, 7), repeat=size)}
    chains = {chain(count, first) for count in (1, 2, 3, 4) for first in range(1, 7)}
    wrong: set[Queue] = {((5,) * 5,), ((),), ((4,) * 4, ()), ((0,),), ((7,) * 4,), ((6, 5), (6, 5)), ((6, 5), (6,) * 4)}
    for found in chains:
        wrong |= {found[:-1], found[::-1], found + found[-1:], found[:1] + found[2:], (*found, (6,))}
        wrong |= {((found[0][0], 6), *found[1:]), (*found[:-1], found[-1][:3])}
    return tuple(sorted((single | chains | wrong) - {()}))


def admitted(rules: Rules, rolls: tuple[int, int]) -> set[View]:
    """What `check_position` admits, of all queues with all flags."""
    men = place(rules, [24, 6], [24, 6]).men
    found: set[View] = set()
    for queue, (cascade, received, started) in product(queues(), product([False, True], repeat=3)):
        try:
            check_position(Position(rules, men, Side.LIGHT, rolls, queue, cascade, received, started))
        except PositionError:
            continue
        found.add((queue, cascade, received, started))
    return found


def some_board(chance: random.Random, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A few checkers of the roller and of his opponent, often in each other's way."""
    own = [chance.randint(1, 24) for _ in range(chance.choice([1, 1, 2, 4, 7]))]
    wanted = [chance.randint(1, 24) for _ in range(chance.choice([1, 3, 8]))]
    if chance.random() < 0.5:
        ahead = [point for point in range(min(own) - 6, min(own)) if point > 0 and chance.random() < 0.8]
        wanted += [opposite(point, rules.parallel) for point in ahead]
    shut = {opposite(point, rules.parallel) for point in own}
    other = [point for point in wanted if point not in shut] or [min(set(range(1, 25)) - shut)]
    return counts(own), counts(other)


def left_by_play(rules: Rules, own_rolls: int, chance: random.Random) -> list[View]:
    """The queues that one random roll leaves on the way to the next, a rest included; `own_rolls` is its number."""
    roller = chance.randrange(2)
    men = some_board(chance, rules)
    game = NaiveGame(dict(rules.as_dict()), roller, men if roller == 0 else men[::-1], [own_rolls, own_rolls])
    game.rolls[roller] -= 1
    first = chance.randint(1, 6)
    game.throw(first, first if chance.random() < 0.4 else chance.randint(1, 6))
    while legal := game.legal():
        game.play(*chance.choice(legal))
    return game.views


def roll_numbers(rules: Rules) -> dict[str, int]:
    """Numbers of rolls, the same for both sides, with which doubles cascade and do not."""
    found = {}
    for number in (1, 2, 4):
        counted = number if rules.cascade_count == "player" else 2 * number
        found["cascading" if 0 < rules.cascade_from <= counted else "not cascading"] = number
    return found


CASES = [
    pytest.param(rules, number, id=f"{name}, {when}")
    for name, rules in RULES.items()
    for when, number in roll_numbers(rules).items()
]


def assert_admitted_is_what_play_leaves(rules: Rules, number: int, least: int) -> tuple[int, int]:
    """The number of queues with flags, and of plays tried."""
    expected, found, chance = admitted(rules, (number, number)), set(), random.Random(number)
    for tried in range(1, 200_000):
        views = left_by_play(rules, number, chance)
        assert expected.issuperset(views), "check_position refuses what play has left"
        found |= set(views)
        if tried >= least and found == expected:
            return len(found), tried
    pytest.fail(f"check_position admits what no play leaves: {sorted(expected - found)}")


@pytest.mark.parametrize(("rules", "number"), CASES)
def test_admitted_is_what_play_leaves(rules: Rules, number: int) -> None:
    """Both ways: what play leaves is admitted, and for all that is admitted there is a play that leaves it."""
    queues_found, _tried = assert_admitted_is_what_play_leaves(rules, number, least=300)
    assert queues_found >= 39  # those of a roller, nothing of them ever passing


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_admitted_is_what_play_leaves_under_all_hand_over_options(verification: Callable[[str], None]) -> None:
    names = ("movement", "cascade_from", *HAND_OVER)
    values = product(CHOICES["movement"], (0, 2), *(CHOICES[name] for name in HAND_OVER))
    sets = {rules_from_options(dict(zip(names, each, strict=True))) for each in values}
    queues_found = plays = 0
    for rules in sorted(sets, key=repr):
        for number in roll_numbers(rules).values():
            some_queues, some_plays = assert_admitted_is_what_play_leaves(rules, number, least=5000)
            queues_found, plays = queues_found + some_queues, plays + some_plays
    verification(
        f"stages and flags that a position may have are those that play leaves, both ways, under {len(sets)} "
        f"rule sets: {queues_found:,} of them, {plays:,} rolls played"
    )


@given(games())
def test_positions_reached_in_games_are_admitted(game: Game) -> None:
    for entry in game.entries:
        assert check_position(entry.before) is entry.before
    assert check_position(game.position) is game.position
    assert Position.parse(str(game.position)) == game.position


@given(positions())
def test_generated_positions_are_admitted(position: Position) -> None:
    assert check_position(position) is position


CASCADE_5 = ((5, 5), (6, 6, 6, 6))


@pytest.mark.parametrize(
    ("rules", "rolls", "stages", "flags", "said"),
    [
        ("gul-bara", (-1, 0), (), "", "expected rolls of side 0 from 0 to 1000000, got -1"),
        ("gul-bara", (0, 1_000_001), (), "", "expected rolls of side 1 from 0 to 1000000, got 1000001"),
        ("gul-bara", (0, True), (), "", "expected rolls of side 1 from 0 to 1000000, got True"),
        ("gul-bara", (0, 1.0), (), "", "got 1.0"),
        ("gul-bara", (1, 1), (), "cascade", "cascade must be false when there are no stages"),
        ("gul-bara", (1, 1), (), "received", "received must be false when there are no stages"),
        ("gul-bara", (1, 1), (), "started", "started must be false when there are no stages"),
        ("gioul", (1, 0), ((1,) * 4,) * 7, "cascade", "expected at most 6 stages, got 7"),
        ("gul-bara", (1, 0), ((),), "", "[[]]"),
        ("gul-bara", (1, 0), ((3,) * 5,), "", "[[3, 3, 3, 3, 3]]"),
        ("gul-bara", (1, 0), ((7, 1),), "", "numbers from 1 to 6, got [[7, 1]]"),
        ("gul-bara", (1, 0), ((6, 0),), "", "numbers from 1 to 6, got [[6, 0]]"),
        ("gul-bara", (1, 0), ((True,),), "started", "got [[True]]"),
        ("gul-bara", (1, 0), ((5, 6),), "", "the larger first"),
        ("gul-bara", (1, 0), ((6, 5, 4),), "", "different numbers come in twos"),
        ("gul-bara", (0, 9), ((6, 5),), "", "side 0 has stages of a roll to play, but rolls says it made none"),
        ("gioul", (9, 0), ((6, 5),), "received", "side 1 has stages of a roll to play, but rolls says it made none"),
        # A double that does not cascade yet, and one that does.
        ("gul-bara", (3, 9), CASCADE_5, "cascade started", "a double does not cascade yet at rolls [3, 9]"),
        ("gul-bara", (9, 3), CASCADE_5, "cascade received", "a double does not cascade yet at rolls [9, 3]"),
        ("gul-bara", (4, 0), ((6,) * 4,), "", "a double cascades at rolls [4, 0]"),
        ("gul-bara", (4, 0), ((3, 3),), "started", "a double cascades at rolls [4, 0]"),
        ({"cascade_from": 0}, (50, 50), CASCADE_5, "cascade started", "does not cascade yet"),
        ({"cascade_count": "game"}, (1, 2), CASCADE_5, "cascade started", "does not cascade yet at rolls [1, 2]"),
        ({"cascade_count": "game"}, (2, 2), ((5, 5),), "started", "a double cascades at rolls [2, 2]"),
        # The form of a cascade.
        ("gioul", (1, 0), ((6, 5),), "cascade", "equal numbers in each stage"),
        ("gioul", (1, 0), ((5, 5),), "cascade started", "goes on with four of each higher number"),
        ("gioul", (1, 0), ((4,), (6,) * 4), "cascade started", "[[4], [6, 6, 6, 6]] with cascade, started set"),
        ("gioul", (1, 0), ((5,), (6,) * 3), "cascade started", "goes on with four of each higher number"),
        ("gioul", (1, 0), ((6, 5), (6, 5)), "", "only a cascade has several stages"),
        # What has been played of it.
        ("gioul", (1, 0), tuple((n,) * 4 for n in range(1, 7)), "cascade started", "nothing comes before four 1s"),
        ("gioul", (1, 0), CASCADE_5, "cascade", "numbers of this stage have been played"),
        ("gul-bara", (1, 0), ((6, 5),), "started", "no number of this roll has been played"),
        ("gul-bara", (1, 0), ((2,) * 4,), "started", "no number of this roll has been played"),
        ("gul-bara", (1, 0), ((5,),), "", "numbers of this roll have been played"),
        ("gul-bara", (1, 0), ((2, 2),), "", "with no flag set: numbers of this roll have been played"),
        # What passes.
        ("gul-bara", (1, 1), ((6,),), "received", "this rest does not pass"),
        ("gul-bara-forfeit", (9, 9), CASCADE_5, "cascade received", "this rest does not pass"),
        ({"cascade_from": 1, "unstarted": "lost"}, (1, 1), tuple((n,) * 4 for n in range(1, 7)), "cascade received",
         "a roll of which nothing was played is lost"),
        ({"rest_scope": "every-roll", "unstarted": "lost"}, (1, 1), ((6, 5),), "received", "nothing was played"),
        ({"rest_scope": "every-roll", "unstarted": "lost"}, (1, 1), ((3,) * 3,), "received started",
         "nothing was played"),
    ],
)  # fmt: skip
def test_impossible_ones_are_refused_with_the_value(
    rules: str | dict[str, object], rolls: tuple[int, int], stages: Queue, flags: str, said: str
) -> None:
    with pytest.raises(PositionError) as error:
        place(rules, [24], [24], rolls=rolls, stages=stages, flags=flags)
    assert said in str(error.value)


def test_a_finished_game_has_no_stages() -> None:
    for own, other in (([], [24]), ([24], [])):
        assert place("gul-bara", own, other).winner is not None
        with pytest.raises(PositionError, match="a finished game has no stages left"):
            place("gul-bara", own, other, rolls=(1, 1), stages=((6, 5),))


@given(positions(rule_sets(cascade_count="player"), playing=True))
def test_the_other_sides_rolls_do_not_matter_when_each_counts_his_own(position: Position) -> None:
    roller = position.side.other if position.received else position.side
    counted = position.rolls[roller]
    for others in (0, 50):
        changed = replace(position, rolls=(counted, others) if roller is Side.LIGHT else (others, counted))
        assert check_position(changed) is changed

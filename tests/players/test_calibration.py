"""What the shipped networks say agrees with what comes of their games: chances that are too high or low show here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random

import pytest

from rosespring.board import Position, Side
from rosespring.endings.races import is_race
from rosespring.evaluation.kernels import ENDING_MEN
from rosespring.evaluation.network import Network, network_for
from rosespring.game import transitions
from rosespring.players.player import find_player
from rosespring.rules import PRESETS
from rosespring.search.choose import outlook_ahead

WRONG = 0.02
"""Points by which the mean value of a kind of position may be off."""


def kind_of(position: Position) -> str:
    """Open contact, contact with few checkers left, or a race; before a roll, or with stages of a double to play."""
    if is_race(position):
        return "race"
    few = min(position.men.own[0], position.men.other[0]) >= 15 - ENDING_MEN
    return ("ending" if few else "contact") + (", stages" if position.stages else "")


def played(preset: str, game: int) -> tuple[list[Position], Position]:
    """A game of `master` against itself: the positions before a roll and between the stages of doubles, and the end."""
    random, master, seen = Random(game), find_player("master"), []
    position = Position.start(PRESETS[preset].rules, Side(game % 2))
    while position.winner is None:
        if not position.stages:
            seen.append(position)
            position, _events = transitions.roll(position, random.randint(1, 6), random.randint(1, 6))
            continue
        for step in master.stage(position, random):
            before = position
            position, _events = transitions.advance(position, step)
            if 0 < len(position.stages) < len(before.stages):
                seen.append(position)
    return seen, position


def errors(network: Network, seen: list[Position], end: Position, rolls: int) -> Iterator[tuple[str, float]]:
    """What came of each position less what it was said to be worth, in points of the side to act.

    Stages to play are judged as they stand: played one by one they are worth less than what `master` makes of them.
    """
    for position in seen:
        if rolls and position.stages:
            continue
        said = outlook_ahead(network, position, rolls) if rolls else network.outlooks([position])[0]
        came = end.points if end.winner is position.side else -end.points
        yield kind_of(position), came - said.points


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rolls", [0, 1])
@pytest.mark.parametrize("preset", PRESETS)
def test_values_are_on_average_what_comes_of_games(
    preset: str, rolls: int, full_size: bool, verification: Callable[[str], None]
) -> None:
    # A value is the mean of what comes of a position: over many games the differences cancel out, in each phase of
    # the network. All positions count alike: the mean of a game's own would favour short games, won by who rolls last.
    network = network_for(PRESETS[preset].rules)
    sums: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for game in range(600 if full_size else 60):
        found: dict[str, list[float]] = defaultdict(list)
        for kind, error in errors(network, *played(preset, game), rolls):
            found[kind].append(error)
        for kind, of_game in found.items():
            sums[kind].append((sum(of_game), len(of_game)))
    assert {"contact", "race"} | (set() if rolls else {"contact, stages"}) <= sums.keys()
    for kind, games in sums.items():
        if len(games) < 20:
            continue
        mean, standard_error = mean_over_games(games)
        shown = f"{mean:+.4f} ± {1.96 * standard_error:.4f}"
        verification(f"{preset}, {rolls} rolls ahead, {kind}: outcome less value {shown} points")
        assert abs(mean) <= WRONG + 3.5 * standard_error, (kind, mean, standard_error)


def mean_over_games(sums: list[tuple[float, int]]) -> tuple[float, float]:
    """The mean over positions, given as sums and counts of games, and its standard error: games are independent."""
    count = sum(positions for _, positions in sums)
    mean = sum(total for total, _ in sums) / count
    return mean, sum((total - mean * positions) ** 2 for total, positions in sums) ** 0.5 / count

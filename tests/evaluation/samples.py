"""Random networks, and random moments of games to ask them about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np

from rosespring import Position, Side
from rosespring.board import Men, opposite
from rosespring.evaluation.inputs import INPUTS_VERSION, layout
from rosespring.evaluation.kernels import PHASES
from rosespring.evaluation.network import Card, Network, make_network
from rosespring.game import transitions
from rosespring.movegen import legal_steps
from tests.movegen.cases import random_men, random_rules
from tests.positions import counts

HIDDEN = 16


def random_network(movement: str = "parallel", seed: int = 1, hidden: int = HIDDEN) -> Network:
    """A network that has learned nothing: its weights are drawn so that its outputs differ much between positions."""
    random = np.random.default_rng(seed)
    features = len(layout().names)
    shapes = {(PHASES, features, hidden): 0.15, (PHASES, 4, hidden): 0.25, (PHASES, 4): 0.3}
    weights = tuple(random.normal(0, spread, shape).astype(np.float32) for shape, spread in shapes.items())
    return make_network(Card(f"random {seed}", movement, INPUTS_VERSION, hidden, 0, "none"), weights)


NETWORKS = {movement: random_network(movement, seed) for seed, movement in enumerate(("parallel", "contrary"))}


def _throw(random: Random) -> tuple[int, int]:
    """Two dice, doubles more often than real ones give them."""
    first = random.randint(1, 6)
    return first, first if random.random() < 0.3 else random.randint(1, 6)


def _played(position: Position, random: Random) -> Iterator[Position]:
    """The moments of a game that goes on at random from `position`, which is the first."""
    while position.winner is None:
        yield position
        if position.stages:
            position, _events = transitions.advance(position, random.choice(legal_steps(position)))
        else:
            position, _events = transitions.roll(position, *_throw(random))


def _walled(random: Random, parallel: bool) -> Men:
    """One side on four to eight points next to each other, the other anywhere else: random play has few such blocks."""
    length = random.randint(4, 8)
    low = random.randint(1, 25 - length)
    wall = list(range(low, low + length))
    free = sorted(set(range(1, 25)) - {opposite(point, parallel) for point in wall})
    men = Men(_counts(random, wall, wall), _counts(random, random.sample(free, random.randint(1, 5)), []))
    return random.choice([men, men.mirror()])


def _counts(random: Random, points: list[int], held: list[int]) -> tuple[int, ...]:
    """One checker on each `held` point, the others on any of `points` or borne off, one at least on the board."""
    more = 15 - len(held)
    off = random.choice([0, 0, random.randint(0, more - 1)])
    return counts(held + random.choices(points, k=more - off))


def _set_up(random: Random) -> Position:
    rules = random_rules(random)
    if random.random() < 0.4:
        rules = replace(rules, cascade_from=random.choice([5, 7, 9, 12]))
    men = random.choice([random_men, _walled])(random, rules.parallel)
    return Position(rules, men, random.choice(list(Side)), (random.randint(0, 6), random.randint(0, 6)))


def moments(seed: int, count: int) -> list[Position]:
    """Settled positions of unfinished games under all presets and custom rules, about to roll or with stages.

    Half are of games from the start, half of the first few actions from checkers that are set up.
    """
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        start = Position.start(random_rules(random), random.choice(list(Side)))
        of_game = [position for position in _played(start, random) if random.random() < 0.05]
        set_up = (_set_up(random) for _ in of_game)
        played = [list(islice(_played(position, random), 12)) for position in set_up]
        found += of_game + [_one(random, some) for some in played if some]
    return found[:count]


def _one(random: Random, positions: list[Position]) -> Position:
    """One of them; stages that were passed on are rare, and preferred."""
    received = [position for position in positions if position.received]
    return random.choice(received if received and random.random() < 0.6 else positions)

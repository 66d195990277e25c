"""Endings whose exact chances are known, as lessons for the network: they are rare in play, and cheap to know."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from rosespring.board import CHECKERS, START, Men, Position, opposite
from rosespring.endings import build_tables, probe, race_estimate
from rosespring.evaluation.batches import Moments
from rosespring.evaluation.kernels import MOST_ROWS
from rosespring.game import transitions
from rosespring.movegen.words import rule_words
from rosespring.rules import Rules
from rosespring.search.room import make_room
from rosespring.training import kernels

CONTACT_MEN = 2
_LATE = 10
"""Rolls made by each side in a lesson: enough for any preset's doubles to cascade."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Moments (n, 3 + MOST_ROWS) and the exact chances of the side to act (n, 4)."""

    moments: NDArray[np.int16]
    targets: NDArray[np.float32]

    def some(self, count: int, seed: int) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
        """A random selection."""
        chosen = np.random.default_rng((77, seed)).integers(0, len(self.moments), count)
        return self.moments[chosen], self.targets[chosen]


def random_contact(rules: Rules, random: Random, men: int = CONTACT_MEN) -> Position:
    """A random ending, one to `men` checkers on each side anywhere, about to roll, doubles cascading."""
    while True:
        own, other = _few(random, men), _few(random, men)
        shared = any(own[p] and other[opposite(p, rules.parallel)] for p in range(1, START + 1))
        if not shared:
            return Position(rules, Men(own, other), rolls=(_LATE, _LATE))


def _few(random: Random, men: int) -> tuple[int, ...]:
    counts = [0] * (START + 1)
    for _ in range(random.randint(1, men)):
        counts[random.randint(1, START)] += 1
    counts[0] = CHECKERS - sum(counts)
    return tuple(counts)


def random_stages(rules: Rules, random: Random, men: int = CONTACT_MEN) -> Position:
    """A random ending as `random_contact`, after a throw of a double that leaves stages to play."""
    while True:
        number = random.randint(1, 6)
        position, _events = transitions.roll(random_contact(rules, random, men), number, number)
        if position.stages:
            return position


def random_race(rules: Rules, random: Random) -> Position:
    """A random race about to roll: both sides at home, or a few checkers on the points up to 12."""
    far = random.random() < 0.25
    return Position(rules, Men(_racing(random, far), _racing(random, far)), rolls=(_LATE, _LATE))


def _racing(random: Random, far: bool) -> tuple[int, ...]:
    counts = [0] * (START + 1)
    centre = random.uniform(1, 12 if far else 6)
    for _ in range(random.randint(1, 6) if far else random.choice((*range(1, 16), 15, 15, 15))):
        point = round(random.gauss(centre, 2.0))
        counts[min(max(point, 1), 12 if far else 6)] += 1
    counts[0] = CHECKERS - sum(counts)
    return tuple(counts)


def exact_points(position: Position) -> tuple[float, float, float, float] | None:
    """The chances of the side to act by the tables: of contact endings, else of races (nearly exact)."""
    found = probe(position) or race_estimate(position)
    if found is None:
        return None
    return found.win - found.win2, found.win2, 1 - found.win - found.lose2, found.lose2


def make_lessons(rule_sets: list[Rules], races: int, contacts: int, stages: int, seed: int, hidden: int = 8) -> Lessons:
    """Random races and contact endings for each of `rule_sets` with their chances; race tables are built if missing.

    `stages` are contact endings with stages to play.

    Endings that no table knows are left out: contact, under rules that have no table.

    :raises TableError: if a table of contact endings is damaged.
    :raises OSError: if a table cannot be written.
    """
    build_tables(names=["races"])
    random = Random(seed)
    room = make_room(hidden)
    moments, targets = [], []
    for rules in rule_sets:
        made = [random_race(rules, random) for _ in range(races)]
        made += [random_contact(rules, random) for _ in range(contacts)]
        made += [random_stages(rules, random) for _ in range(stages)]
        known = [(position, chances) for position in made if (chances := exact_points(position)) is not None]
        at = Moments.of([position for position, _ in known])
        rows = np.zeros((len(known), MOST_ROWS + 3), np.int16)
        kernels.describe(at.own, at.other, at.queues, rule_words(rules), at.made, rows, room)
        moments.append(rows)
        targets.append(np.array([chances for _, chances in known], np.float32).reshape(-1, 4))
    return Lessons(np.concatenate(moments), np.concatenate(targets))

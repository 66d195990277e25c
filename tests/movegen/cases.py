"""Random cases for the twins: positions from games of random play and positions that no play reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rosespring import Game, Position, Rules, Side
from rosespring.board import CHECKERS, START, Men, opposite
from rosespring.rules import CHOICES, PRESETS


def random_rules(random: Random) -> Rules:
    """A preset in one half of the cases, any options in the other."""
    if random.random() < 0.5:
        return random.choice(list(PRESETS.values())).rules
    options = {name: random.choice(values) for name, values in CHOICES.items()}
    return Rules(cascade_from=random.choice([0, 1, 2, 4]), **options)


def random_men(random: Random, parallel: bool) -> Men:
    """Any checkers without a shared point; often few, often all at home."""
    sides: list[tuple[int, ...]] = []
    for _side in range(2):
        taken = {opposite(point, parallel) for point in range(1, START + 1) if sides and sides[0][point]}
        top = random.choice([6, 6, 12, 24])
        free = [point for point in range(1, top + 1) if point not in taken]
        chosen = random.sample(free, random.randint(1, len(free))) if free else []
        on_board = random.randint(1 if chosen else 0, CHECKERS) if chosen else 0
        counts = [0] * (START + 1)
        for _checker in range(on_board):
            counts[random.choice(chosen)] += 1
        counts[0] = CHECKERS - on_board
        sides.append(tuple(counts))
    return Men(sides[0], sides[1])


def from_games(random: Random) -> Iterator[Position]:
    """Every position with stages of one game of random play."""
    game = Game(random_rules(random), random.randint(0, 1))
    while game.winner is None:
        if game.position.stages:
            yield game.position
            game.step(random.choice(game.legal_steps()))
        else:
            game.roll(random.randint(1, 6), random.randint(1, 6))


def set_up(random: Random) -> Position:
    """One roll in a position that is set up, without asking whether play can reach it."""
    rules = random_rules(random)
    a, b = random.randint(1, 6), random.randint(1, 6)
    men = random_men(random, rules.parallel)
    position = Position(rules, men, random.choice(list(Side)), (9, 9))
    cascade = a == b and rules.cascades(9, 18)
    last = 6 if cascade else a
    stages = tuple((n,) * 4 for n in range(a, last + 1)) if a == b else ((max(a, b), min(a, b)),)
    return replace(position, stages=stages, cascade=cascade)


def cases(seed: int, count: int) -> Iterator[Position]:
    """`count` positions with stages, half of them from games."""
    random = Random(seed)
    made = 0
    while made < count:
        game = list(from_games(random))
        for position in game + [set_up(random) for _ in game]:
            if made < count and position.winner is None:
                yield position
                made += 1

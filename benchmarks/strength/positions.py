"""Positions from games of the network against itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rosespring.board import Position, Side
from rosespring.game import transitions
from rosespring.players.player import Player, find_player, play_turn
from rosespring.rules import Rules

TEACHER = "master"
"""Who plays the games that positions are taken from."""


def throw(position: Position, random: Random) -> Position:
    """`position` after a throw of the side to act."""
    return transitions.roll(position, random.randint(1, 6), random.randint(1, 6))[0]


def turns(rules: Rules, random: Random, player: Player | None = None) -> Iterator[Position]:
    """Each position of one game in which a side begins to play a roll, or a rest that it has received."""
    player = player or find_player(TEACHER)
    position = Position.start(rules, random.choice(list(Side)))
    while position.winner is None:
        if not position.stages:
            position = throw(position, random)
            continue
        yield position
        position = play_turn(player, position, random)[1]


def games(rules: Rules, seed: str) -> Iterator[list[Position]]:
    """The `turns` of one game after another, for ever."""
    number = 0
    while True:
        yield list(turns(rules, Random(f"{seed}:{number}")))
        number += 1

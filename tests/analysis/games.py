"""Matches between quick players, to be judged."""

from __future__ import annotations

from functools import cache
from random import Random

from rosespring import Side
from rosespring.notation.record import Record
from rosespring.notation.records import GameRecord, Resignation
from rosespring.players.duel import play_bout
from rosespring.rules import CHOICES, Rules, find_rules


def any_rules(number: int) -> Rules:
    """Rules with every option at random."""
    random = Random(f"rules:{number}")
    chosen = {name: random.choice(values) for name, values in CHOICES.items()}
    return find_rules(chosen | {"cascade_from": random.choice((0, 1, 2, 3, 4, 5, 9))})


@cache
def match_of(rules: str, number: int = 0, length: int = 1, players: tuple[str, str] = ("casual", "random")) -> Record:
    """A match; in odd ones the players have changed sides."""
    return play_bout(players, find_rules(rules), length, 7, number)[1]


def mirrored(record: Record) -> Record:
    """The same match with the sides exchanged."""
    games = tuple(
        GameRecord(
            throws=tuple((dark, light) for light, dark in game.throws),
            start=game.start.mirror() if game.start else None,
            actions=tuple(
                Resignation(Side(action.side).other, action.points) if isinstance(action, Resignation) else action
                for action in game.actions
            ),
            unconfirmed=game.unconfirmed,
        )
        for game in record.games
    )
    return Record(record.rules, record.length, record.players[::-1], games=games)

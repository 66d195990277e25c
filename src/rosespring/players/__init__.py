"""Anyone who answers a roll, and duels and ladders between them."""

from rosespring.players.duel import DuelResult, duel
from rosespring.players.ladder import LADDER, Ladder, ladder
from rosespring.players.player import (
    PLAYERS,
    STRONGEST,
    Player,
    find_player,
    outlook_of,
    play_turn,
    turn_steps,
)

__all__ = [
    "LADDER",
    "PLAYERS",
    "STRONGEST",
    "DuelResult",
    "Ladder",
    "Player",
    "duel",
    "find_player",
    "ladder",
    "outlook_of",
    "play_turn",
    "turn_steps",
]

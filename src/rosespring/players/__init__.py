"""Anyone who answers a roll, and duels between them."""

from rosespring.players.duel import DuelResult, duel
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
    "PLAYERS",
    "STRONGEST",
    "DuelResult",
    "Player",
    "duel",
    "find_player",
    "outlook_of",
    "play_turn",
    "turn_steps",
]

"""Rosespring: Gul Bara and Gioul, played by the rules of every source."""

from rosespring.board import Position, Side, Step
from rosespring.game import Game, Match
from rosespring.rules import PRESETS, Rules, find_rules

__version__ = "0.1.0"

__all__ = ["PRESETS", "Game", "Match", "Position", "Rules", "Side", "Step", "find_rules"]

"""Rosespring: Gul Bara and Gioul, played by the rules of every source."""

from rosespring.board import Position, Side, Step
from rosespring.game import Game, Match
from rosespring.notation.notebook import register as _register_pictures
from rosespring.rules import PRESETS, Rules, find_rules

__version__ = "0.1.0"

_register_pictures()

__all__ = ["PRESETS", "Game", "Match", "Position", "Rules", "Side", "Step", "find_rules"]

"""A finished match explained: what each play cost, what each roll was worth, and reports that say so."""

from rosespring.analysis.judging import Judge, judge
from rosespring.analysis.scope import SCOPES, Scope
from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, Play, StageVerdict, TurnVerdict

__all__ = [
    "SCOPES", "GameVerdict", "Judge", "MatchVerdict", "Play", "Scope", "StageVerdict", "Thresholds", "TurnVerdict",
    "judge",
]  # fmt: skip

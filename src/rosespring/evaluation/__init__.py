"""How good a position is."""

from rosespring.evaluation.formula import Formula, Weights
from rosespring.evaluation.outlook import Evaluator, Outlook

__all__ = ["Evaluator", "Formula", "Outlook", "Weights"]

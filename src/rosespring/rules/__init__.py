"""The law as data: options, presets, and their words (rules.md)."""

from rosespring.rules.options import CHOICES, OPTIONS, Rules, rules_from_options
from rosespring.rules.presets import PRESETS, Preset, differing_options, find_rules, rules_id, title
from rosespring.rules.words import explain, explain_option

__all__ = [
    "CHOICES", "OPTIONS", "PRESETS", "Preset", "Rules", "differing_options", "explain", "explain_option",
    "find_rules", "rules_from_options", "rules_id", "title",
]  # fmt: skip

"""How strong the levels are, as measured (docs/strength.md, the ladder of levels)."""

from __future__ import annotations

BEATS_BELOW = {"learner": 62, "casual": 62, "club": 62, "expert": 61, "master": 63, "full": 59}
"""Of 100 matches to 3 points, those that a level wins against the one below: the mean over the measured presets."""

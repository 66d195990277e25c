"""How strong the levels are, as measured (docs/strength.md, the ladder of levels)."""

from __future__ import annotations

BEATS_BELOW = {"learner": 66, "casual": 66, "club": 66, "expert": 63, "master": 55, "full": 55}
"""Of 100 matches to 3 points, those that a level wins against the one below: the mean over the measured presets."""

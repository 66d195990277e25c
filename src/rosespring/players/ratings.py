"""How strong the levels are, as measured (docs/strength.md, the ladder of levels)."""

from __future__ import annotations

BEATS_BELOW = {"learner": 65, "casual": 65, "club": 66, "expert": 63, "master": 55, "full": 57}
"""Of 100 matches to 3 points, those that a level wins against the one below: the mean over the measured presets."""

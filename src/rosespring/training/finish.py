"""The end of a run: known endings, and moments of some last games, are gone over again and again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rosespring.evaluation.kernels import CONTACT_PHASE, STAGES_PHASE
from rosespring.training.learner import Floats, Learner
from rosespring.training.lessons import Lessons
from rosespring.training.selfplay import Played, SelfPlay, together
from rosespring.training.settings import Settings

_LAST_GAMES = 4096
"""At most so many games are played whose endings are learned beside the lessons.

What the lessons do not reach is not forgotten so.
"""
_FALL = 0.01
"""The last step size as a part of the first."""
_PART = 512
"""Games between two signs of life."""

Step = tuple[float | None, float]
"""The error of the moments, if they were learned, and the step size."""


def go_over_endings(learner: Learner, settings: Settings, lessons: Lessons, play: SelfPlay) -> Iterator[Step]:
    """Learn endings `settings.endings` times over with a falling step size: the error and the step size of each time.

    Only phases that are no longer open contact change: they have weights of their own.
    """
    games = play.start(learner.net(), settings.total, min(_LAST_GAMES, settings.total), "deeper")
    played = together([part.result() for part in games])
    late = ~np.isin(played.moments[:, 1], (CONTACT_PHASE, STAGES_PHASE))
    moments = np.concatenate([lessons.moments, played.moments[late]])
    targets = np.concatenate([lessons.targets, played.targets[late]])
    yield from _go_over(learner, settings, settings.endings, moments, targets)


def go_over_stages(learner: Learner, settings: Settings, play: SelfPlay) -> Iterator[Step]:
    """Learn what moments of open contact with stages left are worth when the stages are planned together.

    First `settings.stage_games` games are played (no more than the run has), which is told from time to time. Only the
    phase of these changes.
    """
    found: list[Played] = []
    games = min(settings.stage_games, settings.total)
    net, first = learner.net(), settings.total + _LAST_GAMES
    for begin in range(0, games, _PART):
        parts = play.start(net, first + begin, min(_PART, games - begin), "stages")
        found.append(together([part.result() for part in parts]))
        yield None, settings.ending_rate
    played = together(found)
    yield from _go_over(learner, settings, settings.stages, played.moments, played.targets)


def _go_over(
    learner: Learner, settings: Settings, times: int, moments: NDArray[np.int16], targets: Floats
) -> Iterator[Step]:
    for time in range(times):
        rate = settings.ending_rate * _FALL ** (time / max(1, times - 1))
        yield learner.learn(moments, targets, settings.ending_batch, rate, settings.total + time), rate

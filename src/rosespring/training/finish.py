"""The end of a run: the known endings, and those of some last games, are gone over again and again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rosespring.evaluation.kernels import CONTACT_PHASE
from rosespring.training.learner import Learner
from rosespring.training.lessons import Lessons
from rosespring.training.selfplay import SelfPlay, together
from rosespring.training.settings import Settings

_LAST_GAMES = 4096
"""At most so many games are played whose endings are learned beside the lessons.

What the lessons do not reach is not forgotten so.
"""
_FALL = 0.01
"""The last step size as a part of the first."""


def go_over_endings(
    learner: Learner, settings: Settings, lessons: Lessons, play: SelfPlay
) -> Iterator[tuple[float, float]]:
    """Learn endings `settings.endings` times over with a falling step size: the error and the step size of each time.

    Only phases that are no longer open contact change: they have weights of their own.
    """
    games = play.start(learner.net(), settings.total, min(_LAST_GAMES, settings.total), deep=True)
    played = together([part.result() for part in games])
    late = played.moments[:, 1] != CONTACT_PHASE
    moments = np.concatenate([lessons.moments, played.moments[late]])
    targets = np.concatenate([lessons.targets, played.targets[late]])
    for times in range(settings.endings):
        rate = settings.ending_rate * _FALL ** (times / max(1, settings.endings - 1))
        yield learner.learn(moments, targets, settings.ending_batch, rate, settings.total + times), rate

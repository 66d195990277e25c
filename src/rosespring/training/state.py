"""What a run remembers beside its learner."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rosespring.evaluation.inputs import playing_net
from rosespring.evaluation.kernels import Net
from rosespring.training.checkpoint import Arrays

Weights = tuple[NDArray[np.float32], ...]
Curves = list[dict[str, float | None]]
"""The `Progress` of each measurement, by name."""


@dataclass(slots=True)
class State:
    """The weights that play the round in progress, those that strength is measured against, and the curves.

    Weights in it are copies that nobody changes.
    """

    playing: Weights
    games: int = 0
    loss: float = 0.0
    doubles: float = 0.35
    """The share of games that end with 2 points, of late."""
    frozen: Weights | None = None
    frozen_at: int = 2_000
    """The games after which `frozen` was taken; it is taken anew after twice as many."""
    last_steps: int = 0
    """How many of the steps after the last game are done: endings and stages gone over."""
    curves: Curves = field(default_factory=list)

    def net(self) -> Net:
        """The network that plays."""
        return playing_net(*self.playing)

    def frozen_net(self) -> Net | None:
        """The network that strength is measured against, once there is one."""
        return playing_net(*self.frozen) if self.frozen else None

    def check_like(self, weights: Weights) -> None:
        """Nothing, if all weights in it are arrays like `weights`.

        :raises ValueError: if they are not: nothing can be played with them.
        """
        wanted = [(array.dtype, array.shape) for array in weights]
        for kept in (self.playing, self.frozen or self.playing):
            if (found := [(array.dtype, array.shape) for array in kept]) != wanted:
                raise ValueError(f"expected weights {wanted}, got {found}")

    def arrays(self) -> Arrays:
        """All of it by name."""
        kept: Arrays = {
            name: np.array(getattr(self, name)) for name in ("games", "loss", "doubles", "frozen_at", "last_steps")
        }
        none: Weights = 3 * (np.zeros(0, np.float32),)
        for i, (playing, frozen) in enumerate(zip(self.playing, self.frozen or none, strict=True)):
            kept |= {f"playing{i}": playing, f"frozen{i}": frozen}
        return kept | {"curves": np.array(json.dumps(self.curves))}

    @classmethod
    def of(cls, found: Mapping[str, NDArray[Any]]) -> Self:
        """What `arrays` gave.

        :raises KeyError: if something is missing.
        """
        playing, frozen = (tuple(found[f"{name}{i}"] for i in range(3)) for name in ("playing", "frozen"))
        return cls(
            playing,
            games=int(found["games"]),
            loss=float(found["loss"]),
            doubles=float(found["doubles"]),
            frozen=frozen if frozen[0].size else None,
            frozen_at=int(found["frozen_at"]),
            last_steps=int(found["last_steps"]),
            curves=json.loads(str(found["curves"])),
        )

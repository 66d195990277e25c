"""How far a choice is thought through."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """How far a choice is thought through; counted in lines and evaluations, never in time.

    :raises ValueError: for numbers below the least that makes sense.
    """

    beam: int = 1
    """Lines kept between the stages of a cascade; 1 plays each stage for itself."""
    wide: int = 1
    """Of the best lines, so many are looked at one roll further; 1: none."""
    budget: int = 0
    """Evaluations within which the two best lines are looked at a second roll further…"""
    near: float = inf
    """… if they are no more than so many points apart."""

    def __post_init__(self) -> None:
        for name, least in (("beam", 1), ("wide", 1), ("budget", 0), ("near", 0)):
            if not (value := getattr(self, name)) >= least:
                raise ValueError(f"expected {name} of at least {least}, got {value!r} in a depth")


STAGE = Depth()
"""Stage by stage, no roll ahead."""
STAGES = Depth(beam=8)
"""Whole turns, no roll ahead."""
AHEAD = Depth(beam=8, wide=5)
"""Whole turns, and the five best of them one roll further."""
FULL = Depth(beam=2400, wide=5, budget=200_000, near=0.05)
"""How the strongest player thinks."""

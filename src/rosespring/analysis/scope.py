"""How far an analysis looks: the one depth that all its values are found with."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.search.depth import STAGES, Depth


@dataclass(frozen=True, slots=True)
class Scope:
    """The best `plays` of a decision are valued; the value before a roll is the mean of its best plays at `within`.

    `lines` are kept between the stages of a cascade while the plays are looked for.
    """

    name: str
    within: Depth
    plays: int = 6
    lines: int = 24


USUAL = "usual"
SCOPES = {scope.name: scope for scope in (Scope(USUAL, STAGES), Scope("deep", Depth(beam=8, wide=3), plays=8))}
"""The scopes by name: `usual` looks one roll ahead, `deep` two."""

"""How far an analysis looks: the one depth that all its values are found with."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.search.depth import STAGES, Depth


@dataclass(frozen=True, slots=True)
class Scope:
    """The best `plays` of a decision are valued; the value before a roll is the mean of its best plays at `within`.

    The plays are the best of `seen` ones, each looked at one roll further; `lines` are kept between the stages of a
    cascade while they are looked for.
    """

    name: str
    within: Depth
    plays: int
    seen: int
    lines: int = 24


USUAL = "usual"
SCOPES = {
    scope.name: scope
    for scope in (
        Scope("quick", STAGES, plays=6, seen=6),
        Scope(USUAL, Depth(beam=8, wide=2), plays=4, seen=8),
        Scope("deep", Depth(beam=24, wide=5), plays=8, seen=16),
    )
}
"""The scopes by name: `quick` looks one roll ahead, the others two, `deep` at more plays on the way."""

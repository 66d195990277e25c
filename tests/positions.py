"""Positions from a few checkers, the way rules.md section 6 writes them down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from rosespring import Position, Rules, Side, Step, find_rules
from rosespring.board import Men, Stage, check_position


def counts(points: Iterable[int]) -> tuple[int, ...]:
    """25 counts of one side from the points of its checkers; those not named are borne off."""
    on = Counter(points)
    return (15 - sum(on.values()), *(on[point] for point in range(1, 25)))


def place(
    rules: str | dict[str, object] | Rules,
    own: Iterable[int],
    other: Iterable[int],
    *,
    side: Side = Side.LIGHT,
    rolls: tuple[int, int] = (0, 0),
    stages: tuple[Stage, ...] = (),
    flags: str = "",
) -> Position:
    """A checked position; `own` and `other` list a point for each checker, `flags` the names of those that are set."""
    found = find_rules(rules)
    men = Men.checked(counts(own), counts(other), found.parallel)
    position = Position(found, men, side, rolls, stages, **dict.fromkeys(flags.split(), True))
    return check_position(position)


def steps(text: str) -> list[Step]:
    """Steps written as point/target, several hops allowed: ``13/8/2 6/off``; ``2/off:6`` says the number."""
    found = []
    for part in text.split():
        hops, _, number = part.partition(":")
        points = [0 if hop == "off" else int(hop) for hop in hops.split("/")]
        found += [Step(a, a - b) for a, b in pairwise(points)]
        if number:
            found[-1] = Step(found[-1].point, int(number))
    return found

"""What tables there can be, and their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rosespring.board import CHECKERS, HOME, START
from rosespring.endings.ranks import index_count
from rosespring.errors import RosespringError, TableError
from rosespring.rules import PRESETS, Rules, find_rules, rules_id

CONTACT, RACE, NEXT, FIRST, DOUBLES = "contact", "race", "next", "first", "doubles"
ORDINARY, CASCADING = "ordinary", "cascading"
DOUBLE_KINDS = (ORDINARY, CASCADING)
MAX_CONTACT = 3
"""Checkers a side; 3 against 3 take seconds and 3.4 GB of memory, 4 against 4 would take a thousand times as much."""

MAX_DOUBLES = 4
"""Checkers of the side ahead in tables of double games."""
MAX_ENTRIES = 1_000_000
"""Entries of a race table; it takes about 700 bytes of memory for each to build it."""

_NAME = re.compile(r"(race|next|first)-([1-9][0-9]?)x([1-9][0-9]?)-(ordinary|cascading)")
_DOUBLES = re.compile(r"doubles-([1-4])-(ordinary|cascading)")
_CONTACT = re.compile(r"contact-([1-9])-(.+)")


@dataclass(frozen=True, slots=True)
class Spec:
    """One table: its kind, and the checkers and points that it reaches.

    - ``contact``: the chance to win for the side to roll, at most `men` checkers on each side;
    - ``race``: rolls until all of at most `men` checkers on `points` points are off;
    - ``next``: rolls until the next one of them is off;
    - ``first``: rolls until the first one is off, of exactly `men` on `points` points;
    - ``doubles``: at most `men` checkers against 15, both sides in their homes.

    `rules` is the id of the rules for contact, otherwise whether doubles are ordinary or cascading.
    """

    kind: str
    men: int
    points: int
    rules: str

    @property
    def name(self) -> str:
        """The name of the table, and of its file without the suffix."""
        size = f"{self.men}x{self.points}" if self.kind in (RACE, NEXT, FIRST) else str(self.men)
        return f"{self.kind}-{size}-{self.rules}"

    @classmethod
    def parse(cls, name: str) -> Spec:
        """The table of that name.

        :raises TableError: for a name that no table can have.
        """
        if match := _NAME.fullmatch(name):
            return _race(name, cls(match[1], int(match[2]), int(match[3]), match[4]))
        if match := _DOUBLES.fullmatch(name):
            return cls(DOUBLES, int(match[1]), HOME, match[2])
        if match := _CONTACT.fullmatch(name):
            return _contact(name, int(match[1]), match[2])
        raise TableError(
            f"unknown table {name!r}: expected a name like contact-2-gul-bara, race-15x6-cascading, "
            "next-15x6-ordinary, first-15x7-cascading or doubles-2-cascading"
        )


def _race(name: str, spec: Spec) -> Spec:
    if spec.men > CHECKERS or spec.points > START:
        raise TableError(f"no table {name!r}: expected at most {CHECKERS} checkers on at most {START} points")
    if (count := index_count(spec.men, spec.points)) > MAX_ENTRIES:
        raise TableError(f"no table {name!r}: it would have {count} entries, and at most {MAX_ENTRIES} are built")
    return spec


def _contact(name: str, men: int, rules: str) -> Spec:
    if men > MAX_CONTACT:
        raise TableError(f"no table {name!r}: contact endings have at most {MAX_CONTACT} checkers a side")
    try:
        return contact_spec(find_rules(rules), men)
    except TableError:
        raise
    except RosespringError as error:
        raise TableError(f"no table {name!r}: {error}") from None


@lru_cache(maxsize=256)
def contact_spec(rules: Rules, men: int = 2) -> Spec:
    """The contact table for `rules`; rule sets that play the same endings share one."""
    return Spec(CONTACT, men, START, _ending_rules_ids().get(ending_rules(rules)) or rules_id(ending_rules(rules)))


def ending_rules(rules: Rules) -> Rules:
    """`rules` without what makes no difference once every later double cascades, or none does."""
    return replace(
        rules,
        cascade_from=min(rules.cascade_from, 1),
        cascade_count="player",
        opening="reroll",
        next_starter="winner",
    )


@lru_cache(maxsize=1)
def _ending_rules_ids() -> dict[Rules, str]:
    return {ending_rules(preset.rules): name for name, preset in reversed(PRESETS.items())}


PRESET_CONTACT = tuple(contact_spec(preset.rules) for preset in PRESETS.values())
"""Contact tables that come with the package."""
RACES = tuple(
    Spec(kind, men, points, rules)
    for kind, men, points in (
        (RACE, CHECKERS, HOME),
        (RACE, 6, 12),
        (NEXT, CHECKERS, HOME),
        (FIRST, CHECKERS, HOME + 1),
    )
    for rules in DOUBLE_KINDS
)
"""Race tables that are built unless others are asked for."""


def specs_of(names: Sequence[str]) -> list[Spec]:
    """The tables of `names`: a table's name, ``races``, ``doubles``, ``contact`` (of all presets), or rules.

    :raises TableError: for an unknown name.
    """
    groups = {
        "races": list(RACES),
        "doubles": [Spec(DOUBLES, 2, HOME, rules) for rules in DOUBLE_KINDS],
        "contact": list(PRESET_CONTACT),
    }
    found: list[Spec] = []
    for name in names:
        found += groups.get(name) or [_named(name)]
    return list(dict.fromkeys(found))


def _named(name: str) -> Spec:
    try:
        return contact_spec(find_rules(name))
    except RosespringError:
        return Spec.parse(name)

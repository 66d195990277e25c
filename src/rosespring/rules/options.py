"""The rule options of rules.md as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
from functools import reduce

from rosespring.errors import RulesError
from rosespring.language import gettext as _

MAX_CASCADE_FROM = 99
LONGEST_SHOWN = 60
"""Characters of a wrong value that an error repeats."""

_HAND_OVER_OPTIONS = ("rest_scope", "unstarted", "receiver")

CHOICES: dict[str, tuple[str, ...]] = {
    "movement": ("parallel", "contrary"),
    "cascade_count": ("player", "game"),
    "dice_use": ("all", "free"),
    "rest": ("passes", "lost"),
    "rest_scope": ("cascade", "every-roll"),
    "unstarted": ("passes", "lost"),
    "receiver": ("stops", "skips"),
    "opening": ("reroll", "play"),
    "next_starter": ("winner", "roll"),
}
"""The values that each option may take; `cascade_from` is a number from 0 to 99."""


def shown(value: object) -> str:
    """A wrong value for an error: as written, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def nearest(value: str, valid: list[str]) -> str:
    """The words "did you mean …" or "expected one of …" for a mistyped `value`."""
    close = get_close_matches(value[:LONGEST_SHOWN].lower(), valid, n=3, cutoff=0.5)
    if close:
        return _("did you mean {names}?").format(names=reduce(_either, map(repr, close)))
    return _one_of(valid)


def _either(first: str, second: str) -> str:
    return _("{first} or {second}").format(first=first, second=second)


def _one_of(valid: Iterable[str]) -> str:
    return _("expected one of {words}").format(words=", ".join(valid))


@dataclass(frozen=True, slots=True)
class Rules:
    """A full set of rule options (rules.md sections 1 to 5); the defaults are those of ``gul-bara``.

    Hand-over options (`rest_scope`, `unstarted`, `receiver`) that have no effect beside the others are
    set back to their defaults, so that rule sets that hand over alike compare equal (rules.md section 5).

    :raises RulesError: for a value that the option does not have.
    """

    movement: str = "parallel"
    cascade_from: int = 4
    cascade_count: str = "player"
    dice_use: str = "all"
    rest: str = "passes"
    rest_scope: str = "cascade"
    unstarted: str = "passes"
    receiver: str = "stops"
    opening: str = "reroll"
    next_starter: str = "winner"

    def __post_init__(self) -> None:
        for name, valid in CHOICES.items():
            _check_choice(name, getattr(self, name), valid)
        _check_cascade_from(self.cascade_from)
        for name in _HAND_OVER_OPTIONS:
            if not self.has_effect(name):
                object.__setattr__(self, name, CHOICES[name][0])

    def has_effect(self, option: str) -> bool:
        """Whether `option` changes anything beside the other options."""
        if option == "cascade_count":
            return self.cascade_from > 1
        if option not in _HAND_OVER_OPTIONS:
            return True
        if self.rest == "lost":
            return False
        if self.cascade_from:
            return True
        # Nothing cascades: only single stages can pass, and with scope `cascade` not even these.
        return option == "rest_scope" or (option == "unstarted" and self.rest_scope == "every-roll")

    @property
    def parallel(self) -> bool:
        """Whether both sides move the same way round (rules.md section 1)."""
        return self.movement == "parallel"

    def cascades(self, own_rolls: int, all_rolls: int) -> bool:
        """Whether a double cascades that is the roller's `own_rolls`-th and the game's `all_rolls`-th roll."""
        count = own_rolls if self.cascade_count == "player" else all_rolls
        return 0 < self.cascade_from <= count

    def passes(self, *, cascade: bool, started: bool) -> bool:
        """Whether the rest of a roll goes to the opponent (rules.md section 3)."""
        if self.rest == "lost" or not (cascade or self.rest_scope == "every-roll"):
            return False
        return started or self.unstarted == "passes"

    def as_dict(self) -> dict[str, str | int]:
        """All options by name, in the order of rules.md."""
        return asdict(self)


OPTIONS: tuple[str, ...] = tuple(f.name for f in fields(Rules))
"""The names of all options, in the order in which they are shown."""


def _check_choice(name: str, value: object, valid: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in valid:
        hint = nearest(value, list(valid)) if isinstance(value, str) else _one_of(valid)
        message = _("rule option {option} has no value {value}: {hint}")
        raise RulesError(message.format(option=name, value=shown(value), hint=hint))


def _check_cascade_from(value: object) -> None:
    if type(value) is not int or not 0 <= value <= MAX_CASCADE_FROM:
        message = _("rule option cascade_from: expected a number from 0 to {n}, got {value}")
        raise RulesError(message.format(n=MAX_CASCADE_FROM, value=shown(value)))


def rules_from_options(options: Mapping[str, object]) -> Rules:
    """Rules from options by name; options left out are those of ``gul-bara``.

    :raises RulesError: for an unknown option or value.
    """
    for name in options:
        if name not in OPTIONS:
            hint = nearest(str(name), list(OPTIONS))
            raise RulesError(_("unknown rule option {option}: {hint}").format(option=shown(name), hint=hint))
    return Rules(**options)  # type: ignore[arg-type]  # __post_init__ checks each value

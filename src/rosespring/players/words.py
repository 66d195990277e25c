"""The players in words: a title each, and a sentence about each level, in the language in use."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.language import gettext as _
from rosespring.players.ratings import BEATS_BELOW
from rosespring.players.thinkers import LEVELS

DEFAULT_LEVEL = "casual"
"""The level that people are offered first."""


@dataclass(frozen=True, slots=True)
class LevelWords:
    """A level as people choose it: its name in protocols, its title, one sentence, and how strong it is (or "")."""

    name: str
    title: str
    sentence: str
    strength: str


def _mark(message: str) -> str:
    """Mark a source text for extraction; it is translated where it is shown."""
    return message


_LEVELS = {
    "novice": (_mark("Novice"), _mark("Still learning the moves.")),
    "learner": (_mark("Learner"), _mark("Knows the moves, and overlooks a good many.")),
    "casual": (_mark("Casual"), _mark("Plays for the fun of it, and slips now and then.")),
    "club": (_mark("Club player"), _mark("Plays every week, and seldom slips.")),
    "expert": (_mark("Expert"), _mark("Plans whole cascades, and seldom errs.")),
    "master": (_mark("Master"), _mark("Plans whole cascades, and never slips.")),
    "full": (_mark("Full strength"), _mark("Thinks a roll ahead, two where it matters, and knows the endings.")),
}
_OTHERS = {
    "random": _mark("random"),
    "runner": _mark("simple"),
    "careful": _mark("careful"),
    "yardstick": _mark("yardstick"),
    "yardstick-ahead": _mark("yardstick, looking ahead"),
    "network": _mark("network"),
    "network-ahead": _mark("network, looking ahead"),
    "turns-ahead": _mark("network, whole turns ahead"),
}


def level_words() -> list[LevelWords]:
    """The levels that people are offered, weakest first."""
    return [LevelWords(name, _(_LEVELS[name][0]), _(_LEVELS[name][1]), _strength(name)) for name in LEVELS]


def _strength(name: str) -> str:
    """What a level has won against the one below."""
    if name not in BEATS_BELOW:
        return ""
    below = player_title(list(LEVELS)[list(LEVELS).index(name) - 1])
    text = _("Measured: wins {share} of 100 matches against {level}.")
    return text.format(share=BEATS_BELOW[name], level=below)


def player_title(name: str) -> str:
    """What people call a player; one of their own by its name."""
    title = _LEVELS[name][0] if name in _LEVELS else _OTHERS.get(name)
    return _(title) if title else name

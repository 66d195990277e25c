"""The rule sets that sources describe (rules.md section 5), and how to find one by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rosespring.errors import RulesError
from rosespring.language import gettext as _
from rosespring.rules.options import CHOICES, OPTIONS, Rules, nearest, rules_from_options, shown


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rule set: `game` is the family, `aliases` what people also call it."""

    name: str
    rules: Rules
    game: str
    title: str
    sentence: str
    source: str
    aliases: tuple[str, ...] = ()


def _mark(message: str) -> str:
    """Mark a source text for extraction; it is translated where it is shown."""
    return message


_GUL_BARA_NAMES = (
    "rosespring", "rosespring-backgammon", "crazy-narde", "gulbara", "gülbahar", "gülbara", "gulbahar",
    "гюльбара", "безумные нарды", "gul-bara-wikipedia", "narde-nebune",
)  # fmt: skip

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "gul-bara",
            Rules(),
            "Gul Bara",
            _mark("Gul Bara"),
            _mark(
                "Both sides run the same way; from your fourth roll on, a double is followed by every higher double, "
                "and what you cannot play of it your opponent plays."
            ),
            _mark("Wikipedia, “Gul bara”"),
            _GUL_BARA_NAMES,
        ),
        Preset(
            "gul-bara-bulgarian",
            Rules(unstarted="lost", receiver="skips", opening="play", next_starter="roll"),
            "Gul Bara",
            _mark("Gul Bara, Bulgarian"),
            _mark(
                "As Gul Bara, but a double of which you can play nothing is lost, your opponent leaves out numbers "
                "that cannot be played and goes on, and the opening throw is played."
            ),
            _mark("tabla.bg and the Bulgarian Wikipedia"),
            ("гюлбара", "bulgarian", "gyulbara", "tabla-gulbara"),
        ),
        Preset(
            "gul-bara-forfeit",
            Rules(rest="lost"),
            "Gul Bara",
            _mark("Gul Bara, nothing passes"),
            _mark("As Gul Bara, but what you cannot play is simply lost."),
            _mark("a Danish play site's rules page"),
            ("gul-bara-danish", "forfeit"),
        ),
        Preset(
            "gioul",
            Rules(movement="contrary", cascade_from=1, rest_scope="every-roll"),
            "Gioul",
            _mark("Gioul"),
            _mark(
                "The sides run in opposite directions; every double is followed by every higher double, and your "
                "opponent plays whatever you cannot, of any roll."
            ),
            _mark("Backgammon Galore, “Gioul”"),
            ("γκιουλ", "gioul-galore", "gul-lebanon"),
        ),
        Preset(
            "gioul-doubles",
            Rules(movement="contrary", cascade_from=1),
            "Gioul",
            _mark("Gioul, only doubles pass"),
            _mark("As Gioul, but only the unplayed numbers of a double pass; those of an ordinary roll are lost."),
            _mark("Wikipedia, after Jacoby and Crawford 1970"),
            ("gioul-wikipedia", "gioul-jacoby-crawford"),
        ),
    )
}
"""The five presets by name."""

_BY_RULES = {preset.rules: name for name, preset in reversed(PRESETS.items())}
_CUSTOM = re.compile(r"custom-(?P<letters>[a-z]{9})(?P<cascade_from>0|[1-9][0-9]?)")


def _plain(name: str) -> str:
    return re.sub(r"[\s_]+", "-", name.strip().casefold())


_BY_NAME = {_plain(alias): preset for preset in PRESETS.values() for alias in (preset.name, *preset.aliases)}


def find_rules(name: str | Mapping[str, object] | Rules) -> Rules:
    """The rules that a preset's name, an alias, a rules id or a mapping of options stands for.

    :raises RulesError: for an unknown name, option or value, with the nearest valid ones.
    """
    if isinstance(name, Rules):
        return name
    if isinstance(name, Mapping):
        return rules_from_options(name)
    if not isinstance(name, str):
        raise RulesError(
            _("expected a preset's name or an object of rule options, got {value}").format(value=shown(name))
        )
    if preset := _BY_NAME.get(_plain(name)):
        return preset.rules
    if match := _CUSTOM.fullmatch(name):
        return _parse_custom(match)
    hint = nearest(name, list(PRESETS))
    raise RulesError(_("unknown rules {name}: {hint}").format(name=shown(name), hint=hint))


def rules_id(rules: Rules) -> str:
    """A short URL-safe text for `rules`: the preset's name, or ``custom-`` with a letter an option."""
    if name := _BY_RULES.get(rules):
        return name
    letters = "".join("ab"[CHOICES[option].index(getattr(rules, option))] for option in CHOICES)
    return f"custom-{letters}{rules.cascade_from}"


def _parse_custom(match: re.Match[str]) -> Rules:
    options: dict[str, object] = {"cascade_from": int(match["cascade_from"])}
    for option, letter in zip(CHOICES, match["letters"], strict=True):
        if letter not in "ab":
            message = _("unknown letter {letter!r} for option {option} in rules {rules!r}: expected 'a' or 'b'")
            raise RulesError(message.format(letter=letter, option=option, rules=match[0]))
        options[option] = CHOICES[option]["ab".index(letter)]
    return rules_from_options(options)


def title(rules: Rules) -> str:
    """The name of a rule set for people, in the current language."""
    if name := _BY_RULES.get(rules):
        return _(PRESETS[name].title)
    return _("{game}, custom rules").format(game=_("Gul Bara") if rules.parallel else _("Gioul"))


def differing_options(rules: Rules, other: Rules) -> list[str]:
    """The names of the options in which two rule sets differ."""
    return [option for option in OPTIONS if getattr(rules, option) != getattr(other, option)]

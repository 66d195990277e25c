"""The questions before a match: rules, opponent, length."""

from __future__ import annotations

from collections.abc import Sequence

from rosespring.errors import RulesError, UnknownPlayer
from rosespring.language import gettext as _
from rosespring.players.words import DEFAULT_LEVEL, level_words
from rosespring.rules import CHOICES, OPTIONS, PRESETS, Rules, explain_option, find_rules, rules_from_options
from rosespring.rules.options import MAX_CASCADE_FROM, nearest
from rosespring.tui.screen import Screen
from rosespring.tui.table import FRIEND

CUSTOM = "custom"
MAX_LENGTH = 99


class Quit(Exception):
    """The player wants to leave."""


def ask_choice(screen: Screen, question: str, choices: Sequence[tuple[str, str]], default: str) -> str:
    """One of `choices`, (name, words) pairs, by number or name; an empty answer is `default`."""
    screen.say(question)
    for number, (name, words) in enumerate(choices, start=1):
        screen.say(f"  {number}  {name}: {words}" if words else f"  {number}  {name}")
    names = [name for name, _words in choices]
    while True:
        answer = ask_answer(screen, _("Number or name [{default}]: ").format(default=default)) or default
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if len(found := _matching(answer, names)) == 1:
            return found[0]
        if found:
            screen.error(_("{word!r} could be {names}").format(word=answer, names=", ".join(found)))
        else:
            screen.error(_("{answer!r} is none of them: {hint}").format(answer=answer, hint=nearest(answer, names)))


def _matching(answer: str, names: list[str]) -> list[str]:
    """The name that `answer` is, or else those that it begins."""
    wanted = answer.casefold()
    exact = [name for name in names if name.casefold() == wanted]
    return exact or [name for name in names if name.casefold().startswith(wanted)]


def ask_answer(screen: Screen, prompt: str) -> str:
    """An answer to a question before the match; ``quit`` leaves.

    :raises Quit: if the player wants to leave.
    """
    answer = screen.ask(prompt)
    if answer.casefold() in ("quit", "exit", "q", _("quit")):
        raise Quit
    return answer


def ask_rules(screen: Screen) -> Rules:
    """A preset by number, name or alias, or rules chosen option by option."""
    choices = [(name, _(preset.sentence)) for name, preset in PRESETS.items()]
    choices.append((CUSTOM, _("every rule as you choose.")))
    screen.say(_("Which rules?"))
    for number, (name, words) in enumerate(choices, start=1):
        screen.say(f"  {number}  {name}: {words}")
    while True:
        answer = ask_answer(screen, _("Number or name [{default}]: ").format(default="1")) or "1"
        try:
            return _rules_of(screen, answer, [name for name, _words in choices])
        except RulesError as fault:
            screen.error(fault)


def _rules_of(screen: Screen, answer: str, names: list[str]) -> Rules:
    if answer.isdecimal() and 1 <= int(answer) <= len(names):
        answer = names[int(answer) - 1]
    if answer.casefold() in (CUSTOM, _("custom")):
        return ask_custom(screen)
    return find_rules(answer)


def ask_custom(screen: Screen) -> Rules:
    """Rules chosen option by option; options without effect are left out."""
    chosen: dict[str, object] = {}
    for option in OPTIONS:
        so_far = rules_from_options(chosen)
        if so_far.has_effect(option):
            chosen[option] = _ask_option(screen, option, so_far)
    return rules_from_options(chosen)


def _ask_option(screen: Screen, option: str, so_far: Rules) -> object:
    if option == "cascade_from":
        question = _("From which of his rolls on do a player's doubles cascade? 1: from the first, 0: never")
        return ask_number(screen, question, 0, MAX_CASCADE_FROM, so_far.cascade_from)
    choices = []
    for value in CHOICES[option]:
        shown = rules_from_options({**so_far.as_dict(), option: value})
        choices.append((value, explain_option(option, shown)))
    return ask_choice(screen, option, choices, str(getattr(so_far, option)))


def ask_number(screen: Screen, question: str, low: int, high: int, default: int) -> int:
    """A number from `low` to `high`; an empty answer is `default`."""
    while True:
        answer = ask_answer(screen, f"{question} [{default}]: ") or str(default)
        if answer.isdecimal() and low <= int(answer) <= high:
            return int(answer)
        screen.error(_("type a number from {low} to {high}").format(low=low, high=high))


def ask_opponent(screen: Screen) -> str:
    """The computer's level, or `FRIEND`."""
    choices = [(level.name, level.sentence) for level in level_words()]
    choices.append((FRIEND, _("somebody beside you, at this keyboard")))
    return ask_choice(screen, _("Against whom? The computer plays at seven levels:"), choices, DEFAULT_LEVEL)


def check_opponent(name: str, levels: Sequence[str]) -> str:
    """`name` itself, if it is a level or `FRIEND`.

    :raises UnknownPlayer: otherwise, with the nearest names.
    """
    names = [*levels, FRIEND]
    if name not in names:
        raise UnknownPlayer(_("unknown opponent {name!r}: {hint}").format(name=name, hint=nearest(name, names)))
    return name

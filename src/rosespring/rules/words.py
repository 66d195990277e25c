"""Each rule option in words, for players (rules.md sections 1 to 4)."""

from __future__ import annotations

from rosespring.language import gettext as _
from rosespring.rules.options import OPTIONS, Rules


def _cascade_from(rules: Rules) -> str:
    first = rules.cascade_from
    if first == 0:
        return _("Doubles never cascade: a double is four equal numbers, nothing more.")
    if first == 1:
        return _("Every double cascades: it is followed by every higher double, up to 6-6.")
    if rules.cascade_count == "game":
        return _(
            "Doubles cascade from the game's roll number {n} on: a double is followed by every higher double."
        ).format(n=first)
    return _("Doubles cascade from a player's roll number {n} on: a double is followed by every higher double.").format(
        n=first
    )


def _sentence(option: str, rules: Rules) -> str:
    sentences = {
        ("movement", "parallel"): _("Both sides move the same way round, from opposite corners."),
        ("movement", "contrary"): _(
            "The sides move in opposite directions; your last point is where your opponent starts."
        ),
        ("cascade_count", "player"): _("Each player's own rolls are counted for that."),
        ("cascade_count", "game"): _("The rolls of both players together are counted for that."),
        ("dice_use", "all"): _(
            "Both dice must be played if they can be; if only one can, the larger one if it can be played."
        ),
        ("dice_use", "free"): _("Any die that can be played may be played first, even if it shuts out the other."),
        ("rest", "passes"): _("Numbers that cannot be played pass to the opponent, who plays them before rolling."),
        ("rest", "lost"): _("Numbers that cannot be played are lost."),
        ("rest_scope", "cascade"): _("Only the rest of a cascading double passes; other unplayed numbers are lost."),
        ("rest_scope", "every-roll"): _("The rest of any roll passes, ordinary rolls included."),
        ("unstarted", "passes"): _("A roll of which nothing can be played passes whole."),
        ("unstarted", "lost"): _("A roll of which nothing can be played is lost."),
        ("receiver", "stops"): _(
            "The receiver plays on until a number cannot be played; all that is left then is lost."
        ),
        ("receiver", "skips"): _(
            "The receiver leaves out the numbers that cannot be played and goes on with the next."
        ),
        ("opening", "reroll"): _("Each side throws one die; the higher one rolls both dice anew and starts."),
        ("opening", "play"): _("Each side throws one die; the higher one starts by playing these two dice."),
        ("next_starter", "winner"): _("The winner of a game starts the next one."),
        ("next_starter", "roll"): _("Each game of a match starts with a new opening throw."),
    }
    return sentences[option, getattr(rules, option)]


def explain_option(option: str, rules: Rules) -> str:
    """One option of `rules` as a sentence for players, in the current language."""
    return _cascade_from(rules) if option == "cascade_from" else _sentence(option, rules)


def explain(rules: Rules) -> list[tuple[str, str]]:
    """The options of `rules` that have an effect, each with its sentence, in the order of rules.md."""
    return [(option, explain_option(option, rules)) for option in OPTIONS if rules.has_effect(option)]

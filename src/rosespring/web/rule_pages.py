"""What the rules pages say and draw beside the options: pictures, standard backgammon, and where sources disagree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from rosespring.board import Position, Side
from rosespring.language import gettext as _
from rosespring.notation.board_svg import board_svg
from rosespring.notation.position_text import parse_position
from rosespring.rules import PRESETS, Rules, explain_option, rules_id

BOOKS = (
    "Obolensky and James, Backgammon: The Action Game (Allen, 1969), p. 168",
    "Jacoby and Crawford, The Backgammon Book (Viking, 1970), p. 213",
    "Tzannes and Tzannes, Backgammon Games and Strategies (Barnes, 1977), p. 247",
    "Parlett, The Oxford History of Board Games (1999)",
)
NAMES = {
    "Gul Bara": "Rosespring Backgammon, Crazy Narde, gülbahar, gülbara, гюлбара, гюльбара, безумные нарды, "
    "Narde nebune",
    "Gioul": "γκιουλ",
}
"""What people call the games elsewhere; the same in every language."""


Question = tuple[str, list[str]]
"""What sources disagree about, and their answers."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position with steps drawn as arrows; Light's points are the same in both movements."""

    position: str
    steps: tuple[tuple[int, int], ...] = ()


_EXAMPLES = {
    "parallel": {
        "shut": Example(
            "gul-bara; Light 13×1 5×4 4×4 3×4 2×2; Dark 19×1 6×6 5×5 4×3; rolls 9 9; Light to play 65",
            ((13, 8), (8, 2)),
        ),
        "rest": Example(
            "gul-bara; Light 22×1 7×1 4×5 3×4 2×4; Dark 11×4 8×3 6×4 5×4; rolls 9 9; Light to play 5555 6666, cascade",
            ((7, 2),),
        ),
        "off": Example(
            "gul-bara; Light 6×1 3×3 2×2 1×2 off×7; Dark 6×5 5×5 3×5; rolls 19 18; Light to play 64", ((6, 2), (3, 0))
        ),
    },
    "contrary": {
        "shut": Example(
            "gioul; Light 13×1 5×4 4×4 3×4 2×2; Dark 18×1 6×6 5×5 4×3; rolls 9 9; Light to play 65",
            ((13, 8), (8, 2)),
        ),
        "rest": Example(
            "gioul; Light 22×1 7×1 4×5 3×4 2×4; Dark 11×4 8×4 6×4 5×3; rolls 9 9; Light to play 5555 6666, cascade",
            ((7, 2),),
        ),
        "off": Example(
            "gioul; Light 6×1 3×3 2×2 1×2 off×7; Dark 6×5 5×5 3×5; rolls 19 18; Light to play 64", ((6, 2), (3, 0))
        ),
    },
}


def start_picture(rules: Rules) -> Markup:
    """The board before the first roll, with both sides' ways."""
    words = explain_option("movement", rules)
    return _picture(Position.start(rules), (), words)


def example(movement: str, name: str, words: str) -> Markup:
    """One of the examples drawn; `words` say what it shows."""
    shown = _EXAMPLES[movement][name]
    return _picture(parse_position(shown.position), shown.steps, words)


def _picture(position: Position, steps: Sequence[tuple[int, int]], words: str) -> Markup:
    men = (position.men_of(Side.LIGHT), position.men_of(Side.DARK))
    arrows = [(int(Side.LIGHT), start, end) for start, end in steps]
    drawn = board_svg(men, position.rules.movement, arrows=arrows, title=words)
    # The page has the board's stylesheet already.
    return Markup(re.sub("<style>.*?</style>", "", drawn, flags=re.DOTALL))


def names_of(rules: Rules) -> str:
    """What else the game of `rules` is called."""
    preset = PRESETS.get(rules_id(rules))
    return NAMES.get(preset.game if preset else "", "")


def comparison(rules: Rules) -> list[tuple[str, str, str]]:
    """How `rules` differ from standard backgammon: what about, there, and here."""
    unplayed = [explain_option("rest", rules)]
    if rules.has_effect("rest_scope"):
        unplayed.append(explain_option("rest_scope", rules))
    return [
        (
            _("Start"),
            _("2, 5, 3 and 5 checkers on the points 24, 13, 8 and 6."),
            _("All 15 checkers on the own 24-point."),
        ),
        (_("Direction"), _("The sides move in opposite directions."), explain_option("movement", rules)),
        (
            _("Hitting"),
            _("A lone checker can be hit, and starts again from the bar."),
            _("None: a single checker holds its point."),
        ),
        (_("Doubles"), _("A double is played four times."), explain_option("cascade_from", rules)),
        (_("Numbers that cannot be played"), _("They are lost."), " ".join(unplayed)),
        (_("Doubling cube"), _("The stakes can be doubled during a game."), _("There is none.")),
        (
            _("Scoring"),
            _("A win counts 1, 2 or 3 points, times the cube."),
            _("A win counts 2 points if the loser has borne off nothing, else 1."),
        ),
    ]


def disagreements() -> list[Question]:
    """The questions that sources answer differently, each with who says what."""
    return [*_about_cascades(), *_about_rests(), *_about_rolls(), *_about_games()]


def _about_cascades() -> list[Question]:
    return [
        (
            _("When does the cascade start?"),
            [
                _(
                    "From the first roll on: the texts on Gioul, several web games of Gul Bara, and the crazy narde "
                    "of the Caucasus."
                ),
                _("From the fourth roll on: most texts on Gul Bara."),
                _("From the third roll on: one version of the Bulgarian Wikipedia."),
            ],
        ),
        (
            _("Whose rolls are counted?"),
            [
                _("Each player’s own: a Danish play site, tabla.bg and most programs."),
                _("Those of both players together: the letter of Wikipedia’s Gul Bara, and two programs."),
            ],
        ),
    ]


def _about_rests() -> list[Question]:
    return [
        (
            _("What happens to a number that cannot be played?"),
            [
                _("The rest is lost: a Danish play site, iTavli’s Gul Bara and some web games."),
                _(
                    "The opponent plays it before rolling: Wikipedia, Eighty Games, all texts on Gioul and the "
                    "Bulgarian sources."
                ),
            ],
        ),
        (
            _("And to the unused numbers of an ordinary roll?"),
            [
                _("They pass as well: Backgammon Galore’s Gioul and the rules of the Caucasus."),
                _("They are lost: everybody else, or nothing is said."),
            ],
        ),
        (
            _("What if nothing of the double can be played?"),
            [
                _("It is lost: the Bulgarian Wikipedia."),
                _("It passes whole: the other texts, taken by the letter."),
            ],
        ),
        (
            _("What if the receiver cannot play a number either?"),
            [
                _("They are left out, and the next number is tried: one Bulgarian program."),
                _("All that is left is lost: the others. The texts can be read both ways."),
            ],
        ),
    ]


def _about_rolls() -> list[Question]:
    return [
        (
            _("Must both dice be used, and the larger one if only one can be?"),
            [
                _("Yes: Bulgarian practice. It is stated for related games."),
                _("The texts on these two games say nothing about it."),
            ],
        ),
        (
            _("How is the first roll made?"),
            [
                _("Whoever throws the higher die rolls again: Wikipedia and Backgammon Galore."),
                _("Whoever throws the higher die plays the two dice thrown: Bulgarian practice."),
            ],
        ),
    ]


def _about_games() -> list[Question]:
    return [
        (
            _("Who begins the next game?"),
            [
                _("The winner: the texts on Gioul."),
                _("A new throw decides: Bulgarian practice."),
            ],
        ),
        (
            _("How are checkers borne off?"),
            [
                _("As in backgammon: nearly all sources."),
                _(
                    "By exact numbers only, without moves inside home: the crazy narde of the Caucasus. "
                    "This is not offered here."
                ),
            ],
        ),
        (
            _("Which way do the sides run in Gioul?"),
            [
                _("In opposite directions: Backgammon Galore, Wikipedia and iTavli."),
                _("The same way round: some Greek players."),
            ],
        ),
    ]


def captions() -> dict[str, str]:
    """What the examples show, by name."""
    return {
        "shut": _(
            "The 6 cannot be played from 13: a single dark checker holds point 7. With the 5 first, both numbers "
            "can be played: 13/8/2."
        ),
        "rest": _(
            "Light has rolled 5-5, a cascade, and has played 7/2. There is no other five to play: "
            "three fives and four sixes are left."
        ),
        "off": _(
            "Light has rolled 6 and 4. No checker stands on point 4, so the 4 moves one from a higher point: 6/2. "
            "Then the 6 takes the highest checker off, from 3."
        ),
    }


def examples(movement: str) -> dict[str, tuple[Markup, str]]:
    """The examples drawn for a movement, each with its words, by name."""
    return {name: (example(movement, name, words), words) for name, words in captions().items()}

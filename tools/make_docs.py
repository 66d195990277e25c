"""Draws the pictures of README and docs anew: ``make docs``."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rosespring.board import Side
from rosespring.game import Game
from rosespring.notation.board_svg import board_svg
from rosespring.players.duel import throws
from rosespring.players.player import PLAYERS, play_turn

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SEED = 6
"""A game in which both sides have built something worth looking at by the time of the picture."""


def middle_of_a_game(rules: str, rolls: int) -> Game:
    """A game between two careful players, stopped after `rolls` rolls."""
    game, dice, player = Game(rules), throws(SEED, 0), PLAYERS["careful"]
    while sum(game.position.rolls) < rolls or game.position.stages:
        if not game.position.stages:
            game.roll(*next(dice))
        for step in play_turn(player, game.position, Random(SEED))[0]:
            game.step(step)
    return game


def picture(rules: str, rolls: int) -> str:
    """The board after so many rolls, seen by Light."""
    position = middle_of_a_game(rules, rolls).position
    title = f"A game of {rules} after {rolls} rolls: Light is ivory and runs home to the bottom right"
    return board_svg((position.men_of(Side.LIGHT), position.men_of(Side.DARK)), position.rules.movement, title=title)


def main() -> None:
    """Write the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for rules, rolls in (("gul-bara", 14), ("gioul", 14)):
        path = IMAGES / f"{rules}.svg"
        path.write_text(picture(rules, rolls), "utf-8")
        print(f"wrote {path.relative_to(IMAGES.parent.parent)}")


if __name__ == "__main__":
    main()

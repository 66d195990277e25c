"""Positions and games draw themselves in notebooks."""

from __future__ import annotations

from xml.etree import ElementTree

from rosespring import Game
from rosespring.notation import position_svg


def test_a_game_is_drawn_as_its_position_seen_by_the_side_to_act() -> None:
    game = Game("gioul", 1)
    drawn = game._repr_svg_()  # type: ignore[attr-defined]
    assert drawn == game.position._repr_svg_() == position_svg(game.position)  # type: ignore[attr-defined]
    root = ElementTree.fromstring(drawn)
    assert (root.get("data-movement"), root.get("data-viewer")) == ("contrary", "1")


def test_a_game_says_what_it_is() -> None:
    game = Game("gul-bara")
    assert repr(game) == f"<Game after 0 actions: {game.position}>"

"""Pictures of values where people look at values: in notebooks."""

from __future__ import annotations

from rosespring.board import Position, Side
from rosespring.game import Game


def position_svg(position: Position, viewer: Side | None = None) -> str:
    """The board of `position` as SVG, seen by `viewer`, by the side to act if left out."""
    from rosespring.notation.board_svg import board_svg
    from rosespring.notation.position_text import format_position

    seen_by = position.side if viewer is None else viewer
    men = (position.men_of(Side.LIGHT), position.men_of(Side.DARK))
    return board_svg(men, position.rules.movement, viewer=seen_by, title=format_position(position))


def register() -> None:
    """Give positions and games the hook that notebooks draw with."""
    setattr(Position, "_repr_svg_", position_svg)  # noqa: B010  # the board room knows nothing of drawing
    setattr(Game, "_repr_svg_", lambda game: position_svg(game.position))  # noqa: B010

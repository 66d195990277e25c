"""What a page, its card and its preview say in short of a game or an invitation, in the language in use."""

from __future__ import annotations

from collections.abc import Sequence

from rosespring.language import gettext as _
from rosespring.language import ngettext
from rosespring.web.replays import GameTold, MatchTold


def invites(inviter: str, game: str) -> str:
    """Who invites to which game."""
    if not inviter:
        return _("You are invited to a game of {title}").format(title=game)
    return _("{name} invites you to a game of {title}").format(name=inviter, title=game)


def length_words(length: int) -> str:
    """To how many points a match is played."""
    if length == 1:
        return _("A single game.")
    return ngettext("A match to {n} point.", "A match to {n} points.", length).format(n=length)


def against(names: Sequence[str]) -> str:
    """Who plays against whom."""
    light, dark = names
    return _("{light} against {dark}").format(light=light, dark=dark)


def outcome(told: MatchTold, game: GameTold) -> str:
    """How a game has ended."""
    sentence = ngettext(
        "{name} has won game {game}: {n} point.", "{name} has won game {game}: {n} points.", game.points
    )
    return sentence.format(name=told.names[game.winner], game=game.game, n=game.points)


def standing(length: int, score: Sequence[int]) -> str:
    """The score of a match; empty for a single game."""
    light, dark = score
    sentence = _("The match stands at {light} : {dark}, played to {n}.")
    return sentence.format(light=light, dark=dark, n=length) if length > 1 else ""

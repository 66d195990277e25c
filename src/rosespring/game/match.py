"""A match: games to a number of points (rules.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from rosespring.board import Roll, Side
from rosespring.errors import GameOver, MustPlay, PositionError
from rosespring.game.game import Game
from rosespring.language import gettext as _
from rosespring.rules import Rules, find_rules

MAX_LENGTH = 99


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a match ended."""

    winner: Side
    points: int
    resigned: bool


class Match:
    """Games to `length` points: who starts, what is played, who leads.

    The match waits either for an opening throw (`needs_opening`) or for the end of `game`.

    :raises PositionError: for a length outside 1 … 99.
    """

    def __init__(self, rules: Rules | str | dict[str, object] = "gul-bara", length: int = 1) -> None:
        if type(length) is not int or not 1 <= length <= MAX_LENGTH:
            raise PositionError(f"expected a match length from 1 to {MAX_LENGTH} points, got {length!r}")
        self.rules = find_rules(rules)
        self.length = length
        self.results: list[Result] = []
        self.score: tuple[int, int] = (0, 0)
        """The points of Light and Dark."""
        self.game: Game | None = None

    @property
    def winner(self) -> Side | None:
        """The side that has reached the length, or None."""
        light, dark = self.score
        if light >= self.length:
            return Side.LIGHT
        return Side.DARK if dark >= self.length else None

    @property
    def number(self) -> int:
        """The number of the current game, from 1."""
        return len(self.results) + (0 if self.winner is not None else 1)

    @property
    def needs_opening(self) -> bool:
        """Whether the next thing is an opening throw."""
        return self.game is None and self.winner is None

    def open(self, light: int, dark: int) -> Side | None:
        """An opening throw of one die each: the side that starts, or None for a tie.

        With `opening` ``play`` the starter has these two dice to play, as his first roll.

        :raises MustPlay: while a game is going on.
        :raises GameOver: when the match is over.
        :raises PositionError: for dice other than 1 to 6.
        """
        if self.winner is not None:
            raise GameOver(_("the match is over"))
        if self.game is not None:
            raise MustPlay(_("a game is going on: no opening throw"))
        if Roll.of(light, dark).double:
            return None
        starter = Side.LIGHT if light > dark else Side.DARK
        game = Game(self.rules, starter)
        if self.rules.opening == "play":
            game.roll(light, dark)
        self.game = game
        return starter

    def finish_game(self) -> Result:
        """Count the finished game; the next one is ready to be opened or, with `next_starter` ``winner``, to be rolled.

        :raises MustPlay: while the game goes on.
        """
        if self.game is None or self.game.winner is None:
            raise MustPlay(_("the game is not over"))
        result = Result(self.game.winner, self.game.points, self.game.resigned is not None)
        self.results.append(result)
        light, dark = self.score
        won = result.points
        self.score = (light + won, dark) if result.winner is Side.LIGHT else (light, dark + won)
        starts_anew = self.winner is None and self.rules.next_starter == "winner"
        self.game = Game(self.rules, result.winner) if starts_anew else None
        return result

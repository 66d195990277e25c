"""The parts that server and players have in the dice of a match, as far as they are there."""

from __future__ import annotations

from msgspec import Struct

from rosespring.board import Side
from rosespring.web import fairness, log
from rosespring.web.fairness import GameName, Throw
from rosespring.web.log import DiceKind

DRAWN = "drawn together"
HAND = "thrown by hand"
"""Where throws came from, for records."""


class Parts:
    """Hashes and seeds of one match. What is secret stays in here until it may be shown."""

    def __init__(self, kind: DiceKind = "server") -> None:
        self.kind = kind
        self.server: bytes | None = None
        self.commits: list[bytes | None] = [None, None]
        self.seeds: list[bytes | None] = [None, None]
        self.kept: list[bytes | None] = [None, None]
        self._top = b""
        self._games = 0

    @property
    def together(self) -> bool:
        """Whether the dice of this table are drawn out of everybody's parts."""
        return self.kind in ("drawn", "own")

    @property
    def missing(self) -> bool:
        """Whether a part is missing without which nothing can be thrown."""
        return self.together and (self.server is None or None in self.seeds)

    def take(self, what: log.Sealed | log.Committed | log.Revealed) -> None:
        """Take in one event."""
        match what:
            case log.Sealed(server, top, games):
                self.server, self._top, self._games = bytes.fromhex(server), bytes.fromhex(top), games
            case log.Committed(side, commitment, kept):
                self.commits[side], self.kept[side] = bytes.fromhex(commitment), bytes.fromhex(kept) or None
            case log.Revealed(side, seed):
                self.seeds[side] = bytes.fromhex(seed)

    def may_commit(self, side: Side) -> bool:
        """Whether a side's hash is awaited."""
        return self.missing and self.server is not None and self.commits[side] is None

    def may_reveal(self, side: Side) -> bool:
        """Whether a side's seed is awaited: nobody shows his before all are fixed."""
        return self.missing and None not in self.commits and self.seeds[side] is None

    def server_part(self, game: int) -> bytes:
        """The server's part in game number `game`: a secret until that game is over."""
        return fairness.server_part(self._top, self._games, game)

    def seed(self, name: GameName) -> bytes:
        """The seed of a game: a secret, too.

        :raises ValueError: while a part is missing.
        """
        light, dark = self.seeds
        if light is None or dark is None:
            raise ValueError(f"no seed of {name} before all parts are there")
        return fairness.game_seed(self.server_part(name.game), name, (light, dark))

    def throw(self, name: GameName, count: int) -> Throw:
        """The throw number `count` of a game, from 1."""
        return fairness.throw(self.seed(name), count)


class ShownParts(Struct, frozen=True):
    """What everybody may see of the parts, as hexadecimal digits: hashes as soon as, and seeds once, they are there."""

    kind: str
    server: str | None
    commits: list[str | None]
    seeds: list[str | None]


def shown_parts(parts: Parts) -> ShownParts:
    """The parts as they may be shown while the match goes on."""
    return ShownParts(
        parts.kind,
        _digits(parts.server),
        [_digits(each) for each in parts.commits],
        [_digits(each) for each in parts.seeds],
    )


def _digits(part: bytes | None) -> str | None:
    return None if part is None else part.hex()

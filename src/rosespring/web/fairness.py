"""Dice that nobody can choose: hashes first, then seeds, then rolls by HMAC (docs/fairness.md). Pure functions."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from hmac import digest

from rosespring.errors import RosespringError

Throw = tuple[int, int]

PART = 32
"""Bytes of a seed, of a hash and of a key; 64 hexadecimal digits as text."""
LISTED = 600
"""Throws of a game in its sealed list; a game has 40 to 120 of them, and a longer one goes on by the same rule."""
FAIR_BYTES = 252
"""The largest multiple of 6 that a byte can reach: a byte from here on is passed over, so that no face is favoured."""


class FairnessError(RosespringError, ValueError):
    """A seed, hash or dice file that is none; the message names the offending value."""


@dataclass(frozen=True, slots=True)
class GameName:
    """Which game is meant: the table's id, and the numbers of match and game, from 1."""

    table: str
    match: int
    game: int


def new_seed() -> bytes:
    """A seed from the randomness of the operating system."""
    return secrets.token_bytes(PART)


def parse_part(text: object) -> bytes:
    """The 32 bytes of a seed, hash or key.

    :raises FairnessError: unless it is 64 hexadecimal digits in small letters.
    """
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-f]{64}", text):
        shown = text if not isinstance(text, str) or len(text) <= 80 else text[:80] + "…"
        raise FairnessError(f"expected 64 hexadecimal digits in small letters, got {shown!r}")
    return bytes.fromhex(text)


def commitment(seed: bytes) -> bytes:
    """The hash that is published before `seed` is."""
    return sha256(seed).digest()


def server_part(top: bytes, games: int, game: int) -> bytes:
    """The server's part of game number `game` of `games`: `top` is the last one's, and each hashes to the one before.

    Part 0 is the server's published hash. A part tells nothing of later ones, so it can be shown when its game ends.
    """
    part = top
    for _ in range(games - game):
        part = commitment(part)
    return part


def game_seed(part: bytes, name: GameName, seeds: tuple[bytes, bytes]) -> bytes:
    """The seed of a game: an HMAC, keyed with the server's part, over the game's name and both players' seeds."""
    light, dark = seeds
    lines = ("rosespring dice 1", name.table, name.match, name.game, light.hex(), dark.hex())
    return _hmac(part, "\n".join(map(str, lines)))


def throw(seed: bytes, count: int) -> Throw:
    """The throw number `count` of a game, from 1, opening throws included; it depends on nothing else."""
    fair = _fair_bytes(seed, count)
    return next(fair) % 6 + 1, next(fair) % 6 + 1


def _fair_bytes(seed: bytes, count: int) -> Iterator[int]:
    block = 0
    while True:
        yield from (byte for byte in _hmac(seed, f"throw {count} {block}") if byte < FAIR_BYTES)
        block += 1


def sealed_list(part: bytes, seed: bytes) -> bytes:
    """The first 600 throws of a game, two digits each, hidden under a stream of bytes that only `part` makes."""
    digits = "".join(f"{a}{b}" for a, b in (throw(seed, count) for count in range(1, LISTED + 1)))
    return _masked(part, digits.encode())


def opened_list(part: bytes, sealed: bytes) -> list[Throw]:
    """The throws in a sealed list.

    :raises FairnessError: if `part` does not open it.
    """
    digits = _masked(part, sealed).decode("latin-1")
    if not re.fullmatch(r"([1-6]{2})*", digits):
        raise FairnessError("the key does not open the sealed list")
    return [(int(digits[at]), int(digits[at + 1])) for at in range(0, len(digits), 2)]


def _masked(part: bytes, data: bytes) -> bytes:
    blocks = range((len(data) + PART - 1) // PART)
    stream = b"".join(_hmac(part, f"list {block}") for block in blocks)
    return bytes(a ^ b for a, b in zip(data, stream, strict=False))


def _hmac(key: bytes, message: str) -> bytes:
    return digest(key, message.encode(), "sha256")

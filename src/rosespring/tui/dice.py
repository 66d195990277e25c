"""Where the dice of a terminal game come from."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Protocol

from rosespring.errors import NotationError
from rosespring.language import gettext as _

HAND = "by hand"
CHANCE = "random dice"
MAX_SEED = 10**100 - 1


class Dice(Protocol):
    """A source of throws of two dice; `name` stands in records."""

    @property
    def name(self) -> str:
        """How a record names it."""
        ...

    def throw(self, number: int) -> tuple[int, int]:
        """The throw number `number` of a match, from 0, opening throws included."""
        ...


class ChanceDice:
    """Dice from the randomness of the operating system."""

    name = CHANCE

    def throw(self, number: int) -> tuple[int, int]:
        """Two fresh dice, whatever `number` is."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


@dataclass(frozen=True)
class SeededDice:
    """Dice that a seed determines: the same throws in the same order, on every machine and after every break."""

    seed: int

    @property
    def name(self) -> str:
        """How a record names it."""
        return f"seed {self.seed}"

    def throw(self, number: int) -> tuple[int, int]:
        """Two dice out of a hash of seed and number; bytes that would favour low faces are left out."""
        faces: list[int] = []
        for block in count():
            digest = sha256(f"rosespring {self.seed} {number} {block}".encode()).digest()
            faces += [byte % 6 + 1 for byte in digest if byte < 252]
            if len(faces) >= 2:
                break
        return faces[0], faces[1]


def dice_named(name: str) -> Dice | None:
    """The dice that a record names; None if they are typed by hand. Unknown sources go on with chance."""
    if name == HAND:
        return None
    seed = re.fullmatch(r"seed (-?[0-9]{1,100})", name)
    return SeededDice(int(seed[1])) if seed else ChanceDice()


def parse_dice(text: str) -> tuple[int, int]:
    """Two dice as people type them: ``4 4``, ``44``, ``6-5``.

    :raises NotationError: for anything else.
    """
    match = re.fullmatch(r"([1-6])[\s,/-]*([1-6])", text.strip())
    if not match:
        raise NotationError(_("type two dice from 1 to 6, like 4 4 or 65"))
    return int(match[1]), int(match[2])

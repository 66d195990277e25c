"""The server's own dice: an operator's script, or chance at tables from before dice were drawn together."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from pathlib import Path

from rosespring.errors import RosespringError


class DiceError(RosespringError):
    """Dice that cannot be thrown: a script that is faulty or has run out."""


class Dice(ABC):
    """A source of throws of two dice; `name` goes into records."""

    name: str
    scripted: bool = True
    """Whether new tables are to use them, rather than draw their dice together."""

    @abstractmethod
    def throw(self, count: int) -> tuple[int, int]:
        """The throw number `count` of a table, counted from 1, opening throws included."""


class RandomDice(Dice):
    """Dice from the randomness of the operating system.

    `secrets.randbelow` draws again what does not divide evenly, so no face is favoured.
    """

    name = "random dice"
    scripted = False

    def throw(self, count: int) -> tuple[int, int]:
        """Two fresh dice, whatever `count` is."""
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


class ScriptedDice(Dice):
    """Dice that an operator has written down, the same for every table.

    :raises DiceError: for a pair that is none.
    """

    name = "scripted dice"

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        self._pairs = pairs

    @classmethod
    def read(cls, path: Path) -> ScriptedDice:
        """The script in a text file with one pair like ``4 3`` a line; empty lines and ``#`` lines do not count.

        :raises DiceError: if the file cannot be read or a line is no pair.
        """
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise DiceError(f"cannot read the scripted dice in {path}: {error}") from error
        numbered = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
        return cls([_pair(path, number, line) for number, line in numbered if line and not line.startswith("#")])

    def throw(self, count: int) -> tuple[int, int]:
        """The pair number `count` of the script.

        :raises DiceError: when the script has run out.
        """
        if count > len(self._pairs):
            raise DiceError(f"the scripted dice have run out: throw {count} of {len(self._pairs)} was asked for")
        return self._pairs[count - 1]


def _pair(path: Path, number: int, line: str) -> tuple[int, int]:
    words = line.split()
    if len(words) != 2 or any(word not in {"1", "2", "3", "4", "5", "6"} for word in words):
        raise DiceError(f"expected two dice like '4 3', got {line!r} in line {number} of {path}")
    return int(words[0]), int(words[1])


def dice_of(script: Path | None) -> Dice:
    """The dice for a server with or without a script.

    :raises DiceError: for a faulty script.
    """
    return ScriptedDice.read(script) if script else RandomDice()

"""Every exception that Rosespring raises.

::

    RosespringError
    ├── RulesError          an option or preset that does not exist
    ├── PositionError       checkers, stages or counts that no position can have
    ├── NotationError       text that does not say a step, position or record
    ├── UnknownPlayer       a player or level that does not exist
    ├── TableError          a table of endings that is damaged, foreign, missing or unknown
    ├── WeightsError        a file of weights that is damaged, foreign or of another version
    └── PlayError           something that cannot be done now
        ├── IllegalStep     a step that the rules refuse, with the reason
        ├── MustRoll        there is nothing to play before the next roll
        ├── MustPlay        numbers are still to be played
        ├── GameOver        the game has ended
        └── NothingToUndo   nothing has been done yet

All but `PlayError` and its children are `ValueError`s too, and so is `IllegalStep`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

PlayCode = Literal["not-now", "illegal-step", "must-roll", "must-play", "game-over", "nothing-to-undo"]


class RosespringError(Exception):
    """The root of the tree: catch it to catch everything raised on purpose."""


class RulesError(RosespringError, ValueError):
    """An unknown rule option, value or preset; the message names the nearest valid ones."""


class PositionError(RosespringError, ValueError):
    """A position that cannot be: wrong counts, shared points, impossible stages.

    `reason`: why, in a sentence in the language in use for those who set positions up; empty where only programs err.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class NotationError(RosespringError, ValueError):
    """Text that cannot be read; `line` is the first faulty line, counted from 1, where known: the message names it."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class UnknownPlayer(RosespringError, ValueError):
    """A player's name that does not exist; the message names the nearest ones."""


class TableError(RosespringError, ValueError):
    """A table of endings that cannot be used; the message names the file or table and the reason."""


class WeightsError(RosespringError, ValueError):
    """A file of weights that cannot be used; the message names the file and the reason."""


class PlayError(RosespringError):
    """An action that cannot be taken now; `code` is its name in the protocols."""

    code: ClassVar[PlayCode] = "not-now"


class IllegalStep(PlayError, ValueError):
    """A step that the rules refuse."""

    code = "illegal-step"


class MustRoll(PlayError):
    """Nothing is left to play: the side to act must roll."""

    code = "must-roll"


class MustPlay(PlayError):
    """Numbers are left to play: no roll yet."""

    code = "must-play"


class GameOver(PlayError):
    """The game has ended."""

    code = "game-over"


class NothingToUndo(PlayError):
    """There is no step or roll to take back."""

    code = "nothing-to-undo"

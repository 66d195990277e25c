"""What the two players say to each other: heard by whoever is there, and stored nowhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import timedelta

from msgspec import Struct

from rosespring.board import Side
from rosespring.language import gettext as _
from rosespring.web.limits import TokenBuckets
from rosespring.web.lines import one_line
from rosespring.web.protocol import Chat, Refused, Say, Talk

AT_ONCE = 5
"""So many phrases in a row; then one more every few seconds."""
EVERY = timedelta(seconds=4)
REMEMBERED = 32
"""Things said, by their ids; a page that has heard no answer says the last few once more when it comes back."""


class Said(Struct, frozen=True):
    """What a side has said: a phrase that each page knows in its own language, or words."""

    side: int
    phrase: str | None
    text: str


class Conversation:
    """Who allows free words, and how fast the two talk. `clock` says the time in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.allowed = [False, False]
        self._buckets = TokenBuckets(AT_ONCE, EVERY)
        self._clock = clock
        self._heard: deque[tuple[Side, str]] = deque(maxlen=REMEMBERED)

    def take(self, side: Side, talk: Talk, command_id: str) -> Said | None:
        """What is to be told; None where it has been heard before, or only the permission may have changed.

        :raises Refused: for too many words, empty ones, or free ones that the other has not allowed.
        """
        if (side, command_id) in self._heard or (isinstance(talk, Chat) and self.allowed[side] == talk.on):
            return None
        said = None if isinstance(talk, Chat) else Said(int(side), talk.phrase, self._own_words(talk))
        if not self._buckets.take(side.name, self._clock()):
            raise Refused("not-now", _("that was a lot at once: please wait a moment"))
        self._heard.append((side, command_id))
        if isinstance(talk, Chat):
            self.allowed[side] = talk.on
        return said

    def _own_words(self, talk: Say) -> str:
        if talk.phrase:
            return ""
        if not all(self.allowed):
            raise Refused("not-now", _("you can write to each other when both have allowed it"))
        if not (words := one_line(talk.text)):
            raise Refused("bad-message", _("there is nothing to say"))
        return words

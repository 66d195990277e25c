"""The tutor at the terminal: against the computer it speaks up before a turn is over that gives much away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rosespring.board import Position, Side, Step
from rosespring.errors import NotationError, PlayError, TableError, WeightsError
from rosespring.game import Match
from rosespring.language import gettext as _
from rosespring.notation.steps import format_steps
from rosespring.players.thinkers import Needs
from rosespring.players.warming import is_warm, warm
from rosespring.tui.screen import Screen
from rosespring.tui.table import Table

if TYPE_CHECKING:
    from rosespring.analysis.tutor import Objection

Objects = Callable[[Position, Sequence[Step], Needs | None], "Objection | None"]
_MOST = 4.0
"""No play gives away more: from winning 2 points to losing 2."""


def _objection(position: Position, steps: Sequence[Step], needs: Needs | None) -> Objection | None:
    # Imported when it is wanted: two friends at a keyboard need no network.
    from rosespring.analysis.tutor import objection

    return objection(position, steps, needs)


def doubtful() -> float:
    """From how many points on a play is doubtful."""
    from rosespring.analysis import Thresholds

    return Thresholds().doubtful


@dataclass
class Tutor:
    """Speaks of turns that give away `limit` points or more (None: what is doubtful), of each way to play one once."""

    on: bool = False
    limit: float | None = None
    objects: Objects = _objection
    _spoken: tuple[Position, tuple[Step, ...]] | None = None
    _found: Objection | None = None

    def warns(self, screen: Screen, table: Table) -> bool:
        """Whether it has just warned of the turn that is about to be done."""
        turn = table.turn
        if not (self.on and turn.may_done and table.computer(turn.owner.other) and not table.computer(turn.owner)):
            return False
        key = turn.steps[0].before, turn.played
        if key == self._spoken:
            return False
        self._spoken, self._found = key, self._objection(screen, table, key)
        if self._found is None or self._found.cost < self._limit:
            return False
        screen.say(_("The tutor: {words}").format(words=self._found.words()))
        screen.say(_("done plays on anyway, undo all takes the turn back, better shows what to play."))
        return True

    def better(self, screen: Screen, table: Table) -> str:
        """The better play of the turn that it warned of last.

        :raises NotationError: if it has not warned of this turn.
        """
        steps = table.turn.steps
        begun = steps[0].before if steps else table.turn.game.position
        if self._found is None or self._spoken is None or begun != self._spoken[0]:
            raise NotationError(_("the tutor has not warned of this turn"))
        return _("Better: {steps}.").format(steps=format_steps(self._found.better, begun, screen.look.dot))

    def set(self, word: str | None) -> str:
        """Switch on, off, over (None), or on from an amount; what is said of it.

        :raises NotationError: for another word.
        """
        if word in (None, "on", "off"):
            self.on = not self.on if word is None else word == "on"
        else:
            self.limit, self.on = parse_limit(str(word)), True
        if not self.on:
            return _("The tutor is silent.")
        words = _("Against the computer, the tutor warns you before a turn that gives away {limit} points or more.")
        return words.format(limit=f"{self._limit:g}")

    @property
    def _limit(self) -> float:
        return doubtful() if self.limit is None else self.limit

    def _objection(
        self, screen: Screen, table: Table, key: tuple[Position, tuple[Step, ...]]
    ) -> Objection | None:  # fmt: skip
        if not is_warm():
            screen.say(_("The computer is getting ready, this once; it takes some seconds …"))
            warm()
        needs = _needs(table.recorder.match, key[0].side)
        try:
            with screen.console.interruptible():
                return self.objects(*key, needs)
        except (WeightsError, TableError, PlayError) as fault:
            self.on = False
            screen.error(_("The tutor is silent from now on: {reason}.").format(reason=fault))
            return None


def _needs(match: Match, side: Side) -> Needs | None:
    """The points that `side` and the other need; None in a single game, where points count."""
    if match.length == 1:
        return None
    return match.length - match.score[side], match.length - match.score[side.other]


def parse_limit(text: str) -> float:
    """Points from a text.

    :raises NotationError: unless they are above 0 and can be given away in a game.
    """
    try:
        limit = float(text.replace(",", "."))
    except ValueError:
        limit = 0.0
    if not 0 < limit <= _MOST:
        raise NotationError(_("expected on, off or points like 0.05, got {word!r}").format(word=text))
    return limit

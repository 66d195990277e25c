"""A quiz of one's own costliest moments: what is asked, what may be chosen, what an answer costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from rosespring.analysis.as_csv import Moment
from rosespring.analysis.judging import Judge
from rosespring.analysis.verdicts import MatchVerdict, Play
from rosespring.board import Position, Side, Step
from rosespring.errors import MustPlay
from rosespring.game import Game, OpenTurn
from rosespring.language import gettext as _
from rosespring.players.thinkers import Needs

CHOICES = 4
BEST_BELOW = 5e-4
"""A play that costs less is as good as the best."""
_COMPUTER = "Computer ("


@dataclass(frozen=True, slots=True)
class Question:
    """A moment: the `position`, plays to choose from in a settled disorder, and the score (None: points count)."""

    moment: Moment
    position: Position
    choices: tuple[Play, ...]
    needs: Needs | None

    @property
    def key(self) -> str:
        """By which an answer is remembered: the position and the score."""
        return sha256(f"{self.position} {self.needs}".encode()).hexdigest()[:16]

    @property
    def best(self) -> Play:
        """The best play."""
        return self.moment.turn.plays[0]

    @property
    def made(self) -> Play:
        """The play that was made."""
        return next(play for play in self.moment.turn.plays if play.played)

    def cost(self, steps: Sequence[Step], judge: Judge) -> float:
        """What a whole turn costs, in points.

        :raises MustPlay: while a number can still be played.
        :raises PlayError: for steps that cannot be played.
        """
        ends = _end(self.position, steps)
        for play in self.moment.turn.plays:
            if _end(self.position, play.steps) == ends:
                return play.cost
        return judge.turn(self.position, steps, self.needs).cost


def questions(verdicts: Sequence[tuple[str, MatchVerdict]], player: str, least: float, most: int) -> list[Question]:
    """The `most` costliest moments of a player that cost at least so much, the costliest first; each position once.

    `player`: a name, ``light`` or ``dark``, or nothing for all people (all, where there are none or only people).
    """
    found = [
        Moment(file, verdict.record.players[turn.side], game, turn)
        for file, verdict in verdicts
        for game, turn in verdict.turns()
        if turn.cost >= least and turn.side in sides_of(verdict, player)
    ]
    asked: dict[str, Question] = {}
    lengths = {id(game): verdict.record.length for _file, verdict in verdicts for game in verdict.games}
    for moment in sorted(found, key=lambda each: -each.turn.cost):
        question = _question(moment, lengths[id(moment.game)])
        asked.setdefault(question.key, question)
    return list(asked.values())[:most]


def sides_of(verdict: MatchVerdict, player: str) -> set[Side]:
    """The sides that are meant by a name."""
    names = verdict.record.players
    wanted = player.strip().casefold()
    if wanted:
        return {side for side in Side if wanted in (names[side].casefold(), side.name.casefold())}
    return {side for side in Side if not names[side].startswith(_COMPUTER)} or set(Side)


def _question(moment: Moment, length: int) -> Question:
    turn, score = moment.turn, moment.game.score
    position = turn.decision
    assert position is not None  # a play that costs something was one
    needs = None if length == 1 else (length - score[turn.side], length - score[turn.side.other])
    best, made = turn.plays[0], next(play for play in turn.plays if play.played)
    others = [play for play in turn.plays if play not in (best, made)]
    choices = [best, *([made] if made is not best else []), *others][:CHOICES]
    # The same order each time: who comes back finds what he has seen.
    Random(str(position)).shuffle(choices)
    return Question(moment, position, tuple(choices), needs)


def _end(position: Position, steps: Sequence[Step]) -> Position:
    """The position after a whole turn."""
    turn = OpenTurn(Game.from_position(position))
    for step in steps:
        turn.step(step)
    if not turn.may_done:
        raise MustPlay(_("a number can still be played"))
    return turn.game.position

"""A rollout under way: what its trials say so far, and whether that is enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rosespring.board import Position, Side, Step
from rosespring.evaluation.network import Network
from rosespring.rollouts.estimates import Estimate, Floats, Groups
from rosespring.rollouts.settings import FEWEST, ROUND, Settings, Stop
from rosespring.rollouts.trials import Candidate, Found, Trials, first_rolls, is_decided


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one candidate: its value and its chances, and by how much less it is worth than the best.

    `value` and `loss` are points, or at a match score chances to win the match; `loss` has the standard error of the
    difference, since candidates meet the same dice; the best has none.
    """

    candidate: Candidate
    value: Estimate
    win: Estimate
    win2: Estimate
    lose2: Estimate
    loss: Estimate | None


class Rollout:
    """Rolls out `position`, or each of the `plays` of its side to act, as `settings` say; it may go on at any time.

    All values are those of the side to act in `position`.

    :raises IllegalStep: for a step that the rules refuse.
    :raises PositionError: for a network of another `movement`.
    """

    def __init__(
        self,
        network: Network,
        position: Position,
        plays: Sequence[Sequence[Step]] = (),
        settings: Settings | None = None,
        threads: int = 1,
    ) -> None:
        self.network = network
        self.position = position
        self.settings = settings or Settings()
        self.candidates = [Candidate.of(position, tuple(steps)) for steps in plays or ((),)]
        self.found = [Found.empty() for _ in self.candidates]
        self._trials = Trials(network, position.side, self.settings, threads)

    @property
    def side(self) -> Side:
        """The side whose values are told."""
        return self.position.side

    @property
    def done(self) -> int:
        """How many trials each candidate has had."""
        return len(self.found[0])

    def run(self, stop: Stop) -> Iterator[list[Standing]]:
        """Play on until it is enough; gives the `standings` after each round of trials."""
        while not self.enough(stop):
            end = min((self.done // ROUND + 1) * ROUND, stop.trials)
            more = self._trials.play(self.candidates, self.done, end - self.done)
            self.found = [had + new for had, new in zip(self.found, more, strict=True)]
            yield self.standings()

    def enough(self, stop: Stop) -> bool:
        """Whether there are trials enough."""
        if self.done >= stop.trials:
            return True
        if self.done < FEWEST or self.done % ROUND:
            return False
        standings = self.standings()
        return _is_sure(standings, stop.error) or _is_clear(standings, stop.clear)

    def standings(self) -> list[Standing]:
        """What is known of each candidate, the best first."""
        values = [self._values(found) for found in self.found]
        groups = self._groups()
        worths = [self._estimate(index, groups[index], values[index], self._unit) for index in range(len(values))]
        order = sorted(range(len(values)), key=lambda index: -worths[index].mean)
        best = order[0]
        # A candidate that ends the game has met no dice.
        dice = [
            groups[best] if each.after.winner is not None else group
            for each, group in zip(self.candidates, groups, strict=True)
        ]
        losses = [
            self._estimate(index, dice[index], values[best] - values[index], self._unit) for index in range(len(values))
        ]
        return [
            self._standing(index, worths[index], None if index == best else losses[index], groups[index])
            for index in order
        ]

    def _standing(self, index: int, value: Estimate, loss: Estimate | None, group: Groups) -> Standing:
        one, two, _lose_one, lose_two = self.found[index].chances.T
        win, win2, lose2 = (self._estimate(index, group, chances, 1.0) for chances in (one + two, two, lose_two))
        return Standing(self.candidates[index], value, win, win2, lose2, loss)

    def _estimate(self, index: int, group: Groups, values: Floats, jump: float) -> Estimate:
        """A mean of candidate `index`; with the luck off, or where an exact table speaks, no trial jumps."""
        certain = self.settings.reduce or is_decided(self.candidates[index].after, self.settings)
        return group.estimate(values, 0.0 if certain else jump)

    @property
    def _unit(self) -> float:
        """What lies between a win and a loss, in what values are told in."""
        utility = self._trials.utility
        return (utility[0] - utility[2]) / (1 if self.settings.needs is None else 2)

    def _groups(self) -> list[Groups]:
        return [
            Groups.of_pairs(found.pairs, first_rolls(candidate.after))
            for found, candidate in zip(self.found, self.candidates, strict=True)
        ]

    def _values(self, found: Found) -> Floats:
        """What each trial is worth: points, or chances to win the match."""
        worth: Floats = found.chances @ self._trials.utility
        return worth if self.settings.needs is None else (worth + 1) / 2


def _is_sure(standings: list[Standing], error: float | None) -> bool:
    return error is not None and all(standing.value.error <= error for standing in standings)


def _is_clear(standings: list[Standing], clear: float | None) -> bool:
    """Whether the best is better than each other by so many joint standard deviations."""
    losses = [standing.loss for standing in standings if standing.loss]
    return clear is not None and bool(losses) and all(loss.mean > clear * loss.error for loss in losses)

"""Judging a match: the luck of every roll and the cost of every play, so that they add up to the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from rosespring.analysis.scope import SCOPES, USUAL, Scope
from rosespring.analysis.store import Store, StoredValuer
from rosespring.analysis.turns import Turn, is_forced, turns_of
from rosespring.analysis.values import Valuer, Way
from rosespring.analysis.verdicts import GameVerdict, MatchVerdict, Play, StageVerdict, TurnVerdict
from rosespring.board import Position, Side, Step
from rosespring.evaluation import Outlook
from rosespring.evaluation.match_equity import LONGEST, match_equity
from rosespring.evaluation.network import Network, network_for
from rosespring.game import Game
from rosespring.notation.record import Record
from rosespring.notation.records import replay_games
from rosespring.players.thinkers import Needs, utility_of
from rosespring.search.choose import Utility

Progress = Callable[[float], None]
TOP = 5
"""Plays of a turn that are told."""


def judge(
    record: Record,
    scope: Scope = SCOPES[USUAL],
    network: Network | None = None,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> MatchVerdict:
    """Judge a match by `network`, else by the program's own for its rules; see `Judge`.

    :raises NotationError: naming game and action of the record's first fault.
    :raises PositionError: for a network of another `movement`.
    """
    return Judge(scope, network, threads=threads).match(record, progress)


class Judge:
    """Judges one match after another, and remembers positions from one to the next; with a `store`, also those on disk.

    Results depend neither on `threads` nor on what is remembered.
    """

    def __init__(
        self,
        scope: Scope = SCOPES[USUAL],
        network: Network | None = None,
        *,
        threads: int = 1,
        store: Store | None = None,
    ) -> None:
        self.scope = scope
        self.network = network
        self.threads = threads
        self.store = store
        self._valuers: dict[tuple[str, Utility], Valuer] = {}

    def match(self, record: Record, progress: Progress | None = None) -> MatchVerdict:
        """The verdict on a match; `progress` is called with the share that is done. See `judge` for errors."""
        _recorder, games = replay_games(record)
        network = self.network or network_for(record.rules)
        score, found = (0, 0), []
        for index, game in enumerate(games):
            stakes = Stakes.of(network, record.length, score)
            valuer = self._valuer(network, stakes.utility)
            _look_up(valuer, game, self.threads, _part(progress, index, len(games)))
            throws = bool(record.games[index].throws)
            found.append(_GameJudge(valuer, stakes, game).verdict(index + 1, score, throws))
            if game.winner is not None:
                score = _added(score, game)
        return MatchVerdict(record, tuple(found), self.scope.name, network.card.sha256)

    def turn(self, position: Position, steps: Sequence[Step], needs: Needs | None = None) -> TurnVerdict:
        """The verdict on `steps`, all that a side played in a turn of its own from `position` on.

        `needs`: the points that it and the other need to win the match; None where points count.

        :raises PlayError: for steps that cannot be played.
        """
        game = Game.from_position(position)
        for step in steps:
            game.step(step)
        network = self.network or network_for(position.rules)
        stakes = Stakes.at(network, needs if position.side is Side.LIGHT or needs is None else needs[::-1])
        valuer = self._valuer(network, stakes.utility)
        return _GameJudge(valuer, stakes, game).verdict(1, (0, 0), opening=False).turns[0]

    def _valuer(self, network: Network, utility: Utility) -> Valuer:
        key = network.card.sha256 + network.card.movement, utility
        if key not in self._valuers:
            known = StoredValuer(network, self.scope, utility, self.store) if self.store else None
            self._valuers[key] = known or Valuer(network, self.scope, utility)
        return self._valuers[key]


def _added(score: tuple[int, int], game: Game) -> tuple[int, int]:
    light, dark = score
    return (light + game.points, dark) if game.winner is Side.LIGHT else (light, dark + game.points)


def _part(progress: Progress | None, index: int, games: int) -> Progress:
    return (lambda share: progress((index + share) / games)) if progress else (lambda _share: None)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a game is about: Light's utility of its ends, that of the score before it, and how to speak of it."""

    utility: Utility
    before: float
    chance: float | None

    @classmethod
    def of(cls, network: Network, length: int, score: tuple[int, int]) -> Stakes:
        """Points in a single game; else chances to win the match, from -1 to 1."""
        return cls.at(network, None if length == 1 else (length - score[0], length - score[1]))

    @classmethod
    def at(cls, network: Network, needs: Needs | None) -> Stakes:
        """As `of`, by the points that Light and Dark need."""
        if needs is None:
            return cls(utility_of(network, None), 0.0, None)
        few = min(needs[0], LONGEST), min(needs[1], LONGEST)
        utility = utility_of(network, few)
        before = 2 * float(match_equity(network.card.double_share)[few]) - 1
        return cls(utility, before, (utility[0] - utility[2]) / 4)

    def points(self, worth: float) -> float:
        """A utility in points of this game."""
        return worth / ((self.utility[0] - self.utility[2]) / 2)


def _look_up(valuer: Valuer, game: Game, threads: int, progress: Progress) -> None:
    """Value every position of a game, on several threads: what is asked for afterwards is remembered."""
    positions = [position for turn in turns_of(game) for position in turn.positions()]
    with ThreadPoolExecutor(threads) as pool:
        # In small portions, so that Ctrl-C is heard soon.
        for done in range(0, len(positions), 4 * threads):
            list(pool.map(valuer.outlook, positions[done : done + 4 * threads]))
            progress(done / len(positions))
    progress(1.0)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of play from a decision on, and Light's outlook after it."""

    steps: tuple[Step, ...]
    outlook: Outlook


class _GameJudge:
    """Judges one game, from its last turn to its first: what a rest is worth depends on how it was played.

    Every outlook here is Light's, so that what follows is worth what came before, to the last digit.
    """

    def __init__(self, valuer: Valuer, stakes: Stakes, game: Game) -> None:
        self.valuer = valuer
        self.stakes = stakes
        self.game = game

    def verdict(self, number: int, score: tuple[int, int], opening: bool) -> GameVerdict:
        """All of the game."""
        last, winner = self.game.position, self.game.winner
        stop = following = self._outlook(last)
        turns: list[TurnVerdict] = []
        for turn in reversed(turns_of(self.game)):
            found, following = self._turn(turn, following)
            turns.append(found)
        end = self._result() if self.game.resigned is not None else stop
        return GameVerdict(
            number=number,
            score=score,
            turns=tuple(reversed(turns)),
            before=self.stakes.points(self.stakes.before),
            start=self._worth(following),
            end=self._worth(end),
            finished=winner is not None,
            resigned=self._resignation(stop, end),
            chance=self.stakes.chance,
            opening=opening,
            starter=self.game.start.side,
            points=(self.game.points * (winner is Side.LIGHT), self.game.points * (winner is Side.DARK)),
        )

    def _result(self) -> Outlook:
        return Outlook.decided(self.game.points, won=self.game.winner is Side.LIGHT)

    def _resignation(self, stop: Outlook, end: Outlook) -> tuple[Side, float] | None:
        who = self.game.resigned
        return None if who is None else (who, self._worth(stop, who) - self._worth(end, who))

    def _turn(self, turn: Turn, following: Outlook) -> tuple[TurnVerdict, Outlook]:
        """The verdict on a turn that is followed by a position of that outlook, and the outlook before the turn."""
        side, first = turn.side, turn.entries[0].before
        stages, best = self._stages(turn, following)
        before = self._outlook(first) if turn.roll else best.outlook
        decision = stages[0].before if stages else None
        verdict = TurnVerdict(
            side=side,
            roll=turn.roll,
            before=first,
            decision=decision,
            steps=turn.steps,
            stages=tuple(stages),
            plays=self._plays(turn, stages, best, following),
            luck=self._worth(best.outlook, side) - self._worth(before, side) if turn.roll else None,
            cost=self._worth(best.outlook, side) - self._worth(following, side),
            rest=self._rest(turn, following),
            outlook=before,
            value=self._worth(before),
            after=self._worth(following),
            open=turn.open,
        )
        return verdict, before

    def _stages(self, turn: Turn, following: Outlook) -> tuple[list[StageVerdict], _Line]:
        """The stages of a turn, and its best line: the best that was found, looking from each stage onwards."""
        best, found = _Line((), following), []
        for before, steps in reversed(turn.stages()):
            forced = is_forced(before)
            played = _Line(steps + best.steps, best.outlook)
            best = played if forced else self._best(turn, before, played)
            cost = self._worth(best.outlook, turn.side) - self._worth(played.outlook, turn.side)
            found.append(StageVerdict(before, steps, best.steps, cost, forced))
        return found[::-1], best

    def _best(self, turn: Turn, before: Position, played: _Line) -> _Line:
        """The better of the line that goes on as played, and the best other one."""
        others = [self._line(way, before) for way in self.valuer.ways(before) if way.after != turn.after]
        return max([played, *others[:1]], key=lambda line: self._worth(line.outlook, turn.side))

    def _plays(self, turn: Turn, stages: list[StageVerdict], best: _Line, following: Outlook) -> tuple[Play, ...]:
        """The best plays of a turn, best first, the one that was made among them."""
        if not stages:
            return ()
        played = _Line(turn.steps, following)
        lines = [played]
        if not all(stage.forced for stage in stages):
            ways = self.valuer.ways(stages[0].before)
            lines += [self._line(way, stages[0].before) for way in ways if way.after != turn.after]
            lines += [best] if best.steps not in {line.steps for line in lines} else []
        lines.sort(key=lambda line: -self._worth(line.outlook, turn.side))
        shown = [line for index, line in enumerate(lines) if index < TOP or line is played]
        top = self._worth(best.outlook, turn.side)
        return tuple(self._play(line, turn.side, top, played) for line in shown)

    def _play(self, line: _Line, side: Side, top: float, played: _Line) -> Play:
        worth = self._worth(line.outlook, side)
        outlook = line.outlook if side is Side.LIGHT else line.outlook.mirror()
        return Play(line.steps, outlook, worth, top - worth, line is played)

    def _rest(self, turn: Turn, following: Outlook) -> float | None:
        """What a rest that passed is worth to its receiver: with it, less what rolling at once would be worth."""
        after = turn.after
        if not turn.passed or not after.received or after.side is turn.side:
            return None
        without = self._outlook(after.to_roll(after.side))
        return self._worth(following, after.side) - self._worth(without, after.side)

    def _line(self, way: Way, before: Position) -> _Line:
        return _Line(way.steps, way.outlook if before.side is Side.LIGHT else way.outlook.mirror())

    def _outlook(self, position: Position) -> Outlook:
        return self.valuer.outlook(position).seen_by(Side.LIGHT, position.side)

    def _worth(self, outlook: Outlook, side: Side = Side.LIGHT) -> float:
        """An outlook of Light's in points for a side."""
        points = self.stakes.points(self.valuer.worth(outlook, Side.LIGHT))
        return points if side is Side.LIGHT else -points

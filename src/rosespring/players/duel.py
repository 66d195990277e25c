"""Duels: two players over many games or matches with paired dice, and how sure the result is.

Each sequence of dice is played twice with the seats exchanged, so that luck largely cancels. The
interval is taken over pairs, whose results are independent. Players that the kernels know meet in the
compiled arena (`players.arena`), unless records are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from errno import EEXIST
from itertools import count, islice
from math import sqrt
from multiprocessing import get_context
from os import cpu_count, strerror
from pathlib import Path
from random import Random
from signal import SIG_DFL, SIGINT, signal
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from rosespring.board import Position, Roll, Side
from rosespring.errors import RosespringError
from rosespring.folders import write_whole
from rosespring.notation.records import Heading, Record, Recorder, format_record
from rosespring.players.player import Player, find_player, match_needs, play_turn
from rosespring.players.thinkers import NetworkPlayer, Yardstick
from rosespring.rules import Rules, find_rules, rules_id

if TYPE_CHECKING:
    from rosespring.players.arena import Arena

Z95 = 1.96
"""Half the width of a 95 % interval in standard errors."""
_AHEAD = 4
"""Pairs that wait for each worker: a long duel must not fill the memory with what is to come."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One match or single game of a duel, seen by player A."""

    a_side: int
    a_won: bool
    score: tuple[int, int]
    games: int
    rolls: int


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The outcome of a duel: shares are A's; each `half_width` is half a 95 % interval, None for a single pair."""

    a: str
    b: str
    rules: str
    length: int
    bouts: int
    seed: int
    win_share: float
    win_half_width: float | None
    points_per_game: float
    points_half_width: float | None
    games: int
    rolls_per_game: float

    def as_dict(self) -> dict[str, str | int | float | None]:
        """All figures by name."""
        return asdict(self)


def throws(seed: int, pair: int) -> Iterator[tuple[int, int]]:
    """The endless sequence of throws that both bouts of a pair are played with."""
    random = Random(f"throws:{seed}:{pair}")
    for _ in count():
        yield random.randint(1, 6), random.randint(1, 6)


def play_match(
    recorder: Recorder, players: tuple[Player, Player], dice: Iterator[tuple[int, int]], random: Random
) -> Record:
    """Play the match of `recorder` to its end with Light and Dark as `players`."""
    while not recorder.over:
        game = recorder.game
        if game is None:
            recorder.throw(*next(dice))
        elif game.position.stages:
            for step in play_turn(players[game.position.side], game.position, random, match_needs(recorder.match))[0]:
                recorder.step(step)
            recorder.done()
        else:
            recorder.roll(*next(dice))
    return recorder.record()


def common_share(players: Sequence[Player], rules: Rules) -> float | None:
    """The mean share of double games that the players' networks tell; None if they have none.

    :raises WeightsError: if a network's file cannot be used.
    """
    start = Position.start(rules)
    told = [player.network(start).card.double_share for player in players if isinstance(player, NetworkPlayer)]
    return fmean(told) if told else None


def agreed(players: tuple[Player, Player], rules: Rules) -> tuple[Player, Player]:
    """The players, made to play matches by one match equity table: it must not decide a duel."""
    share = common_share(players, rules)
    first, second = (
        replace(player, double_share=share) if isinstance(player, NetworkPlayer | Yardstick) else player
        for player in players
    )
    return first, second


def play_bout(names: tuple[str, str], rules: Rules, length: int, seed: int, number: int) -> tuple[Bout, Record]:
    """Bout `number` of a duel of A and B: pairs (0, 1), (2, 3), … share dice; A is Light in the even ones."""
    a_side = Side(number % 2)
    seats = names if a_side is Side.LIGHT else names[::-1]
    dice = f"duel, seed {seed}, pair {number // 2}"
    recorder = Recorder(rules, length, Heading(players=seats, dice=dice))
    players = agreed((find_player(seats[0]), find_player(seats[1])), rules)
    record = play_match(recorder, players, throws(seed, number // 2), Random(f"players:{seed}:{number}"))
    match = recorder.match
    score = match.score if a_side is Side.LIGHT else match.score[::-1]
    rolls = sum(isinstance(action, Roll) for game in record.games for action in game.actions)
    return Bout(int(a_side), match.winner is a_side, score, len(match.results), rolls), record


@dataclass(frozen=True, slots=True)
class _Setting:
    """What every pair of a duel has in common, for other processes."""

    names: tuple[str, str]
    rules: str
    length: int
    seed: int
    save: Path | None

    def play_pair(self, pair: int) -> tuple[int, list[Bout]]:
        """Both bouts of a pair; their records are saved if wanted."""
        bouts = []
        for number in (2 * pair, 2 * pair + 1):
            bout, record = play_bout(self.names, find_rules(self.rules), self.length, self.seed, number)
            bouts.append(bout)
            if self.save:
                write_whole(_record_path(self.save, number), format_record(record).encode())
        return pair, bouts


def _record_path(folder: Path, number: int) -> Path:
    """Where the record of bout `number` lies."""
    return folder / f"{number + 1:05}.txt"


def duel(
    a: str,
    b: str,
    rules: Rules,
    *,
    length: int = 1,
    pairs: int = 500,
    seed: int = 0,
    workers: int | None = None,
    save: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> DuelResult:
    """Play `pairs` pairs of matches to `length` points (1: single games) between players `a` and `b`.

    The result depends on `seed`, not on `workers` (threads in the arena, else processes; all cores by default). The
    record of each bout goes into the folder `save`. `progress` is called with the number of bouts played so far.

    :raises ValueError: for fewer than one pair, or no points to play to.
    :raises UnknownPlayer: for an unknown name.
    :raises WeightsError: if a network's file cannot be used.
    :raises OSError: if the records cannot be written, or records of these numbers are there.
    :raises RosespringError: if a process that plays is ended from outside.
    """
    bouts = play_pairs(
        a, b, rules, length=length, pairs=pairs, seed=seed, workers=workers, save=save, progress=progress
    )  # fmt: skip
    return summary(a, b, rules, length, seed, bouts)


def play_pairs(
    a: str,
    b: str,
    rules: Rules,
    *,
    length: int = 1,
    pairs: int = 500,
    seed: int = 0,
    workers: int | None = None,
    save: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[list[Bout]]:
    """The bouts of `duel`, pair by pair."""
    for name, value in (("pairs", pairs), ("length", length)):
        if value < 1:
            raise ValueError(f"expected {name} of at least 1, got {value!r} in a duel")
    players = find_player(a), find_player(b)
    share = common_share(players, rules)  # also tells of a file that cannot be used before anything is played
    if save:
        _make_folder(save, 2 * pairs)
    arena = None if save else _arena(players, rules, length, seed, share)
    played: dict[int, list[Bout]] = {}
    with ExitStack() as stack:
        setting = arena or _Setting((a, b), rules_id(rules), length, seed, save)
        for pair, bouts in _all_pairs(stack, setting, pairs, workers or cpu_count() or 1):
            played[pair] = bouts
            if progress:
                progress(2 * len(played))
    return [played[pair] for pair in range(pairs)]


def _make_folder(folder: Path, bouts: int) -> None:
    """A folder for so many records; those of an earlier duel are not written over.

    :raises OSError: if it cannot be made, or has such a record.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.txt")):
        if path.stem.isdecimal() and 1 <= int(path.stem) <= bouts:
            raise FileExistsError(EEXIST, strerror(EEXIST), str(path))


def _arena(players: tuple[Player, Player], rules: Rules, length: int, seed: int, share: float | None) -> Arena | None:
    """The compiled arena for these players, if the kernels know both."""
    from rosespring.players.arena import Arena, fighter

    a, b = (fighter(player, rules) for player in players)
    return Arena(a, b, rules, length, seed, share) if a and b else None


def _all_pairs(
    stack: ExitStack, setting: _Setting | Arena, pairs: int, workers: int
) -> Iterator[tuple[int, list[Bout]]]:
    """The pairs as they are done; when the stack is left, those that have not begun are dropped."""
    compiled = not isinstance(setting, _Setting)
    alone = pairs if workers == 1 or pairs < 4 else int(compiled)  # the first compiles, here where Ctrl-C can stop it
    yield from map(setting.play_pair, range(alone))
    if alone < pairs:
        pool = ThreadPoolExecutor(workers) if compiled else _processes(workers)
        stack.callback(pool.shutdown, cancel_futures=True)
        try:
            yield from _spread(pool, setting, iter(range(alone, pairs)), _AHEAD * workers)
        except BrokenExecutor:
            raise RosespringError("a process that played has been ended from outside") from None


def _spread(
    pool: Executor, setting: _Setting | Arena, waiting: Iterator[int], ahead: int
) -> Iterator[tuple[int, list[Bout]]]:
    """The pairs `waiting` as they are done, never more than `ahead` of them on their way."""
    playing = {pool.submit(setting.play_pair, pair) for pair in islice(waiting, ahead)}
    while playing:
        done, playing = wait(playing, return_when=FIRST_COMPLETED)
        playing |= {pool.submit(setting.play_pair, pair) for pair in islice(waiting, len(done))}
        yield from [future.result() for future in done]


def _processes(workers: int) -> Executor:
    """Processes that Ctrl-C ends without a word of their own."""
    return ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_DFL)
    )  # fmt: skip


def half_width(values: Sequence[float]) -> float | None:
    """Half the 95 % interval of the mean of independent `values`; None for fewer than two, which tell nothing."""
    return Z95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def _with_doubt(values: Sequence[float], other: float) -> float | None:
    """As `half_width`; where all pairs came out alike, as if one more had come out as `other`: chance might have."""
    return half_width(values) or (half_width([*values, other]) if len(values) > 1 else None)


def summary(a: str, b: str, rules: Rules, length: int, seed: int, pairs: Sequence[Sequence[Bout]]) -> DuelResult:
    """The figures of a duel from its pairs of bouts."""
    bouts = [bout for pair in pairs for bout in pair]
    shares = [fmean(bout.a_won for bout in pair) for pair in pairs]
    margins = [fmean((bout.score[0] - bout.score[1]) / bout.games for bout in pair) for pair in pairs]
    games = sum(bout.games for bout in bouts)
    return DuelResult(
        a, b, rules_id(rules), length, len(bouts), seed,
        fmean(shares), _with_doubt(shares, 1 - shares[0]), fmean(margins), _with_doubt(margins, -margins[0]),
        games, sum(bout.rolls for bout in bouts) / games,
    )  # fmt: skip

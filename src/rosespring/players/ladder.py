"""Ladders: a round robin with paired dice, and Bradley-Terry ratings on the Elo scale with intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import log
from statistics import fmean
from typing import TYPE_CHECKING, Any

from rosespring.players.duel import Bout, DuelResult, common_share, play_pairs, summary
from rosespring.players.player import find_player
from rosespring.players.thinkers import LEVELS
from rosespring.rules import Rules, rules_id

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

LADDER = ("random", "yardstick", *(name for name, level in LEVELS.items() if not level.exact))
"""Who plays in a ladder where nobody is named: those that play fast."""
ELO = 400 / log(10)
"""Rating points for each unit of log odds."""
_DRAWS = 1000
"""Repetitions of the bootstrap."""
_MOST_STEPS = 100
_CLOSE = 1e-10


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: its rating, from `low` to `high` with 95 %, and how it did against all and the next below.

    None stands for an interval that one pair cannot tell, and for the next below of the last.
    """

    player: str
    rating: float
    low: float | None
    high: float | None
    win_share: float
    next_share: float | None
    next_half_width: float | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """A round robin: `standings` by rating, `anchor` rated 0, and the duels that they come from."""

    rules: str
    length: int
    seed: int
    anchor: str
    standings: tuple[Standing, ...]
    duels: tuple[DuelResult, ...]

    def as_dict(self) -> dict[str, Any]:
        """All figures by name."""
        return asdict(self)


def ladder(
    players: Sequence[str],
    rules: Rules,
    *,
    length: int = 1,
    pairs: int = 200,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> Ladder:
    """Let each of `players` meet each other in `pairs` pairs of bouts; rated 0 is `random`, else the first.

    Duel number k of them (from 0) is that of ``duel`` with seed ``seed + k``. `progress` is called with who
    meets, and the number of bouts played so far.

    :raises ValueError: for fewer than two players, or the same one twice.
    :raises UnknownPlayer: for an unknown name.
    :raises WeightsError: if a network's file cannot be used.
    """
    if len(players) < 2 or len(set(players)) < len(players):
        raise ValueError(f"expected two different players at least, got {', '.join(players)}")
    for player in players:
        common_share([find_player(player)], rules)  # tells of names and files before anybody plays
    meetings: dict[tuple[int, int], list[list[Bout]]] = {}
    for number, (a, b) in enumerate(combinations(range(len(players)), 2)):
        shown = _advance(progress, f"{players[a]} – {players[b]}", 2 * pairs * number)
        meetings[a, b] = play_pairs(
            players[a], players[b], rules,
            length=length, pairs=pairs, seed=seed + number, workers=workers, progress=shown,
        )  # fmt: skip
    duels = [
        summary(players[a], players[b], rules, length, seed + number, bouts)
        for number, ((a, b), bouts) in enumerate(meetings.items())
    ]
    anchor = players.index("random") if "random" in players else 0
    standings = _standings(players, duels, meetings, anchor, seed)
    return Ladder(rules_id(rules), length, seed, players[anchor], standings, tuple(duels))


def _advance(progress: Callable[[str, int], None] | None, title: str, before: int) -> Callable[[int], None] | None:
    """The progress of one duel, as that of the ladder."""
    return (lambda done: progress(title, before + done)) if progress else None


def _standings(
    players: Sequence[str],
    duels: Sequence[DuelResult],
    meetings: dict[tuple[int, int], list[list[Bout]]],
    anchor: int,
    seed: int,
) -> tuple[Standing, ...]:
    """Everybody's standing, the best first."""
    shares = {pair: [fmean(bout.a_won for bout in bouts) for bouts in played] for pair, played in meetings.items()}
    ratings, low, high = rate(len(players), shares, anchor, seed)
    known = all(len(played) > 1 for played in shares.values())
    order = sorted(range(len(players)), key=lambda index: -ratings[index])
    found = []
    for index, below in zip(order, [*order[1:], None], strict=True):
        won = {other: share for duel in duels for other, share in _won(players[index], duel)}
        found.append(
            Standing(
                player=players[index],
                rating=ratings[index],
                low=low[index] if known else None,
                high=high[index] if known else None,
                win_share=fmean(share for share, _half_width in won.values()),
                next_share=None if below is None else won[players[below]][0],
                next_half_width=None if below is None else won[players[below]][1],
            )
        )
    return tuple(found)


def _won(player: str, duel: DuelResult) -> list[tuple[str, tuple[float, float | None]]]:
    """Whom `player` met in a duel, and the share it won of it with half its interval; nothing if it was not there."""
    if player == duel.a:
        return [(duel.b, (duel.win_share, duel.win_half_width))]
    return [(duel.a, (1 - duel.win_share, duel.win_half_width))] if player == duel.b else []


def rate(
    players: int, shares: dict[tuple[int, int], list[float]], anchor: int = 0, seed: int = 0
) -> tuple[list[float], list[float], list[float]]:
    """The ratings of numbered players, and where they begin and end with 95 %: a bootstrap over pairs of bouts.

    `shares`: of each two players, what the first won of each pair (0, ½ or 1).
    """
    import numpy as np

    random = np.random.default_rng(seed % 2**64)
    wins, drawn = np.zeros((players, players)), np.zeros((_DRAWS, players, players))
    for (a, b), won in shares.items():
        count = np.bincount(np.rint(2 * np.array(won)).astype(int), minlength=3)
        redrawn = random.multinomial(len(won), _likely(count), _DRAWS)
        for table, times in ((wins, count), (drawn, redrawn)):
            table[..., a, b] = times @ (0, 1, 2)
            table[..., b, a] = times @ (2, 1, 0)
    low, high = np.quantile(bradley_terry(softened(drawn), anchor), (0.025, 0.975), axis=0)
    return bradley_terry(softened(wins), anchor).tolist(), low.tolist(), high.tolist()


def _likely(count: NDArray[np.int64]) -> Numbers:
    """How likely a pair is to bring 0, ½ and 1, from how often each was seen."""
    # After a clean sweep drawing again would show no doubt at all: then one pair more is thought to be open.
    doubt = 1 / 3 if max(count[0], count[2]) == count.sum() else 0.0
    likely: Numbers = (count + doubt) / (count.sum() + 3 * doubt)
    return likely


def softened(wins: Numbers) -> Numbers:
    """`wins` (…, n, n) with half a win for each player that lost everything to another: else no rating is finite."""
    import numpy as np

    swept = (wins == 0) & (np.swapaxes(wins, -1, -2) > 0)
    counted: Numbers = wins + 0.5 * swept
    return counted


def bradley_terry(wins: Numbers, anchor: int = 0) -> Numbers:
    """The likeliest Elo ratings (…, n) of n players from their wins (…, n, n) of row over column; `anchor` has 0.

    The chance of a win is 1/(1 + 10^(−d/400)) for a rating difference of d.

    :raises ValueError: if some ratings have no finite likeliest value: a group of players won or lost all its games.
    """
    import numpy as np

    games = wins + np.swapaxes(wins, -1, -2)
    free = np.delete(np.arange(wins.shape[-1]), anchor)
    odds = np.zeros(wins.shape[:-1])
    for _step in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(odds[..., None, :] - odds[..., :, None]))
        slope = (wins - games * expected).sum(-1)[..., free]
        spread = games * expected * (1 - expected)
        bend = np.eye(len(free)) * spread.sum(-1)[..., free, None] - spread[..., free[:, None], free]
        try:
            step = np.linalg.solve(bend, slope[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
        # Newton's step, shortened to where the curve is like its parabola.
        longest = np.abs(step).max(-1, keepdims=True)
        odds[..., free] += step / np.maximum(1, longest)
        if longest.max() < _CLOSE:
            ratings: Numbers = ELO * odds
            return ratings
    raise ValueError("expected every group of players to win and to lose against the others")

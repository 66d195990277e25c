"""Where a play begins to be doubtful, bad or very bad, and a roll lucky or unlucky: from the spread of games.

    python -m benchmarks.thresholds --games 100 --keep thresholds.jsonl

Players of the levels `club` and `expert` play against themselves under every preset, and `rosespring analyse` judges
them. A limit is where so many decisions, or rolls, lie beyond it as `SHARES` says. With --keep, each judged game is
written to a file, and a run that was stopped goes on where it was. With --length, matches are played instead of games.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.tables.table import plus_minus
from rosespring.analysis import Judge
from rosespring.analysis.verdicts import MatchVerdict
from rosespring.players.duel import half_width, play_bout
from rosespring.rules import PRESETS, find_rules

Key = tuple[str, int, int]
"""Preset, number and length of a match."""
LEVELS = "club", "expert"
SEED = 2026
SHARES = {"doubtful": 1 / 4, "bad": 1 / 8, "very bad": 1 / 24, "lucky": 1 / 24, "unlucky": 1 / 12}
"""The share of the decisions that cost at least the limit; of the rolls that are at least so much off the mean."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one match to `length` points shows, in points: the cost of each decision, the luck of each roll."""

    preset: str
    number: int
    length: int
    costs: list[float]
    lucks: list[float]

    @classmethod
    def of(cls, preset: str, number: int, verdict: MatchVerdict) -> Sample:
        """The decisions and rolls of a judged match, to the fifth decimal."""
        turns = [turn for _game, turn in verdict.turns()]
        costs = [round(turn.cost, 5) for turn in turns if not turn.forced]
        length = verdict.record.length
        return cls(preset, number, length, costs, [round(turn.luck, 5) for turn in turns if turn.luck is not None])


def limits(samples: list[Sample]) -> dict[str, float]:
    """The limits that `SHARES` draws through the decisions and rolls of `samples`."""
    costs = np.array([cost for sample in samples for cost in sample.costs])
    lucks = np.array([luck for sample in samples for luck in sample.lucks])
    found = {name: np.quantile(costs, 1 - SHARES[name]) for name in ("doubtful", "bad", "very bad")}
    found |= {"lucky": np.quantile(lucks, 1 - SHARES["lucky"]), "unlucky": -np.quantile(lucks, SHARES["unlucky"])}
    return {name: float(value) for name, value in found.items()}


def mean_luck(samples: list[Sample]) -> tuple[float, float | None]:
    """The mean luck of a roll, and half its 95 % interval: 0 where one more roll ahead changes no value on average."""
    lucks = [luck for sample in samples for luck in sample.lucks]
    return float(np.mean(lucks)), half_width(lucks)


def samples(games: int, length: int, known: dict[Key, Sample]) -> Iterator[tuple[Sample, bool]]:
    """`games` judged matches to `length` of every preset, and whether each is new; half of each level."""
    for number in range(games):
        for preset in PRESETS:
            if (preset, number, length) in known:
                yield known[preset, number, length], False
                continue
            # A judge of its own for each game: what it remembers would grow, and no game comes twice.
            level = LEVELS[number % 2]
            record = play_bout((level, level), find_rules(preset), length, SEED, number)[1]
            yield Sample.of(preset, number, Judge().match(record)), True


def _read(path: Path | None) -> dict[Key, Sample]:
    if path is None or not path.exists():
        return {}
    kept = [Sample(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    return {(sample.preset, sample.number, sample.length): sample for sample in kept}


def _collect(games: int, length: int, path: Path | None) -> list[Sample]:
    found = []
    for sample, new in samples(games, length, _read(path)):
        found.append(sample)
        if new and path:
            line = {name: getattr(sample, name) for name in Sample.__slots__}
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
    return found


def _row(name: str, found: list[Sample]) -> str:
    decisions, rolls = sum(len(each.costs) for each in found), sum(len(each.lucks) for each in found)
    values = "".join(f"{value:10.3f}" for value in limits(found).values())
    luck, half = mean_luck(found)
    return f"{name:20}{len(found):6}{decisions:10,}{rolls:8,}{values}{luck:10.3f}{plus_minus(half, 3)}"


def main() -> None:
    """Judge the games and print the limits of each preset, and of all."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each preset")
    parser.add_argument("--length", type=int, default=1, help="points that each is played to")
    parser.add_argument("--keep", type=Path, help="file of the games judged so far")
    chosen = parser.parse_args()
    found = _collect(chosen.games, chosen.length, chosen.keep)
    columns = "".join(f"{name:>10}" for name in (*SHARES, "mean luck"))
    print(f"{'':20}{'games':>6}{'decisions':>10}{'rolls':>8}{columns}")
    for preset in PRESETS:
        print(_row(preset, [sample for sample in found if sample.preset == preset]))
    print(_row("all", found))


if __name__ == "__main__":
    main()

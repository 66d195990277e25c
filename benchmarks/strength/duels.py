"""Duels with paired dice: against the yardstick at equal search, and against simple players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met, percent, plus_minus
from rosespring.players import duel
from rosespring.rules import PRESETS

LENGTH = 3
BULGARIAN = "gul-bara-bulgarian"
PUBLISHED = "81.15 ± 1.71 %"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom over how many bouts, and the share that A must win: the published rules, others, Gioul."""

    a: str
    b: str
    length: int
    size: str
    required: tuple[float, float, float] | None = None
    least_low: float | None = None

    def need(self, preset: str) -> float | None:
        """The share that A must win under a preset."""
        if self.required is None:
            return None
        return self.required[0 if preset == BULGARIAN else 1 if PRESETS[preset].rules.parallel else 2]


PAIRINGS = (
    Pairing("network", "yardstick", LENGTH, "matches", (0.91, 0.85, 0.80)),
    Pairing("network-ahead", "yardstick-ahead", LENGTH, "matches", (0.88, 0.85, 0.80), 0.86),
    Pairing("master", "yardstick", LENGTH, "matches"),
    Pairing("full", "yardstick-ahead", LENGTH, "full"),
    Pairing("master", "careful", 1, "games"),
    Pairing("master", "random", 1, "games"),
)


def jobs(plan: Plan) -> list[Job]:
    """Each pairing under each preset."""
    return [
        Job(
            f"{preset}/{pairing.a} – {pairing.b}",
            (preset,),
            plan.sizes[pairing.size],
            partial(_measure, plan, preset, pairing),
        )
        for pairing in PAIRINGS
        for preset in plan.presets
    ]


def _measure(plan: Plan, preset: str, pairing: Pairing, advance: Advance) -> Row:
    result = duel(
        pairing.a, pairing.b, PRESETS[preset].rules,
        length=pairing.length, pairs=plan.sizes[pairing.size] // 2, seed=plan.seed, workers=plan.workers,
        progress=advance,
    )  # fmt: skip
    return result.as_dict()


def section(rows: Rows) -> str:
    """A table for matches, and one for single games."""
    lines = {
        length: [_line(row, _pairing(row)) for row in rows.values() if row["length"] == length] for length in (3, 1)
    }
    heads = ("rules", "players", "matches to 3", "matches won", "points a game", "required")
    parts = [markdown(heads, lines[3])]
    if lines[1]:
        parts.append(markdown(("rules", "players", "single games", "won", "points a game"), lines[1]))
    return "\n\n".join(parts)


def _pairing(row: Row) -> Pairing:
    return next(pairing for pairing in PAIRINGS if (pairing.a, pairing.b) == (row["a"], row["b"]))


def _line(row: Row, pairing: Pairing) -> list[str]:
    line = [
        f"`{row['rules']}`",
        f"`{row['a']}` – `{row['b']}`",
        f"{row['bouts']:,}",
        percent(row["win_share"], row["win_half_width"]),
        f"{row['points_per_game']:+.3f}" + plus_minus(row["points_half_width"]),
    ]
    return line if pairing.length == 1 else [*line, _required(row, pairing)]


def _required(row: Row, pairing: Pairing) -> str:
    need = pairing.need(row["rules"])
    if need is None:
        return ""
    words, fulfilled = f"≥ {100 * need:.0f} %", row["win_share"] >= need
    if pairing.least_low and row["rules"] == BULGARIAN:
        words += f", interval above {100 * pairing.least_low:.0f} %"
        fulfilled &= row["win_share"] - (row["win_half_width"] or 0) > pairing.least_low
    return f"{words}: {met(fulfilled)}"


TABLE = Table(
    "duels",
    tuple(PRESETS),
    {
        "matches": Size(2000, 4, "matches of compiled players"),
        "full": Size(200, 4, "matches of the strongest player"),
        "games": Size(1000, 4, "single games against careful and random"),
    },
    jobs,
    section,
)

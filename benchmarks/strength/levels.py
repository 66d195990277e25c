"""The ladder of levels: everybody against everybody, neighbours more often, rated as Bradley and Terry do."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from statistics import fmean

from benchmarks.tables.table import Advance, Job, Plan, Row, Rows, Size, Table, markdown, met, percent
from rosespring.players.duel import Bout, play_pairs, summary
from rosespring.players.ladder import rate
from rosespring.players.thinkers import LEVELS
from rosespring.rules import PRESETS

LENGTH = 3
STRONG = "full"
PLAYERS = ("yardstick", *(name for name in LEVELS if name != STRONG), "turns-ahead", STRONG)
"""Everybody on the ladder, weakest first; the first is rated 0."""
MET_BY_SLOW = {"turns-ahead": ("master",), STRONG: ("master", "turns-ahead")}
"""Whom the slow players meet: the strongest takes a second a match."""

Meeting = tuple[str, str]


def meetings(plan: Plan) -> dict[Meeting, int]:
    """Who meets, weaker first, and in how many matches."""
    found: dict[Meeting, int] = {}
    for a, b in combinations(PLAYERS, 2):
        if a in MET_BY_SLOW.get(b, PLAYERS):
            found[a, b] = plan.sizes["full" if b == STRONG else "neighbours" if _neighbours(a, b) else "matches"]
    return found


def _neighbours(a: str, b: str) -> bool:
    return PLAYERS[0] not in (a, b) and PLAYERS.index(b) - PLAYERS.index(a) == 1


def jobs(plan: Plan) -> list[Job]:
    """One ladder a preset."""
    total = sum(meetings(plan).values())
    return [Job(preset, (preset,), total, partial(_measure, plan, preset)) for preset in plan.presets]


def _measure(plan: Plan, preset: str, advance: Advance) -> Row:
    rules, done = PRESETS[preset].rules, 0
    played: dict[Meeting, list[list[Bout]]] = {}
    for number, ((a, b), matches) in enumerate(meetings(plan).items()):
        played[a, b] = play_pairs(
            b, a, rules, length=LENGTH, pairs=matches // 2, seed=plan.seed + number, workers=plan.workers,
            progress=_onward(advance, done),
        )  # fmt: skip
        done += matches
    numbered = {
        (PLAYERS.index(b), PLAYERS.index(a)): [fmean(bout.a_won for bout in pair) for pair in pairs]
        for (a, b), pairs in played.items()
    }
    ratings = dict(zip(PLAYERS, zip(*rate(len(PLAYERS), numbered, 0, plan.seed), strict=True), strict=True))
    duels = {
        f"{b} – {a}": summary(b, a, rules, LENGTH, plan.seed + number, pairs).as_dict()
        for number, ((a, b), pairs) in enumerate(played.items())
    }
    return {"ratings": ratings, "duels": duels}


def _onward(advance: Advance, before: int) -> Advance:
    """The progress of one meeting, as that of the ladder."""
    return lambda done: advance(before + done)


def section(rows: Rows) -> str:
    """One table a preset, the strongest first."""
    return "\n\n".join(f"`{preset}`:\n\n{_ladder(row)}" for preset, row in rows.items())


def _ladder(row: Row) -> str:
    ratings = sorted(row["ratings"].items(), key=lambda pair: -pair[1][0])
    heads = ("player", "rating", "95 % interval", "against the level below", "matches", "above 50 %")
    return markdown(heads, [_line(player, rating, row) for player, rating in ratings])


def _line(player: str, rating: tuple[float, float, float], row: Row) -> list[str]:
    line = [f"`{player}`", f"{rating[0]:+.0f}", f"{rating[1]:+.0f} … {rating[2]:+.0f}"]
    names = list(LEVELS)
    if player not in names[1:]:
        return [*line, "", "", ""]
    below = row["duels"][f"{player} – {names[names.index(player) - 1]}"]
    share, half = below["win_share"], below["win_half_width"] or 0.0
    return [*line, percent(share, half), f"{below['bouts']:,}", met(share - half > 0.5)]


TABLE = Table(
    "levels",
    ("gul-bara", "gioul"),
    {
        "matches": Size(400, 4, "matches of each two that are no neighbours"),
        "neighbours": Size(2000, 4, "matches of each level with the one below"),
        "full": Size(600, 2, "matches of the strongest with each of the two below"),
    },
    jobs,
    section,
)

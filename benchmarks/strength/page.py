"""docs/strength.md, made of the stored figures alone."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.strength import beam, duels, endings, errors, levels, speed
from benchmarks.strength.curves import NAMES, picture
from benchmarks.tables.store import Store, measured_with
from benchmarks.tables.table import Plan, Rows, Table, markdown, percent
from rosespring.rules import PRESETS

TABLES: dict[str, Table] = {module.TABLE.name: module.TABLE for module in (duels, levels, endings, beam, errors, speed)}
"""All tables by name, in the order of the page."""

HEAD = f"""# Strength

How strong the computer's players are, how that was measured, and what did not work. The page is made by
`python -m benchmarks.strength render` from the figures in `docs/strength/`; each table has one command that measures
it again, stores it there, and makes this page anew. `--quick` tries a command out at a tiny size without storing
anything; `--presets`, `--only` and the flags for sizes measure a part; `--missing` goes on where a run was stopped.

## What was known

One other strong program for these games is published: an engine for the Bulgarian rules of Gul Bara (NikolayIT's
BackgammonGameEngine, 2026). Its network learned from 2 million games and, looking one roll further on its two best
plays, wins **{duels.PUBLISHED}** of 2,000 matches to 3 (1,000 pairs with the same dice) against a formula with the
same look-ahead. That formula, for the race, for blocking and for double games, is our player `yardstick`; with the same
look-ahead it is `yardstick-ahead`. Whoever beats it by more, under the same rules, with the same search and at the
same match length, is stronger than the published network, up to the differences between two programs of the formula.

## How it is measured

- **Paired dice.** Each sequence of dice is played twice with the seats exchanged, so that luck largely cancels. One
  roll of a cascade can move 84 pips: single games say little.
- **Intervals.** What stands behind ± is half a 95 % interval, over pairs of bouts, whose results are independent.
- **Equal search.** `network` plays the best result of each stage by the network alone, as `yardstick` does by its
  formula; `network-ahead` and `yardstick-ahead` look one roll further on the two best. Both sides of a match use one
  table of match equities. The levels from `expert` on plan all stages of a turn together, `full` has its own search
  and the exact tables besides: these are shown apart.
- **Frozen sides.** Each table names the commits and the hashes of the networks it was measured with. Seeds are given,
  so that the figures come out again.
"""

TEXTS = {
    "duels": """## Against the yardstick, and against simple players

Points a game are the mean of the points won and lost, 2 for a double game.""",
    "levels": """## The levels

Everybody meets everybody in matches to 3, neighbours more often, the slow ones only their neighbours: `full` takes a
second a match. Ratings are those of Bradley and Terry on the Elo scale: 400 more are ten times the odds to win a match.
The weaker levels are the same network, stage by stage, with blurred values: noise of a fixed size on the value of each
result, the same for the same checkers and roll. `expert` plans whole turns, still blurred; `master` plans them by what
the network says. `turns-ahead`, no level but between the two strongest, looks a roll further on five plays, and `full`
a second roll on the best two if they are close, with exact endings.""",
    "endings": """## Against exact endings

The network at 0 rolls, without any table, against [what the tables know](endings.md). *contact*: at most two checkers a
side, anywhere, but for races as they come. *races*: both sides at home, or few checkers on the points up to 12; these
are nearly exact. Values are of positions about to roll. For choices such an ending is rolled, and the result that
`master` picks for the current stage is compared with the best one by the tables; stages without a choice are not
counted. *with more to come* are the stages of a cascade before its last one, whose end a beam of 8
lines looks for. In training the network sees random endings of
the same kinds (with other seeds), so this measures how well it has learned them, not how it does with endings that it
has never seen.""",
    "beam": """## The beam against all ends

`full` plays cascades by a beam: it keeps the best lines after each stage and goes on from these only. Here its
best end at 0 rolls is compared with the best of *all* ends, both valued by the network as it sees the moment after the
turn, a rest that the opponent receives included. The cascades are those rolled in games of `master` against itself, of
several stages, with a choice, in contact, nobody bearing off yet, and with at most 400,000 results. *time* is the
median of the share of CPU time that the beam takes, the way back to the steps included, against making and valuing
all ends. Most cascades that come up are small, because lines get stuck: there the beam has nothing to save.""",
    "errors": """## What each level gives away

Mean cost in points of a level's whole turn against the best one, and in brackets how often it plays the best one.
Decisions come from games of `master` against itself, one a game for each kind, and only where there is a choice.
*opening*: both sides within their first three rolls. *cascades*: of several stages. *bearing in and off*: no contact
any more, or a side with at most four checkers left. *blocking*: the rest.

The judge is not a rollout but a search: all ends that a level chose, and the best ones by the beam and a roll further,
are valued two rolls further by the network (441 pairs of rolls, played by the network, then its value), exactly where
tables reach, and a rest that passes is played first. So what the network itself believes wrongly is not counted as an
error; `full`, which looks as far on its two best ends only, is bound to look good here.""",
    "speed": """## Speed

CPU time, one core. `full` plans all stages of a turn at once: *turn* is the time of one such plan, *stage* its even
share for each stage played. Games are of `full` against itself.""",
}
_INPUTS = "these, and blocking, mobility, the race, the stages left, the rule options"


def page(store: Store) -> str:
    """The text of docs/strength.md."""
    parts = [HEAD, *(_section(table, store.rows(table.name)) for table in TABLES.values())]
    return "\n".join([*parts, _comparison(store), *_curves(store), _experiments(store.read("experiments", []))])


def _section(table: Table, rows: Rows) -> str:
    command = f"`python -m benchmarks.strength {table.name}`"
    if not rows:
        return f"{TEXTS[table.name]}\n\nNot measured yet ({command}).\n"
    ordered = {key: rows[key] for key in _keys(table) if key in rows}
    return f"{TEXTS[table.name]}\n\n{command}\n\n{table.section(ordered)}\n\n{measured_with(rows)}\n"


def _keys(table: Table) -> list[str]:
    """The keys of all rows that a table may have, in the order of its jobs."""
    sizes = {name: size.quick for name, size in table.sizes.items()}
    return [job.key for job in table.jobs(Plan(tuple(PRESETS), sizes, 1, 1))]


def _comparison(store: Store) -> str:
    """The recipe of the published network and of ours, side by side."""
    row = store.rows("duels").get(f"{duels.BULGARIAN}/network-ahead – yardstick-ahead")
    text = "## Beside the published network\n"
    if row is None:
        return f"{text}\nNot measured yet.\n"
    network = row["measured"]["networks"]["parallel"]
    rows = (
        ("inputs", "checkers by points, off, pips, whether the next roll cascades", _INPUTS),
        ("hidden units", "128", str(network["hidden"])),
        ("games learned from", "2,000,000", f"{network['games']:,}"),
        (
            f"matches won: `{duels.BULGARIAN}`, one roll further on two plays on both sides",
            duels.PUBLISHED,
            percent(row["win_share"], row["win_half_width"]),
        ),
    )
    return f"{text}\n{markdown(('', 'published', 'here'), rows)}\n"


def _curves(store: Store) -> list[str]:
    text = """## How they learned

`python -m benchmarks.strength curves RUN …` takes these from the folders of training runs (`rosespring train`): the
share of 400 matches to 3 won at 0 rolls against the yardstick and against the network as it was at half the games (in
these two runs whole turns were planned for that, as `master` does), and the mean squared error of the chances.
"""
    drawn = [
        f"![How the network of {name} learned](images/{path.name})\n"
        for movement, name in NAMES.items()
        if (path := picture(store, movement)).exists()
    ]
    return [text, *(drawn or ["No run has been taken yet.\n"])]


def _experiments(found: Sequence[dict[str, str]]) -> str:
    text = "## Experiments, and what did not work\n"
    if not found:
        return f"{text}\nNone are written down yet (`docs/strength/experiments.json`).\n"
    lines = [[each["what"], each["result"], f"`{each['command']}`"] for each in found]
    return f"{text}\n{markdown(('what', 'result', 'command'), lines)}\n"

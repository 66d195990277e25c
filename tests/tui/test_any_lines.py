"""Whatever is typed, a session goes on, and what it leaves can be read again."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rosespring.notation.records import format_record, parse_record
from rosespring.rules import Rules, rules_id
from tests.strategies import rule_sets, seeds
from tests.tui.scripts import against, friends, friends_with_dice, sit_down

WORDS = [
    "", "", "", "roll", "done", "undo", "undo all", "undo 2", "board", "board off", "left", "moves", "pips", "last",
    "score", "rules", "position", "auto off", "auto on", "resign", "yes", "again", "help", "help undo", "load", "r",
    "d", "u", "24", "23", "13", "6", "24/20", "24:5", "24/18(4)", "24/23/22", "6/off", "61", "4 4", "1-1",
    "rest: 6/off", "no play", "|",
]  # fmt: skip

# No text that begins with a letter: it might name a file to save to.
lines = st.lists(st.sampled_from(WORDS) | st.text("0123456789/-:()|;, .·×é?", max_size=8), max_size=60)


@given(rule_sets(), lines, seeds, st.sampled_from(["friends", "hand", "computer"]), st.booleans(), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_lines(rules: Rules, typed: list[str], seed: int, who: str, plain: bool, boards: bool) -> None:
    name = rules_id(rules)
    tables = {
        "friends": lambda: friends(name, 2, seed),
        "hand": lambda: friends_with_dice(name, 2),
        "computer": lambda: against("random", name, 2, seed),
    }
    played = sit_down(tables[who](), typed, plain=plain, boards=boards)
    assert played.status == 0
    assert "Traceback" not in played.text
    record = played.table.recorder.record()
    assert parse_record(format_record(record)) == record

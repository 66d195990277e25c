"""The engine as a process, and against any input."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rosespring.engine import MAX_LINE, serve_engine
from rosespring.rules import CHOICES, PRESETS

CODES = {
    "bad-json", "bad-command", "bad-value", "no-game", "illegal-step", "must-roll", "must-play", "game-over",
    "nothing-to-undo",
}  # fmt: skip
COMMANDS = ["new", "set", "roll", "step", "undo", "state", "ends", "best", "evaluate", "quit"]


def converse(source: bytes) -> list[dict[str, Any]]:
    sink = BytesIO()
    serve_engine(BytesIO(source), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_process_answers_in_order_and_ends_with_quit() -> None:
    lines = ['{"command": "new", "rules": "gioul", "starter": 0}', "", "nonsense", '{"command": "quit"}', "{}"]
    run = subprocess.run(
        [sys.executable, "-m", "rosespring", "engine"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, True]
    assert replies[1]["error"]["code"] == "bad-json"
    assert run.stderr == ""


def test_end_of_input_without_a_newline_ends_cleanly() -> None:
    assert converse(b'{"command": "state"}') == [
        {"ok": False, "error": {"code": "no-game", "message": "there is no game yet: send new or set"}}
    ]


def test_an_overlong_line_is_refused_and_passed_over() -> None:
    replies = converse(b"x" * (3 * MAX_LINE + 5) + b'\n{"command": "quit"}\n')
    assert [reply["ok"] for reply in replies] == [False, True]
    assert replies[0]["error"]["code"] == "bad-json"


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
rule_values = st.sampled_from(sorted(PRESETS)) | st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(values) for name, values in CHOICES.items()} | {"cascade_from": st.integers(0, 5)},
)
counts = st.lists(st.integers(0, 15), min_size=25, max_size=25) | st.sampled_from(
    [[0] * 24 + [15], [13, 0, 2] + [0] * 22, [0] * 6 + [5, 5, 5] + [0] * 16]
)
fields = {
    "rules": rule_values | junk,
    "starter": st.integers(0, 1) | junk,
    "dice": st.lists(st.integers(1, 6), min_size=2, max_size=2) | junk,
    "point": st.integers(0, 25) | junk,
    "number": st.integers(0, 7) | junk,
    "men": st.lists(counts, min_size=2, max_size=2) | junk,
    "turn": st.integers(0, 1) | junk,
    "rolls": st.lists(st.integers(0, 6), min_size=2, max_size=2) | junk,
    "stages": st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4), max_size=6) | junk,
    "cascade": st.booleans() | junk,
    "received": st.booleans() | junk,
    "started": st.booleans() | junk,
    "limit": st.integers(1, 5) | junk,
    "level": st.sampled_from(["random", "runner", "careful"]) | junk,
    "seed": st.integers(0, 9) | junk,
}
commands = st.fixed_dictionaries({"command": st.sampled_from(COMMANDS[:-1]) | junk}, optional=fields)
lines = st.binary(max_size=60) | commands.map(json.dumps).map(str.encode)


@given(st.lists(lines, max_size=12))
def test_any_input_gets_one_known_answer_a_line(source: list[bytes]) -> None:
    text = b"\n".join(line.replace(b"\n", b" ") for line in source)
    replies = converse(text)
    assert len(replies) == sum(1 for line in text.split(b"\n") if line.strip())
    for reply in replies:
        assert reply["ok"] is True or reply["error"]["code"] in CODES


@given(st.sampled_from(sorted(PRESETS)), st.randoms(use_true_random=False))
def test_after_every_command_there_is_something_to_do(preset: str, random: Any) -> None:
    from rosespring.engine import Session

    session = Session()

    def send(**command: Any) -> Any:
        reply = session.answer(json.dumps(command).encode())
        assert reply is not None
        assert reply["ok"] is True
        return reply["state"]

    state = send(command="new", rules=preset, starter=random.randint(0, 1))
    for _ in range(120):
        if state["winner"] is not None:
            assert (state["stages"], state["legal"], state["turn"]) == ([], [], state["winner"])
            return
        assert bool(state["legal"]) == bool(state["stages"])
        if state["legal"]:
            point, number = random.choice(state["legal"])
            state = send(command="step", point=point, number=number)
        else:
            assert not (state["cascade"])
            assert not (state["received"])
            assert not (state["started"])
            state = send(command="roll", dice=[random.randint(1, 6), random.randint(1, 6)])

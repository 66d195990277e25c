"""The engine protocol, command by command (protocol.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rosespring.engine import Session
from rosespring.rules import OPTIONS, PRESETS


def men(*points: tuple[int, int]) -> list[int]:
    """25 counts with the given (point, checkers); all others are borne off."""
    counts = [0] * 25
    for point, count in points:
        counts[point] = count
    counts[0] = 15 - sum(counts)
    return counts


START = men((24, 15))


class Talk:
    """A session that is spoken to in dictionaries."""

    def __init__(self) -> None:
        self.session = Session()

    def send(self, command: str, **values: Any) -> Any:
        reply = self.session.answer(json.dumps({"command": command, **values}).encode())
        assert reply is not None
        return json.loads(json.dumps(reply))

    def state(self, command: str, **values: Any) -> Any:
        reply = self.send(command, **values)
        assert reply["ok"] is True, reply
        return reply["state"]

    def code(self, command: str, **values: Any) -> Any:
        reply = self.send(command, **values)
        assert reply["ok"] is False
        assert set(reply["error"]) == {"code", "message"}
        return reply["error"]["code"]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_new_gives_the_first_state(talk: Talk) -> None:
    state = talk.state("new", rules="gioul", starter=1)
    assert state["rules"] == PRESETS["gioul"].rules.as_dict()
    assert list(state["rules"]) == list(OPTIONS)
    assert state["men"] == [START, START]
    assert (state["turn"], state["stages"], state["legal"], state["rolls"]) == (1, [], [], [0, 0])
    assert (state["cascade"], state["received"], state["started"]) == (False, False, False)
    assert (state["winner"], state["points"]) == (None, 0)


def test_an_object_of_options_is_gul_bara_but_for_them(talk: Talk) -> None:
    state = talk.state("new", rules={"cascade_from": 1}, starter=0)
    assert state["rules"] == PRESETS["gul-bara"].rules.as_dict() | {"cascade_from": 1}


def test_a_cascade_is_queued_and_undone_step_by_step(talk: Talk) -> None:
    first = talk.state("new", rules="gioul", starter=0)
    rolled = talk.state("roll", dice=[4, 4])
    assert rolled["stages"] == [[4] * 4, [5] * 4, [6] * 4]
    assert rolled["cascade"] is True
    assert rolled["legal"] == [[24, 4]]
    stepped = talk.state("step", point=24, number=4)
    assert stepped["stages"] == [[4] * 3, [5] * 4, [6] * 4]
    assert stepped["started"] is True
    assert stepped["legal"] == [[24, 4], [20, 4]]
    assert talk.state("undo") == rolled
    assert talk.state("undo") == first
    assert talk.code("undo") == "nothing-to-undo"


def test_the_first_three_rolls_of_gul_bara_do_not_cascade(talk: Talk) -> None:
    talk.state("new", rules="gul-bara", starter=0)
    state = talk.state("roll", dice=[1, 1])
    assert (state["stages"], state["cascade"]) == ([[1] * 4], False)


def test_any_dice_order_gives_the_larger_first(talk: Talk) -> None:
    talk.state("new", rules="gul-bara", starter=0)
    assert talk.state("roll", dice=[2, 5])["stages"] == [[5, 2]]


def test_a_win_keeps_the_winner_to_turn(talk: Talk) -> None:
    talk.state("set", rules="gul-bara", men=[men((2, 1)), START], turn=0, rolls=[9, 9])
    talk.state("roll", dice=[6, 1])
    state = talk.state("step", point=2, number=6)
    assert (state["winner"], state["points"], state["turn"]) == (0, 2, 0)  # Dark has borne off none
    assert (state["stages"], state["legal"]) == ([], [])
    assert talk.code("roll", dice=[1, 2]) == "game-over"
    assert talk.code("step", point=24, number=1) == "game-over"
    assert talk.code("best", level="careful", seed=1) == "game-over"
    assert talk.send("ends") == {"ok": True, "ends": [], "truncated": False}
    assert talk.send("evaluate", level="careful")["outlook"] == {"win": 1, "win2": 1, "lose2": 0, "points": 2}
    assert talk.state("undo")["winner"] is None


def test_set_of_a_finished_position_has_its_winner(talk: Talk) -> None:
    state = talk.state("set", rules="gul-bara", men=[men((2, 1)), men()], turn=0, rolls=[9, 9])
    assert (state["winner"], state["points"], state["turn"]) == (1, 1, 1)


def test_set_resolves_stages_that_cannot_be_played(talk: Talk) -> None:
    # rules.md section 6, 9: GB, A: 24; B: 7 (A's 19): nothing of the cascading 5-5 can be played; B receives it.
    state = talk.state(
        "set", rules="gul-bara", men=[men((24, 1)), men((7, 1))], turn=0, rolls=[4, 4],
        stages=[[5] * 4, [6] * 4], cascade=True,
    )  # fmt: skip
    assert (state["turn"], state["received"], state["stages"]) == (1, True, [[5] * 4, [6] * 4])
    assert (state["started"], state["legal"]) == (False, [[7, 5]])


def test_a_state_can_be_set_again_as_it_came(talk: Talk) -> None:
    talk.state("new", rules="gioul", starter=1)
    state = talk.state("roll", dice=[3, 3])
    assert Talk().state("set", **state) == state


def test_ends_lists_each_result_once_in_order(talk: Talk) -> None:
    talk.state("new", rules="gioul", starter=0)
    talk.state("roll", dice=[2, 1])
    reply = talk.send("ends")
    # One checker 24/21, or one each 24/22 and 24/23: counts read from point 24 down, larger first.
    assert [end["men"] for end in reply["ends"]] == [men((24, 14), (21, 1)), men((24, 13), (23, 1), (22, 1))]
    assert reply["truncated"] is False
    cut = talk.send("ends", limit=1)
    assert (cut["ends"], cut["truncated"]) == (reply["ends"][:1], True)


def test_ends_steps_lead_there(talk: Talk) -> None:
    talk.state("set", rules="gul-bara", men=[men((13, 4), (7, 3), (3, 8)), men((20, 15))], turn=0, rolls=[4, 4])
    talk.state("roll", dice=[3, 3])
    for end in talk.send("ends")["ends"]:
        for point, number in end["steps"]:
            state = talk.state("step", point=point, number=number)
        assert state["men"][0] == end["men"]
        for _step in end["steps"]:
            talk.state("undo")


@pytest.mark.parametrize("level", ["random", "runner", "careful"])
def test_best_plays_on_to_the_next_roll_and_is_reproducible(talk: Talk, level: str) -> None:
    talk.state("new", rules="gioul", starter=0)
    talk.state("roll", dice=[5, 5])
    best = talk.send("best", level=level, seed=7)
    assert best == talk.send("best", level=level, seed=7)
    assert len(best["steps"]) == 8  # four 5s and four 6s: from the start all are playable (rules.md section 6, 2)
    assert best["points"] == best["outlook"]["points"]
    for point, number in best["steps"]:
        state = talk.state("step", point=point, number=number)
    assert (state["turn"], state["stages"]) == (1, [])


def test_best_needs_a_roll(talk: Talk) -> None:
    talk.state("new", rules="gioul", starter=0)
    assert talk.code("best", level="careful", seed=1) == "must-roll"


def test_evaluate_is_for_the_side_to_act(talk: Talk) -> None:
    ahead = men((1, 2))
    behind = men((12, 15))
    mine: dict[str, Any] = {"rules": "gul-bara", "men": [ahead, behind], "rolls": [9, 9]}
    talk.state("set", **mine, turn=0)
    good = talk.send("evaluate", level="careful")["outlook"]
    talk.state("set", **mine, turn=1)
    bad = talk.send("evaluate", level="careful")["outlook"]
    assert good["win"] > 0.9 > 0.1 > bad["win"]
    for outlook in (good, bad):
        expected = 2 * outlook["win"] - 1 + outlook["win2"] - outlook["lose2"]
        assert outlook["points"] == pytest.approx(expected, abs=1e-12)


def test_evaluate_is_exact_where_tables_reach(talk: Talk) -> None:
    # Any roll bears the checker on the 2 off: one die of 2 or more does, and 1-1 is at least four ones.
    talk.state("set", rules="gul-bara", men=[men((2, 1)), men((24, 1))], turn=0, rolls=[9, 9])
    for level in ("random", "careful"):
        assert talk.send("evaluate", level=level)["outlook"] == {"win": 1, "win2": 0, "lose2": 0, "points": 1}
    talk.state("set", rules="gul-bara", men=[men((2, 1)), men((24, 1))], turn=1, rolls=[9, 9])
    assert talk.send("evaluate", level="random")["outlook"]["win"] < 0.3


def test_quit_is_answered(talk: Talk) -> None:
    assert talk.send("quit") == {"ok": True}
    assert talk.session.ended


@pytest.mark.parametrize("command", ["roll", "step", "undo", "state", "ends", "best", "evaluate"])
def test_no_game_yet(talk: Talk, command: str) -> None:
    needed: dict[str, dict[str, Any]] = {"roll": {"dice": [1, 2]}, "step": {"point": 1, "number": 1}}
    assert talk.code(command, **needed.get(command, {})) == "no-game"


def test_turn_order_is_kept(talk: Talk) -> None:
    before = talk.state("new", rules="gul-bara", starter=0)
    assert talk.code("step", point=24, number=1) == "must-roll"
    rolled = talk.state("roll", dice=[2, 1])
    assert talk.code("roll", dice=[2, 1]) == "must-play"
    assert talk.code("step", point=24, number=3) == "illegal-step"
    assert talk.code("step", point=23, number=1) == "illegal-step"
    assert talk.state("state") == rolled
    assert talk.state("undo") == before


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "bad-json"),
        (b"\xff{}", "bad-json"),
        (b'{"command": "state"} x', "bad-json"),
        (b'{"command": NaN}', "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b'{"command": "new", "starter": ' + b"9" * 5000 + b"}", "bad-json"),
        (b"[]", "bad-command"),
        (b"null", "bad-command"),
        (b"7", "bad-command"),
        (b"{}", "bad-command"),
        (b'{"command": 1}', "bad-command"),
        (b'{"command": "dance"}', "bad-command"),
        (b'{"command": ["new"]}', "bad-command"),
    ],
)
def test_bad_lines(line: bytes, code: str) -> None:
    reply = Session().answer(line)
    assert reply is not None
    assert reply["error"]["code"] == code


def test_empty_lines_are_passed_over() -> None:
    assert [Session().answer(line) for line in (b"\n", b"  \r\n", b"")] == [None, None, None]


GOOD_SET: dict[str, Any] = {"rules": "gul-bara", "men": [START, START], "turn": 0, "rolls": [4, 4]}


@pytest.mark.parametrize(
    ("command", "values", "named"),
    [
        ("new", {"rules": "gul-bar", "starter": 0}, "gul-bar"),
        ("new", {"rules": 3, "starter": 0}, "3"),
        ("new", {"rules": {"rest": "kept"}, "starter": 0}, "kept"),
        ("new", {"rules": {"colour": 1}, "starter": 0}, "colour"),
        ("new", {"rules": {"cascade_from": True}, "starter": 0}, "True"),
        ("new", {"rules": {"cascade_from": 100}, "starter": 0}, "100"),
        ("new", {"rules": {"rest": ["lost"]}, "starter": 0}, "lost"),
        ("new", {"rules": "gioul", "starter": 2}, "2"),
        ("new", {"rules": "gioul", "starter": True}, "True"),
        ("new", {"rules": "gioul", "starter": 1.0}, "1.0"),
        ("new", {"rules": "gioul"}, "starter"),
        ("new", {"rules": "gioul", "starter": 0, "colour": "red"}, "colour"),
        ("roll", {"dice": [1]}, "[1]"),
        ("roll", {"dice": [0, 7]}, "[0, 7]"),
        ("roll", {"dice": [1, 2.0]}, "2.0"),
        ("roll", {"dice": "12"}, "12"),
        ("roll", {}, "dice"),
        ("step", {"point": 0, "number": 1}, "0"),
        ("step", {"point": 24, "number": 7}, "7"),
        ("step", {"point": True, "number": 1}, "True"),
        ("step", {"point": 24}, "number"),
        ("ends", {"limit": 0}, "0"),
        ("ends", {"limit": True}, "True"),
        ("best", {"level": "carefull"}, "carefull"),
        ("best", {"level": 3}, "3"),
        ("best", {"level": "careful", "seed": -1}, "-1"),
        ("evaluate", {"level": "strong"}, "strong"),
        ("set", {"men": [START]}, "men"),
        ("set", {"men": [START, START[:24]]}, "men[1]"),
        ("set", {"men": [START, [True] * 25]}, "men[1]"),
        ("set", {"men": [START, [*men((24, 14))[:24], 13]]}, "14"),
        ("set", {"men": [START, men((12, 15))]}, "24"),
        ("set", {"men": [men(), men()]}, "both sides"),
        ("set", {"men": [[*START[:24], 16], START]}, "16"),
        ("set", {"turn": 2}, "2"),
        ("set", {"rolls": [1, -1]}, "-1"),
        ("set", {"rolls": [1]}, "rolls"),
        ("set", {"stages": [[7]]}, "7"),
        ("set", {"stages": [[]]}, "[[]]"),
        ("set", {"stages": [[1, 2]]}, "[1, 2]"),
        ("set", {"stages": [[1] * 5]}, "[1, 1, 1, 1, 1]"),
        ("set", {"stages": [[6, 5, 4]], "started": True}, "[6, 5, 4]"),
        ("set", {"stages": {"0": 1}}, "stages"),
        ("set", {"stages": [[6, 5]], "cascade": True}, "[6, 5]"),
        ("set", {"stages": [[5] * 4], "cascade": True}, "[5, 5, 5, 5]"),  # the 6s are missing
        ("set", {"stages": [[5] * 4, [6] * 3], "cascade": True}, "[6, 6, 6]"),
        ("set", {"stages": [[5] * 4]}, "[5, 5, 5, 5]"),  # the fourth roll's double cascades
        ("set", {"stages": [[5] * 4, [6] * 4], "cascade": True, "rolls": [3, 9]}, "[3, 9]"),
        ("set", {"stages": [[6, 5]], "received": True}, "[6, 5]"),  # only cascades pass in gul-bara
        ("set", {"stages": [[6, 5]], "started": True}, "[6, 5]"),
        ("set", {"stages": [[5]]}, "[5]"),  # a number of this roll has been played, so it is started
        ("set", {"stages": [[6, 5]], "rolls": [0, 4]}, "rolls"),
        ("set", {"cascade": True}, "cascade"),
        ("set", {"started": 1}, "started"),
        ("set", {"rules": "gul-bara-forfeit", "stages": [[6] * 4], "cascade": True, "received": True}, "received"),
        ("set", {"men": [men(), START], "stages": [[6, 5]]}, "[6, 5]"),
    ],
)  # fmt: skip
def test_bad_values_are_named_and_change_nothing(talk: Talk, command: str, values: dict[str, Any], named: str) -> None:
    talk.state("new", rules="gul-bara", starter=0)
    if command == "step":
        talk.state("roll", dice=[6, 5])
    before = talk.state("state")
    if command == "set":
        values = GOOD_SET | values
    reply = talk.send(command, **values)
    assert reply["ok"] is False
    assert reply["error"]["code"] == "bad-value"
    assert named in reply["error"]["message"]
    assert talk.state("state") == before

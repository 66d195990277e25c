"""The tutor at the terminal: when it speaks, what it says first and then, and that it lets play on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from rosespring.analysis.tutor import Objection
from rosespring.board import Position, Step
from rosespring.errors import NotationError, WeightsError
from rosespring.notation.records import load_record
from rosespring.players import turn_steps
from rosespring.players.thinkers import Needs
from rosespring.tui import tutor
from rosespring.tui.console import ScriptConsole
from rosespring.tui.screen import Look, Screen
from rosespring.tui.session import Session
from rosespring.tui.table import Table, table_of, use_dice
from rosespring.tui.tutor import Tutor, parse_limit
from tests.tui.scripts import against

HEAD = """Rosespring record 1
rules: gul-bara
length: {length}
light: Ana
dice: hand
{extra}
Game 1
throw 4-2
Light 4-2: 24/20 24/22
Dark 5-3: 24/19/16
"""
WARNING = "The tutor: This turn gives away 0.25 points. Look again at the checker on your 20."


@pytest.fixture(autouse=True)
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tutor, "is_warm", lambda: True)


class Objects:
    """Finds the same fault with every turn, and remembers what it was asked."""

    def __init__(self, cost: float = 0.25) -> None:
        self.cost = cost
        self.asked: list[tuple[Sequence[Step], Needs | None]] = []

    def __call__(self, position: Position, steps: Sequence[Step], needs: Needs | None) -> Objection:
        self.asked.append((steps, needs))
        return Objection(self.cost, 20, (Step(20, 6), Step(22, 1)))


def table(length: int = 1, opponent: str = "x-computer-dark: novice") -> Table:
    found = table_of(load_record(HEAD.format(length=length, extra=opponent)))
    use_dice(found, None)
    return found


def transcript(lines: list[str], objects: Objects, at: Table | None = None, *, on: bool = True) -> tuple[str, Session]:
    written: list[str] = []
    screen = Screen(ScriptConsole(["61", *lines], written.append), Look(boards=False))
    session = Session(screen, at or table(), turn_steps)
    session.tutor = Tutor(on, objects=objects)
    session.run()
    return "".join(written), session


def test_it_warns_once_and_then_lets_play_on() -> None:
    objects = Objects()
    text, session = transcript(["24/18", "22/21", "", "better", "done"], objects)
    assert text.count(WARNING) == 1
    assert "Better: 20/14 22/21.\n" in text
    assert objects.asked == [((Step(24, 6), Step(22, 1)), None)]
    assert len(session.table.last_turns) == 3


def test_another_way_to_play_is_judged_anew_and_the_same_one_is_not() -> None:
    objects = Objects()
    text, session = transcript(
        ["24/18 22/21", "done", "undo all", "24/18/17", "done", "undo", "18/17", "done"], objects
    )
    assert text.count(WARNING) == 2
    assert len(objects.asked) == 2
    assert len(session.table.last_turns) == 3


def test_it_knows_what_each_side_needs() -> None:
    objects = Objects()
    transcript(["24/18 22/21", "done"], objects, table(5))
    assert objects.asked == [((Step(24, 6), Step(22, 1)), (5, 5))]


@pytest.mark.parametrize(
    ("first", "asked", "said"),
    [
        (["tutor off"], 0, "The tutor is silent."),
        (["tutor 0.3"], 1, "gives away 0.3 points or more"),
        (["t 0,25"], 1, "gives away 0.25 points or more"),
    ],
    ids=str,
)
def test_the_word_switches_it(first: list[str], asked: int, said: str) -> None:
    objects = Objects()
    text, _session = transcript([*first, "24/18 22/21", "done"], objects)
    assert len(objects.asked) == asked
    assert said in text
    assert (WARNING in text) == (first == ["t 0,25"])


def test_switched_off_at_first_the_word_alone_switches_it_on() -> None:
    objects = Objects()
    text, session = transcript(["tutor", "24/18 22/21", "done"], objects, on=False)
    assert session.tutor.on
    assert WARNING in text


def test_friends_hear_nothing_of_it() -> None:
    objects = Objects()
    text, _session = transcript(["24/18 22/21", "done", "better"], objects, table(opponent=""))
    assert objects.asked == []
    assert "the tutor has not warned of this turn" in text


def test_the_better_play_is_told_after_a_warning_only() -> None:
    text, _session = transcript(["better", "24/18 22/21", "better"], Objects())
    assert text.count("the tutor has not warned of this turn") == 2


def test_a_network_that_cannot_be_used_silences_it() -> None:
    def fails(*_asked: object) -> Objection:
        raise WeightsError("no weights")

    written: list[str] = []
    screen = Screen(ScriptConsole(["61", "24/18 22/21", "done"], written.append), Look(boards=False))
    session = Session(screen, table(), turn_steps)
    session.tutor = Tutor(True, objects=fails)
    session.run()
    assert "The tutor is silent from now on: no weights." in "".join(written)
    assert len(session.table.last_turns) == 3


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "5", "much", ""])
def test_amounts_that_are_none(text: str) -> None:
    with pytest.raises(NotationError, match="expected on, off or points"):
        parse_limit(text)


def test_a_whole_game_with_the_real_tutor() -> None:
    """It compares turns with the network's best; a random player hears of it, and the game ends all the same."""
    from tests.tui.scripts import random_lines

    written: list[str] = []
    holder: list[Session] = []

    def typed() -> Iterator[str]:
        yield from random_lines(holder[0], 3)

    screen = Screen(ScriptConsole(typed(), written.append), Look(boards=False))
    session = Session(screen, against("runner", "gioul", 1, seed=3), turn_steps)
    session.tutor = Tutor(True)
    holder.append(session)
    session.run()
    text = "".join(written)
    assert "wins the match." in text
    assert text.count("The tutor: This turn gives away") >= 5

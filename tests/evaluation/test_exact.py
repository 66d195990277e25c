"""The evaluator that asks the tables first."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from rosespring.board import Position
from rosespring.evaluation import Formula, Outlook
from rosespring.evaluation.exact import Exact, exact_outlook
from rosespring.rules import find_rules
from tests.positions import place

LATE = (9, 9)


class Noting:
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[Position] = []

    def outlooks(self, positions: Sequence[Position]) -> list[Outlook]:
        self.asked += positions
        return Formula().outlooks(positions)


def test_tables_come_first_and_the_other_evaluator_gets_the_rest_in_one_batch() -> None:
    start, ace = Position.start(find_rules("gioul")), place("gioul", (1, 1), (20,))
    other, won = place("gioul", (6, 4, 3, 2), (20,)), place("gioul", (), (20,) * 15)
    noting = Noting()
    found = Exact(noting).outlooks([start, ace, other, won])
    assert noting.asked == [start, other]
    assert found == [Formula().outlooks([start])[0], Outlook(1, 0, 0), Formula().outlooks([other])[0], Outlook(1, 1, 0)]
    assert Exact(noting).outlooks([ace]) == [Outlook(1, 0, 0)]
    assert noting.asked == [start, other]


def test_stages_are_played_out() -> None:
    # 6-5 takes both off; 5-4 leaves the 6, which goes off unless the other side wins before.
    assert exact_outlook(place("gul-bara", (6, 5), (1,), rolls=LATE, stages=((6, 5),))) == Outlook(1, 0, 0)
    assert exact_outlook(place("gul-bara", (6, 5), (1,), rolls=LATE, stages=((4, 3),))) == Outlook(0, 0, 0)


def test_tables_of_the_package_are_read_without_compiler_and_arrays() -> None:
    program = (
        "import sys; from rosespring.board import Position; from rosespring.evaluation.exact import exact_outlook; "
        "position = Position.parse('1~gioul~0~-4.1-12.1-6~-3.1-20~9.9~-~-'); print(exact_outlook(position).win > 0, "
        "*[name for name in ('numpy', 'numba') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True\n", "")

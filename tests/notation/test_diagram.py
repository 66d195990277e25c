"""The board drawn with characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rosespring import Position, Side, find_rules
from rosespring.notation import diagram, parse_position
from rosespring.notation.diagram import ASCII
from tests.strategies import positions, sides

PARALLEL = """\
   ● Dark: 360 pips, 0 borne off
    13  14  15  16  17  18      19  20  21  22  23  24
  ╭────────── ◂ ● ──────────┬─┬────────── ◂ ○ ──────────╮
  │  ·   ┊   ·   ┊   ·   ┊  │ │  ·   ┊   ·   ┊   ·   ○  │
  │  ·   ┊   ·   ┊   ·   ┊  │ │  ·   ┊   ·   ┊   ·   ○  │
  │                         │ │                      ○  │
  │                         │ │                      ○  │
  │                         │ │                     15  │
  │                         │ │                         │
  │ 15                      │ │                         │
  │  ●                      │ │                         │
  │  ●                      │ │                         │
  │  ●   ·   ┊   ·   ┊   ·  │ │  ┊   ·   ┊   ·   ┊   ·  │
  │  ●   ·   ┊   ·   ┊   ·  │ │  ┊   ·   ┊   ·   ┊   ·  │
  ╰────────── ● ▸ ──────────┴─┴────────── ○ ▸ ──────────╯
    12  11  10   9   8   7       6   5   4   3   2   1
                         ○ Light: 360 pips, 0 borne off"""

CONTRARY_SEEN_BY_DARK = """\
                          O Light: 38 pips, 9 borne off
    13  14  15  16  17  18      19  20  21  22  23  24
  +---------- O > ----------+-+---------- < X ----------+
  |  .   :   .   :   .   :  | |  O   :   O   O   .   X  |
  |  .   :   .   :   .   :  | |  .   :   O   O   .   X  |
  |                         | |                      X  |
  |                         | |                      X  |
  |                         | |                     15  |
  |                         | |                         |
  |                         | |                         |
  |                         | |                         |
  |                         | |                         |
  |  :   .   :   .   :   .  | |  :   .   :   .   :   .  |
  |  :   .   :   .   :   O  | |  :   .   :   .   :   .  |
  +---------- < O ----------+-+---------- X > ----------+
    12  11  10   9   8   7       6   5   4   3   2   1
                          X Dark: 360 pips, 0 borne off"""


def test_the_start_of_gul_bara() -> None:
    assert diagram(Position.start(find_rules("gul-bara"))) == PARALLEL


def test_gioul_from_the_other_side() -> None:
    position = parse_position("gioul; Light 18×1 6×1 4×2 3×2 off×9; Dark 24×15; rolls 0 0; Light to roll")
    assert diagram(position, Side.DARK, charset=ASCII) == CONTRARY_SEEN_BY_DARK
    assert diagram(position.seen_by(Side.DARK), charset=ASCII) == CONTRARY_SEEN_BY_DARK


@given(positions(), sides, st.booleans())
def test_every_checker_is_drawn(position: Position, viewer: Side, plain: bool) -> None:
    text = diagram(position, viewer, charset=ASCII) if plain else diagram(position, viewer)
    lines = text.split("\n")
    assert len(lines) == 17
    assert max(map(len, lines)) <= 72
    assert text.isascii() == plain
    for side, checker in zip(Side, "OX" if plain else "○●", strict=True):
        stacks = [count for count in position.men_of(side)[1:] if count]
        drawn = sum(line.count(checker) for line in lines[3:14])
        assert drawn == sum(count if count <= 5 else 4 for count in stacks)
    counts = [int(word) for line in lines[3:14] for word in line.split() if word.isdecimal()]
    assert sorted(counts) == sorted(count for side in Side for count in position.men_of(side)[1:] if count > 5)

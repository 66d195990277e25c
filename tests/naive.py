"""The rules once more, from rules.md alone, by brute force: what the tests hold the real code against.

Nothing here comes from `rosespring.movegen` or `rosespring.game`, and nothing is clever. The board is a ring of 24
cells; a positive count is Light's, a negative one Dark's. A side walks along its path, 24 cells from its start; the
checker that has gone `i` cells stands on its own point ``24 - i``. A play is found by trying every die with every
checker until nothing moves, and only then asking which of the plays the rules allow.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

Cells = tuple[int, ...]
Dice = tuple[int, ...]

PATHS: dict[tuple[str, int], tuple[int, ...]] = {
    ("parallel", 0): tuple(range(24)),
    ("parallel", 1): tuple((12 + i) % 24 for i in range(24)),
    ("contrary", 0): tuple(range(24)),
    ("contrary", 1): tuple(23 - i for i in range(24)),
}
SIGN = (1, -1)
HOME_BEGINS = 18  # the last six cells of a path


def cells_of(movement: str, men: tuple[tuple[int, ...], tuple[int, ...]]) -> Cells:
    """The ring from both sides' 25 counts by their own points."""
    cells = [0] * 24
    for side in (0, 1):
        for walked, cell in enumerate(PATHS[movement, side]):
            if men[side][24 - walked]:
                assert cells[cell] == 0, "a shared point"
                cells[cell] = SIGN[side] * men[side][24 - walked]
    return tuple(cells)


def men_of(cells: Cells, movement: str, side: int) -> tuple[int, ...]:
    """25 counts of a side by its own points, 0 being borne off."""
    on_board = [max(0, SIGN[side] * cells[cell]) for cell in PATHS[movement, side]]
    return (15 - sum(on_board), *reversed(on_board))


def is_off(cells: Cells, side: int) -> bool:
    """Whether a side has no checker left on the board."""
    return not any(SIGN[side] * count > 0 for count in cells)


def moved(cells: Cells, movement: str, side: int, walked: int, die: int) -> Cells | None:
    """The ring after the side's checker that has `walked` so far goes on by `die`; None where it may not (1, 4)."""
    path, sign = PATHS[movement, side], SIGN[side]
    if sign * cells[path[walked]] <= 0:
        return None
    after = list(cells)
    after[path[walked]] -= sign
    if walked + die < 24:
        landing = path[walked + die]
        if sign * cells[landing] < 0:
            return None
        after[landing] += sign
        return tuple(after)
    last = min(i for i in range(24) if sign * cells[path[i]] > 0)
    if last < HOME_BEGINS:
        return None  # not everything is home
    if walked + die > 24 and last < walked:
        return None  # the die is larger than needed, and a checker from farther back goes first
    return tuple(after)


def less(dice: Dice, die: int) -> Dice:
    """The dice without one of them."""
    rest = list(dice)
    rest.remove(die)
    return tuple(rest)


def tries(cells: Cells, movement: str, side: int, dice: Dice) -> list[tuple[int, int, Cells]]:
    """Every single move with any of the dice: cells walked so far, die, ring afterwards."""
    return [
        (walked, die, after)
        for die in sorted(set(dice))
        for walked in range(24)
        if (after := moved(cells, movement, side, walked, die)) is not None
    ]


@lru_cache(maxsize=200_000)
def endings(cells: Cells, movement: str, side: int, dice: Dice) -> frozenset[tuple[Cells, Dice]]:
    """Where all sequences of moves end, and the dice left there: none once the last checker is off (section 2)."""
    if is_off(cells, side):
        return frozenset([(cells, ())])
    found: set[tuple[Cells, Dice]] = set()
    for _walked, die, after in tries(cells, movement, side, dice):
        found |= endings(after, movement, side, less(dice, die))
    return frozenset(found) or frozenset([(cells, dice)])


@lru_cache(maxsize=1_000_000)
def leavings(cells: Cells, movement: str, side: int, dice: Dice) -> frozenset[Dice]:
    """The dice that the sequences of `endings` leave, without the boards."""
    if is_off(cells, side):
        return frozenset([()])
    found: set[Dice] = set()
    for _walked, die, after in tries(cells, movement, side, dice):
        found |= leavings(after, movement, side, less(dice, die))
    return frozenset(found) or frozenset([dice])


def allowed(left: frozenset[Dice], dice: Dice, dice_use: str) -> frozenset[Dice]:
    """Which dice a play may leave, of those that some sequence leaves (section 2)."""
    if dice_use == "free":
        return left
    fewest = min(map(len, left))
    kept = frozenset(rest for rest in left if len(rest) == fewest)
    only_smaller_left = (min(dice),)
    if len(set(dice)) == 2 and fewest == 1 and only_smaller_left in kept:
        return frozenset([only_smaller_left])
    return kept


def stage_ends(cells: Cells, movement: str, side: int, dice: Dice, dice_use: str) -> frozenset[tuple[Cells, Dice]]:
    """The rings in which a stage may end, each with the dice that could not be played."""
    ends = endings(cells, movement, side, dice)
    fitting = allowed(frozenset(left for _cells, left in ends), dice, dice_use)
    return frozenset((after, left) for after, left in ends if left in fitting)


def first_moves(cells: Cells, movement: str, side: int, dice: Dice, dice_use: str) -> list[tuple[int, int]]:
    """The own points and numbers with which an allowed sequence begins; highest point, then larger number first."""
    fitting = allowed(leavings(cells, movement, side, dice), dice, dice_use)
    return sorted(
        (
            (24 - walked, die)
            for walked, die, after in tries(cells, movement, side, dice)
            if leavings(after, movement, side, less(dice, die)) & fitting
        ),
        reverse=True,
    )


START_MEN = ((0,) * 24 + (15,),) * 2
View = tuple[tuple[Dice, ...], bool, bool, bool]
"""The queue and the flags cascade, received, started at some moment."""


@dataclass
class NaiveGame:
    """A game told step by step; `options` are all options of rules.md, with or without effect."""

    options: dict[str, Any]
    turn: int = 0
    men: tuple[tuple[int, ...], tuple[int, ...]] = START_MEN
    rolls: list[int] = field(default_factory=lambda: [0, 0])
    queue: list[Dice] = field(default_factory=list)
    cascade: bool = False
    received: bool = False
    started: bool = False
    winner: int | None = None
    points: int = 0
    views: list[View] = field(default_factory=list)
    """Each queue with its flags on the way, those included that cannot be played and are resolved at once."""

    def __post_init__(self) -> None:
        self.movement: str = self.options["movement"]
        self.cells = cells_of(self.movement, self.men)

    def throw(self, a: int, b: int) -> None:
        """The side to act rolls (section 2)."""
        self.rolls[self.turn] += 1
        counted = self.rolls[self.turn] if self.options["cascade_count"] == "player" else sum(self.rolls)
        since = self.options["cascade_from"]
        self.cascade = a == b and since > 0 and counted >= since
        if a != b:
            self.queue = [(max(a, b), min(a, b))]
        elif self.cascade:
            self.queue = [(n, n, n, n) for n in range(a, 7)]
        else:
            self.queue = [(a, a, a, a)]
        self.received = self.started = False
        self.go_on()

    def play(self, point: int, number: int) -> None:
        """The side to act plays a legal move."""
        after = moved(self.cells, self.movement, self.turn, 24 - point, number)
        assert after is not None
        self.cells = after
        self.started = True
        self.queue[0] = less(self.queue[0], number)
        if not self.queue[0]:
            del self.queue[0]
        self.go_on()

    def legal(self) -> list[tuple[int, int]]:
        """The moves that may be played next."""
        if self.winner is not None or not self.queue:
            return []
        return first_moves(self.cells, self.movement, self.turn, self.queue[0], self.options["dice_use"])

    def ends(self) -> set[tuple[tuple[int, ...], Dice]]:
        """The mover's counts at each end of the current stage, with the dice that could not be played."""
        if self.winner is not None or not self.queue:
            return set()
        ends = stage_ends(self.cells, self.movement, self.turn, self.queue[0], self.options["dice_use"])
        return {(men_of(cells, self.movement, self.turn), left) for cells, left in ends}

    def go_on(self) -> None:
        """Everything that happens by itself (section 3)."""
        while True:
            if is_off(self.cells, self.turn):
                return self.win()
            if self.queue:
                self.views.append((tuple(self.queue), self.cascade, self.received, self.started))
            if self.queue and tries(self.cells, self.movement, self.turn, self.queue[0]):
                return None
            if not self.queue:
                return self.end_turn()
            if not self.received:
                if not self.rest_passes():
                    return self.end_turn()
                self.turn, self.received, self.started = 1 - self.turn, True, False
            elif self.options["receiver"] == "skips":
                del self.queue[0]
            else:
                self.queue.clear()

    def rest_passes(self) -> bool:
        """Whether the opponent plays what is left of this roll (section 3)."""
        if self.options["rest"] == "lost":
            return False
        if self.options["rest_scope"] == "cascade" and not self.cascade:
            return False
        return self.started or self.options["unstarted"] == "passes"

    def end_turn(self) -> None:
        """The next roll is the opponent's, or the receiver's own."""
        if not self.received:
            self.turn = 1 - self.turn
        self.queue.clear()
        self.cascade = self.received = self.started = False

    def win(self) -> None:
        """All 15 are off (section 4)."""
        self.winner = self.turn
        self.points = 2 if men_of(self.cells, self.movement, 1 - self.turn)[0] == 0 else 1
        self.queue.clear()
        self.cascade = self.received = self.started = False

    def facts(self) -> dict[str, object]:
        """All that can be compared."""
        return {
            "men": tuple(men_of(self.cells, self.movement, side) for side in (0, 1)),
            "turn": self.turn,
            "rolls": tuple(self.rolls),
            "stages": tuple(self.queue),
            "flags": (self.cascade, self.received, self.started),
            "winner": self.winner,
            "points": self.points,
            "legal": self.legal(),
        }

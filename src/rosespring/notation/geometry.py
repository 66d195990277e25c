"""Where everything on the drawn board lies, in the units of its viewBox (a point is 100 wide)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

COLUMN = 100.0
CHECKER = 95.0
STEP = 95.0
FULL_STACK = 5
GAP = 170.0
BAR = 56.0
FRAME = 18.0
RAIL = 52.0
BAND = 42.0
SLIM_BAND = 27.0
WALL = 10.0
TRAY = 82.0
OFF_WIDTH = 74.0
OFF_HEIGHT = 27.0
OFF_STEP = 29.0
POINT_HEIGHT = 468.0
INNER_LANE = 12.5
OUTER_LANE = 29.5

Movement = Literal["parallel", "contrary"]


@dataclass(frozen=True)
class Place:
    """Where a stack begins and which way it grows (`direction` +1 down the page, -1 up)."""

    x: float
    y: float
    direction: int

    def centre(self, index: int, count: int) -> tuple[float, float]:
        """The centre of checker `index` (0 at the base) in a stack of `count`."""
        return self.x, self.y + self.direction * index * stack_step(count)


@dataclass(frozen=True)
class Box:
    """A rectangle by its left upper corner and size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The centre."""
        return self.x + self.width / 2, self.y + self.height / 2


def stack_step(count: int) -> float:
    """The distance between neighbours in a stack: more than five share the room of five."""
    return STEP if count <= FULL_STACK else STEP * (FULL_STACK - 1) / (count - 1)


def check_movement(movement: str) -> Movement:
    """The movement as a literal.

    :raises ValueError: if it is neither ``parallel`` nor ``contrary``.
    """
    if movement == "parallel":
        return "parallel"
    if movement == "contrary":
        return "contrary"
    raise ValueError(f"expected movement 'parallel' or 'contrary', got {movement!r}")


def opposite_point(point: int, movement: Movement) -> int:
    """The viewer's number of his opponent's own `point` (rules.md, section 1)."""
    return (point + 11) % 24 + 1 if movement == "parallel" else 25 - point


@dataclass(frozen=True)
class Layout:
    """The board for one movement: the viewer always runs home to the bottom right."""

    movement: Movement

    @property
    def left_band(self) -> float:
        """The width of the strip at the left of the field, where paths turn."""
        return SLIM_BAND if self.movement == "parallel" else BAND

    @property
    def right_band(self) -> float:
        """The width of the strip at the right; contrary paths never turn there."""
        return SLIM_BAND if self.movement == "parallel" else 0.0

    @property
    def field(self) -> Box:
        """The playing field, bar included."""
        tray = TRAY + WALL if self.movement == "parallel" else 0.0
        height = 2 * FULL_STACK * STEP + GAP
        return Box(FRAME + tray + self.left_band, FRAME + RAIL + BAND, 12 * COLUMN + BAR, height)

    @property
    def bed(self) -> Box:
        """The field together with the strips of the paths around it."""
        field, left, right = self.field, self.left_band, self.right_band
        return Box(field.x - left, field.y - BAND, field.width + left + right, field.height + 2 * BAND)

    @property
    def width(self) -> float:
        """The width of the viewBox."""
        return self.bed.right + WALL + TRAY + FRAME

    @property
    def height(self) -> float:
        """The height of the viewBox."""
        return self.bed.bottom + RAIL + FRAME

    @property
    def bar_x(self) -> float:
        """The middle of the bar."""
        return self.field.middle[0]

    def column_x(self, point: int) -> float:
        """The middle of the viewer's `point`."""
        column = 12 - point if point <= 12 else point - 13
        return self.field.x + COLUMN * (column + 0.5) + (BAR if column >= 6 else 0.0)

    def point(self, point: int) -> Place:
        """Where the first checker of the viewer's `point` 1 … 24 lies."""
        inset = CHECKER / 2 + 1
        if point <= 12:
            return Place(self.column_x(point), self.field.bottom - inset, -1)
        return Place(self.column_x(point), self.field.y + inset, 1)

    def tray_box(self, *, mine: bool) -> Box:
        """The tray of the viewer or of his opponent, at the end of the path."""
        bed, middle = self.bed, self.field.middle[1]
        left = not mine and self.movement == "parallel"
        x = FRAME if left else bed.right + WALL
        height = bed.height / 2 - WALL / 2
        return Box(x, middle + WALL / 2 if mine else bed.y, TRAY, height)

    def spare_boxes(self) -> tuple[Box, ...]:
        """The closed compartments that balance the trays."""
        if self.movement == "contrary":
            return ()
        mine, theirs = self.tray_box(mine=True), self.tray_box(mine=False)
        return (
            Box(mine.x, theirs.y, TRAY, theirs.height),
            Box(theirs.x, mine.y, TRAY, mine.height),
        )

    def tray(self, *, mine: bool) -> Place:
        """Where the first borne-off checker of a tray lies."""
        box = self.tray_box(mine=mine)
        inset = OFF_HEIGHT / 2 + 6
        if mine:
            return Place(box.middle[0], box.bottom - inset, -1)
        return Place(box.middle[0], box.y + inset, 1)

    def seen(self, point: int, *, mine: bool) -> int:
        """The viewer's number of a side's own `point`."""
        return point if mine else opposite_point(point, self.movement)

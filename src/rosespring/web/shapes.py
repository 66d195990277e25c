"""The shapes in which a table is sent: the ``State``, events and lines of docs/web-protocol.md."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from rosespring.board import Step
from rosespring.web.parts import ShownParts
from rosespring.web.turns import Fate


class StepView(Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """One step, from and to own points."""

    start: int
    end: int
    number: int


def step_view(step: Step) -> StepView:
    """A step as it is sent."""
    return StepView(step.point, step.target, step.number)


class NumberView(Struct, frozen=True):
    """One number of a turn."""

    number: int
    stage: int
    fate: Fate


class TurnView(Struct, frozen=True):
    """The last closed turn."""

    side: int
    steps: list[StepView]
    words: list[str]


class ResultView(Struct, frozen=True):
    """How one game of the match ended."""

    winner: int
    points: int
    resigned: bool


class ClockView(Struct, frozen=True):
    """Time to think, in seconds, as of now: each side's bank (None: it needs none) and what the turn has before that.

    `running`: the side whose time it is.
    """

    delay: int
    bank: int
    banks: list[float | None]
    free: float
    running: int | None


class State(Struct, frozen=True, kw_only=True):
    """Everything that a page shows of a table."""

    number: int
    seat: int
    names: list[str]
    kinds: list[str]
    online: list[bool]
    rules: dict[str, str | int]
    title: str
    length: int
    score: tuple[int, int]
    match_number: int
    game_number: int
    phase: str
    turn: int | None
    men: list[tuple[int, ...]]
    pips: list[int]
    queue: list[NumberView]
    cascade: bool
    received: bool
    watching: bool
    spectators: int
    chat: list[bool]
    legal: list[tuple[int, int]]
    forced: list[tuple[int, int]]
    can: list[str]
    last_turn: TurnView | None
    open_steps: list[StepView]
    pending: list[str]
    dice: list[int] | None
    parts: ShownParts
    winner: int | None
    points: int
    resigned: bool
    match_winner: int | None
    rematch_offered_by: int | None
    rolls: tuple[int, int]
    resign_costs: list[int]
    resign_offered_by: int | None
    results: list[ResultView]
    flagged: int | None
    clock: ClockView | None
    claim_after: str | None
    invite: str | None
    local_only: bool
    position: str


class Line(Struct, frozen=True):
    """One line of the story."""

    number: int
    kind: str
    side: int | None
    words: str
    game: int


class Snapshot(Struct, frozen=True):
    """A table and its story."""

    state: State
    story: list[Line]


class EventView(Struct, frozen=True, omit_defaults=True):
    """One event and what the table looks like after it; `line` is what the story gets of it, if anything."""

    number: int
    kind: str
    words: list[str]
    line: Line | None
    state: State
    side: int | UnsetType = UNSET
    dice: tuple[int, int] | UnsetType = UNSET
    step: StepView | UnsetType = UNSET
    winner: int | UnsetType = UNSET
    points: int | UnsetType = UNSET

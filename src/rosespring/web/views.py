"""A table as one seat sees it: the ``State`` of docs/reference/web-protocol.md."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import UNSET

from rosespring.board import Side
from rosespring.movegen import stage_results
from rosespring.rules import title
from rosespring.web import log
from rosespring.web.closing import claimable_from, may_offer
from rosespring.web.commands import may_undo
from rosespring.web.scene import resign_costs, scene_of, steps_shown
from rosespring.web.shapes import (
    ClockView,
    EventView,
    Line,
    Snapshot,
    State,
    TurnView,
    step_view,
)
from rosespring.web.spoken import Bystander, Listener
from rosespring.web.table import IN_GAME, Table
from rosespring.web.told import Told
from rosespring.web.turns import ClosedTurn
from rosespring.web.words import line_of, seat_name


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks on, and what the table itself does not know."""

    seat: Side
    now: float = 0.0
    online: tuple[bool, bool] = (True, True)
    away_since: float | None = None
    claim_after: timedelta = timedelta(days=3)
    invite: str | None = None
    local_only: bool = False
    elapsed: float = 0.0
    """Seconds since the last timed event."""
    watching: bool = False
    """Whether he has no seat, and only looks on from the side of `seat`."""
    spectators: int = 0
    chat: tuple[bool, ...] = (False, False)


def snapshot_of(table: Table, viewer: Viewer) -> Snapshot:
    """The table and the last lines of its story."""
    lines = (_line(told) for told in table.story)
    return Snapshot(state_of(table, viewer), [line for line in lines if line])


def _line(told: Told) -> Line | None:
    what = told.entry.what
    side = None if isinstance(what, _NOBODYS) else getattr(what, "side", None)
    words = line_of(told)
    return Line(told.entry.number, log.kind_of(what), side, words, told.game) if words else None


def _line_of_last(told: Told, table: Table) -> Line | None:
    """The line of the event that the table stands at, if the story has taken it in."""
    return _line(told) if table.story and table.story[-1] is told else None


_NOBODYS = (log.NextBegun, log.Rematched)
"""Kinds that some seat brought about, but that are no deed of that side in the story."""


def event_of(told: Told, table: Table, viewer: Viewer) -> EventView:
    """One event, while the table stands at it."""
    what = told.entry.what
    extra: dict[str, Any] = {}
    if isinstance(what, log.Opening | log.Rolled):
        extra["dice"] = what.dice
    if told.meaning.step is not None:
        extra["step"] = step_view(told.meaning.step)
    if isinstance(what, log.GameOver | log.MatchOver):
        extra["winner"] = what.side
    if isinstance(what, log.GameOver | log.Resigned):
        extra["points"] = what.points
    side = getattr(what, "side", UNSET)
    state = state_of(table, viewer)
    line = _line_of_last(told, table)
    return EventView(
        told.entry.number, log.kind_of(what), _listener(table, viewer).hears(told), line, state, side=side, **extra
    )


def state_of(table: Table, viewer: Viewer) -> State:
    """The table as `viewer` sees it now."""
    claim_from = claimable_from(table, viewer.seat, viewer.away_since, viewer.claim_after)
    turn, listener = table.turn, _listener(table, viewer)
    return State(
        **scene_of(table),
        **_own(table, viewer, claim_from),
        seat=viewer.seat,
        names=[seat_name(table.seats[side], side) for side in Side],
        online=list(viewer.online),
        title=title(table.match.rules),
        watching=viewer.watching,
        spectators=viewer.spectators,
        chat=list(viewer.chat),
        last_turn=_turn_view(table.last_turn, listener),
        pending=listener.sentences(turn.pending() if turn else ()),
        clock=_clock(table, viewer.elapsed),
        claim_after=None if claim_from is None else _utc(claim_from),
        invite=viewer.invite if scene_of(table)["phase"] == "waiting" else None,
        local_only=viewer.local_only,
    )


def _own(table: Table, viewer: Viewer, claim_from: float | None) -> dict[str, Any]:
    """What a seat may do; who watches may do nothing."""
    if viewer.watching:
        return {"forced": [], "legal": [], "can": []}
    acts = table.to_act is viewer.seat
    legal, forced = (table.known(_legal), table.known(_forced)) if acts else ([], [])
    return {"forced": forced, "legal": legal, "can": _can(table, viewer, claim_from)}


def _legal(table: Table) -> list[tuple[int, int]]:
    """The steps of the side to act."""
    return [(step.point, step.number) for step in table.open_turn().legal_steps()]


def _forced(table: Table) -> list[tuple[int, int]]:
    """The steps of the stage at hand, if all that can be played of it leads to one position."""
    position = table.open_turn().game.position
    # Where one position is all that can come of a stage, no more steps than it has dice can begin it.
    if not 0 < len(table.known(_legal)) <= len(position.stages[0]):
        return []
    results = stage_results(position)
    return [(step.point, step.number) for step in results[0].steps] if len(results) == 1 else []


def _can(table: Table, viewer: Viewer, claim_from: float | None) -> list[str]:
    return [*_can_throw(table, viewer.seat), *_can_play(table, viewer.seat), *_can_end(table, viewer, claim_from)]


def _can_throw(table: Table, seat: Side) -> list[str]:
    parts, awaited = table.parts, table.phase == "dice"
    by_hand = parts.kind == "hand" and table.phase in ("opening", "roll")
    offered = {
        "commit": awaited and parts.may_commit(seat),
        "reveal": awaited and parts.may_reveal(seat),
        "throw": by_hand,
        "roll": table.phase == "roll" and table.to_act is seat and not by_hand,
    }
    return [name for name, may in offered.items() if may]


def _can_play(table: Table, seat: Side) -> list[str]:
    turn, phase = table.turn, table.phase
    if turn is None or table.to_act is not seat:
        return []
    offered = {"step": phase == "play", "undo": may_undo(table), "done": phase == "confirm"}
    return [name for name, may in offered.items() if may]


def _can_end(table: Table, viewer: Viewer, claim_from: float | None) -> list[str]:
    phase = table.phase
    offered = {
        "resign": phase in IN_GAME and resign_costs(table)[viewer.seat] > 0,
        "offer": may_offer(table, viewer.seat),
        "accept": table.resign_offered_by is viewer.seat.other,
        "refuse": table.resign_offered_by is viewer.seat.other,
        "next": table.may_go_on,
        "rematch": table.may_rematch and table.offered_by is not viewer.seat,
        "abort": table.may_abort,
        "claim": claim_from is not None and viewer.now >= claim_from,
    }
    return [name for name, may in offered.items() if may]


def _clock(table: Table, elapsed: float) -> ClockView | None:
    clock, side = table.clock, table.timed_side
    if not clock.bank:
        return None
    over = 0.0 if side is None else max(0.0, elapsed - clock.free)
    banks = [
        None
        if (seat := table.seats[each]) and seat.level
        else max(0.0, clock.banks[each] - (over if each is side else 0))
        for each in (Side.LIGHT, Side.DARK)
    ]
    free = clock.free if side is None else max(0.0, clock.free - elapsed)
    return ClockView(clock.delay, clock.bank, banks, round(free, 3), side)


def _turn_view(turn: ClosedTurn | None, listener: Listener | Bystander) -> TurnView | None:
    return TurnView(turn.side, steps_shown(turn.steps), listener.sentences(turn.events)) if turn else None


def _listener(table: Table, viewer: Viewer) -> Listener | Bystander:
    if viewer.watching:
        return Bystander()
    other = viewer.seat.other
    return Listener(viewer.seat, seat_name(table.seats[other], other))


def _utc(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

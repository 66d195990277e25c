"""What every viewer of a table sees alike, in any language; found once for each event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rosespring.board import Position, Side, Step, pip_count
from rosespring.game import resignation_points
from rosespring.rules import Rules
from rosespring.web.parts import shown_parts
from rosespring.web.shapes import NumberView, ResultView, StepView, step_view
from rosespring.web.table import IN_GAME, Table
from rosespring.web.turns import last_roll, numbers_of, steps_of


def scene_of(table: Table) -> dict[str, Any]:
    """The fields of `shapes.State` that are the same for everybody; nobody may change them."""
    return table.known(_scene)


def resign_costs(table: Table) -> list[int]:
    """What giving up costs each side; 0 where it cannot be done."""
    costs: list[int] = scene_of(table)["resign_costs"]
    return costs


def steps_shown(steps: Sequence[Step]) -> list[StepView]:
    """Steps as they are sent."""
    return [step_view(step) for step in steps]


def _scene(table: Table) -> dict[str, Any]:
    return {**_match(table), **_board(table), **_turn(table)}


def _match(table: Table) -> dict[str, Any]:
    match = table.match
    return {
        "number": table.number,
        "kinds": ["computer" if (seat := table.seats[side]) and seat.level else "person" for side in Side],
        "rules": _options(match.rules),
        "length": match.length,
        "score": match.score,
        "match_number": table.match_number,
        "game_number": _game_number(table),
        "match_winner": table.match_winner,
        "results": [ResultView(result.winner, result.points, result.resigned) for result in match.results],
        "parts": shown_parts(table.parts),
        "rematch_offered_by": table.offered_by,
        "flagged": table.flagged,
    }


def _board(table: Table) -> dict[str, Any]:
    position = _shown(table)
    men = [position.men_of(side) for side in Side]
    return {
        "men": men,
        "pips": [pip_count(each) for each in men],
        "rolls": position.rolls,
        "position": str(position),
    }


def _turn(table: Table) -> dict[str, Any]:
    turn, began, phase = table.turn, _began(table), table.phase
    ended = turn.game if turn and phase in ("game-over", "match-over") else None
    return {
        "phase": phase,
        "turn": table.to_act,
        "queue": _queue(table),
        "cascade": began.cascade,
        "received": began.received,
        "open_steps": steps_shown(steps_of(turn) if turn else ()),
        "dice": _dice(table),
        "winner": ended.winner if ended else None,
        "points": ended.points if ended else 0,
        "resigned": table.resigned,
        "resign_costs": _resign_costs(table),
        "resign_offered_by": table.resign_offered_by,
    }


@lru_cache(maxsize=64)
def _options(rules: Rules) -> dict[str, str | int]:
    """The options of a rule set, which every state shows anew."""
    return rules.as_dict()


def _shown(table: Table) -> Position:
    """The position that both seats see."""
    return Position.start(table.match.rules) if table.turn is None else table.turn.shown()


def _began(table: Table) -> Position:
    """The position in which the open turn began, or the one shown."""
    steps = table.turn.steps if table.turn else []
    return steps[0].before if steps else _shown(table)


def _game_number(table: Table) -> int:
    """The number of the game on the board, which stays there until the next one begins."""
    results = len(table.match.results)
    return max(results, 1) if table.game_over or table.match_winner is not None else results + 1


def _queue(table: Table) -> list[NumberView]:
    if table.turn is None:
        return []
    numbers = numbers_of(table.turn)
    pairs = zip(numbers.items, numbers.fates, strict=True)
    return [NumberView(number, stage, fate) for (number, stage), fate in pairs]


def _resign_costs(table: Table) -> list[int]:
    """What giving up costs each side; 0 where it cannot be done."""
    turn = table.turn
    if turn is None or table.phase not in IN_GAME or turn.game.winner is not None:
        return [0, 0]
    return [resignation_points(turn.game.position, side) for side in Side]


def _dice(table: Table) -> list[int] | None:
    roll = last_roll(table.turn.game) if table.turn else None
    return [roll.high, roll.low] if roll else None

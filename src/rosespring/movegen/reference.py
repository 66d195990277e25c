"""The law in plain Python, written like the rule text (rules.md sections 1, 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rosespring.board import CHECKERS, HOME, START, Men, Position, Stage, Step, moved, opposite
from rosespring.errors import IllegalStep
from rosespring.language import gettext as _


@dataclass(frozen=True, slots=True)
class StageResult:
    """One distinct result of a stage.

    `own`: the mover's 25 counts afterwards; `steps`: one legal way there; `left`: numbers of the
    stage that could not be played (none after a win).
    """

    own: tuple[int, ...]
    steps: tuple[Step, ...]
    left: Stage


def shut_points(men: Men, parallel: bool) -> frozenset[int]:
    """The own points that an opposing checker holds (rules.md section 1)."""
    return frozenset(opposite(point, parallel) for point in range(1, START + 1) if men.other[point])


def highest_point(own: Sequence[int]) -> int:
    """The highest own point with a checker; 0 if all are borne off."""
    return next((point for point in range(START, 0, -1) if own[point]), 0)


def can_move(own: Sequence[int], shut: frozenset[int], point: int, number: int) -> bool:
    """Whether the rules of movement and bearing off let a checker on `point` play `number` (sections 1, 4)."""
    if not own[point]:
        return False
    if point > number:
        return point - number not in shut
    highest = highest_point(own)
    return highest <= HOME and point in (number, highest)


def movable_points(own: Sequence[int], shut: frozenset[int], number: int) -> Iterator[int]:
    """The points from which `number` can be played, highest first."""
    return (point for point in range(START, 0, -1) if can_move(own, shut, point, number))


def _steps(own: tuple[int, ...], shut: frozenset[int], stage: Stage, *, use_all: bool) -> list[Step]:
    """The legal steps of a stage, highest point first, then larger number (section 2, `dice_use`)."""
    steps = [Step(point, number) for number in sorted(set(stage)) for point in movable_points(own, shut, number)]
    steps.sort(reverse=True)
    if not use_all or len(set(stage)) < 2:
        return steps
    completing = [step for step in steps if _uses_both(own, shut, stage, step)]
    if completing:
        return completing
    larger = [step for step in steps if step.number == stage[0]]
    return larger or steps


def _uses_both(own: tuple[int, ...], shut: frozenset[int], stage: Stage, first: Step) -> bool:
    """Whether `first` leaves a play for the other number; bearing off the last checker counts as that."""
    after = moved(own, first)
    second = stage[0] + stage[1] - first.number
    return after[0] == CHECKERS or any(True for _point in movable_points(after, shut, second))


def legal_steps(position: Position) -> list[Step]:
    """The steps that may be played next, highest point first, then larger number (rules.md sections 1, 2, 4)."""
    if not position.stages or position.winner is not None:
        return []
    shut = shut_points(position.men, position.rules.parallel)
    return _steps(position.men.own, shut, position.stages[0], use_all=position.rules.dice_use == "all")


def can_play(position: Position) -> bool:
    """Whether any number of the current stage can be played."""
    if not position.stages:
        return False
    shut = shut_points(position.men, position.rules.parallel)
    return any(True for number in set(position.stages[0]) for _point in movable_points(position.men.own, shut, number))


def stage_results(position: Position, limit: int | None = None) -> list[StageResult]:
    """Each distinct result of what is left of the current stage once, with one way there (rules.md section 2).

    In the order of the checkers left behind: read the counts from point 24 down, larger counts first.
    At most `limit` results are returned. Where the same checkers can be reached with one number or with
    both (bearing off under `dice_use` ``free`` only), the way that leaves nothing counts.
    """
    if not position.stages or position.winner is not None:
        return []
    shut = shut_points(position.men, position.rules.parallel)
    use_all = position.rules.dice_use == "all"
    results: dict[tuple[int, ...], StageResult] = {}
    layer = {(position.men.own, position.stages[0]): StageResult(position.men.own, (), position.stages[0])}
    while layer:
        layer = _next_layer(layer, shut, use_all, results)
    ordered = sorted(results.values(), key=lambda result: result.own[:0:-1], reverse=True)
    return ordered[:limit]


_Layer = dict[tuple[tuple[int, ...], Stage], StageResult]


def _next_layer(
    layer: _Layer, shut: frozenset[int], use_all: bool, results: dict[tuple[int, ...], StageResult]
) -> _Layer:
    """One more step from every line of `layer`; lines that have ended go to `results`."""
    following: _Layer = {}
    for line in layer.values():
        won = line.own[0] == CHECKERS
        steps = [] if won else _steps(line.own, shut, line.left, use_all=use_all)
        if not steps:
            # Later layers have played more; see `stage_results` on checkers reached in two ways.
            results[line.own] = StageResult(line.own, line.steps, () if won else line.left)
        for step in steps:
            after = moved(line.own, step)
            left = without(line.left, step.number)
            following.setdefault((after, left), StageResult(after, (*line.steps, step), left))
    return following


TurnResult = tuple[tuple[int, ...], tuple[Stage, ...]]
"""The mover's 25 counts after a whole turn, and the stages left (none after a win)."""


def turn_results(position: Position) -> set[TurnResult]:
    """Each distinct result of all stages of `position`: lines that get stuck early count with what they leave.

    A receiver who skips goes on with the next stage where he is stuck (rules.md sections 2, 3).
    """
    skips = position.received and position.rules.receiver == "skips"
    results: set[TurnResult] = set()
    front = {position.men.own}
    for index in range(len(position.stages)):
        later = position.stages[index + 1 :]
        following: set[tuple[int, ...]] = set()
        for result in (result for own in front for result in _stage_from(position, own, index)):
            if result.own[0] == CHECKERS:
                results.add((result.own, ()))
            elif result.left and not skips:
                results.add((result.own, (result.left, *later)))
            else:
                following.add(result.own)
        front = following
    results.update((own, ()) for own in front)
    return results


def _stage_from(position: Position, own: tuple[int, ...], index: int) -> list[StageResult]:
    """The results of stage `index` with the mover's checkers at `own`; a stuck line is its own result."""
    men = Men(own, position.men.other)
    return stage_results(replace(position, men=men, stages=position.stages[index : index + 1]))


def without(stage: Stage, number: int) -> Stage:
    """`stage` with one `number` taken out."""
    at = stage.index(number)
    return stage[:at] + stage[at + 1 :]


def check_step(position: Position, step: Step) -> None:
    """Nothing, if `step` is legal in `position`.

    :raises IllegalStep: with the reason in the current language.
    """
    if step not in legal_steps(position):
        raise IllegalStep(_refusal(position, step))


def _refusal(position: Position, step: Step) -> str:
    """Why `step` is refused."""
    stage, own = position.stages[0], position.men.own
    shut = shut_points(position.men, position.rules.parallel)
    words = {"point": step.point, "number": step.number, "target": step.target}
    if step.number not in stage:
        offered = ", ".join(map(str, sorted(set(stage), reverse=True)))
        return _("{number} is not on offer; to play now: {offered}").format(number=step.number, offered=offered)
    if not 1 <= step.point <= START or not own[step.point]:
        return _("no checker of yours stands on point {point}").format(**words)
    if step.target and step.target in shut:
        return _("point {target} is shut: an opposing checker holds it").format(**words)
    if can_move(own, shut, step.point, step.number):
        return _unused_dice_refusal(position, step, shut)
    highest = highest_point(own)
    if highest > HOME:
        return _("no checker may be borne off while one stands outside home, on point {highest}").format(
            highest=highest
        )
    return _(
        "a checker may not be borne off from point {point} with {number}: one from a higher point must move or bear off"
    ).format(**words)


def _unused_dice_refusal(position: Position, step: Step, shut: frozenset[int]) -> str:
    """Why a step that its checker could make is refused by the larger-die or both-dice rule."""
    other = next(number for number in position.stages[0] if number != step.number)
    if any(_uses_both(position.men.own, shut, position.stages[0], legal) for legal in legal_steps(position)):
        return _(
            "both numbers must be played, and after {point} with {number} no checker could play the {other}"
        ).format(point=step.point, number=step.number, other=other)
    return _("only one of the numbers can be played, and then it must be the larger one, {other}").format(other=other)

"""Steps as players write them, read and checked against what may be played.

Points are the mover's own. The grammar, letters in any case::

    turn   = "no play" | [ "rest:" ] play { [ "," | "|" | ";" | "·" ] play } [ "..." ]
    play   = point { "/" target } [ ":" number ] [ "(" times ")" ]
    target = point | "off" | "o" | "0"

``24/20(2)`` is played twice, ``24/20/16`` goes on with the same checker, ``24:4`` names the number instead of the
target, and ``24`` alone stands for the only step from there. ``24/16`` may be made of several numbers of the stage, the
larger first. ``-`` stands for ``/`` too. A ``|``, ``;`` or ``·`` says that a stage ends there, and must be right.
``5/off`` uses the 5 if it is there, else the larger number that will do; ``5/off:6`` says which. (All numbers that
bear off a checker from one point leave the same plays behind: nobody loses by this.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rosespring.board import START, Position, Step
from rosespring.errors import IllegalStep, NotationError
from rosespring.game import transitions
from rosespring.language import gettext as _
from rosespring.movegen import check_step, legal_steps

OFF = "off"
STAGE_MARKS = "|;·"
MAX_STEPS = 24
MAX_LENGTH = 2000

_PLAY = re.compile(
    r"(?P<point>[0-9]{1,2})(?P<targets>([/-](?:[0-9]{1,2}|off|o))*)(?::(?P<number>[1-6]))?(?:\((?P<times>[0-9]{1,2})\))?"
)


def format_step(step: Step, position: Position) -> str:
    """`step`, legal in `position`, as text: ``24/20``, ``6/off``, or ``5/off:6`` where ``5/off`` would be the 5."""
    if step.target:
        return f"{step.point}/{step.target}"
    return f"{step.point}/{OFF}{_mark_of(step, position)}"


def format_steps(steps: Sequence[Step], position: Position, separator: str = " · ") -> str:
    """`steps`, legal in `position` one after another, stages kept apart by `separator`; ``no play`` for none.

    :raises IllegalStep: for steps that cannot be played there.
    """
    stages = [" ".join(map(str, plays)) for plays in plays_of(steps, position)]
    return separator.join(stages) or "no play"


def parse_steps(text: str, position: Position) -> list[Step]:
    """The steps that `text` says, each legal after the ones before it.

    :raises NotationError: for text of another form, or a step that cannot be played, with the reason.
    """
    walk = _Walk(position)
    for token in _tokens(text):
        if token in STAGE_MARKS:
            walk.end_stage()
        else:
            walk.play(token)
    return walk.steps


def goes_on(before: Position, after: Position) -> bool:
    """Whether the turn of `before`'s side still has numbers to play in `after`, the position that one step made."""
    return after.side is before.side and bool(after.stages)


@dataclass(frozen=True, slots=True)
class Play:
    """Steps of one stage drawn together: a checker's way over `points` (0 is off), done `times` times.

    `mark` is what the text needs where the number that bears off is not the usual one.
    """

    points: tuple[int, ...]
    times: int = 1
    mark: str = ""

    def __str__(self) -> str:
        way = "/".join(str(point or OFF) for point in self.points)
        return f"{way}{self.mark}" + (f"({self.times})" if self.times > 1 else "")


def plays_of(steps: Sequence[Step], position: Position) -> list[list[Play]]:
    """`steps`, legal in `position` one after another, by stage: equal steps and chains drawn together.

    :raises IllegalStep: for steps that cannot be played there.
    """
    return [list(_grouped(played)) for played in _by_stage(steps, position)]


@dataclass(frozen=True, slots=True)
class _Played:
    """One step as it is written; `mark` tells which number bears the checker off where it is not the usual one."""

    point: int
    target: int
    mark: str


def _by_stage(steps: Sequence[Step], position: Position) -> list[list[_Played]]:
    stages: list[list[_Played]] = []
    fresh = True
    for step in steps:
        if fresh:
            stages.append([])
        stages[-1].append(_Played(step.point, step.target, _mark_of(step, position)))
        after, _events = transitions.step(position, step)
        fresh = len(after.stages) < len(position.stages)
        position = after
    return stages


def _mark_of(step: Step, position: Position) -> str:
    return "" if step.target or _usual(position, step.point) == step else f":{step.number}"


def _usual(position: Position, point: int) -> Step | None:
    """The step that ``point/off`` stands for."""
    steps = [step for step in legal_steps(position) if step.point == point and not step.target]
    return max(steps, key=lambda step: (step.number == point, step.number), default=None)


def _grouped(played: list[_Played]) -> Iterator[Play]:
    """The plays of one stage, in the order played."""
    at = 0
    while at < len(played):
        chain = _chain(played, at)
        times = 1
        while played[at + times * len(chain) : at + (times + 1) * len(chain)] == chain:
            times += 1
        points = (chain[0].point, *(part.target for part in chain))
        yield Play(points, times, chain[-1].mark)
        at += times * len(chain)


def _chain(played: list[_Played], at: int) -> list[_Played]:
    """The steps from `at` on that one checker makes; steps that are repeated stand alone."""
    chain = [played[at]]
    while not _repeated(played, at):
        at += 1
        if at == len(played) or played[at].point != chain[-1].target or _repeated(played, at):
            break
        chain.append(played[at])
    return chain


def _repeated(played: list[_Played], at: int) -> bool:
    return played[at] == played[at + 1] if at + 1 < len(played) else False


def _tokens(text: str) -> list[str]:
    """Plays and stage marks in order."""
    if len(text) > MAX_LENGTH:
        raise NotationError(_("expected steps of at most {n} characters").format(n=MAX_LENGTH))
    spaced = re.sub(r"\s*([/:(-])\s*", r"\1", text.strip().lower())
    spaced = re.sub(r"([|;·])", r" \1 ", spaced)
    return re.sub(r"\s+\)", ")", spaced).replace(",", " ").split()


class _Walk:
    """A position on the way through a turn, and the steps that led there."""

    def __init__(self, position: Position) -> None:
        if not position.stages:
            over = position.winner is not None
            raise NotationError(_("the game is over") if over else _("there is nothing to play: roll first"))
        self.position = position
        self.steps: list[Step] = []
        self._over = False
        self._stage_ended = False

    def end_stage(self) -> None:
        """Check that a stage has just ended and another one is to be played."""
        if not self._stage_ended:
            if self._over:
                raise NotationError(_("no stage follows: the turn is over"))
            left = " ".join(map(str, self.position.stages[0]))
            raise NotationError(_("this stage is not over: {numbers} to play").format(numbers=left))
        self._stage_ended = False

    def play(self, token: str) -> None:
        """Play what one token says."""
        match = _PLAY.fullmatch(token)
        if not match:
            raise NotationError(_("{text!r} is no step; write one like 24/20, 24/20(2) or 6/off").format(text=token))
        for _time in range(_times(match["times"])):
            self._play_once(token, match)

    def _play_once(self, token: str, match: re.Match[str]) -> None:
        point = _point(match["point"], lowest=1)
        number = int(match["number"]) if match["number"] else None
        targets = [_target(text) for text in re.split(r"[/-]", match["targets"])[1:]]
        if not targets:
            self._take(token, [self._from_point(point, number)])
        for index, target in enumerate(targets):
            last = index == len(targets) - 1
            self._take(token, self._hop(point, target, number if last else None))
            point = target

    def _take(self, token: str, steps: list[Step]) -> None:
        for step in steps:
            before = self.position
            self.steps.append(step)
            self.position, _events = transitions.step(before, step)
            self._over = not goes_on(before, self.position)
            self._stage_ended = not self._over and len(self.position.stages) < len(before.stages)
            if len(self.steps) > MAX_STEPS:
                raise NotationError(_("{text}: a turn has at most {n} steps").format(text=token, n=MAX_STEPS))

    def _check_going(self, text: str) -> None:
        if self._over:
            raise NotationError(_("{text} cannot be played: the turn is over before it").format(text=text))

    def _from_point(self, point: int, number: int | None) -> Step:
        """The step that a point alone, or a point with a number, stands for."""
        self._check_going(str(point))
        if number is not None:
            return self._checked(f"{point}:{number}", Step(point, number))
        steps = [step for step in legal_steps(self.position) if step.point == point]
        if len(steps) > 1:
            choices = " ".join(f"{point}:{step.number}" for step in steps)
            raise NotationError(_("{point} could be any of {choices}").format(point=point, choices=choices))
        return steps[0] if steps else self._checked(str(point), Step(point, self.position.stages[0][0]))

    def _hop(self, point: int, target: int, number: int | None) -> list[Step]:
        """The steps from `point` to `target`: one, or several numbers of the stage taken together."""
        text = f"{point}/{target or OFF}" + ("" if number is None else f":{number}")
        self._check_going(text)
        if point <= target:
            raise NotationError(_("{text}: checkers move from higher points to lower ones").format(text=text))
        if number is not None:
            if target != max(0, point - number):
                raise NotationError(_("{text}: that number does not lead there").format(text=text))
            return [self._checked(text, Step(point, number))]
        usual = _usual(self.position, point) if target == 0 else None
        step = usual or Step(point, point - target)
        if step in legal_steps(self.position):
            return [step]
        return _jump(self.position, point, target) or [self._refused(text, point, target)]

    def _refused(self, text: str, point: int, target: int) -> Step:
        """Say why no number or numbers lead from `point` to `target`."""
        numbers, distance = self.position.stages[0], point - target
        if target == 0:
            fitting = [number for number in numbers if number >= point]
            return self._checked(text, Step(point, min(fitting, default=point)))
        if distance in {sum(numbers[:count]) for count in range(2, len(numbers) + 1)}:
            self._checked(text, Step(point, numbers[0]))
        elif distance <= 6:
            return self._checked(text, Step(point, distance))
        shown = " ".join(map(str, numbers))
        raise NotationError(_("{text} cannot be made of {numbers}").format(text=text, numbers=shown))

    def _checked(self, text: str, step: Step) -> Step:
        try:
            check_step(self.position, step)
        except IllegalStep as refusal:
            raise NotationError(_("{text}: {reason}").format(text=text, reason=refusal)) from None
        return step


def _jump(position: Position, point: int, target: int) -> list[Step]:
    """Steps within the current stage that take one checker from `point` to `target`, larger numbers first."""
    for step in legal_steps(position):
        if step.point != point or step.target < target:
            continue
        if step.target == target:
            return [step]
        after, _events = transitions.step(position, step)
        same_stage = goes_on(position, after) and len(after.stages) == len(position.stages)
        if same_stage and (further := _jump(after, step.target, target)):
            return [step, *further]
    return []


def _times(text: str | None) -> int:
    times = 1 if text is None else int(text)
    if not 1 <= times <= MAX_STEPS:
        raise NotationError(_("expected a count from 1 to {n}, got ({times})").format(n=MAX_STEPS, times=times))
    return times


def _target(text: str) -> int:
    return 0 if text in (OFF, "o") else _point(text, lowest=0)


def _point(text: str, lowest: int) -> int:
    point = int(text)
    if not lowest <= point <= START:
        raise NotationError(_("expected a point from {lowest} to 24, got {point}").format(lowest=lowest, point=point))
    return point

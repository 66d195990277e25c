"""Whether the stages of a position from outside are what a real roll or rest can leave (rules.md sections 2, 3)."""

from __future__ import annotations

from rosespring.board.nouns import Stage
from rosespring.board.position import Position
from rosespring.errors import PositionError
from rosespring.language import gettext as _

MAX_ROLLS = 1_000_000


def check_position(position: Position) -> Position:
    """`position` itself, if its rolls, stages and flags fit together; the checkers are checked by `Men.checked`.

    :raises PositionError: naming the first value that does not fit.
    """
    for side, rolls in enumerate(position.rolls):
        if type(rolls) is not int or not 0 <= rolls <= MAX_ROLLS:
            raise PositionError(
                _("expected rolls of side {side} from 0 to {n}, got {rolls!r}").format(
                    side=side, n=MAX_ROLLS, rolls=rolls
                )
            )
    if not position.stages:
        _check_no_flags(position)
        return position
    if position.winner is not None:
        reason = _("The game is over, so there is nothing left to play.")
        message = _("a finished game has no stages left, got {stages}").format(stages=_shown(position))
        raise PositionError(message, reason)
    _check_form(position)
    _check_rolled(position)
    if position.cascade:
        _check_cascade(position)
    else:
        _check_single(position)
    if position.received:
        _check_received(position)
    return position


def _shown(position: Position) -> str:
    return str([list(stage) for stage in position.stages])


def _fault(position: Position, why: str, reason: str) -> PositionError:
    flags = ", ".join(name for name in ("cascade", "received", "started") if getattr(position, name))
    if flags:
        message = _("no roll or rest leaves stages {stages} with {flags} set: {why}")
    else:
        message = _("no roll or rest leaves stages {stages} with no flag set: {why}")
    return PositionError(message.format(stages=_shown(position), flags=flags, why=why), reason)


def _check_no_flags(position: Position) -> None:
    for name in ("cascade", "received", "started"):
        if getattr(position, name):
            raise PositionError(_("{flag} must be false when there are no stages, got true").format(flag=name))


def _check_form(position: Position) -> None:
    if len(position.stages) > 6:
        raise PositionError(_("expected at most 6 stages, got {n}").format(n=len(position.stages)))
    for stage in position.stages:
        if not stage or len(stage) > 4 or any(type(number) is not int or not 1 <= number <= 6 for number in stage):
            message = _("expected stages of 1 to 4 numbers from 1 to 6, got {stages}")
            raise PositionError(message.format(stages=_shown(position)))
        if len(set(stage)) > 1 and (len(stage) != 2 or stage[0] < stage[1]):
            raise _fault(
                position,
                _("different numbers come in twos, the larger first"),
                _("Different numbers come in twos, and equal ones as four at most."),
            )


def _check_rolled(position: Position) -> None:
    roller = position.side.other if position.received else position.side
    own = position.rolls[roller]
    if own == 0:
        raise PositionError(
            _("side {side} has stages of a roll to play, but rolls says it made none: got {rolls!r}").format(
                side=int(roller), rolls=position.rolls
            ),
            _("The numbers are of a roll, so whoever rolled has made one roll at least."),
        )
    can_cascade = position.rules.cascades(own, sum(position.rolls))
    if position.cascade and not can_cascade:
        raise _fault(
            position,
            _("under these rules a double does not cascade yet at rolls {rolls}").format(rolls=list(position.rolls)),
            _("By these rules a double does not cascade yet after so few rolls."),
        )
    stage = position.stages[0]
    # One number alone, or two different ones, can come from a roll that is no double.
    if not position.cascade and can_cascade and len(stage) > 1 and stage[0] == stage[1]:
        raise _fault(
            position,
            _("under these rules a double cascades at rolls {rolls}").format(rolls=list(position.rolls)),
            _("By these rules a double cascades after so many rolls: the higher doubles follow it."),
        )


def _check_cascade(position: Position) -> None:
    first = position.stages[0]
    if len(set(first)) > 1:
        raise _fault(
            position,
            _("a cascade has equal numbers in each stage"),
            _("In a cascade the numbers of each stage are equal."),
        )
    expected: tuple[Stage, ...] = (first, *((number,) * 4 for number in range(first[0] + 1, 7)))
    if position.stages != expected:
        raise _fault(
            position,
            _("a cascade goes on with four of each higher number up to 6"),
            _("A cascade goes on with four of each higher number, up to 6."),
        )
    if first == (1,) * 4 and position.started:
        raise _fault(
            position,
            _("nothing comes before four 1s"),
            _("Nothing comes before four 1s, so nothing has been played yet."),
        )
    if not position.received and not position.started and len(first) < 4:
        raise _fault(
            position, _("numbers of this stage have been played"), _("Some of these numbers have been played already.")
        )


def _check_single(position: Position) -> None:
    if len(position.stages) != 1:
        raise _fault(position, _("only a cascade has several stages"), _("Only a cascade has several stages."))
    stage = position.stages[0]
    whole = len(stage) == 4 or len(set(stage)) == 2
    if whole and position.started:
        raise _fault(
            position,
            _("no number of this roll has been played"),
            _("The roll is still whole, so none of it has been played yet."),
        )
    if not position.received and not whole and not position.started:
        raise _fault(
            position, _("numbers of this roll have been played"), _("Some of these numbers have been played already.")
        )


def _check_received(position: Position) -> None:
    rules = position.rules
    if not rules.passes(cascade=position.cascade, started=True):
        raise _fault(
            position,
            _("under these rules this rest does not pass"),
            _("By these rules such a rest does not pass to the other side."),
        )
    if _was_passed_whole(position) and not rules.passes(cascade=position.cascade, started=False):
        raise _fault(
            position,
            _("under these rules a roll of which nothing was played is lost"),
            _("By these rules a roll of which nothing was played is lost."),
        )


def _was_passed_whole(position: Position) -> bool:
    """Whether the roller cannot have played any number of these received stages' roll."""
    stage = position.stages[0]
    if position.cascade:
        return stage == (1,) * 4 or (stage == (1,) * 3 and position.started)
    if len(stage) == 4 or len(set(stage)) == 2:
        return True
    if not position.started:
        return False
    return len(stage) == 3 or (len(stage) == 1 and not _double_possible(position))


def _double_possible(position: Position) -> bool:
    """Whether the roller's roll can have been a double that does not cascade."""
    return not position.rules.cascades(position.rolls[position.side.other], sum(position.rolls))

"""What a session shows: board, queue, turns and score, drawn or in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rosespring.board import Position, Side, Stage, Step, opposite, pip_count
from rosespring.game import Lost, OpenTurn, Passed, Won
from rosespring.language import gettext as _
from rosespring.language import listing, ngettext
from rosespring.notation.diagram import diagram
from rosespring.notation.sentences import count_of, sentences, side_name
from rosespring.notation.steps import Play, format_step, format_steps, plays_of
from rosespring.notation.turns import Turn
from rosespring.players.words import player_title
from rosespring.rules import Rules
from rosespring.tui.screen import Screen
from rosespring.tui.table import Table


def show_board(screen: Screen, table: Table) -> None:
    """The board as the viewer sees it, drawn or in words."""
    show_position(screen, table.turn.shown(), table.viewer)


def show_position(screen: Screen, position: Position, viewer: Side) -> None:
    """The board of any position as `viewer` sees it, drawn or in words."""
    if not screen.look.draws:
        screen.say("\n".join(board_words(position, viewer)))
    else:
        screen.say()
        screen.board(diagram(position, viewer, charset=screen.look.charset))
        screen.say()


def board_words(position: Position, viewer: Side) -> Iterator[str]:
    """The board in words: the viewer's checkers, then the opponent's, each by the viewer's points, highest first."""
    yield _("Your checkers ({side}):").format(side=side_name(viewer))
    own = position.men_of(viewer)
    yield from ("  " + _("your {point}-point: {count}").format(point=point, count=own[point]) for point in _held(own))
    yield "  " + _("borne off: {count}").format(count=own[0])
    other, name = position.men_of(viewer.other), side_name(viewer.other)
    yield _("Checkers of {side}:").format(side=name)
    seen = {opposite(point, position.rules.parallel): point for point in _held(other)}
    for point in sorted(seen, reverse=True):
        words = {"point": point, "count": other[seen[point]], "side": name, "own": seen[point]}
        yield "  " + _("your {point}-point: {count} (for {side} the {own}-point)").format(**words)
    yield "  " + _("borne off: {count}").format(count=other[0])


def _held(counts: tuple[int, ...]) -> list[int]:
    return [point for point in range(24, 0, -1) if counts[point]]


def queue_view(screen: Screen, stages: tuple[Stage, ...]) -> str:
    """The numbers still to play, the current stage first and lit."""
    if screen.look.plain:
        return queue_words(stages)
    first, *later = (" ".join(map(str, stage)) for stage in stages)
    return screen.look.dot.join([screen.paint(first, "now"), *later])


def queue_words(stages: tuple[Stage, ...]) -> str:
    """The numbers still to play as a phrase: "3 fives, then 4 sixes"."""
    parts = [listing([count_of(number, stage.count(number)) for number in dict.fromkeys(stage)]) for stage in stages]
    text = parts[0]
    for part in parts[1:]:
        text = _("{first}, then {next}").format(first=text, next=part)
    return text


def steps_view(screen: Screen, steps: Sequence[Step], position: Position) -> str:
    """`steps` from `position` on, in notation or in words."""
    if screen.look.plain:
        return steps_words(plays_of(steps, position))
    return format_steps(steps, position, screen.look.dot)


def forced_view(screen: Screen, table: Table, steps: Sequence[Step]) -> str:
    """`steps` that leave no choice; before them, a received rest that they come from."""
    position = table.turn.game.position
    said = _("Only one play: {steps}.").format(steps=steps_view(screen, steps, position))
    if position.received and not table.turn.steps:
        return "\n".join([left_view(screen, table), said])
    return said


def confirm_view(turn: OpenTurn) -> str:
    """What ending the turn brings about, and how to end it."""
    pending = turn.pending()
    said = sentences(event for event in pending if not isinstance(event, Won))
    if len(said) < len(pending):
        said.append(_("{side} has borne off the last checker.").format(side=side_name(turn.owner)))
    return " ".join([*said, _("The turn is complete: Enter or done ends it, undo takes back.")])


def played_view(screen: Screen, table: Table) -> str:
    """What has been played of the open turn."""
    turn = table.turn
    return _("Played: {steps}.").format(steps=steps_view(screen, turn.played, turn.steps[0].before))


def steps_words(stages: list[list[Play]]) -> str:
    """Steps as a phrase: "24 to 20, 4 times; 13 to 9"."""
    return "; ".join(_play_words(play) for plays in stages for play in plays)


def _play_words(play: Play) -> str:
    text = str(play.points[0])
    for index, point in enumerate(play.points[1:]):
        words = {"start": text, "end": point}
        if point:
            text = _("{start} to {end}").format(**words)
        else:
            text = _("{start}, then off").format(**words) if index else _("{start} off").format(**words)
    if play.times == 1:
        return text
    return ngettext("{play}, {n} time", "{play}, {n} times", play.times).format(play=text, n=play.times)


def turn_sentence(screen: Screen, turn: Turn) -> str:
    """A finished turn as a sentence."""
    words = {"side": side_name(turn.side), "steps": steps_view(screen, turn.steps, turn.before)}
    if turn.received:
        return _("{side} played the rest: {steps}.").format(**words)
    if turn.roll is None:
        return _("{side} played {steps}.").format(**words)
    words |= {"high": str(turn.roll.high), "low": str(turn.roll.low)}
    if turn.steps:
        return _("{side} rolled {high}-{low} and played {steps}.").format(**words)
    return _("{side} rolled {high}-{low} and could play nothing.").format(**words)


def last_view(screen: Screen, table: Table) -> str:
    """The last closed turn with what it brought about; the open turn does not count."""
    table.remember()
    turns = table.last_turns
    if turns and table.recorder.turn and table.turn.is_open and turns[-1].side is table.turn.owner:
        turns = turns[:-1]
    if not turns:
        return _("Nothing has been played yet.")
    return turn_story(screen, turns[-1])


def turn_story(screen: Screen, turn: Turn) -> str:
    """A finished turn, and what passed, was lost or won by it."""
    said = sentences(event for event in turn.events if isinstance(event, Passed | Lost | Won))
    return " ".join([turn_sentence(screen, turn), *said])


def left_view(screen: Screen, table: Table) -> str:
    """What the owner of the turn has to do now."""
    if table.recorder.over:
        return _("The match is over.")
    if table.recorder.needs_throw:
        return _("The opening throw comes next.")
    turn = table.turn
    words = {"side": side_name(turn.owner)}
    if turn.may_done:
        return confirm_view(turn)
    if not turn.is_open:
        return _("Nothing is left to play: {side} must roll.").format(**words)
    words["queue"] = queue_view(screen, turn.game.position.stages)
    if turn.game.position.received:
        return _("{side} has the rest to play: {queue}").format(**words)
    return _("{side} has to play: {queue}").format(**words)


def moves_view(turn: OpenTurn) -> str:
    """Every step that may be played next."""
    texts = [format_step(step, turn.game.position) for step in turn.legal_steps()]
    return _("You may play: {steps}").format(steps="  ".join(texts)) if texts else _("No step can be played now.")


def pips_view(position: Position) -> str:
    """How far both sides still have to go."""
    light, dark = (pip_count(position.men_of(side)) for side in Side)
    return _("Pips to go: Light {light}, Dark {dark}.").format(light=light, dark=dark)


def score_view(table: Table) -> str:
    """The score of the match."""
    light, dark = table.recorder.match.score
    length = table.recorder.match.length
    return ngettext(
        "Score: Light {light}, Dark {dark}; the match is to {n} point.",
        "Score: Light {light}, Dark {dark}; the match is to {n} points.",
        length,
    ).format(light=light, dark=dark, n=length)


def seats_view(table: Table) -> Iterator[str]:
    """Who plays which side."""
    names = table.recorder.heading.players
    if not any((*table.levels, *names)):
        yield _("Light and Dark are both played at this keyboard.")
        return
    for side in Side:
        words = {"side": side_name(side), "name": names[side], "level": player_title(table.computer(side) or "")}
        if table.computer(side):
            yield _("{side} is the computer, {level}.").format(**words)
        elif names[side]:
            yield _("{side} is {name}.").format(**words)
        elif table.computer(side.other):
            yield _("You are {side}.").format(**words)
        else:
            yield _("{side} is played at this keyboard.").format(**words)


def paths_view(rules: Rules) -> str:
    """How the sides run."""
    if rules.parallel:
        return _("Both sides run the same way round, from 24 down to 1; your opponent starts on your 12-point.")
    return _("The sides run against each other, each from its 24 down to 1; your opponent starts on your 1-point.")

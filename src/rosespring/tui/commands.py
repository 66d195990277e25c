"""The words a player may type, beside steps and dice."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rosespring.errors import GameOver, NotationError
from rosespring.game import resignation_points
from rosespring.language import gettext as _
from rosespring.language import ngettext
from rosespring.notation.position_text import format_position
from rosespring.notation.sentences import side_name
from rosespring.notation.steps import format_step
from rosespring.rules import explain, title
from rosespring.tui import views
from rosespring.tui.choosing import Quit
from rosespring.tui.saving import open_record
from rosespring.tui.table import table_of

if TYPE_CHECKING:
    from rosespring.tui.session import Session

Act = Callable[["Session", list[str]], None]


@dataclass(frozen=True, slots=True)
class Command:
    """`names`: the command and its abbreviations. `form`: how it is typed. `help`: what it does."""

    names: tuple[str, ...]
    form: str
    help: str
    act: Act


def _mark(message: str) -> str:
    """Mark a source text for extraction; it is translated where it is shown."""
    return message


def find_command(line: str) -> Command | None:
    """The command that `line` begins with; None if it begins like steps or dice.

    :raises NotationError: for an unknown or ambiguous word.
    """
    word = line.split()[0].casefold() if line.split() else ""
    if not word.isalpha() or word in ("no", "rest"):
        return None
    exact = [command for command in COMMANDS if word in (*command.names, _(command.names[0]).casefold())]
    found = exact or [command for command in COMMANDS if command.names[0].startswith(word)]
    names = [command.names[0] for command in found]
    if not found:
        raise NotationError(_unknown(word))
    if len(found) > 1:
        raise NotationError(_("{word!r} could be {names}").format(word=word, names=", ".join(names)))
    return found[0]


def _unknown(word: str) -> str:
    close = get_close_matches(word, [command.names[0] for command in COMMANDS], n=1, cutoff=0.6)
    if close:
        return _("unknown word {word!r}: did you mean {close}?").format(word=word, close=close[0])
    return _("unknown word {word!r}: help lists them").format(word=word)


def _steps_back(words: list[str], steps: int) -> int:
    if not words:
        return 1
    if words[0].casefold() in ("all", _("all")):
        return max(steps, 1)
    if not words[0].isdecimal() or not 1 <= int(words[0]) <= max(steps, 1):
        raise NotationError(_("type undo, undo all, or undo and a number of steps of this turn"))
    return int(words[0])


def _undo(session: Session, words: list[str]) -> None:
    taken = []
    for _time in range(_steps_back(words, len(session.table.turn.steps))):
        step = session.table.recorder.undo()
        taken.append(format_step(step, session.table.turn.game.position))
    session.screen.say(_("Taken back: {steps}.").format(steps=" ".join(taken)))
    session.hold()


def _done(session: Session, _words: list[str]) -> None:
    session.done()


def _roll(session: Session, _words: list[str]) -> None:
    session.roll()


def _board(session: Session, words: list[str]) -> None:
    if words:
        session.screen.look.boards = _on(words)
        session.screen.say(_("The board is shown at each turn.") if _on(words) else _("The board is shown on request."))
    if not words or session.screen.look.boards:
        views.show_board(session.screen, session.table)


def _on(words: list[str]) -> bool:
    if words[0].casefold() not in ("on", "off"):
        raise NotationError(_("expected on or off, got {word!r}").format(word=words[0]))
    return words[0].casefold() == "on"


def _left(session: Session, _words: list[str]) -> None:
    session.screen.say(views.left_view(session.screen, session.table))


def _moves(session: Session, _words: list[str]) -> None:
    session.screen.say(views.moves_view(session.table.turn))


def _pips(session: Session, _words: list[str]) -> None:
    session.screen.say(views.pips_view(session.table.turn.shown()))


def _last(session: Session, _words: list[str]) -> None:
    session.screen.say(views.last_view(session.screen, session.table))


def _score(session: Session, _words: list[str]) -> None:
    session.screen.say(views.score_view(session.table))


def _rules(session: Session, _words: list[str]) -> None:
    rules = session.table.recorder.rules
    session.screen.say("\n".join([title(rules), *("  " + words for _option, words in explain(rules))]))


def _position(session: Session, _words: list[str]) -> None:
    session.screen.say(format_position(session.table.turn.game.position))
    session.screen.say(str(session.table.turn.game.position))


def _auto(session: Session, words: list[str]) -> None:
    session.auto = _on(words) if words else not session.auto
    session.screen.say(
        _("Forced plays are made for you, and always said.") if session.auto else _("You make forced plays yourself.")
    )


def _tutor(session: Session, words: list[str]) -> None:
    session.screen.say(session.tutor.set(words[0].casefold() if words else None))


def _better(session: Session, _words: list[str]) -> None:
    session.screen.say(session.tutor.better(session.screen, session.table))


def _save(session: Session, words: list[str]) -> None:
    session.screen.say(_("Saved in {path}").format(path=session.save(_path(words))))


def _load(session: Session, words: list[str]) -> None:
    path = _path(words)
    if path is None:
        raise NotationError(_("type load and the name of a file"))
    table = table_of(open_record(path))
    session.leave_table()
    session.take_table(table, path)


def _path(words: list[str]) -> Path | None:
    """The file that is named, if any.

    :raises NotationError: for a name that no file can have, or the home of an unknown user.
    """
    name = " ".join(words)
    with suppress(RuntimeError):
        if "\0" not in name:
            return Path(name).expanduser() if words else None
    raise NotationError(_("{name!r} names no file").format(name=name))


def _resign(session: Session, _words: list[str]) -> None:
    table = session.table
    if table.recorder.over:
        raise GameOver(_("the match is over"))
    if table.turn.game.winner is not None:
        raise GameOver(_("the game is over"))
    side = table.viewer
    points = resignation_points(table.turn.game.position, side)
    question = ngettext(
        "{side} gives this game up for {n} point. Type yes to do so: ",
        "{side} gives this game up for {n} points. Type yes to do so: ",
        points,
    ).format(side=side_name(side), n=points)
    if session.screen.ask(question).casefold() in ("yes", "y", _("yes")):
        session.resign(side)
    else:
        session.screen.say(_("The game goes on."))


def _help(session: Session, words: list[str]) -> None:
    if words and (command := find_command(words[0])):
        session.screen.say(f"{command.form}: {_(command.help)}")
        return
    for paragraph in _HELP:
        session.screen.say(_(paragraph))
    for command in COMMANDS:
        short = f" ({', '.join(command.names[1:])})" if len(command.names) > 1 else ""
        session.screen.say(f"  {command.form}{short}: {_(command.help)}")


_HELP = (
    _mark("Steps: 24/20 takes a checker from point 24 to point 20. 24/20(2) does so twice, 24/20/16 goes on."),
    _mark("24/16 uses several numbers at once, 24:4 plays a 4 from 24, 24 alone plays the only step from there."),
    _mark("6/off bears off. Write as many as you like in a line, in the order in which they are played."),
    _mark("Points are always those of the side that moves. These words may be cut short:"),
)


def _again(session: Session, _words: list[str]) -> None:
    if not session.table.recorder.over:
        raise NotationError(_("this match is still going on"))
    session.play_again()


def _quit(_session: Session, _words: list[str]) -> None:
    raise Quit


COMMANDS: tuple[Command, ...] = (
    Command(("roll", "r"), "roll", _mark("roll the dice; Enter alone does it too"), _roll),
    Command(("done", "d"), "done", _mark("end your turn when all is played; Enter alone does it too"), _done),
    Command(("undo", "u"), "undo [all | N]", _mark("take back the last step of this turn, or more of them"), _undo),
    Command(("board", "b"), "board [on | off]", _mark("show the board; show it at each turn or not"), _board),
    Command(("left", "l"), "left", _mark("say which numbers are left to play"), _left),
    Command(("moves", "m"), "moves", _mark("list the steps that may be played next"), _moves),
    Command(("pips", "p"), "pips", _mark("say how far both sides have to go"), _pips),
    Command(("last",), "last", _mark("tell the last turn again"), _last),
    Command(("score", "s"), "score", _mark("say how the match stands"), _score),
    Command(("rules",), "rules", _mark("tell the rules of this match"), _rules),
    Command(("position",), "position", _mark("write the position as text and as an id"), _position),
    Command(("auto",), "auto [on | off]", _mark("have plays made for you that leave no choice, or not"), _auto),
    Command(
        ("tutor", "t"),
        "tutor [on | off | POINTS]",
        _mark("against the computer: be warned before a turn that gives away so many points, or not"),
        _tutor,
    ),
    Command(("better",), "better", _mark("after a warning of the tutor: show the better play"), _better),
    Command(("save",), "save [FILE]", _mark("save the match as a record"), _save),
    Command(("load",), "load FILE", _mark("save this match and go on with another one"), _load),
    Command(("resign",), "resign", _mark("give this game up, after a question"), _resign),
    Command(("again",), "again", _mark("after a match: play another one"), _again),
    Command(("help", "h"), "help [WORD]", _mark("list the words, or explain one"), _help),
    Command(("quit", "q", "exit"), "quit", _mark("save the match and leave"), _quit),
)
"""All commands, in the order in which help lists them."""

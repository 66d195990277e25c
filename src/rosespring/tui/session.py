"""A session: what is asked, played and said until the match is over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rosespring.board import Side, Step
from rosespring.errors import MustPlay, MustRoll, RosespringError
from rosespring.game import Event, Stepped, Won
from rosespring.language import gettext as _
from rosespring.language import ngettext
from rosespring.notation.records import format_record
from rosespring.notation.sentences import opening_sentence, sentences, side_name
from rosespring.notation.turns import parse_turn
from rosespring.rules import title
from rosespring.tui import views
from rosespring.tui.choosing import Quit
from rosespring.tui.commands import find_command
from rosespring.tui.computer import computer_steps
from rosespring.tui.dice import parse_dice
from rosespring.tui.forced import forced_steps
from rosespring.tui.saving import fresh_path, how_to_go_on, save_record
from rosespring.tui.screen import Screen
from rosespring.tui.table import Bot, Table
from rosespring.tui.tutor import Tutor


class Session:
    """One player, or two at one keyboard, at a table.

    `bot` plays for the computer. `path` is the file that the match was loaded from or saved to last.
    """

    def __init__(self, screen: Screen, table: Table, bot: Bot, path: Path | None = None) -> None:
        self.screen = screen
        self.table = table
        self.path = path
        self.tutor = Tutor()
        self.auto = True
        self._bot = bot
        self._held = False
        self._fresh = True

    def run(self) -> int:
        """Play until the players leave, save the match unless it is over, and give the exit status.

        An interruption or the end of the input leaves too.
        """
        try:
            self.greet()
            while True:
                self._next()
        except Quit:
            return self._leave()
        except (EOFError, KeyboardInterrupt, BrokenPipeError):
            return self._leave(interrupted=True)

    def _leave(self, interrupted: bool = False) -> int:
        try:
            self.leave_table(interrupted)
        except BrokenPipeError:
            raise
        except OSError as fault:
            # Better on the screen than nowhere.
            self.screen.error(_("The match cannot be saved: {reason}. Here it is:").format(reason=fault))
            self.screen.console.write(format_record(self.table.recorder.record()))
            return 1
        return 0

    def greet(self) -> None:
        """Say what is played, by whom, and how things stand."""
        recorder = self.table.recorder
        self.screen.say(title(recorder.rules))
        self.screen.say("\n".join([*views.seats_view(self.table), views.paths_view(recorder.rules)]))
        self.screen.say(_("Type steps like 24/20(2) 13/9; Enter rolls and says done; help lists the rest."))
        self.screen.say(views.score_view(self.table))
        if self.table.last_turns:
            self._tell_last()

    def take_table(self, table: Table, path: Path | None) -> None:
        """Go on at another table."""
        self.table, self.path = table, path
        self._held, self._fresh = False, True
        self.greet()

    def leave_table(self, interrupted: bool = False) -> None:
        """Save a match that is going on, and say how to go on with it.

        :raises OSError: if it cannot be saved.
        """
        recorder = self.table.recorder
        going_on = not recorder.over and bool(recorder.record().games)
        path = self.save(None) if going_on else None
        if interrupted:
            self.screen.say()
        if path:
            # Not folded, so that it can be copied.
            self.screen.console.write(_("Saved. To go on: {command}").format(command=how_to_go_on(path)))

    def save(self, path: Path | None) -> Path:
        """Save the match to `path`, else where it was saved last, else to a new file; say nothing.

        :raises OSError: if it cannot be written.
        """
        target = (path or self.path or fresh_path()).absolute()
        save_record(self.table.recorder.record(), target)
        self.path = target  # only now: one that failed must not be tried again at the end
        return target

    def hold(self) -> None:
        """After an undo: show the position anew, and make no forced play until the next step."""
        self._held, self._fresh = True, True

    def roll(self) -> None:
        """The side to act rolls, unless dice are to be typed.

        :raises PlayError: if there is no roll now.
        """
        if not (self.table.recorder.needs_throw or self.table.turn.may_roll):
            raise MustPlay(_("no roll now: the turn is open"))
        if self.table.dice is None:
            raise MustRoll(_("type the dice, like 4 4 or 65"))
        self._roll(*self.table.throw_dice())

    def done(self) -> None:
        """The owner closes the turn, unless the tutor warns him first; errors as in `OpenTurn.done`."""
        if self.tutor.warns(self.screen, self.table):
            return
        played = len(self.table.recorder.match.results)
        # What passes or is lost was said when the turn was complete.
        self._say_events(event for event in self.table.done() if isinstance(event, Won))
        self._held, self._fresh = False, True
        self._after_game(played)

    def resign(self, side: Side) -> None:
        """`side` gives the game up."""
        self.table.remember()
        self.table.recorder.resign(side)
        result = self.table.recorder.match.results[-1]
        self.screen.say(
            ngettext(
                "{side} gives up: {other} wins {n} point.", "{side} gives up: {other} wins {n} points.", result.points
            ).format(side=side_name(side), other=side_name(side.other), n=result.points)
        )
        self._held, self._fresh = False, True
        self._after_game(len(self.table.recorder.match.results) - 1)

    def play_again(self) -> None:
        """Another match of the same kind."""
        self.take_table(self.table.again(), None)

    def _next(self) -> None:
        """Do the one thing that comes next."""
        if self.table.recorder.over:
            self._handle(self.screen.ask(_("Enter leaves, again plays another match> ")))
        elif self.table.recorder.needs_throw:
            self._to_throw()
        elif self.table.turn.may_roll:
            self._to_roll()
        elif self.table.computer(self.table.turn.owner):
            self._computer_plays()
        else:
            self._person_plays()

    def _throw(self, light: int, dark: int) -> None:
        recorder = self.table.recorder
        recorder.throw(light, dark)
        self.screen.say(opening_sentence(light, dark))
        self._fresh = True

    def _to_throw(self) -> None:
        if self.table.dice is None:
            self._handle(self.screen.ask(_("Opening throw, Light's die and Dark's> ")))
        else:
            self._throw(*self.table.throw_dice())

    def _to_roll(self) -> None:
        side = self.table.turn.owner
        computer = self.table.computer(side) is not None
        if self.table.dice is None:
            self._handle(self.screen.ask(_("Dice of {side}> ").format(side=side_name(side))))
        elif computer:
            self._roll(*self.table.throw_dice())
        else:
            self._handle(self.screen.ask(_("{side}, Enter to roll> ").format(side=side_name(side))))

    def _roll(self, a: int, b: int) -> None:
        side = self.table.turn.owner
        events = self.table.recorder.roll(a, b)
        if not self.table.computer(side):
            self._say_events(events)
        elif not self.table.turn.is_open or self.table.turn.owner is not side:
            self._tell_last()
        self._held, self._fresh = False, True

    def _computer_plays(self) -> None:
        """The computer's whole turn, told at its end."""
        table = self.table
        if not table.turn.may_done:
            for step in computer_steps(self.screen, table, self._bot):
                table.recorder.step(step)
        played = len(table.recorder.match.results)
        table.done()
        self._tell_last()
        self._after_game(played)
        self._fresh = True

    def _tell_last(self) -> None:
        self.screen.say(views.last_view(self.screen, self.table))

    def _person_plays(self) -> None:
        if self._fresh and not self._held and self.auto and self._play_forced():
            return
        if self._fresh:
            self._present()
            self._fresh = False
        self._handle(self.screen.ask(f"{side_name(self.table.turn.owner)}> "))

    def _play_forced(self) -> bool:
        """Play what leaves no choice, and say so; whether there was any."""
        steps = forced_steps(self.table.turn)
        if steps:
            self.screen.say(views.forced_view(self.screen, self.table, steps))
            self._play(steps)
        return bool(steps)

    def _present(self) -> None:
        """The position before a person's decision: board, what has been played, what is left."""
        if self.screen.look.boards and self.screen.look.draws:
            views.show_board(self.screen, self.table)
        if self.table.turn.steps and not self.screen.look.plain:
            self.screen.say(views.played_view(self.screen, self.table))
        self.screen.say(views.left_view(self.screen, self.table))

    def _play(self, steps: list[Step]) -> None:
        events = [event for step in steps for event in self.table.recorder.step(step)]
        waiting = len(self.table.turn.pending())
        self._say_events(events[: len(events) - waiting])
        self._fresh = True

    def _handle(self, line: str) -> None:
        """Do what a typed line says, or say in one line why not."""
        try:
            if not line:
                self._enter()
            elif command := find_command(line):
                command.act(self, line.split()[1:])
            else:
                self._typed(line)
        except (RosespringError, OSError) as fault:
            self.screen.error(fault)

    def _enter(self) -> None:
        """Enter alone: the one thing that can be done, or what is to be done."""
        if self.table.recorder.over:
            raise Quit
        if self.table.recorder.needs_throw or self.table.turn.may_roll:
            self.roll()
        elif self.table.turn.may_done:
            self.done()
        else:
            self.screen.say(views.left_view(self.screen, self.table))

    def _typed(self, line: str) -> None:
        """Dice or steps."""
        recorder = self.table.recorder
        if recorder.needs_throw:
            self._throw(*parse_dice(line))
        elif self.table.turn.may_roll and self.table.dice is None:
            self._roll(*parse_dice(line))
        elif self.table.turn.may_done:
            raise MustPlay(_("the turn is complete: Enter or done ends it, undo takes back"))
        else:
            self._type_steps(line)

    def _type_steps(self, line: str) -> None:
        position = self.table.turn.game.position
        steps = parse_turn(line, position)
        if self.screen.look.plain:
            # What was typed, as it was understood; a drawn board shows it better.
            self.screen.say(_("Played: {steps}.").format(steps=views.steps_view(self.screen, steps, position)))
        self._play(steps)
        self._held = False

    def _say_events(self, events: Iterable[Event]) -> None:
        """Say what has happened; steps are told otherwise."""
        if words := sentences(event for event in events if not isinstance(event, Stepped)):
            self.screen.say(" ".join(words))

    def _after_game(self, played: int) -> None:
        """Say how the match stands, if a game has ended since `played` were."""
        recorder = self.table.recorder
        if len(recorder.match.results) == played:
            return
        winner = recorder.match.winner
        if winner is not None:
            self.screen.say(_("{side} wins the match.").format(side=side_name(winner)))
        self.screen.say(views.score_view(self.table))
        if winner is None:
            self.screen.say(_("Game {n}.").format(n=recorder.match.number))

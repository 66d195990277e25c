"""The quiz at the terminal: a board, a few plays to choose from or one to type, and what it costs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rosespring.analysis import Judge
from rosespring.analysis.quiz import BEST_BELOW, Question
from rosespring.board import Step
from rosespring.errors import NotationError, PlayError
from rosespring.folders import data_folder
from rosespring.language import gettext as _
from rosespring.language import ngettext
from rosespring.notation.sentences import side_name
from rosespring.notation.turns import parse_turn
from rosespring.tui import views
from rosespring.tui.choosing import Quit
from rosespring.tui.saving import write_whole
from rosespring.tui.screen import Screen


@dataclass
class Progress:
    """What each question's last answer cost, kept in a file after each answer; a damaged file is begun anew."""

    path: Path = field(default_factory=lambda: data_folder() / "quiz.json")
    costs: dict[str, float] = field(default_factory=dict)

    def load(self) -> bool:
        """Read what is kept; whether the file was sound, or not there."""
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            self.costs = {str(key): float(cost) for key, cost in kept.items()}
        except FileNotFoundError:
            return True
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return False
        return True

    def note(self, question: Question, cost: float) -> None:
        """Keep what an answer costs.

        :raises OSError: naming the file, if it cannot be written.
        """
        self.costs[question.key] = round(cost, 5)
        write_whole(json.dumps(self.costs, indent=1) + "\n", self.path)

    def known(self, question: Question) -> bool:
        """Whether it has been answered well."""
        return self.costs.get(question.key, 1.0) < BEST_BELOW


class Quiz:
    """Asks one question after another."""

    def __init__(self, screen: Screen, judge: Judge, progress: Progress) -> None:
        self.screen = screen
        self.judge = judge
        self.progress = progress
        self.costs: list[float] = []

    def run(self, questions: Sequence[Question]) -> int:
        """Ask until all are answered or the player leaves; the exit status."""
        try:
            for number, question in enumerate(questions, start=1):
                self._present(question, number, len(questions))
                self._until_answered(question)
        except (Quit, EOFError, KeyboardInterrupt):
            self.screen.say()
        self._sum_up()
        return 0

    def _present(self, question: Question, number: int, count: int) -> None:
        moment, position = question.moment, question.position
        words = {"number": number, "count": count, "file": moment.file, "game": moment.game.number}
        self.screen.say(_("Question {number} of {count}: {file}, game {game}").format(**words))
        views.show_position(self.screen, position, position.side)
        if question.needs:
            mine, yours = question.needs
            self.screen.say(
                _("Points still needed: you {mine}, the other side {yours}.").format(mine=mine, yours=yours)
            )
        queue = {"side": side_name(position.side), "queue": views.queue_view(self.screen, position.stages)}
        if position.received:
            self.screen.say(_("{side} has the rest to play: {queue}").format(**queue))
        else:
            self.screen.say(_("{side} has to play: {queue}").format(**queue))
        for index, play in enumerate(question.choices, start=1):
            self.screen.say(f"  {index}  {self._text(question, play.steps)}")

    def _until_answered(self, question: Question) -> None:
        prompt = _("A number from 1 to {n}, your own play, or Enter for the answer> ").format(n=len(question.choices))
        while True:
            line = self.screen.ask(prompt)
            if line.casefold() in ("quit", "q", "exit", _("quit")):
                raise Quit
            try:
                self._answer(question, line)
            except (NotationError, PlayError) as fault:
                self.screen.error(fault)
            else:
                self.screen.say()
                return

    def _answer(self, question: Question, line: str) -> None:
        """Say what an answer is worth, and keep it."""
        if not line:
            self._tell_best(question)
            self._tell_made(question)
            return
        steps = self._steps(question, line)
        with self.screen.console.interruptible():
            cost = question.cost(steps, self.judge)
        self.costs.append(cost)
        try:
            self.progress.note(question, cost)
        except OSError as fault:
            self.screen.error(fault)
        if cost < BEST_BELOW:
            self.screen.say(_("That is best."))
        else:
            self.screen.say(_("That gives away {cost} points.").format(cost=f"{cost:.3f}"))
            self._tell_best(question)
        self._tell_made(question)

    def _steps(self, question: Question, line: str) -> Sequence[Step]:
        if line.isdecimal() and len(line) == 1:
            if not 1 <= int(line) <= len(question.choices):
                count = len(question.choices)
                raise NotationError(_("type a number from {low} to {high}").format(low=1, high=count))
            return question.choices[int(line) - 1].steps
        return parse_turn(line, question.position)

    def _tell_best(self, question: Question) -> None:
        self.screen.say(_("Best is {steps}.").format(steps=self._text(question, question.best.steps)))

    def _tell_made(self, question: Question) -> None:
        made = question.made
        words = {"steps": self._text(question, made.steps), "cost": f"{made.cost:.3f}"}
        self.screen.say(_("In the game, {steps} was played and gave away {cost} points.").format(**words))

    def _text(self, question: Question, steps: Sequence[Step]) -> str:
        return views.steps_view(self.screen, steps, question.position)

    def _sum_up(self) -> None:
        count = len(self.costs)
        if not count:
            return
        words = {"best": sum(cost < BEST_BELOW for cost in self.costs), "cost": f"{sum(self.costs):.3f}", "n": count}
        self.screen.say(
            ngettext(
                "{best} of {n} answer was best; {cost} points were given away.",
                "{best} of {n} answers were best; {cost} points were given away.",
                count,
            ).format(**words)
        )

"""The verb that says how a position should be played."""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rosespring.cli.app import AsJson, app, get_ready, print_json, print_table
from rosespring.cli.places import NEEDS_HELP, PLACE_HELP, read_game
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.board import Position
    from rosespring.evaluation import Outlook
    from rosespring.game import Game
    from rosespring.players.advice import Advice, RollAdvice
    from rosespring.players.thinkers import Needs, NetworkPlayer

_LEVEL_HELP = "How deep to think: a level, FILE.npz, or FILE.npz:LEVEL for its network."


@app.command()
def hint(
    place: Annotated[str, typer.Argument(metavar="POSITION", help=PLACE_HELP)],
    dice: Annotated[str | None, typer.Argument(metavar="[DICE]", help="A roll, like 6-4.")] = None,
    level: Annotated[str, typer.Option("--level", help=_LEVEL_HELP)] = "full",
    top: Annotated[int, typer.Option("--top", help="How many plays to show.", min=1, max=100)] = 5,
    needs: Annotated[str | None, typer.Option("--needs", help=NEEDS_HELP)] = None,
    as_json: AsJson = False,
) -> None:
    """Show the best plays with their chances; without a roll, the outlook and the best play of each roll.

    Example: rosespring hint gul-bara 6-4
    """
    from rosespring.players.advice import adviser

    player = adviser(level)
    game, wanted = read_game(place, dice, needs, "DICE")
    get_ready()
    question = _Question(game, player, level, wanted)
    answer = _plays(question, top) if game.position.stages else _rolls(question)
    if as_json:
        print_json(answer.as_dict())
    else:
        print(_heading(game))
        answer.show()


@dataclass(frozen=True)
class _Question:
    """What is asked: the position of `game`, who answers, and the match score."""

    game: Game
    player: NetworkPlayer
    level: str
    needs: Needs | None

    @property
    def position(self) -> Position:
        return self.game.position

    def match_chance(self, outlook: Outlook) -> float | None:
        """The chance of the side to act to win the match; None where points count."""
        from rosespring.players.thinkers import utility_of, worth_of

        if self.needs is None:
            return None
        return (worth_of(outlook, utility_of(self.player.network(self.position), self.needs)) + 1) / 2

    def chances(self, outlook: Outlook) -> dict[str, float]:
        """An outlook for programs."""
        match = self.match_chance(outlook)
        return asdict(outlook) | {"points": outlook.points} | ({} if match is None else {"match": match})

    def value(self, outlook: Outlook) -> str:
        """What an outlook is worth, for people."""
        match = self.match_chance(outlook)
        return f"{outlook.points:+.3f}" if match is None else percent(match)

    def as_dict(self) -> dict[str, Any]:
        return {"position": str(self.position), "level": self.level, "needs": self.needs}


@dataclass(frozen=True)
class _Plays:
    """The best plays of a position with stages to play."""

    question: _Question
    plays: list[Advice]

    def as_dict(self) -> dict[str, Any]:
        return self.question.as_dict() | {"plays": [self._play(play) for play in self.plays]}

    def _play(self, play: Advice) -> dict[str, Any]:
        loss = play.loss if self.question.needs is None else play.loss / 2
        found = _steps_json(play, self.question.position)
        return found | {"outlook": self.question.chances(play.outlook), "loss": loss, "rolls": play.rolls}

    def show(self) -> None:
        value = _("Points") if self.question.needs is None else _("Match")
        columns = ("", _("Plays"), _("Win"), _("Win 2"), _("Lose 2"), value, _("Loss"), _("Rolls ahead"))
        print_table(columns, [self._row(number, play) for number, play in enumerate(self.plays, start=1)], left=2)
        if len({play.rolls for play in self.plays}) > 1:
            print("\n" + _("A loss is the difference to the best play as seen from equally many rolls ahead."))

    def _row(self, number: int, play: Advice) -> list[str]:
        outlook, question = play.outlook, self.question
        loss = f"{play.loss:.3f}" if question.needs is None else percent(play.loss / 2)
        chances = [percent(chance) for chance in (outlook.win, outlook.win2, outlook.lose2)]
        ahead = _("exact") if play.rolls is None else str(play.rolls)
        text = _text(play, question.position)
        return [f"{number}.", text, *chances, question.value(outlook), loss if number > 1 else "", ahead]


@dataclass(frozen=True)
class _Rolls:
    """The outlook of a side about to roll, and the best play of each roll."""

    question: _Question
    outlook: Outlook
    rolls: list[RollAdvice]

    def as_dict(self) -> dict[str, Any]:
        rolls = [self._roll(advice) for advice in self.rolls]
        return self.question.as_dict() | {"outlook": self.question.chances(self.outlook), "rolls": rolls}

    def _roll(self, advice: RollAdvice) -> dict[str, Any]:
        steps = _steps_json(advice.best, advice.position)
        return (
            {"dice": [advice.roll.high, advice.roll.low]} | steps | {"outlook": self.question.chances(advice.outlook)}
        )

    def show(self) -> None:
        print(_outlook_line(self.question, self.outlook), end="\n\n")
        columns = _("Roll"), _("Best play"), _("Points") if self.question.needs is None else _("Match")
        print_table(columns, [self._row(advice) for advice in self.rolls], left=2)

    def _row(self, advice: RollAdvice) -> list[str]:
        roll, value = advice.roll, self.question.value(advice.outlook)
        return [f"{roll.high}-{roll.low}", _text(advice.best, advice.position), value]


def percent(share: float) -> str:
    """A share for people."""
    return f"{100 * share:.1f} %"


def _plays(question: _Question, top: int) -> _Plays:
    from rosespring.players.advice import advise

    return _Plays(question, advise(question.player, question.position, top, question.needs))


def _rolls(question: _Question) -> _Rolls:
    from rosespring.players import outlook_of
    from rosespring.players.advice import advise_rolls

    rolls = list(advise_rolls(question.player, question.position, question.needs))
    return _Rolls(question, outlook_of(question.player, question.position), rolls)


def _steps_json(play: Advice | None, position: Position) -> dict[str, Any]:
    steps = play.steps if play else ()
    return {"steps": [[step.point, step.number] for step in steps], "text": _text(play, position, " · ")}


def _text(play: Advice | None, position: Position, separator: str | None = None) -> str:
    """A play in notation."""
    from rosespring.notation import format_turn

    if play is None:
        return _("no play")
    return format_turn(play.steps, position, separator or (" · " if _writes("·") else " | "))


def _outlook_line(question: _Question, outlook: Outlook) -> str:
    words = {
        "win": percent(outlook.win),
        "win2": percent(outlook.win2),
        "lose2": percent(outlook.lose2),
        "points": f"{outlook.points:+.3f}",
    }
    line = _("Wins {win}, 2 points {win2}; loses 2 points {lose2}; expects {points} points.").format(**words)
    match = question.match_chance(outlook)
    return line if match is None else f"{line} {_('Wins the match {share}.').format(share=percent(match))}"


def _heading(game: Game) -> str:
    """The board, what the roll brought about, and what is to be done."""
    from rosespring.game import Stepped
    from rosespring.notation import diagram, format_position, queue_text
    from rosespring.notation.diagram import ASCII, UNICODE
    from rosespring.notation.sentences import sentences, side_name

    position = game.position
    events = [*game.opening_events, *(event for entry in game.entries for event in entry.events)]
    queue = queue_text(position.stages)
    words = {"side": side_name(position.side), "queue": queue if _writes(queue) else queue.replace("·", "|")}
    said = sentences(event for event in events if not isinstance(event, Stepped))
    if position.received:
        said.append(_("{side} has the rest to play: {queue}").format(**words))
    elif position.stages:
        said.append(_("{side} has to play: {queue}").format(**words))
    else:
        said.append(_("{side} must roll.").format(**words))
    board = diagram(position, charset=UNICODE if _writes(UNICODE.wall) else ASCII)
    if max(map(len, board.splitlines())) > get_terminal_size().columns:  # a narrow window would break it into pieces
        board = format_position(position)
    return "\n".join([board, "", *said, ""])


def _writes(text: str) -> bool:
    """Whether the terminal has these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True

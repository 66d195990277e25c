"""The verb that plays a position out many times."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rosespring.cli.app import AsJson, app, get_ready, print_json
from rosespring.cli.hint import percent
from rosespring.cli.places import NEEDS_HELP, PLACE_HELP, read_game
from rosespring.errors import NotationError, PlayError, RosespringError
from rosespring.folders import check_writable
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.board import Position, Step
    from rosespring.cli.tables import Figures
    from rosespring.evaluation.network import Network
    from rosespring.rollouts import Estimate, Rollout, Standing, Stop

_MOST_TRIALS = 1_000_000
_SAVE_EVERY = 5.0
_PLAY_HELP = "A play to roll out; give the option several times to compare plays."
_BEST_HELP = "Roll out so many of the plays that a quick search likes best."
_TRUNCATE_HELP = "Rolls after which the network's value stands for the rest of the game; none if left out."
_ERROR_HELP = "Stop when all standard errors are this small (points; at a match score match chances)."
_CLEAR_HELP = "Stop when the best play is better than each other by so many joint standard deviations."
_DEPTH_HELP = "How trials are played: stage (fastest), turn (whole turns by a beam), ahead (one roll ahead)."
_LUCK_HELP = "Take the luck of the rolls off: slower trials, but far fewer for the same error."
_EXACT_HELP = "Let exact endings end a trial."
_NETWORK_HELP = "Play and value by the network of this file instead of the program's own."
_RESUME_HELP = "Keep the trials in this file, and go on with those that are there."


@app.command()
def rollout(
    place: Annotated[str, typer.Argument(metavar="POSITION", help=PLACE_HELP)],
    roll: Annotated[str | None, typer.Option("--roll", metavar="DICE", help="A roll to play first, like 6-6.")] = None,
    play: Annotated[list[str] | None, typer.Option("--play", metavar="PLAY", help=_PLAY_HELP)] = None,
    best: Annotated[int | None, typer.Option("--best", help=_BEST_HELP, min=1, max=64)] = None,
    trials: Annotated[int, typer.Option("--trials", help="Trials at most.", min=36, max=_MOST_TRIALS)] = 1296,
    seed: Annotated[int, typer.Option("--seed", help="Makes the dice reproducible.", min=0, max=2**63 - 1)] = 0,
    truncate: Annotated[int | None, typer.Option("--truncate", help=_TRUNCATE_HELP, min=1, max=1000)] = None,
    error: Annotated[float | None, typer.Option("--error", help=_ERROR_HELP)] = None,
    clear: Annotated[float | None, typer.Option("--clear", help=_CLEAR_HELP)] = None,
    depth: Annotated[str, typer.Option("--depth", help=_DEPTH_HELP)] = "turn",
    luck: Annotated[bool, typer.Option("--luck/--no-luck", help=_LUCK_HELP)] = True,
    exact: Annotated[bool, typer.Option("--exact/--no-exact", help=_EXACT_HELP)] = True,
    needs: Annotated[str | None, typer.Option("--needs", help=NEEDS_HELP)] = None,
    network: Annotated[Path | None, typer.Option("--network", metavar="FILE.npz", help=_NETWORK_HELP)] = None,
    threads: Annotated[int | None, typer.Option("--threads", help="One for each core if left out.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help=_RESUME_HELP)] = None,
    as_json: AsJson = False,
) -> int:
    """Play a position out many times, and say what it is worth and how sure that is.

    Example: rosespring rollout gul-bara --trials 5000

    Example: rosespring rollout gioul --roll 4-2 --best 3 --clear 2.5

    Example: rosespring rollout position.txt --roll 6-5 --play "24/18/13" --play "24/13" --resume kept.npz
    """
    from rosespring.rollouts import DEPTHS, Rollout, Settings, Stop
    from rosespring.rollouts.store import resume_rollout

    if depth not in DEPTHS:
        raise typer.BadParameter(f"--depth: expected {', '.join(DEPTHS)}, got {depth!r}")
    if play and best:
        raise typer.BadParameter("give --play or --best, not both")
    stop = Stop(trials=trials, error=_positive("--error", error), clear=_positive("--clear", clear))
    game, wanted = read_game(place, roll, needs, "--roll")
    position = game.position
    settings = Settings(seed=seed, depth=depth, truncate=truncate, reduce=luck, exact=exact, needs=wanted)
    judged = _network(network, position)
    get_ready()
    plays = _plays(position, play or []) or _best(judged, position, best or 0, wanted)
    job = Rollout(judged, position, plays, settings, _threads(threads))
    if resume:
        resume_rollout(resume, job)
        check_writable(resume)
    return _Run(job, stop, resume, as_json).go()


def _positive(name: str, value: float | None) -> float | None:
    if value is not None and not 0 < value < float("inf"):
        raise typer.BadParameter(f"{name}: expected a number above 0, got {value}")
    return value


def _threads(threads: int | None) -> int:
    if threads is not None and not 1 <= threads <= 256:
        raise typer.BadParameter(f"--threads: expected 1 to 256 threads, got {threads}")
    return threads or os.cpu_count() or 1


def _network(path: Path | None, position: Position) -> Network:
    from rosespring.players.thinkers import LEVELS, NetworkPlayer

    return NetworkPlayer(LEVELS["master"], path).network(position)


def _plays(position: Position, texts: list[str]) -> list[list[Step]]:
    """The steps of the plays of the command line, each of which must use up the side's numbers."""
    from rosespring.notation import parse_turn
    from rosespring.rollouts.trials import Candidate

    found = []
    for text in texts:
        try:
            steps = parse_turn(text, position)
            after = Candidate.of(position, tuple(steps)).after
        except (NotationError, PlayError) as error:
            raise typer.BadParameter(f"--play {text!r}: {error}") from None
        if not steps:
            raise typer.BadParameter(f"--play: expected steps like 24/18, got {text!r}")
        if after.stages and after.side is position.side and after.winner is None:
            raise typer.BadParameter(f"--play {text!r}: there are numbers left to play")
        found.append(steps)
    return found


def _best(network: Network, position: Position, count: int, needs: tuple[int, int] | None) -> list[tuple[Step, ...]]:
    """The plays that a search likes best."""
    if not count:
        return []
    if not position.stages:
        raise typer.BadParameter("--best: there is nothing to play; give a roll by --roll")
    from rosespring.players.thinkers import utility_of
    from rosespring.search.choose import best_lines
    from rosespring.search.depth import Depth

    lines = best_lines(network, position, Depth(beam=64, wide=max(2, count)), utility_of(network, needs))
    return [line.steps for line in lines[:count]]


@dataclass
class _Run:
    """Rolls out, shows how it goes, and keeps what there is."""

    job: Rollout
    stop: Stop
    kept: Path | None
    as_json: bool

    def go(self) -> int:
        """Roll out to the end, or until Ctrl-C; tell the result either way."""
        begin = time.process_time()
        fault = self._fault_of(self._roll)
        fault = self._fault_of(self._keep) or fault
        if self.job.done:
            self._tell(time.process_time() - begin)
        if fault:
            raise fault
        return 0

    def _fault_of(self, work: Callable[[], None]) -> BaseException | None:
        """What stopped a piece of work, if anything: what there is of the rollout is told first."""
        try:
            work()
        except (KeyboardInterrupt, OSError, RosespringError) as fault:
            return fault
        return None

    def _roll(self) -> None:
        from rich.console import Console
        from rich.live import Live

        console = Console(stderr=True, markup=False, emoji=False, highlight=False)
        saved = time.monotonic()
        shown = console.is_terminal and not self.as_json
        with Live(console=console, transient=True, auto_refresh=False) as live:
            if shown:  # the first round may have to wait for its kernels to be compiled
                live.update(self._table([], progress=True), refresh=True)
            for standings in self.job.run(self.stop):
                if shown:
                    live.update(self._table(standings, progress=True), refresh=True)
                if time.monotonic() - saved > _SAVE_EVERY:
                    self._keep()
                    saved = time.monotonic()

    def _keep(self) -> None:
        from rosespring.rollouts.store import save_rollout

        if self.kept and self.job.done:
            save_rollout(self.kept, self.job)

    def _tell(self, seconds: float) -> None:
        if self.as_json:
            print_json(self._as_dict(seconds))
        else:
            self._show(seconds)

    def _show(self, seconds: float) -> None:
        from rich.console import Console

        Console(markup=False, emoji=False, highlight=False).print(self._table(self.job.standings()))
        words = {"trials": self.job.done, "seed": self.job.settings.seed, "seconds": seconds}
        print(
            "\n"
            + _("{trials} trials each, seed {seed}; ± is half a 95 % interval. CPU time {seconds:.1f} s.").format(
                **words
            )
        )

    def _table(self, standings: list[Standing], *, progress: bool = False) -> Figures:
        from rosespring.cli.tables import Figures

        words = {"done": self.job.done, "trials": self.stop.trials}
        title = _("{done} of at most {trials} trials").format(**words) if progress else None
        match = self.job.settings.needs is not None
        columns = _("Plays"), _("Match") if match else _("Points"), _("Loss"), _("Win"), _("Win 2"), _("Lose 2")
        return Figures(columns, [self._row(standing, match=match) for standing in standings], title=title)

    def _row(self, standing: Standing, *, match: bool) -> list[str]:
        show = _share if match else _points
        loss = show(standing.loss) if standing.loss else ""
        chances = [percent(each.mean) for each in (standing.win, standing.win2, standing.lose2)]
        return [self._text(standing), show(standing.value, sign="+"), loss, *chances]

    def _text(self, standing: Standing) -> str:
        from rosespring.notation import format_turn

        steps = standing.candidate.steps
        if not steps:
            return _("the position")
        return format_turn(steps, self.job.position, " | ")

    def _as_dict(self, seconds: float) -> dict[str, Any]:
        from rosespring.rollouts.store import question_of

        question = question_of(self.job)
        del question["plays"]
        standings = [self._standing(standing) for standing in self.job.standings()]
        return question | {"trials": self.job.done, "cpu_seconds": seconds, "results": standings}

    def _standing(self, standing: Standing) -> dict[str, Any]:
        figures = {name: _figures(getattr(standing, name)) for name in ("value", "win", "win2", "lose2", "loss")}
        steps = [[step.point, step.number] for step in standing.candidate.steps]
        return {"steps": steps, "text": self._text(standing) if steps else None} | figures


def _figures(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"mean": estimate.mean, "error": estimate.error, "interval": list(estimate.interval)}


def _points(estimate: Estimate, sign: str = "") -> str:
    return f"{estimate.mean:{sign}.3f} ± {estimate.half:.3f}"


def _share(estimate: Estimate, sign: str = "") -> str:
    return f"{percent(estimate.mean).removesuffix(' %')} ± {percent(estimate.half)}"

"""Whole games in print: everything that can be observed of one game per preset.

``python -m tests.playthroughs.generate`` writes the files anew. Do so after a change that is meant to be seen here, and
read the difference before committing it: each line in it is something that players or programs will notice.

The seeds are those of the shortest games, out of some thousands, in which the things happen that `LESSONS` names.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rosespring import PRESETS, Game, Match, Position, Side
from rosespring.board import Stage, Step
from rosespring.game import Event, Lost, Passed, Rolled, Won
from rosespring.movegen import stage_results
from rosespring.notation.sentences import sentence
from tests.strategies import RandomPlayer

FOLDER = Path(__file__).parent
SEEDS = {"gioul": 2345, "gioul-doubles": 1731, "gul-bara": 2961, "gul-bara-forfeit": 1089, "gul-bara-bulgarian": 1808}

LESSONS: dict[str, set[str]] = {
    "gioul": {"a cascade", "an ordinary rest passes", "a cascade's rest passes", "a double win"},
    "gioul-doubles": {"a cascade", "an ordinary rest is lost", "a cascade's rest passes", "a receiver stops"},
    "gul-bara": {"a cascade", "a double without cascade", "a whole roll passes", "a receiver stops"},
    "gul-bara-forfeit": {"a cascade", "a cascade's rest is lost", "a double win"},
    "gul-bara-bulgarian": {"a cascade", "a whole cascade is lost", "a cascade's rest passes", "a receiver skips"},
}
"""What each game shows, at least."""


def opened(name: str, player: RandomPlayer) -> tuple[Game, list[str]]:
    """A match's first game, and its opening throws in words."""
    match, told = Match(name), []
    while match.game is None:
        light, dark = player.below(6) + 1, player.below(6) + 1
        match.open(light, dark)
        told.append(f"opening throw: Light {light}, Dark {dark}")
    return match.game, told


def played(name: str, seed: int) -> Game:
    """The game of a seed."""
    player = RandomPlayer(seed)
    game, _told = opened(name, player)
    for _action in player.play(game):
        pass
    return game


def lesson(event: Event, before: Position, after: Position) -> str:
    """What an event shows, of an action that led from `before` to `after`."""
    match event:
        case Rolled(_side, roll, cascade) if roll.double:
            return "a cascade" if cascade else "a double without cascade"
        case Passed(_side, _stages, whole=True):
            return "a whole roll passes"
        case Passed():
            return "a cascade's rest passes" if before.cascade else "an ordinary rest passes"
        case Lost(_side, _stages, received=True):
            return "a receiver skips" if after.stages else "a receiver stops"
        case Lost(_side, stages) if len(stages) > 1:
            return "a cascade's rest is lost" if before.stages else "a whole cascade is lost"
        case Lost():
            return "an ordinary rest is lost"
        case Won(_side, 2):
            return "a double win"
    return ""


def lessons(game: Game) -> set[str]:
    """All that a game shows."""
    following = [entry.before for entry in game.entries[1:]] + [game.position]
    pairs = zip(game.entries, following, strict=True)
    return {lesson(event, entry.before, after) for entry, after in pairs for event in entry.events}


def checkers(counts: tuple[int, ...]) -> str:
    """One side's checkers, its highest point first."""
    return " ".join(f"{point}:{counts[point]}" for point in range(24, -1, -1) if counts[point])


def queue(stages: tuple[Stage, ...]) -> str:
    return " · ".join(" ".join(map(str, stage)) for stage in stages) or "-"


def way(steps: tuple[Step, ...] | list[Step]) -> str:
    return " ".join(f"{step.point}/{step.target or 'off'}:{step.number}" for step in steps) or "-"


def observed(game: Game) -> Iterator[str]:
    """Everything about the position that a game has come to."""
    position = game.position
    flags = [name for name in ("cascade", "received", "started") if getattr(position, name)]
    yield f"  id       {position}"
    for side in Side:
        yield f"  {side.name.lower():8} {checkers(position.men_of(side))}"
    yield f"  to act   {position.side.name.lower()}, rolls {position.rolls}, own and other's pips {position.men.pips}"
    yield f"  queue    {queue(position.stages)}{''.join(', ' + flag for flag in flags)}"
    yield f"  legal    {way(game.legal_steps())}"
    if results := stage_results(position):
        yield f"  results  {len(results)}, first {way(results[0].steps)}, last {way(results[-1].steps)}"
    if game.winner is not None:
        yield f"  winner   {game.winner.name.lower()}, points {game.points}"


def last_action(game: Game) -> Iterator[str]:
    """The last roll or step, and what came of it."""
    entry = game.entries[-1]
    action = entry.action
    what = f"step {way([action])}" if isinstance(action, Step) else f"roll {action.high}-{action.low}"
    yield f"{len(game.entries)}. {what}"
    for event in entry.events:
        yield f"  {sentence(event)}"


def playthrough(name: str, seed: int) -> str:
    """The text of one game."""
    player = RandomPlayer(seed)
    game, told = opened(name, player)
    lines = [
        f"One game of {name} in full, dice and steps at random from seed {seed}.",
        "Written by: python -m tests.playthroughs.generate",
        "",
        *told,
        *(last_action(game) if game.entries else ()),
        *observed(game),
    ]
    for _action in player.play(game):
        lines += ["", *last_action(game), *observed(game)]
    return "\n".join(lines) + "\n"


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write all files anew."""
    for name in PRESETS:
        file_of(name).write_text(playthrough(name, SEEDS[name]), encoding="utf-8")
        print(f"Written: {file_of(name).name}")


if __name__ == "__main__":
    main()

"""Counts the perft tables anew with the reference: ``python -m tests.perft.generate`` (a few minutes).

One table a preset: the start, and 30 positions about to roll from games between careful and random players,
half of them from the middle and half late enough in their games for the reference to count whole cascades.
(Whole cascades from the start, with millions of results, are in tests/movegen/test_kernels.py.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from rosespring.board import Position, Side
from rosespring.game import Game
from rosespring.movegen.perft import compiled, format_entry, perft
from rosespring.players import find_player, play_turn
from rosespring.players.duel import throws
from rosespring.rules import PRESETS

MAX_TURNS = 5_000
MAX_PIPS = 90
HERE = Path(__file__).parent
HEAD = """# Perft of {preset}: entries as rosespring.movegen.perft describes them.
# Counted by the reference; to count anew: python -m tests.perft.generate
"""


def about_to_roll(preset: str, seed: int) -> list[Position]:
    """The positions of one game in which a side is about to roll."""
    game, dice, random = Game(preset), throws(seed, 0), Random(seed)
    seats = {Side.LIGHT: find_player("careful"), Side.DARK: find_player("random" if seed % 2 else "careful")}
    seen = []
    while game.winner is None:
        if not game.position.stages:
            seen.append(game.position)
            game.roll(*next(dice))
        for step in play_turn(seats[game.position.side], game.position, random)[0]:
            game.step(step)
    return seen


def samples(preset: str) -> Iterator[tuple[str, Position]]:
    """15 middle positions for ``stages``, 15 late ones for ``turns``."""
    for seed in range(15):
        positions = about_to_roll(preset, seed)
        yield "stages", positions[len(positions) // 2]
        yield "turns", next(filter(countable, positions[len(positions) * 3 // 4 :]))


def countable(position: Position) -> bool:
    """Whether the reference counts the position's cascades in seconds."""
    return position.men.pips[0] <= MAX_PIPS and perft("turns", position, compiled()).nodes <= MAX_TURNS


def table(preset: str) -> str:
    """The text of one table."""
    start = Position.start(PRESETS[preset].rules)
    first = ["stages"] if preset.startswith("gioul") else ["stages", "turns", "turns2"]
    entries = [perft(kind, start) for kind in first]
    entries += [perft(kind, position) for kind, position in samples(preset)]
    return HEAD.format(preset=preset) + "\n" + "\n".join(map(format_entry, entries))


def main() -> None:
    """Write all tables."""
    for preset in PRESETS:
        (HERE / f"{preset}.txt").write_text(table(preset), "utf-8")
        print(f"wrote {preset}.txt", flush=True)


if __name__ == "__main__":
    main()

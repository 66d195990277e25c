"""How soon a first evaluation comes while games are played: ``python -m benchmarks.web_study URL [GAMES] [SECONDS]``.

The server must be running. Each evaluation is of another position, so that none is remembered.
"""

from __future__ import annotations

import asyncio
import sys
import time
from random import Random

import httpx

from benchmarks.web_client import Errors, Lobby, Seat, in_groups
from rosespring.board import Position
from rosespring.game import Game

THINK = 0.5
"""Seconds between two things that a player does; people take longer."""


def positions(count: int, seed: int = 1) -> list[str]:
    """Positions out of games at random, half of them with numbers to play."""
    rng, found = Random(seed), list[str]()
    while len(found) < count:
        game = Game("gul-bara")
        for _turn in range(rng.randint(2, 40)):
            while game.winner is None and game.position.stages:
                game.step(rng.choice(game.legal_steps()))
            if game.winner is None and len(found) % 2 == _turn % 2:
                game.roll(rng.randint(1, 6), rng.randint(1, 6))
        if game.winner is None:
            found.append(str(Position.parse(str(game.position))))
    return found


async def play(seats: tuple[Seat, Seat], until: float, rng: Random) -> None:
    """Both seats act at random."""
    while time.perf_counter() < until:
        seat = next((each for each in seats if each.may_act()), None)
        if seat:
            await seat.act(rng)
        await asyncio.sleep(THINK)


async def measure(url: str, games: int, seconds: float) -> list[float]:
    """Seconds that each first evaluation took while `games` were played."""
    lobby, errors = Lobby(url), Errors()
    tables = [await lobby.table(errors) for _game in range(games)]
    await in_groups([seat.open for pair in tables for seat in pair], 20)
    until, took = time.perf_counter() + seconds, list[float]()
    playing = [asyncio.create_task(play(pair, until, Random(index))) for index, pair in enumerate(tables)]
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for position in positions(round(4 * seconds)):
            begun = time.perf_counter()
            answer = await client.get("/api/evaluation", params={"position": position, "depth": "first"})
            took.append(time.perf_counter() - begun)
            assert answer.status_code == 200, answer.text
            assert 0 <= answer.json()["chances"]["win"] <= 1
            await asyncio.sleep(max(0.0, 0.25 - took[-1]))
    await asyncio.gather(*playing)
    acks = sum(len(seat.acks) for pair in tables for seat in pair)
    for pair in tables:
        for seat in pair:
            await seat.close()
    await lobby.close()
    print(f"{games} games, {acks} commands acknowledged, {len(errors.found)} errors")
    return took


def main() -> None:
    """Measure and print."""
    url, games, seconds = [*sys.argv[1:], "50", "20"][:3] if len(sys.argv) < 4 else sys.argv[1:4]
    took = sorted(asyncio.run(measure(url, int(games), float(seconds))))
    middle, late, last = took[len(took) // 2], took[int(0.95 * len(took))], took[-1]
    print(
        f"first evaluation of {len(took)}: median {1000 * middle:.0f} ms, 95 % {1000 * late:.0f} ms, "
        f"longest {1000 * last:.0f} ms"
    )


if __name__ == "__main__":
    main()

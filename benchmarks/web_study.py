"""How soon a first evaluation comes while games are played: ``python -m benchmarks.web_study URL``.

The server must be running. Each evaluation is of another position, so that none is remembered. Meanwhile other readers
look further, as the page has them do: they ask again as soon as they have an answer.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from random import Random

import httpx

from benchmarks.web_client import Errors, Lobby, Seat, in_groups
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
            found.append(str(game.position))
    return found


async def play(seats: tuple[Seat, Seat], until: float, rng: Random) -> None:
    """Both seats act at random."""
    while time.perf_counter() < until:
        seat = next((each for each in seats if each.may_act()), None)
        if seat:
            await seat.act(rng)
        await asyncio.sleep(THINK)


async def look_further(client: httpx.AsyncClient, depth: str, until: float, looked_at: Sequence[str]) -> int:
    """One reader who asks for evaluations of `depth` one after the other; how many came."""
    found = 0
    for position in looked_at:
        if time.perf_counter() >= until:
            break
        answer = await client.get("/api/evaluation", params={"position": position, "depth": depth})
        assert answer.status_code == 200, answer.text
        found += 1
    return found


async def measure(url: str, games: int, seconds: float, depths: Sequence[str] = ()) -> list[float]:
    """Seconds that each first evaluation took while `games` were played and readers looked to `depths`."""
    asked = positions(round(4 * seconds))
    others = [(depth, positions(200, seed)) for seed, depth in enumerate(depths, start=2)]
    lobby, errors = Lobby(url), Errors()
    tables = [await lobby.table(errors) for _game in range(games)]
    await in_groups([seat.open for pair in tables for seat in pair], 20)
    until, took = time.perf_counter() + seconds, list[float]()
    playing = [asyncio.create_task(play(pair, until, Random(index))) for index, pair in enumerate(tables)]
    async with httpx.AsyncClient(base_url=url, timeout=120) as client:
        looks = [look_further(client, depth, until, looked_at) for depth, looked_at in others]
        looking = asyncio.gather(*looks)
        for position in asked:
            begun = time.perf_counter()
            answer = await client.get("/api/evaluation", params={"position": position, "depth": "first"})
            took.append(time.perf_counter() - begun)
            assert answer.status_code == 200, answer.text
            assert 0 <= answer.json()["chances"]["win"] <= 1
            await asyncio.sleep(max(0.0, 0.25 - took[-1]))
        further = sum(await looking)
    await asyncio.gather(*playing)
    acks = sum(len(seat.acks) for pair in tables for seat in pair)
    for pair in tables:
        for seat in pair:
            await seat.close()
    await lobby.close()
    print(f"{games} games, {acks} commands acknowledged, {further} further looks, {len(errors.found)} errors")
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How soon a first evaluation comes while games are played.")
    parser.add_argument("url", help="of a server that is running")
    parser.add_argument("games", type=int, nargs="?", default=50)
    parser.add_argument("seconds", type=float, nargs="?", default=20.0)
    parser.add_argument("--usual", type=int, default=0, help="readers who look as far as reports do")
    parser.add_argument("--deep", type=int, default=0, help="readers who look further than that")
    given = parser.parse_args()
    depths = ["usual"] * given.usual + ["deep"] * given.deep
    took = sorted(asyncio.run(measure(given.url, given.games, given.seconds, depths)))
    middle, late, last = took[len(took) // 2], took[int(0.95 * len(took))], took[-1]
    print(
        f"first evaluation of {len(took)}: median {1000 * middle:.0f} ms, 95 % {1000 * late:.0f} ms, "
        f"longest {1000 * last:.0f} ms"
    )


if __name__ == "__main__":
    main()

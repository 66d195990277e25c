"""What one address and one seat may have of the server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rosespring.web import protocol
from rosespring.web.limits import TokenBuckets, neighbourhood
from rosespring.web.settings import Settings
from tests.web.helpers import PATIENCE, Browser, Clock, live, make_settings, two_players

FORM = {"opponent": "friend", "rules": "gioul", "length": "1"}


def test_a_bucket_is_emptied_at_once_and_refilled_slowly() -> None:
    buckets = TokenBuckets(3, timedelta(seconds=10))
    assert [buckets.take("192.0.2.1", 100.0) for _ in range(5)] == [True, True, True, False, False]
    assert buckets.take("192.0.2.2", 100.0)
    assert [buckets.take("192.0.2.1", 109.9), buckets.take("192.0.2.1", 110.0)] == [False, True]
    assert not buckets.take("192.0.2.1", 110.0)
    assert [buckets.take("192.0.2.1", 1000.0) for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.tuples(st.integers(1, 5), st.floats(-100, 100))))
def test_a_bucket_is_full_again_in_time_whatever_the_clock_does(calls: list[tuple[int, float]]) -> None:
    buckets, now = TokenBuckets(3, timedelta(seconds=10)), 1000.0
    for address, later in calls:
        now += later
        buckets.take(f"192.0.2.{address}", now)
    for address in range(1, 6):
        buckets.take(f"192.0.2.{address}", now)  # sees the clock as it is now
        assert buckets.take(f"192.0.2.{address}", now + 30)
    assert buckets.take("198.51.100.1", now + 100)
    assert len(buckets) == 1


def test_the_machine_itself_may_lay_as_many_tables_as_it_likes() -> None:
    buckets = TokenBuckets(1, timedelta(days=1))
    for address in ("127.0.0.1", "::1", "127.0.0.1", "::1"):
        assert buckets.take(address, 0.0)
    assert len(buckets) == 0


def test_a_household_is_one_address() -> None:
    assert neighbourhood("2001:db8:1:2::3") == neighbourhood("2001:db8:1:2:ffff::9") != neighbourhood("2001:db8:1:3::3")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") != neighbourhood("192.0.2.2")
    assert neighbourhood("no address") == "no address"


async def test_nobody_lays_tables_without_end(tmp_path: Path) -> None:
    """Through a proxy on this machine, which says who comes."""
    clock = Clock()
    async with live(make_settings(tmp_path, clock=clock)) as running:

        async def lay(address: str) -> int:
            headers = {"X-Forwarded-For": address}
            return (await Browser(running.url).request("POST", "/tables", FORM, headers)).status_code

        assert [await lay("192.0.2.1") for _ in range(31)] == [*[303] * 30, 429]
        assert [await lay("192.0.2.2"), await lay("127.0.0.1")] == [303, 303]
        clock.now += 10
        assert [await lay("192.0.2.1"), await lay("192.0.2.1")] == [303, 429]
        response = await Browser(running.url).request("POST", "/tables", FORM, {"X-Forwarded-For": "192.0.2.1"})
        assert response.text.startswith("That was a lot of tables: ")
        assert response.headers["retry-after"] == "60"


async def test_of_too_many_sockets_of_a_seat_the_oldest_goes(tmp_path: Path) -> None:
    async with (
        live(make_settings(tmp_path)) as running,
        two_players(running.url) as (light, dark),
        AsyncExitStack() as stack,
    ):
        limit = Settings().sockets_per_seat
        more = [await stack.enter_async_context(light.browser.sit()) for _ in range(limit)]
        await asyncio.wait_for(light.socket.wait_closed(), PATIENCE)
        assert light.socket.close_code == protocol.TOO_MANY
        for player in (dark, *more):
            await player.hello()
            assert player.state["online"] == [True, True]

"""The load benchmark at small size: what it promises of the log holds; the full size is for a quiet machine."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from benchmarks.web_load import LIMIT_KIB, QUICK, Size, run


def test_games_at_once_lose_nothing_when_the_server_dies() -> None:
    cores = os.sched_getaffinity(0)
    report = run(QUICK)
    assert os.sched_getaffinity(0) == cores
    assert (report.games, report.sockets) == (10, 20)
    # One step every two seconds and game, and half a period more of them when the server dies.
    assert report.steps >= 10
    assert (report.errors, report.lost, report.twice) == ({}, 0, 0)
    assert 0 < report.ack_p50 <= report.ack_p99
    assert 0 < report.echo_p50 <= report.echo_p99


@pytest.mark.long
def test_two_thousand_games_at_once(verification: Callable[[str], None]) -> None:
    report = run(Size())
    verification(
        f"{report.games} games, {report.sockets} sockets, {report.rate} steps/s: "
        f"99 % of acks within {report.ack_p99} ms "
        f"(bare echo {report.echo_p99} ms), {report.kib_a_socket} KiB a socket, "
        f"{report.lost} of {report.steps} steps lost"
    )
    assert (report.errors, report.lost, report.twice) == ({}, 0, 0)
    assert report.kib_a_socket <= LIMIT_KIB
    assert report.good, report

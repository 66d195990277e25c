"""How much one address or one socket may ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from rosespring.web.settings import is_loopback


class TokenBuckets:
    """A bucket for each address: it holds `size` tokens and gets one more every `refill`.

    A bucket is known by the moment at which it is full again, so that full ones need not be kept.
    """

    def __init__(self, size: int, refill: timedelta) -> None:
        self._refill = refill.total_seconds()
        self._to_fill = size * self._refill
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, address: str, now: float) -> bool:
        """Take a token out of the bucket of `address`, or say that there is none.

        This machine's own addresses have no bucket: whoever is here has other ways to fill the disk, and behind a
        proxy that does not say who comes, all would share one.
        """
        if is_loopback(address):
            return True
        self._forget_full(now)
        key = neighbourhood(address)
        # A clock that is put back must not leave a bucket empty for longer than filling it takes.
        full_at = min(max(self._full_at.pop(key, now), now), now + self._to_fill)
        allowed = full_at + self._refill <= now + self._to_fill
        self._full_at[key] = full_at + self._refill if allowed else full_at
        return allowed

    def _forget_full(self, now: float) -> None:
        """Let go of the buckets used longest ago, as far as they are full."""
        while self._full_at:
            key = next(iter(self._full_at))
            if self._full_at[key] > now:
                return
            del self._full_at[key]


class Pace:
    """How fast one socket is heard: `size` messages at once, and then one each time."""

    def __init__(self, size: int, every: timedelta) -> None:
        self._every = every.total_seconds()
        self._ahead = (size - 1) * self._every
        self._due = 0.0

    def wait(self, now: float) -> float:
        """Seconds until the message that has come at `now` is to be heard."""
        self._due = max(self._due + self._every, now)
        return max(0.0, self._due - self._ahead - now)


class Tally:
    """How many things each address holds at once, up to a limit; this machine's own addresses have none."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._held)

    @contextmanager
    def one_more(self, address: str) -> Iterator[bool]:
        """Whether `address` may hold one more, which it does meanwhile."""
        key = neighbourhood(address)
        if is_loopback(address):
            yield True
        elif self._held[key] >= self._limit:
            yield False
        else:
            self._held[key] += 1
            try:
                yield True
            finally:
                self._held[key] -= 1
                if not self._held[key]:
                    del self._held[key]


def neighbourhood(address: str) -> str:
    """What one household has: an IPv4 address, or the first half of an IPv6 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))

"""How often one address may lay a table."""

from __future__ import annotations

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


def neighbourhood(address: str) -> str:
    """What one household has: an IPv4 address, or the first half of an IPv6 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))

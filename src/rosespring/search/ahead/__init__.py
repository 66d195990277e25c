"""Turns played greedily, and rolls ahead."""

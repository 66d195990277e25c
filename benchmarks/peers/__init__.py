"""The same work beside others, alternating A/B in one run; see docs/performance.md."""

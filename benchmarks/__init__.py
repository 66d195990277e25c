"""Timed programs. Each asserts its answer before it reports a time; see docs/performance.md."""

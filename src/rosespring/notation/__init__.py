"""Text in and out: steps, turns, records and diagrams."""

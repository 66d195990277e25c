"""How strong the players are: one command a table, ``python -m benchmarks.strength NAME``; see docs/strength.md."""

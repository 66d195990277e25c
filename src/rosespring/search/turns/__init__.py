"""Planning all stages of a turn together, compiled."""

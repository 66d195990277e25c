"""Self-play and learning."""

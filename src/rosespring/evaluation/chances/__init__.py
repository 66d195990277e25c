"""The chances of moments."""

"""Play in the terminal, line by line, so that a screen reader can follow."""

from rosespring.tui.app import play

__all__ = ["play"]

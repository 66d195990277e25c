"""``python -m rosespring``."""

from rosespring.cli import main

main()

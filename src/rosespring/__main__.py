"""The program ``rosespring``, and ``python -m rosespring``."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it in one line even while it is being loaded."""
    try:
        from rosespring.cli import main as run
    except KeyboardInterrupt:
        sys.exit("rosespring: stopped")
    run()


if __name__ == "__main__":
    main()

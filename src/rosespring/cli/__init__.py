"""The command line: a module for each family of verbs; each verb imports its room when it is called."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import typer
from typer.exceptions import TyperException

from rosespring.cli import (
    analyse,
    convert,
    duel,
    endings,
    hint,
    ladder,
    play,
    quiz,
    rollout,
    rules,
    tools,
    train,
    verify,
)
from rosespring.cli.app import app
from rosespring.errors import RosespringError, RulesError, UnknownPlayer
from rosespring.language import from_environment, use_language
from rosespring.language import gettext as _

VERBS = (play, rules, hint, rollout, analyse, quiz, duel, ladder, convert, verify, endings, tools, train)
"""The modules that define verbs; importing them registers these."""
_INTERRUPTED = 130
"""What the parser makes of Ctrl-C."""


def main() -> None:
    """Run the command line; ends the process with 0, 1 (the work failed) or 2 (the call is wrong)."""
    _make_streams_usable()
    with use_language(from_environment()):
        status = _status()
    sys.exit(status)


def _make_streams_usable() -> None:
    """Stand in for standard streams that are closed; write ``?`` for what the terminal's encoding does not have."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _status() -> int:
    try:
        result = app(standalone_mode=False)
    except TyperException as error:
        return _wrong_call(error)
    except (RulesError, UnknownPlayer) as error:
        return _fail(str(error), 2)
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error), 1)
    except RosespringError as error:
        return _fail(str(error), 1)
    except (KeyboardInterrupt, typer.Abort):
        return _fail(_("stopped"), 1)
    if result == _INTERRUPTED:
        return _fail(_("stopped"), 1)
    return result if isinstance(result, int) else 0


def _wrong_call(error: TyperException) -> int:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "rosespring"
    message = error.format_message() if isinstance(error, typer.BadParameter) else str(error)
    return _fail(f"{message.rstrip('.')}{_offending(error)}; see '{path} --help'", 2)


def _offending(error: BaseException) -> str:
    """The value that was given, where the parser's own message leaves it out."""
    details = getattr(error.__cause__, "errors", None)  # of the library that the parser checks values with
    return f", got {details()[0]['input']!r}" if details else ""


def _fail(message: str, status: int) -> int:
    line = " ".join(message.split())
    print(f"rosespring: {line}", file=sys.stderr)
    return status

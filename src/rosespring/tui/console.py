"""Lines in and lines out: the terminal, or a script of lines with a writer."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import FrameType
from typing import Protocol


class Console(Protocol):
    """Where a session asks and speaks."""

    def ask(self, prompt: str) -> str:
        """The next line typed.

        :raises EOFError: when there is none.
        """
        ...

    def write(self, text: str) -> None:
        """Write `text` and end the line."""
        ...

    def interruptible(self) -> AbstractContextManager[None]:
        """Ctrl-C may raise KeyboardInterrupt inside."""
        ...


class ScriptConsole:
    """Reads from `lines` and writes through `writer`, the typed lines too, so that the transcript can be read."""

    def __init__(self, lines: Iterable[str], writer: Callable[[str], object]) -> None:
        self._lines = iter(lines)
        self._writer = writer

    def ask(self, prompt: str) -> str:
        """The next line of the script."""
        line = next(self._lines, None)
        if line is None:
            self.write(prompt)
            raise EOFError
        self.write(prompt + line.rstrip("\r\n"))
        return line

    def write(self, text: str) -> None:
        """Write `text` and end the line."""
        self._writer(text + "\n")

    def interruptible(self) -> AbstractContextManager[None]:
        """Nothing: nobody presses Ctrl-C."""
        return nullcontext()


class TerminalConsole:
    """The process's own terminal, or the pipes in its place.

    Ctrl-C, a hang-up and a request to end raise KeyboardInterrupt, but only while the program waits or thinks: at any
    other time they are kept until then, so that no move is left half done.
    """

    def __init__(self) -> None:
        self._open = False
        self._pending = False
        self._pipe = None if sys.stdin.isatty() else PipeReader()
        if self._pipe is None:
            with suppress(ImportError):
                # Its import lets lines typed at a terminal be edited and called up again.
                import readline  # noqa: F401

    def ask(self, prompt: str) -> str:
        """The next line typed; what comes through a pipe is shown behind the prompt."""
        if self._pipe is None:
            with self.interruptible():
                return input(prompt)
        print(prompt, end="", flush=True)
        with self.interruptible():
            line = self._pipe.line()
        print(line, flush=True)
        return line

    def write(self, text: str) -> None:
        """Write `text` and end the line."""
        print(text, flush=True)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """A stretch of time in which an interruption takes effect at once."""
        self._open = True
        try:
            if self._pending:
                self._pending = False
                raise KeyboardInterrupt
            yield
        finally:
            self._open = False

    @contextmanager
    def catching_signals(self) -> Iterator[None]:
        """Receive interruptions inside, and restore what was there before."""
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        before = {number: signal.signal(number, self._interrupted) for number in numbers}
        try:
            with self._pipe.woken_by_signals() if self._pipe else nullcontext():
                yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _interrupted(self, _number: int, _frame: FrameType | None) -> None:
        if self._open:
            raise KeyboardInterrupt
        self._pending = True


class PipeReader:
    """Lines of a standard input that is no terminal.

    A plain read would sleep through a signal that comes just before it; this one waits for both.
    """

    def __init__(self) -> None:
        self._handle = sys.stdin.fileno()
        self._buffer = b""
        self._wakeup: list[int] = []

    def line(self) -> str:
        """The next line, without its end.

        :raises EOFError: when there is none.
        """
        while b"\n" not in self._buffer and (data := self._data()):
            self._buffer += data
        if not self._buffer:
            raise EOFError
        line, _end, self._buffer = self._buffer.partition(b"\n")
        return line.decode(sys.stdin.encoding, "replace").rstrip("\r")

    @contextmanager
    def woken_by_signals(self) -> Iterator[None]:
        """Stop waiting inside when a signal comes."""
        reads, writes = os.pipe()
        os.set_blocking(writes, False)
        before = signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
        self._wakeup = [reads]
        try:
            yield
        finally:
            self._wakeup = []
            signal.set_wakeup_fd(before)
            os.close(reads)
            os.close(writes)

    def _data(self) -> bytes:
        """What has come; nothing at the end. Where only sockets can be waited for, just read."""
        while os.name == "posix":
            ready, _, _ = select.select([self._handle, *self._wakeup], [], [])
            if self._handle in ready:
                break
            os.read(ready[0], 64)
        return os.read(self._handle, 65536)

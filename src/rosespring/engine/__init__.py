"""The engine protocol over standard input and output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO

from rosespring.engine.session import Reply, Session, refused

MAX_LINE = 1 << 20
"""Longer lines, in bytes, are refused."""

__all__ = ["MAX_LINE", "Reply", "Session", "serve_engine"]


def serve_engine(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer the lines of `source` on `sink`, in order, until `quit` or the end of input."""
    session = Session()
    for line in _lines(source):
        reply = (
            refused("bad-json", f"expected at most {MAX_LINE} bytes a line") if line is None else session.answer(line)
        )
        if reply is not None:
            sink.write(json.dumps(reply, separators=(",", ":")).encode() + b"\n")
            sink.flush()
        if session.ended:
            return


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of `source`; None stands for one that is too long."""
    while line := source.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE)
        yield None

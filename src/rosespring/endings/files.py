"""Table files: a header of 128 bytes, little-endian, then the content.

==========  ======  ==================================================================
bytes       type    what
==========  ======  ==================================================================
0 … 7       bytes   ``ROSETBL`` and a zero
8 … 15      4 u16   version, men, points, 0
16 … 31     text    kind
32 … 79     text    rules
80 … 95     2 u64   how many entries, how many bytes of content
96 … 127    bytes   SHA-256 of the header, with zeros here, and the content
==========  ======  ==================================================================
"""

from __future__ import annotations

import hashlib
import mmap
import os
from collections.abc import Sequence
from pathlib import Path
from struct import Struct

from rosespring.endings.specs import Spec
from rosespring.errors import TableError

MAGIC = b"ROSETBL\0"
VERSION = 1
SUFFIX = ".table"
SCALE = 2**32 - 1
"""A chance is stored as a whole number of this part of 1, and so to 1.2e-10."""

_HEADER = Struct("<8s4H16s48s2Q32s")
_WORD = Struct("<I")


class Table:
    """An open table file, mapped into memory."""

    def __init__(self, spec: Spec, path: Path, entries: int, data: mmap.mmap | bytes) -> None:
        self.spec = spec
        self.path = path
        self.entries = entries
        self._data = data

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self._data)

    def chance(self, index: int) -> float:
        """The chance number `index` of a table of chances."""
        word: int = _WORD.unpack_from(self._data, _HEADER.size + 4 * index)[0]
        return word / SCALE

    def content(self) -> memoryview:
        """What follows the header, as it is in the file."""
        return memoryview(self._data)[_HEADER.size :]

    def rolls(self, index: int) -> tuple[int, Sequence[float]]:
        """The fewest rolls that index `index` of a race table may take, and the chance of each number from there on."""
        at, data = _HEADER.size, self._data
        begin, end = (_WORD.unpack_from(data, at + 4 * i)[0] for i in (index, index + 1))
        values = at + 4 * (self.entries + 1) + self.entries
        return data[at + 4 * (self.entries + 1) + index], Struct(f"<{end - begin}d").unpack_from(
            data, values + 8 * begin
        )


def write_table(path: Path, spec: Spec, entries: int, content: Sequence[bytes | memoryview]) -> None:
    """Write a table file whole or not at all.

    :raises OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    size = sum(memoryview(part).nbytes for part in content)
    digest = hashlib.sha256(_header(spec, entries, size, bytes(32)))
    for part in content:
        digest.update(part)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(_header(spec, entries, size, digest.digest()))
            file.writelines(content)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _header(spec: Spec, entries: int, size: int, digest: bytes) -> bytes:
    kind, rules = spec.kind.encode(), spec.rules.encode()
    return _HEADER.pack(MAGIC, VERSION, spec.men, spec.points, 0, kind, rules, entries, size, digest)


def open_table(path: Path, expected: Spec) -> Table:
    """The table in a file, checked to the last bit.

    :raises TableError: if it is damaged, or another table than `expected`; the message names the file.
    :raises OSError: if it cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEADER.size)
        if len(head) < _HEADER.size:
            raise TableError(f"table file {path} is cut short: expected a header of 128 bytes, got {len(head)}")
        entries, size, digest = _read_header(path, head, expected)
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if len(data) != _HEADER.size + size:
        raise TableError(f"table file {path} has the wrong size: expected {_HEADER.size + size} bytes, got {len(data)}")
    actual = hashlib.sha256(head[: -len(digest)] + bytes(len(digest)))
    with memoryview(data) as view, view[_HEADER.size :] as content:
        actual.update(content)
    if actual.digest() != digest:
        raise TableError(f"table file {path} is damaged: its content does not fit its hash")
    return Table(expected, path, entries, data)


def _read_header(path: Path, head: bytes, expected: Spec) -> tuple[int, int, bytes]:
    """The number of entries, the bytes of content and the hash."""
    magic, version, men, points, _zero, kind, rules, entries, size, digest = _HEADER.unpack(head)
    if magic != MAGIC:
        raise TableError(f"file {path} is no table of Rosespring: expected it to begin with {MAGIC!r}, got {magic!r}")
    if version != VERSION:
        raise TableError(f"table file {path} has format version {version}, and this program reads {VERSION}")
    held = (_text(kind), men, points, _text(rules))
    if held != (expected.kind, expected.men, expected.points, expected.rules):
        raise TableError(f"table file {path} holds another table: expected {expected.name}, got {held!r}")
    return entries, size, digest


def _text(padded: bytes) -> str:
    return padded.rstrip(b"\0").decode("ascii", "replace")

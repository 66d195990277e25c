"""Results on disk: what an analysis has found of a position is found again by the next one.

A file of SQLite, which keeps it whole when a program is killed and lets several write. A result is known by position
(which names the rules), network, depth, utility, program and exact tables, and has a checksum of its own.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple
from hashlib import blake2b
from pathlib import Path

from rosespring import __version__
from rosespring.analysis.scope import Scope
from rosespring.analysis.values import Valuer, Way
from rosespring.board import Position, Side, Step
from rosespring.endings.tables import default_tables
from rosespring.errors import PlayError
from rosespring.evaluation import Outlook
from rosespring.evaluation.network import Network
from rosespring.game import transitions
from rosespring.kernel_cache import cache_folder, kernel_hash
from rosespring.search.choose import Utility

MOST = 400_000
"""Results that are kept, about 80 MB: those of some thousand games. The oldest give way, a tenth at a time."""
FORM = 1
"""Another number whenever what an analysis finds changes otherwise than by its kernels."""
_AT_ONCE = 1000
_HEADER = b"SQLite format 3\0"
_CHECK = 4
"""Bytes of a checksum."""


def default_path() -> Path:
    """Where results are kept, beside the compiled kernels."""
    return Path(cache_folder()).parent / "results.sqlite"


class Store:
    """A file of results; one that cannot be used is told of once, in a line, and done without.

    Threads may share it. What is damaged is removed, so that the next analysis begins a new one; a file that is
    something else, given by mistake, is left alone.
    """

    def __init__(self, path: Path, tell: Callable[[str], None], most: int = MOST) -> None:
        self._path = path
        self._tell = tell
        self._most = most
        self._lock = threading.Lock()
        self._fresh: dict[bytes, bytes] = {}
        self._base: sqlite3.Connection | None = None
        with self._guarded():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=30, check_same_thread=False, isolation_level=None)
            self._base.execute("pragma journal_mode = wal")
            self._base.execute("pragma synchronous = normal")
            self._base.execute("create table if not exists results (key blob primary key, value blob not null)")

    def get(self, key: bytes) -> bytes | None:
        """What is kept under `key`; None also where it is damaged."""
        with self._lock:
            if key in self._fresh:
                return self._fresh[key]
            row = None
            if self._base is not None:
                with self._guarded():
                    row = self._base.execute("select cast(value as blob) from results where key = ?", (key,)).fetchone()
        return _unchecked(key, row[0]) if row and isinstance(row[0], bytes) else None

    def keep(self, key: bytes, value: bytes) -> None:
        """Keep `value` under `key`."""
        with self._lock:
            if self._base is not None:
                self._fresh[key] = value
                if len(self._fresh) >= _AT_ONCE:
                    self._write()

    def flush(self) -> None:
        """Write what is not yet on disk."""
        with self._lock:
            self._write()

    def close(self) -> None:
        """Write what is not yet on disk, and let go of the file."""
        with self._lock:
            self._write()
            base, self._base = self._base, None
            if base is not None:
                with suppress(sqlite3.Error):
                    base.close()

    def _write(self) -> None:
        """All at once or not at all; then let the oldest go, if there are too many."""
        fresh, self._fresh = self._fresh, {}
        if self._base is None or not fresh:
            return
        rows = [(key, _check_of(key, value) + value) for key, value in fresh.items()]
        with self._guarded():
            self._base.execute("begin immediate")
            self._base.executemany("insert or replace into results values (?, ?)", rows)
            (count,) = self._base.execute("select count(*) from results").fetchone()
            if count > self._most:
                gone = count - self._most + self._most // 10
                old = "select rowid from results order by rowid limit ?"
                self._base.execute(f"delete from results where rowid in ({old})", (gone,))
            self._base.execute("commit")

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Do without the file from now on when what is inside fails."""
        try:
            yield
        except (sqlite3.Error, OSError) as fault:
            self._give_up(fault)

    def _give_up(self, fault: Exception) -> None:
        """Say that the file is done without; remove it if it is damaged."""
        base, self._base, self._fresh = self._base, None, {}
        if base is not None:
            with suppress(sqlite3.Error):
                base.close()
        damaged = isinstance(fault, sqlite3.DatabaseError) and not isinstance(fault, sqlite3.OperationalError)
        if damaged and (self._path == default_path() or _is_base(self._path)):
            for suffix in ("", "-wal", "-shm"):
                with suppress(OSError):
                    self._path.with_name(self._path.name + suffix).unlink()
        self._tell(f"{self._path}: {fault}")


def _is_base(path: Path) -> bool:
    """Whether a file begins as one of SQLite."""
    try:
        with path.open("rb") as file:
            return file.read(len(_HEADER)) == _HEADER
    except OSError:
        return False


def _check_of(key: bytes, value: bytes) -> bytes:
    return blake2b(key + value, digest_size=_CHECK).digest()


def _unchecked(key: bytes, kept: bytes) -> bytes | None:
    value = kept[_CHECK:]
    return value if kept[:_CHECK] == _check_of(key, value) else None


class StoredValuer(Valuer):
    """A valuer that asks a store before it thinks, and tells it what it has found."""

    def __init__(self, network: Network, scope: Scope, utility: Utility, store: Store) -> None:
        super().__init__(network, scope, utility)
        self._store = store
        tables = [spec.name for spec in default_tables().present()]
        self._prefix = json.dumps([network.card.sha256, asdict(scope), FORM, __version__, kernel_hash(), tables])

    def _mean(self, position: Position) -> Outlook:
        key = self._name("mean", position)
        if found := _outlook(self._store.get(key)):
            return found
        outlook = super()._mean(position)
        self._store.keep(key, struct.pack("<3d", *astuple(outlook)))
        return outlook

    def _valued(self, position: Position) -> list[Way]:
        key = self._name("ways", position)
        if found := self._ways_of(position, self._store.get(key)):
            return found
        ways = super()._valued(position)
        self._store.keep(key, b"".join(map(_packed, ways)))
        return ways

    def _name(self, kind: str, position: Position) -> bytes:
        seen, utility = self._key(position)
        text = f"{kind} {self._prefix} {utility} {seen}"
        return blake2b(text.encode(), digest_size=16).digest()

    def _ways_of(self, position: Position, data: bytes | None) -> list[Way] | None:
        """The ways to play `position`, as if Light played, that were kept as `data`."""
        if not data:
            return None
        seen = position if position.side is Side.LIGHT else position.mirror()
        try:
            return [self._way_of(seen, position, steps, outlook) for steps, outlook in _unpacked(data)]
        except (struct.error, PlayError, ValueError, IndexError):
            return None

    def _way_of(self, seen: Position, position: Position, steps: tuple[Step, ...], outlook: Outlook) -> Way:
        after = seen
        for step in steps:
            after, _events = transitions.advance(after, step)
        return Way(steps, after, outlook, self.worth(outlook, position.side))


def _packed(way: Way) -> bytes:
    """The number of steps, each as point and number, and the outlook."""
    steps = bytes(part for step in way.steps for part in (step.point, step.number))
    return bytes([len(way.steps)]) + steps + struct.pack("<3d", *astuple(way.outlook))


def _unpacked(data: bytes) -> list[tuple[tuple[Step, ...], Outlook]]:
    found, at = [], 0
    while at < len(data):
        end = at + 1 + 2 * data[at]
        pairs = data[at + 1 : end]
        steps = tuple(Step(point, number) for point, number in zip(pairs[::2], pairs[1::2], strict=True))
        found.append((steps, Outlook(*struct.unpack("<3d", data[end : end + 24]))))
        at = end + 24
    return found


def _outlook(data: bytes | None) -> Outlook | None:
    return Outlook(*struct.unpack("<3d", data)) if data and len(data) == 24 else None

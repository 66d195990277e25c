"""Many matches judged in several processes: the same verdicts, in the same order, as in one."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rosespring.analysis.judging import Judge, Progress
from rosespring.analysis.scope import Scope
from rosespring.analysis.store import Store
from rosespring.analysis.verdicts import MatchVerdict
from rosespring.errors import RosespringError
from rosespring.evaluation.network import load_network
from rosespring.notation.records import salvage_record

_AHEAD = 2
"""Matches that wait for each process; more would only lie in memory."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on what can be read of a record (None if that is nothing), and what is wrong with it, if anything."""

    verdict: MatchVerdict | None
    fault: RosespringError | None = None


class Telling:
    """Keeps what is said, each thing once, from whatever process it comes."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def __call__(self, words: str) -> None:
        """Keep what is said."""
        if words not in self.heard:
            self.heard.append(words)


@dataclass(frozen=True, slots=True)
class Bench:
    """How matches are judged: the depth, the file of a network (None: the program's own), and that of results."""

    scope: Scope
    network: Path | None = None
    results: Path | None = None

    def judge(self, threads: int, tell: Telling) -> Judge:
        """A judge, each process its own; `tell` hears if the file of results cannot be used."""
        network = load_network(self.network) if self.network else None
        store = Store(self.results, tell) if self.results else None
        return Judge(self.scope, network, threads=threads, store=store)


def judge_in_turn(
    texts: Iterable[str], bench: Bench, threads: int, tell: Telling, progress: Progress
) -> Iterator[Answer]:
    """The answers to the texts of records, one after another, each on several threads.

    `progress` is called with how many are done, the one at hand in part.
    """
    judge = bench.judge(threads, tell)
    for index, text in enumerate(texts):
        yield _answer(judge, text, partial(_shared, progress, index))


def judge_in_processes(
    texts: Iterable[str], bench: Bench, processes: int, tell: Telling, progress: Progress
) -> Iterator[Answer]:
    """As `judge_in_turn`, several at a time; what has not begun when the caller stops is dropped."""
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin, initargs=(bench,))
        stack.callback(pool.shutdown, cancel_futures=True)
        waiting: deque[Future[tuple[Answer, list[str]]]] = deque()
        done, coming = 0, iter(texts)
        while True:
            while len(waiting) < _AHEAD * processes and (text := next(coming, None)) is not None:
                waiting.append(pool.submit(_work, text))
            if not waiting:
                return
            answer, heard = waiting.popleft().result()
            for words in heard:
                tell(words)
            done += 1
            progress(done)
            yield answer


def _shared(progress: Progress, index: int, share: float) -> None:
    progress(index + share)


def _answer(judge: Judge, text: str, progress: Progress | None = None) -> Answer:
    try:
        record, fault = salvage_record(text)
        kept = record if record is not None and record.games else None
        return Answer(judge.match(kept, progress) if kept else None, fault)
    except RosespringError as error:
        return Answer(None, error)
    finally:
        if judge.store:
            judge.store.flush()


_here: list[tuple[Judge, Telling]] = []
"""The judge of this process, if it is a worker."""


def _begin(bench: Bench) -> None:
    # Ctrl-C ends a worker without a word of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    tell = Telling()
    _here.append((bench.judge(1, tell), tell))


def _work(text: str) -> tuple[Answer, list[str]]:
    judge, tell = _here[0]
    return _answer(judge, text), tell.heard

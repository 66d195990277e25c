"""Many matches judged in several processes: the same verdicts, in the same order, as in one."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from rosespring.analysis.judging import Judge, Progress
from rosespring.analysis.scope import Scope
from rosespring.analysis.store import Store
from rosespring.analysis.verdicts import MatchVerdict
from rosespring.errors import RosespringError
from rosespring.evaluation.network import load_network
from rosespring.language import current_language, use_language
from rosespring.language import gettext as _
from rosespring.notation.records import salvage_record

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

_AHEAD = 2
"""Matches that wait for each process; more would only lie in memory."""
_LOOK = 0.25
"""Seconds between two looks at how far the processes are."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on what can be read of a record (None if that is nothing), and what is wrong with it, if anything."""

    verdict: MatchVerdict | None
    fault: RosespringError | None = None


_Result = tuple[Answer, list[str]]
"""An answer, and all that has been said in its process."""


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
    context = get_context("spawn")
    shared = context.Value("d", 0.0)
    language = current_language()
    with ExitStack() as stack:
        pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(bench, shared, language))
        stack.callback(pool.shutdown, cancel_futures=True)
        waiting: deque[Future[_Result]] = deque()
        coming = iter(texts)
        while True:
            while len(waiting) < _AHEAD * processes and (text := next(coming, None)) is not None:
                waiting.append(pool.submit(_work, text, language))
            if not waiting:
                return
            answer, heard = _result(waiting.popleft(), lambda: progress(shared.get_obj().value))
            progress(shared.get_obj().value)
            for words in heard:
                tell(words)
            yield answer


def _shared(progress: Progress, index: int, share: float) -> None:
    progress(index + share)


def _answer(judge: Judge, text: str, progress: Progress | None = None) -> Answer:
    try:
        record, fault = salvage_record(text)
        if record is not None and record.games:
            return Answer(judge.match(record, progress), fault)
        return Answer(None, fault or RosespringError(_("no game has begun, there is nothing to analyse")))
    except RosespringError as error:
        return Answer(None, error)
    finally:
        if judge.store:
            judge.store.flush()


def _result(work: Future[_Result], progress: Callable[[], None]) -> _Result:
    """What a worker answers; meanwhile `progress` is called now and then."""
    while True:
        try:
            return work.result(_LOOK)
        except TimeoutError:
            progress()
        except BrokenExecutor:
            raise RosespringError(_("a process that judges has been ended from outside")) from None


class _Worker:
    """Judges in a process of its own, and adds to the `shared` number of matches how far it is."""

    def __init__(self, bench: Bench, shared: Synchronized[float]) -> None:
        self._tell = Telling()
        self._judge = bench.judge(1, self._tell)
        self._shared = shared
        self._told = 0.0

    def __call__(self, text: str) -> _Result:
        """The answer to the text of a record, and what has been said so far."""
        self._told = 0.0
        answer = _answer(self._judge, text, self._add)
        self._add(1.0)
        return answer, self._tell.heard

    def _add(self, share: float) -> None:
        with self._shared.get_lock():
            self._shared.value += share - self._told
        self._told = share


_here: list[_Worker] = []
"""What works in this process, if it is one of several."""


def _begin(bench: Bench, shared: Synchronized[float], language: str) -> None:
    # Ctrl-C ends a worker without a word of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with use_language(language):
        _here.append(_Worker(bench, shared))


def _work(text: str, language: str) -> _Result:
    with use_language(language):
        return _here[0](text)

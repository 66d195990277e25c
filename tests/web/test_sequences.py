"""The socket protocol as a state machine: whatever two seats and their tabs send, the log tells it all."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rosespring.board import Side
from rosespring.web import protocol
from rosespring.web.table import table_of
from rosespring.web.views import Viewer, state_of
from tests.conftest import FULL_SIZE
from tests.web.helpers import Browser, Live, Player, eventually, live, make_settings

T = TypeVar("T")
TOLD = ("number", "phase", "turn", "score", "men", "dice", "queue", "open_steps", "match_number", "rolls")
"""What both seats see alike."""

seats = st.integers(0, 1)
bodies = st.fixed_dictionaries(
    {},
    optional={
        "point": st.integers(-1, 26),
        "number": st.integers(0, 7),
        "points": st.integers(0, 3),
        "match": st.integers(0, 3),
        "dice": st.tuples(st.integers(0, 7), st.integers(0, 7)),
        "seed": st.sampled_from(["0" * 64, "x" * 64, ""]),
        "hash": st.sampled_from(["0" * 64, "F" * 64, ""]),
    },
)


class House:
    """One server for all sequences; each has a table of its own."""

    runner: ClassVar[asyncio.Runner | None] = None
    live: ClassVar[Live]
    _stack: ClassVar[AsyncExitStack]

    @classmethod
    def run(cls, work: Coroutine[Any, Any, T]) -> T:
        if cls.runner is None:
            cls.runner = asyncio.Runner()
            cls.runner.run(cls._open())
        return cls.runner.run(work)

    @classmethod
    async def _open(cls) -> None:
        cls._stack = AsyncExitStack()
        folder = Path(cls._stack.enter_context(tempfile.TemporaryDirectory()))
        cls.live = await cls._stack.enter_async_context(live(make_settings(folder, idle_after=timedelta(0))))

    @classmethod
    def close(cls) -> None:
        if cls.runner is not None:
            cls.runner.run(cls._stack.aclose())
            cls.runner.close()
            cls.runner = None


class Sequence(RuleBasedStateMachine):
    """Two seats at a table; each may have several tabs, and sends what it likes."""

    @initialize(length=st.sampled_from([1, 3]))
    def sit(self, length: int) -> None:
        House.run(self._sit(length))

    async def _sit(self, length: int) -> None:
        self.stack = AsyncExitStack()
        self.said: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
        ana, bo = Browser(House.live.url), Browser(House.live.url)
        await ana.lay(rules="gioul", length=length)
        await bo.join(ana.invitation)
        self.browsers = (ana, bo)
        self.tabs: list[list[Player]] = [[], []]
        for seat in (0, 1):
            await self._open(seat)
        await self.tabs[0][0].agreed()
        await self._meet()

    async def _open(self, seat: int) -> None:
        self.tabs[seat].append(await self.stack.enter_async_context(self.browsers[seat].sit()))

    async def _meet(self) -> None:
        """Until all tabs have seen the last event."""
        for player in (*self.tabs[0], *self.tabs[1]):
            await player.hello()

    async def _say(self, seat: int, tab: int, message: dict[str, Any]) -> dict[str, Any]:
        player = self.tabs[seat][tab % len(self.tabs[seat])]
        answer = await player.ask(message)
        self.said.append((seat, message, answer))
        await self._meet()
        return answer

    def _state(self, seat: int, tab: int = 0) -> dict[str, Any]:
        return self.tabs[seat][tab % len(self.tabs[seat])].state

    @rule(seat=seats, tab=st.integers(0, 3), choice=st.integers(0, 1000))
    def do_what_may_be_done(self, seat: int, tab: int, choice: int) -> None:
        """Whatever the state offers is carried out."""
        state = self._state(seat)
        offered = [kind for kind in state["can"] if kind not in ("abort", "claim", "commit", "reveal", "throw")]
        if not offered:
            return
        kind = offered[choice % len(offered)]
        if kind == "resign" and choice % 7:
            kind = offered[0]
        body: dict[str, Any] = {}
        if kind == "step":
            point, number = state["legal"][choice % len(state["legal"])]
            body = {"point": point, "number": number}
        elif kind == "resign":
            body = {"points": state["resign_costs"][seat]}
        message = self.tabs[seat][tab % len(self.tabs[seat])].message(kind, body)
        answer = House.run(self._say(seat, tab, message))
        assert answer["type"] == "ack", (message, answer)

    @rule(seat=seats, tab=st.integers(0, 3), kind=st.sampled_from(list(protocol.REQUESTS)), body=bodies)
    def say_anything(self, seat: int, tab: int, kind: str, body: dict[str, Any]) -> None:
        """It is carried out or refused; what is refused changes nothing."""
        if kind in ("abort", "commit", "reveal"):
            return
        before = self._state(0)["number"]
        message = self.tabs[seat][tab % len(self.tabs[seat])].message(kind, body)
        answer = House.run(self._say(seat, tab, message))
        if answer["type"] != "ack":
            assert self._state(0)["number"] == before

    @rule(seat=seats, behind=st.integers(1, 5))
    def say_it_too_late(self, seat: int, behind: int) -> None:
        before = self._state(seat)["number"]
        message = self.tabs[seat][0].message("roll", expect=max(before - behind, 0))
        answer = House.run(self._say(seat, 0, message))
        assert (answer["type"], answer["body"]["code"]) == ("nack", "stale")
        assert self._state(seat)["number"] == before

    @precondition(lambda self: self.said)
    @rule(which=st.integers(0, 1000), tab=st.integers(0, 3))
    def say_it_again(self, which: int, tab: int) -> None:
        """The same answer as before if it was carried out; nothing happens either way."""
        seat, message, answer = self.said[which % len(self.said)]
        before, match = self._state(seat)["number"], self._state(seat)["match_number"]
        if answer["type"] != "ack" and message["expect"] == before:
            return  # a refusal may be overcome: the other seat has moved on
        again = House.run(self._say(seat, tab, message))
        assert self._state(seat)["number"] == before
        if answer["type"] == "ack" and match == 1:
            assert (again["type"], again["body"]) == ("ack", answer["body"])

    @rule(seat=seats, data=st.one_of(st.binary(max_size=50), st.text(max_size=50)))
    def say_nonsense(self, seat: int, data: str | bytes) -> None:
        assert House.run(self.tabs[seat][0].raw(data)) == "bad-message"

    @rule(seat=seats)
    def open_a_tab(self, seat: int) -> None:
        if len(self.tabs[seat]) < 3:
            House.run(self._open(seat))

    @rule(seat=seats, last_words=st.booleans())
    def cut_the_line(self, seat: int, last_words: bool) -> None:
        """A tab is cut off, maybe in the midst of a message, and comes back."""
        House.run(self._cut(seat, last_words))

    async def _cut(self, seat: int, last_words: bool) -> None:
        player = self.tabs[seat].pop()
        if last_words:
            await player.socket.send(json.dumps(player.message("roll")))
        player.socket.transport.abort()
        await self._open(seat)
        await self._meet()

    @rule()
    def leave_memory(self) -> None:
        """Everybody goes, the table leaves memory, and is read from the log when they come back."""
        House.run(self._leave_memory())

    async def _leave_memory(self) -> None:
        hall, table = House.live.server.hall, self.browsers[0].table
        await self.stack.aclose()
        await eventually(lambda: not hall.rooms[table].users if table in hall.rooms else True)
        hall.evict()
        assert table not in hall.rooms
        self.stack, self.tabs = AsyncExitStack(), [[], []]
        for seat in (0, 1):
            await self._open(seat)
        await self._meet()

    @invariant()
    def everybody_sees_what_is_stored(self) -> None:
        if not hasattr(self, "tabs"):
            return
        entries = House.run(House.live.server.storage.entries(self.browsers[0].table))
        table = table_of(self.browsers[0].table, entries)
        stored = json.loads(protocol.write_message("", 0, "", state_of(table, Viewer(Side.LIGHT))))["body"]
        for player in (*self.tabs[0], *self.tabs[1]):
            assert [player.state[name] for name in TOLD] == [stored[name] for name in TOLD]
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))

    def teardown(self) -> None:
        if hasattr(self, "stack"):
            House.run(self.stack.aclose())


class TestSequences(Sequence.TestCase):  # type: ignore[valid-type,misc]
    settings = settings(max_examples=200 if FULL_SIZE else 12, stateful_step_count=60 if FULL_SIZE else 20)

    @classmethod
    def tearDownClass(cls) -> None:
        House.close()

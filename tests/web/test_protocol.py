"""Messages: strict on the way in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring.web import log, protocol
from rosespring.web.protocol import Refused, read_envelope, read_request, write_message
from rosespring.web.shapes import EventView, Snapshot
from rosespring.web.talk import Said

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "web-protocol.md"

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def read(text: str | None) -> protocol.Request:
    return read_request(read_envelope(text))


def outcome(text: str) -> str | type:
    """The code of a refusal, or the type of the request."""
    try:
        return type(read(text))
    except Refused as refusal:
        return refusal.code


def message(**changes: object) -> str:
    base = {"v": 1, "game": "g", "id": "c1", "expect": 3, "type": "step", "body": {"point": 24, "number": 4}}
    return json.dumps(base | changes)


@given(st.text(max_size=200) | json_values.map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(Refused):
        read(text)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("v", "game", "id", "expect", "type", "body"), json_values)))
def test_any_envelope_is_read_or_refused(changes: dict[str, object]) -> None:
    assert outcome(message(**changes)) in ("bad-message", *protocol.REQUESTS.values())


def test_a_request_is_read() -> None:
    assert read(message()) == protocol.Play(24, 4)
    assert read(message(type="resign", body={"points": 2})) == protocol.Resign(2)
    nothing: tuple[dict[str, int] | None, ...] = ({}, None)
    for body in nothing:
        assert read(message(type="roll", body=body)) == protocol.Roll()
    envelope = json.loads(message(type="hello"))
    del envelope["body"]
    assert read(json.dumps(envelope)) == protocol.Hello()


@pytest.mark.parametrize("size", [protocol.MAX_MESSAGE, protocol.MAX_MESSAGE + 1])
def test_the_limit_is_in_bytes(size: int) -> None:
    text = message(type="é")
    padded = text + " " * (size - len(text.encode()))
    with pytest.raises(Refused, match="at most" if size > protocol.MAX_MESSAGE else "expected one of"):
        read(padded)


def test_what_goes_out_is_one_envelope() -> None:
    text = write_message("g", 7, "ack", {"number": 7}, "c1")
    assert json.loads(text) == {"v": 1, "game": "g", "id": "c1", "expect": 7, "type": "ack", "body": {"number": 7}}


def test_the_document_lists_what_there_is() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in protocol.REQUESTS:
        assert f"| `{name}` |" in text
    kinds = re.search(r"Event kinds: (.*?)\. One", text, re.DOTALL)
    assert kinds
    named = set(re.findall(r"`([a-z-]+)`", kinds[1]))
    assert named == {log.kind_of(what) for what in get_args(log.What)}
    codes = re.search(r"nack codes: (.*)", text)
    assert codes
    assert re.findall(r"`([a-z-]+)`", codes[1]) == list(get_args(protocol.Code))


def examples(side: str) -> list[str]:
    """The examples of the document that one side sends, one JSON value each."""
    found = re.search(rf"```json {side}\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    decoder, text, at = json.JSONDecoder(), found[1].strip(), 0
    texts = []
    while at < len(text):
        _, end = decoder.raw_decode(text, at)
        texts.append(text[at:end])
        at = end + 1
    return texts


def test_the_document_has_an_example_of_each_request_which_is_read() -> None:
    read_ones = [read(text) for text in examples("client")]
    assert {type(request) for request in read_ones} == set(protocol.REQUESTS.values())
    assert len(read_ones) == len(protocol.REQUESTS)


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """The body of an ack."""

    number: int


class Denied(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a nack."""

    code: protocol.Code
    message: str


class Presence(msgspec.Struct, forbid_unknown_fields=True):
    """Who is there."""

    online: list[bool]
    watching: int
    chat: list[bool]


def test_the_document_has_an_example_of_each_answer_which_is_what_the_server_writes() -> None:
    bodies: dict[str, object] = {
        "snapshot": Snapshot,
        "event": EventView,
        "ack": Told,
        "nack": Denied,
        "presence": Presence,
        "said": Said,
        "pong": None,
    }
    seen = set()
    for text in examples("server"):
        example = msgspec.json.decode(text, type=protocol.Message)
        seen.add(example.type)
        body = msgspec.convert(example.body, bodies[example.type])
        again = write_message(example.game, example.expect, example.type, body, example.id)
        assert json.loads(again) == json.loads(text)
    assert seen == set(bodies)


def test_the_document_lists_each_close_code() -> None:
    listed = {int(code) for code in re.findall(r"^\| (\d{4}) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)}
    ours = {protocol.NOT_YOUR_SEAT, protocol.NO_TABLE, protocol.RECONNECT, protocol.TOO_SLOW, protocol.TOO_MANY}
    assert listed == ours | {protocol.SILENT, protocol.NO_TEXT, 1009}

"""Messages: strict on the way in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosespring.web import log, protocol
from rosespring.web.protocol import Refused, read_envelope, read_request, write_message

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "web-protocol.md"

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

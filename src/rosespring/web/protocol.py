"""The messages of docs/reference/web-protocol.md: strict on the way in, plain on the way out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

VERSION = 1
MAX_MESSAGE = 4096
"""Bytes of one message (docs/reference/web-protocol.md)."""

NOT_YOUR_SEAT, NO_TABLE = 4403, 4404
"""Close codes of a socket for which trying again is no use."""
RECONNECT = 1012
"""Close code: come back, the server starts anew or the table is read anew."""
TOO_SLOW = 1013
"""Close code: too much was waiting to be sent; come back and take a snapshot."""
TOO_MANY = 1008
"""Close code: the seat has so many sockets that this, its oldest, had to go; if it came back, another would. Or so many
pings have come that nobody wants more."""
NO_TEXT = 1007
"""Close code: what should be a text is no UTF-8."""
SILENT = 4408
"""Close code: nothing, not even a ping, has come for too long."""

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Point = Annotated[int, Meta(ge=1, le=24)]
Die = Annotated[int, Meta(ge=1, le=6)]
Part = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64)]
Code = Literal[
    "bad-message",
    "not-your-seat",
    "not-your-turn",
    "stale",
    "illegal-step",
    "must-roll",
    "must-play",
    "game-over",
    "nothing-to-undo",
    "not-now",
    "bad-notation",
    "wrong-seed",
]


class Refused(Exception):  # a refusal is an ordinary answer, not a fault
    """A command that changes nothing, with the code and words of its ``nack``."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Hello(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a snapshot."""


class Ping(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a pong."""


class Commit(Struct, frozen=True, forbid_unknown_fields=True):
    """Fixes the seat's part in the dice of match number `match`, by its hash."""

    match: int
    hash: Part


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """Shows the seat's part in the dice of match number `match`."""

    match: int
    seed: Part


class Throw(Struct, frozen=True, forbid_unknown_fields=True):
    """Says which dice were thrown by hand, for whoever is to throw; in the opening throw, Light's first."""

    dice: tuple[Die, Die]


class Roll(Struct, frozen=True, forbid_unknown_fields=True):
    """Throws the dice."""


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    """Plays one step from an own point."""

    point: Point
    number: Die


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes the last step of the open turn back."""


class Finish(Struct, frozen=True, forbid_unknown_fields=True):
    """Says done: closes the open turn."""


class Resign(Struct, frozen=True, forbid_unknown_fields=True):
    """Gives the game up for the cost that the player was shown."""

    points: Annotated[int, Meta(ge=1, le=2)]


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """Offers to give the game up for 1 point where losing it might cost 2."""


class Accept(Struct, frozen=True, forbid_unknown_fields=True):
    """Takes the offer to give up: the game is won for 1 point."""


class Refuse(Struct, frozen=True, forbid_unknown_fields=True):
    """Declines the offer to give up."""


class TypedPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Plays several steps as players write them."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


Phrase = Literal["hello", "luck", "well-played", "thanks", "moment", "roll", "sorry", "bye"]
"""What can be said without writing; the pages know each phrase in their own language."""


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """Says one of the phrases, or, where both have allowed it, something of one's own."""

    phrase: Phrase | None = None
    text: Annotated[str, Meta(max_length=200)] = ""


class Chat(Struct, frozen=True, forbid_unknown_fields=True):
    """Allows free words at this table, or does so no longer."""

    on: bool


class NextGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Begins the next game of the match."""


class Rematch(Struct, frozen=True, forbid_unknown_fields=True):
    """Offers or accepts another match."""


class Abort(Struct, frozen=True, forbid_unknown_fields=True):
    """Ends a match that has hardly begun."""


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """Wins a match that the other has left."""


Command = (
    Commit
    | Reveal
    | Throw
    | Roll
    | Play
    | TypedPlay
    | Undo
    | Finish
    | Resign
    | Offer
    | Accept
    | Refuse
    | NextGame
    | Rematch
    | Abort
    | Claim
)
Talk = Say | Chat
"""What changes nothing at the table: it has no number, is not stored, and is sent to whoever is there."""
Request = Hello | Ping | Talk | Command

REQUESTS: dict[str, type[Request]] = {
    "hello": Hello,
    "ping": Ping,
    "commit": Commit,
    "reveal": Reveal,
    "throw": Throw,
    "roll": Roll,
    "step": Play,
    "play": TypedPlay,
    "undo": Undo,
    "done": Finish,
    "resign": Resign,
    "offer": Offer,
    "accept": Accept,
    "refuse": Refuse,
    "say": Say,
    "chat": Chat,
    "next": NextGame,
    "rematch": Rematch,
    "abort": Abort,
    "claim": Claim,
}


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    """What every message from a client has."""

    v: Literal[1]
    game: Annotated[str, Meta(max_length=64)]
    id: CommandId
    expect: Annotated[int, Meta(ge=0, le=2**53)]
    type: str
    body: msgspec.Raw = msgspec.Raw(b"{}")


class Message(Struct, frozen=True):
    """What every message from the server has."""

    v: int
    game: str
    id: str
    expect: int
    type: str
    body: Any


_envelopes = msgspec.json.Decoder(Envelope)
_bodies = {name: msgspec.json.Decoder(request) for name, request in REQUESTS.items()}
_encoder = msgspec.json.Encoder()
_UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeError)


def read_envelope(text: str | None) -> Envelope:
    """The outer part of a message; None stands for a binary frame.

    :raises Refused: unless it is one of the contract's form.
    """
    if text is None:
        raise Refused("bad-message", "expected a text message, got a binary one")
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_MESSAGE:
        raise Refused("bad-message", f"expected at most {MAX_MESSAGE} bytes, got {len(data)}")
    try:
        return _envelopes.decode(data)
    except _UNREADABLE as error:
        raise Refused("bad-message", f"expected a message of version {VERSION}: {error}") from error


def read_request(envelope: Envelope) -> Request:
    """The request inside a message.

    :raises Refused: for an unknown type or a body that does not fit it.
    """
    decoder = _bodies.get(envelope.type)
    if decoder is None:
        raise Refused("bad-message", f"expected one of {', '.join(REQUESTS)} as type, got {envelope.type[:64]!r}")
    body = b"{}" if bytes(envelope.body) == b"null" else envelope.body
    try:
        return decoder.decode(body)
    except _UNREADABLE as error:
        raise Refused("bad-message", f"the body of {envelope.type!r} does not fit: {error}") from error


def write_message(game: str, expect: int, kind: str, body: object = None, answers: str = "") -> str:
    """One message from the server as text."""
    return _encoder.encode(Message(VERSION, game, answers, expect, kind, body)).decode()

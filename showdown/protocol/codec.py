"""
Text to types and back, once, at the edge.

Whatever bytes come in, the answer is a message or a :class:`ProtocolError` with a stable code.
"""

import re
from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from msgspec import Raw, Struct

from showdown.errors import ProtocolError
from showdown.protocol import messages as msg
from showdown.rules.seen import Hidden, SeenEvent


class _Tag(Struct):
    """A look at a message that could not be read: what it says it is, and whose reply it wants."""

    type: Any = None
    id: Any = None


_ENCODER = msgspec.json.Encoder(decimal_format="string")
_REQUESTS = msgspec.json.Decoder(msg.ClientMessage)
_MESSAGES = msgspec.json.Decoder(msg.ServerMessage)
_EVENTS = msgspec.json.Decoder(SeenEvent)
_TAGS = msgspec.json.Decoder(_Tag)

_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""U+0000 as JSON writes it; after another backslash it is six signs of plain text."""

_HIDDEN = Raw(b"{}")

_NOT_JSON = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What a decoder raises for a text that is not of its type, not JSON, or not even text."""


def _tag(frame: bytes | str | Raw) -> _Tag:
    try:
        return _TAGS.decode(frame)
    except _NOT_JSON:
        return _Tag()


class BadRequest(ProtocolError):
    """A request that cannot be read; ``request_id`` is its id, if that much could be."""

    def __init__(
        self,
        sentence: str,
        *,
        code: str,
        request_id: str | None,
        found: str,
        wanted: str | None = None,
    ) -> None:
        super().__init__(sentence, code=code, found=found, wanted=wanted)
        self.request_id = request_id


def encode(message: msg.ServerMessage | msg.ClientMessage) -> bytes:
    """A message as it travels."""
    return _ENCODER.encode(message)


def decode_request(frame: bytes | str) -> msg.ClientMessage:
    """
    Read what a client sent.

    >>> decode_request('{"type":"ping","sent":7}')
    Ping(sent=7)

    Raises:
        BadRequest: it is not JSON (``bad_json``), not a message of this protocol
            (``unknown_message``), or not as that message must be (``bad_message``).
    """
    if _has_nul(frame):
        raise _bad_request(frame, "Text must not have the sign U+0000")
    try:
        return _REQUESTS.decode(frame)
    except msgspec.ValidationError as error:
        raise _bad_request(frame, str(error)) from None
    except _NOT_JSON as error:
        raise BadRequest(
            f"The frame is not JSON: {_lower_first(str(error))}.",
            code="bad_json",
            request_id=None,
            found="text",
        ) from None


def _bad_request(frame: bytes | str, problem: str) -> BadRequest:
    tag = _tag(frame)
    request_id = tag.id if isinstance(tag.id, str) and 0 < len(tag.id) <= 36 else None
    if problem.endswith(("`$.type`", "missing required field `type`")):
        missing = tag.type is None
        return BadRequest(
            "The message has no type."
            if missing
            else f"There is no message of type {str(tag.type)[:40]!r}.",
            code="unknown_message",
            request_id=request_id,
            found="" if missing else str(tag.type)[:40],
        )
    what, _, place = problem.removesuffix("`").partition(" - at `")
    if not place:
        what, place = problem, "$"
    return BadRequest(
        f"The message {tag.type or ''} is not valid: {_lower_first(problem)}.".replace("  ", " "),
        code="bad_message",
        request_id=request_id,
        found=place,
        wanted=what,
    )


def _has_nul(frame: bytes | str) -> bool:
    """Whether a text in it has the sign that not every database can hold; JSON must escape it."""
    if ("u0000" if isinstance(frame, str) else b"u0000") not in frame:  # type: ignore[operator]
        return False
    whole = frame.encode(errors="replace") if isinstance(frame, str) else frame
    return _NUL.search(whole) is not None


def _lower_first(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def decode_message(frame: bytes | str) -> msg.ServerMessage | None:
    """
    Read what a server sent; None for a type that this client does not know.

    Raises:
        ProtocolError: it is not a message of this protocol.
    """
    try:
        return _MESSAGES.decode(frame)
    except _NOT_JSON as error:
        problem = str(error)
    kind = _tag(frame).type
    if isinstance(kind, str) and kind not in _KNOWN:
        return None
    raise ProtocolError(f"The server sent what is not a message: {problem}.", found=problem)


_KNOWN = frozenset(str(kind.__struct_config__.tag) for kind in get_args(msg.ServerMessage))


def encode_event(event: SeenEvent | Hidden) -> Raw:
    """An event as it travels; a hidden one is ``{}``."""
    return _HIDDEN if type(event) is Hidden else Raw(_ENCODER.encode(event))


def encode_events(events: Iterable[SeenEvent | Hidden]) -> tuple[Raw, ...]:
    """Several events as they travel."""
    encode_one = _ENCODER.encode
    return tuple([_HIDDEN if type(each) is Hidden else Raw(encode_one(each)) for each in events])


def decode_event(text: Raw) -> SeenEvent | Hidden:
    """
    Read an event; one of a type that this client does not know counts as hidden.

    Raises:
        ProtocolError: it is not an event.
    """
    raw = bytes(text)
    if raw == b"{}":
        return Hidden()
    try:
        return _EVENTS.decode(raw)
    except _NOT_JSON as error:
        problem = str(error)
    kind = _tag(raw).type
    if isinstance(kind, str) and kind not in _EVENT_TAGS:
        return Hidden()
    raise ProtocolError(f"The server sent what is not an event: {problem}.", found=problem)


def decode_events(texts: Iterable[Raw]) -> tuple[SeenEvent | Hidden, ...]:
    """Read several events."""
    return tuple(decode_event(text) for text in texts)


_EVENT_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in SeenEvent.__args__)

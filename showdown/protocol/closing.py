"""
Why a connection ends: the close codes of the protocol, and the sentence that each of them means.
"""

import re
from enum import IntEnum


class CloseCode(IntEnum):
    """What a server says when it closes a connection."""

    NORMAL = 1000
    GOING_AWAY = 1001
    NOT_THE_PROTOCOL = 1002
    LOST = 1006
    """Never sent: the connection ended without a word."""
    NOT_TEXT = 1007
    POLICY = 1008
    TOO_BIG = 1009
    FAULT = 1011
    RESTART = 1012
    OVERLOAD = 1013
    AUTH = 4001
    SUPERSEDED = 4003
    SLOW_CONSUMER = 4008
    FLOOD = 4009


CLOSE_SENTENCES = {
    CloseCode.NORMAL: "The server closed the connection.",
    CloseCode.GOING_AWAY: "The server is shutting down.",
    CloseCode.NOT_THE_PROTOCOL: "The server could not follow what this client sent.",
    CloseCode.LOST: "The connection was lost.",
    CloseCode.NOT_TEXT: "The server could not read what this client sent.",
    CloseCode.POLICY: "The server closed the connection because its rules were not kept.",
    CloseCode.TOO_BIG: "The connection was closed because a message was too big.",
    CloseCode.FAULT: "The server closed the connection because of a fault of its own.",
    CloseCode.RESTART: "The server is restarting.",
    CloseCode.OVERLOAD: "The server has too much to do; try again later.",
    CloseCode.AUTH: "The server did not accept who you are.",
    CloseCode.SUPERSEDED: "You connected from somewhere else, and this connection gave way.",
    CloseCode.SLOW_CONSUMER: "The server gave up because this client reads too slowly.",
    CloseCode.FLOOD: "The server closed the connection because this client sent too much at once.",
}

UNHEARD = "The server closed the connection because this client did not answer its pings in time."
"""What FAULT means where its reason is that a ping was not answered."""
_UNANSWERED = "keepalive ping timeout"

FINAL = frozenset({CloseCode.POLICY, CloseCode.AUTH, CloseCode.SUPERSEDED})
"""After these it makes no sense to connect again: the same would happen, or somebody else did."""


_HINT = re.compile(r"; retry after (\d{1,5}(?:\.\d)?) s$")


def with_hint(reason: str, seconds: float) -> str:
    """
    The reason of a close that also says when to come back, at the earliest.

    >>> with_hint("restart", 7.25)
    'restart; retry after 7.2 s'
    """
    return f"{reason}; retry after {seconds:.1f} s"


def retry_hint(reason: str | None) -> float | None:
    """
    In how many seconds to come back, if the reason of a close says it.

    >>> retry_hint("restart; retry after 7.2 s"), retry_hint("restart")
    (7.2, None)
    """
    found = _HINT.search(reason or "")
    return float(found[1]) if found else None


def close_sentence(code: int | None, reason: str | None = None) -> str:
    """
    Why the connection ended, for a person.

    >>> close_sentence(1012), close_sentence(4321)
    ('The server is restarting.', 'The server closed the connection with code 4321.')
    """
    if code is None:
        code = CloseCode.LOST
    if code == CloseCode.FAULT and reason == _UNANSWERED:
        return UNHEARD
    known = {int(each): sentence for each, sentence in CLOSE_SENTENCES.items()}
    return known.get(code, f"The server closed the connection with code {code}.")

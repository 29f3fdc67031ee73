"""
What can go wrong between a client and a server, beside what the rules refuse.

::

    ShowdownError
    ├── ConnectionFailed      there is no connection to a Showdown server
    │   └── ConnectionLost    there was one, and it ended before the answer came
    ├── Refused               the server answered a request with an error
    ├── NoSeat                a bot found no table to sit at
    └── WrongUse              play() or run() was asked for what cannot be
"""

from showdown.errors import ShowdownError
from showdown.protocol import messages as msg
from showdown.protocol.plain import plain


class ConnectionFailed(ShowdownError):
    """No connection to a Showdown server came about."""

    code = "connection_failed"

    retry_after: float | None = None
    """In how many seconds to come back at the earliest, if the server has said so."""


class ConnectionLost(ConnectionFailed):
    """The connection ended before the answer to a request came; it may have been done."""

    code = "connection_lost"


class NoSeat(ShowdownError):
    """There is no table with a free seat, or none of that name."""

    code = "no_seat"


class WrongUse(ShowdownError):
    """What was asked for cannot be, as where two of the arguments contradict each other."""

    code = "wrong_use"


class Refused(ShowdownError):
    """The server answered a request with an error; ``reply`` is the whole answer."""

    def __init__(self, reply: msg.Reply) -> None:
        error = reply.error or msg.Error(
            code="refused", message="The server refused without a reason."
        )
        details = error.details or msg.Details()
        super().__init__(
            plain(error.message), code=error.code, found=details.found, wanted=details.wanted
        )
        self.reply = reply

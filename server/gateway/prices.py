"""
What a request costs of that which a client may send: 1, unless it gives us more to do than that.
"""

from collections.abc import Mapping
from types import MappingProxyType

from showdown.protocol import messages as msg

FRAME = 1
"""What each frame costs, whatever is in it: also pings, pongs, and parts of a message."""

PRICES: Mapping[type[msg.Request], int] = MappingProxyType(
    {
        msg.Hello: 10,
        msg.Register: 50,
        msg.SignOut: 10,
        msg.Tables: 5,
        msg.Sit: 5,
        msg.Anchor: 5,
        msg.Watch: 5,
        msg.Resume: 5,
        msg.Chat: 10,
        msg.Host: 10,
        msg.OpenTable: 20,
        msg.Hands: 20,
        msg.Hand: 10,
        msg.Stats: 50,
    }
)
"""What is dear: a look into the database, a whole table, an account; a password, and all hands."""

PASSWORD = PRICES[msg.Register]
"""What comparing a password costs: a tenth of a second of ours, and 64 MiB."""

HANDSHAKE = 15
"""What opening a connection costs its address."""


def price(request: msg.ClientMessage) -> int:
    """
    What a request costs.

    >>> price(msg.Ping()), price(msg.Hello(id="a", name="Ada"))
    (1, 10)
    >>> price(msg.Hello(id="a", name="Ada", password="as if"))
    50
    """
    if type(request) is msg.Hello and request.password is not None:
        return PASSWORD
    return PRICES.get(type(request), FRAME)


def price_list() -> dict[str, int]:
    """What is dear, by the type of the message, as a welcome says it."""
    return {str(kind.__struct_config__.tag): cost for kind, cost in PRICES.items()}

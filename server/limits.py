"""
How much a server takes: of connections, of messages, of spectators.

What is measured against them is the gateway's affair; an operator sets them under ``[limits]``.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=1, le=1_000_000)]
Rate = Annotated[float, Field(gt=0, le=1_000_000)]
Burst = Annotated[float, Field(ge=20, le=1_000_000)]


class Limits(BaseModel):
    """The limits of a server; a fast bot on twenty tables meets none of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    connections: Count = 5_000
    """Who is signed in to one process at once; who has a seat comes in beyond that, too."""
    connections_per_address: Count = 500
    """From one address at once, to all nodes together; of IPv6 a /64 counts as one."""
    strangers: Count = 2_500
    """Connected to one process, and silent about who they are; the longest silent makes way."""
    arrivals_per_second: Rate = 500
    """So many handshakes a process answers each second; the others wait in line."""
    spectators_per_table: Count = 200
    """Who looks on at one table at once."""
    messages_per_second: Rate = 300
    """What one connection may send, and one account; what is dear counts as several."""
    message_burst: Burst = 600
    """What may be sent at once after a pause."""
    address_messages_per_second: Rate = 3_000
    """What all connections from one address to one process may send together."""
    address_message_burst: Burst = 6_000
    """And at once."""

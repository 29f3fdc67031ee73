"""
What nodes say to each other for clients that are connected to one and play at the other.
"""

from msgspec import Struct

from server.cluster.ports import NodeId
from server.cluster.post import Message
from showdown.rules.ruleset import AccountId, TableId

ConnectionNumber = int
"""Of a connection at its node; it grows from one to the next."""


class Card(Struct, frozen=True, kw_only=True):
    """Who asks: all that a table's node has to know of a connection."""

    connection: ConnectionNumber
    account: AccountId
    name: str
    looks: bool = False
    """Whether it only looks."""
    is_program: bool = False
    invited: TableId | None = None
    """The private table that his invitation opens."""


# To the node that runs a table.


class Ask(Message, frozen=True, tag="ask"):
    """A request of a client, whole."""

    card: Card
    command: int
    """Which one, of those that this node has asked; 0 for one that is not answered."""
    request: bytes
    """As the client could have sent it."""
    age_ms: float = 0.0
    """How long ago it came in."""
    again: bool = False
    """Whether it may have been done already."""
    since: int | None = None
    """The last event of the table that was known before it was asked first; None if none was."""


class Return(Message, frozen=True, tag="return"):
    """Somebody who saw a table, at whichever node, wants to see it on from an event."""

    card: Card
    table: TableId
    last_seq: int | None
    """None for who has seen nothing of it yet."""


class Look(Message, frozen=True, tag="look"):
    """Somebody is to see a table as it is now."""

    card: Card
    table: TableId
    anew: bool = False
    """Whether it is for who comes back to his seat, and not for who has missed something."""


class Back(Message, frozen=True, tag="back"):
    """Somebody who waits for a table has a connection again."""

    card: Card
    table: TableId


class Handed(Message, frozen=True, tag="handed"):
    """Frames that were to be told of are at the socket."""

    tokens: tuple[int, ...]


class Heir(Message, frozen=True, tag="heir"):
    """A newer connection has taken the place of one; what that has asked for is the newer one's."""

    connection: ConnectionNumber
    heir: Card
    node: NodeId
    """Where the newer one is."""


class Gone(Message, frozen=True, tag="gone"):
    """A connection is over."""

    connection: ConnectionNumber


class Present(Message, frozen=True, tag="present"):
    """After a break: these of our connections are there, and no others."""

    connections: tuple[ConnectionNumber, ...]


class Resync(Message, frozen=True, tag="resync"):
    """We may have missed something: say all that is still true."""


# To the node where a client is.


class Told(Message, frozen=True, tag="told"):
    """A frame, and who gets it."""

    frame: bytes
    to: tuple[ConnectionNumber, ...]
    token: int = 0
    """Comes back when the frame is at the socket; 0 if nobody waits for that."""


class Answered(Message, frozen=True, tag="answered"):
    """All that there is to do for a request is done, and what was told for it went before."""

    command: int


class Hidden(Message, frozen=True, tag="hidden"):
    """Somebody is told no more of a table."""

    table: TableId
    connections: tuple[ConnectionNumber, ...]
    last: int = 0
    """The last event that they were told; 0 if they need not know it."""


class Known(Message, frozen=True, tag="known"):
    """A connection of yours has an older one's place here: say when it is over."""

    connection: ConnectionNumber


class Elsewhere(Message, frozen=True, tag="elsewhere"):
    """We do not run the table of a request."""

    command: int


class Astray(Message, frozen=True, tag="astray"):
    """We do not run a table that somebody wants to see."""

    table: TableId

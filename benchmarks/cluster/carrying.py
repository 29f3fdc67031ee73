"""
What a broker has to carry for what nodes say to each other: counted where nodes say it.
"""

from msgspec import Struct

from server.cluster.ports import Hear, NodeId
from server.tables.clock import Timer

SUBJECT, TO_ALL = "showdown.node.{}", "showdown.nodes"
NUMBER = "12"
"""Of a subscription, as it is written beside each message."""


class Carried(Struct, frozen=True):
    """Messages and bytes that go into the broker, and those that come out of it."""

    messages_in: float = 0
    bytes_in: float = 0
    messages_out: float = 0
    bytes_out: float = 0

    def __add__(self, other: "Carried") -> "Carried":
        return Carried(
            self.messages_in + other.messages_in,
            self.bytes_in + other.bytes_in,
            self.messages_out + other.messages_out,
            self.bytes_out + other.bytes_out,
        )

    def __mul__(self, times: float) -> "Carried":
        return Carried(
            self.messages_in * times,
            self.bytes_in * times,
            self.messages_out * times,
            self.bytes_out * times,
        )

    def __str__(self) -> str:
        return (
            f"{self.messages_in:,.0f} messages/s in ({self.bytes_in / 1e6:,.2f} MB/s), "
            f"{self.messages_out:,.0f} out ({self.bytes_out / 1e6:,.2f} MB/s)"
        )


def published(subject: str, size: int, listeners: int = 1) -> Carried:
    r"""
    One message of so many bytes, as the broker's protocol frames it.

    >>> published("a", 3)
    Carried(messages_in=1, bytes_in=14, messages_out=1, bytes_out=17)
    """
    coming = f"PUB {subject} {size}\r\n\r\n"
    going = f"MSG {subject} {NUMBER} {size}\r\n\r\n"
    return Carried(1, len(coming) + size, listeners, (len(going) + size) * listeners)


class CountingBus:
    """Fills `server.cluster.ports.Bus` and carries nothing; it counts."""

    def __init__(self, others: int) -> None:
        self._others = others
        self.carried = Carried()

    async def open(self, hear: Hear) -> None:
        """Nobody says anything here."""

    def send(self, to: NodeId, payload: bytes) -> None:
        """Count what goes to one node."""
        self.carried += published(SUBJECT.format(to), len(payload))

    def send_to_all(self, payload: bytes) -> None:
        """Count what goes to all."""
        self.carried += published(TO_ALL, len(payload), self._others)

    async def close(self) -> None:
        """There is nothing to be sent."""


class StillClock:
    """A clock for a second that is only counted."""

    def now(self) -> float:
        """Always the same."""
        return 0.0

    def call_at(self, when: float, action: object) -> Timer:
        """A timer that never ends."""
        return self

    def cancel(self) -> None:
        """Nothing would have happened."""


# Leases.

KEY, BUCKET = "$KV.showdown-nodes.{}", "KV_showdown-nodes"
INBOX = "showdown.inbox.0123456789ABCDEFGHIJKL.MNOPQR"
REVISION = 1_234_567
HEADERS = f"NATS/1.0\r\nNats-Expected-Last-Subject-Sequence: {REVISION}\r\n\r\n"
ACKNOWLEDGED = f'{{"stream":"{BUCKET}","seq":{REVISION}}}'
HOW_TO_ANSWER = f"$JS.ACK.{BUCKET}.ABCDEFGH.1.{REVISION}.{REVISION}.1700000000000000000.0"


def renewal(node: NodeId, card: bytes, nodes: int) -> Carried:
    """A lease is renewed: it is acknowledged, and all who watch leases are told."""
    subject, size = KEY.format(node), len(card)
    asked = f"HPUB {subject} {INBOX} {len(HEADERS)} {len(HEADERS) + size}\r\n{HEADERS}\r\n"
    answer = f"MSG {INBOX} {NUMBER} {len(ACKNOWLEDGED)}\r\n{ACKNOWLEDGED}\r\n"
    told = f"HMSG {subject} {NUMBER} {HOW_TO_ANSWER} {len(HEADERS)} {size}\r\n{HEADERS}\r\n"
    return Carried(1, len(asked) + size, 1 + nodes, len(answer) + (len(told) + size) * nodes)

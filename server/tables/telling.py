"""
What listeners are told: one frame each for all that one action caused.

Public events are written once; only those that look different to their holder are written again
for him.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from msgspec import Raw

from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_event, encode_events
from showdown.rules.events import Event, hand_events
from showdown.rules.ruleset import AccountId
from showdown.rules.table import TableEvent
from showdown.rules.view import PERSONAL, SPECTATOR, Viewer, is_seen_apart, project, project_all

E = TypeVar("E", bound=Event)

Handed = Callable[[], None]
"""To be called when a message is on its way."""


class Listener(Protocol):
    """Somebody who is told: a connection or a house bot."""

    account: AccountId | None
    """None for a spectator who has not said who he is."""
    gone: bool
    """Whether there is nobody to tell any more, and never will be."""
    heir: "Listener | None"
    """The newer connection of the account that has taken its place."""

    def tell(self, message: msg.ServerMessage, handed: Handed | None = None) -> None:
        """
        Take a message; never waits, never raises.

        Args:
            handed: is called as soon as the message is handed to the socket. It comes with requests
                alone, whose clock starts then.
        """

    def has_unread(self, moment: float) -> bool:
        """Whether something that came in by then waits to be read."""


def heir_of(listener: Listener) -> Listener:
    """Who plays for somebody's account now: he himself, or the newest that has taken his place."""
    while listener.heir is not None:
        listener = listener.heir
    return listener


class Batch:
    """Events that became durable together, written for whoever asks."""

    def __init__(self, seq: int, events: Sequence[TableEvent]) -> None:
        self.seq = seq
        self.events = events
        self.public = encode_events(project_all(events, SPECTATOR))
        """The events as everybody may see them."""
        self.kinds: frozenset[type] = frozenset(map(type, events))
        """Of which kinds they are."""
        self.of_a_hand = hand_events(events)
        """Those that a hand is about, and not only who sits at the table."""
        self.personal: Sequence[int] = ()
        """The places of those that somebody may see otherwise than everybody."""
        if not PERSONAL.isdisjoint(self.kinds):
            self.personal = [place for place, each in enumerate(events) if type(each) in PERSONAL]

    def of_kind(self, kind: type[E]) -> Iterator[E]:
        """Those of one kind."""
        return (event for event in self.events if isinstance(event, kind))

    def texts(self, viewer: Viewer) -> tuple[Raw, ...]:
        """The events as this viewer sees them."""
        if not self.personal:
            return self.public
        apart = [place for place in self.personal if is_seen_apart(self.events[place], viewer)]
        if not apart:
            return self.public
        texts = list(self.public)
        for place in apart:
            texts[place] = encode_event(project(self.events[place], viewer))
        return tuple(texts)


def text_for(viewer: Viewer, event: TableEvent, public: Raw) -> Raw:
    """An event as a viewer sees it, where it is written already as everybody sees it."""
    return encode_event(project(event, viewer)) if is_seen_apart(event, viewer) else public

"""
What listeners are told: one frame each for all that one action caused.

Public events are written once; only those that look different to their holder are written again
for him.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Raw

from showdown.protocol import messages as msg
from showdown.protocol.codec import encode_event, encode_events
from showdown.rules.events import HandEvent
from showdown.rules.ruleset import AccountId
from showdown.rules.table import TableEvent
from showdown.rules.view import PERSONAL, SPECTATOR, Viewer, project, project_all

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
        self._personal = [place for place, event in enumerate(events) if type(event) in PERSONAL]

    @property
    def is_of_a_hand(self) -> bool:
        """Whether a hand is what they are about, and not only who sits at the table."""
        return any(isinstance(event, HandEvent) for event in self.events)

    def texts(self, viewer: Viewer) -> tuple[Raw, ...]:
        """The events as this viewer sees them."""
        if not self._personal or viewer == SPECTATOR:
            return self.public
        texts = list(self.public)
        for place in self._personal:
            texts[place] = encode_event(project(self.events[place], viewer))
        return tuple(texts)

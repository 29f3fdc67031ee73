"""
What a table needs around it, and who asks it for something.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from server.ports import Accounts, Hands, Journal, StorageError
from server.tables.clock import Clock
from server.tables.gallery import Turns
from server.tables.telling import Listener
from server.tables.whereabouts import Whereabouts
from showdown.rules.ruleset import AccountId, HandId

if TYPE_CHECKING:
    from server.tables.actor import TableActor


class World(Struct, frozen=True, kw_only=True):
    """What all tables of a server share."""

    journal: Journal
    accounts: Accounts
    clock: Clock
    now_s: Callable[[], int]
    """The time of day in seconds since 1970: for records, and for how long somebody is away."""
    new_key: Callable[[], bytes]
    """32 bytes from the operating system's generator."""
    next_hand: Callable[[], Awaitable[HandId]]
    """A hand id that was never used."""
    most_spectators: int = 200
    """So many who have no seat see a table at once."""
    hands: Hands | None = None
    """Hands that are over; only tables need them that onlookers see later."""
    travel: float = 0.5
    """
    Seconds that a request and its answer may be on their way. A turn is over so much later than its
    clock says, so that no clock at a player's end shows time that he has not.
    """
    turns: Turns = field(default_factory=Turns)
    """Whose turn it is to tell those who look on."""
    whereabouts: Whereabouts = field(default_factory=Whereabouts)
    """Which tables concern somebody."""
    may_act: Callable[[], bool] = lambda: True
    """Whether this node may act for its tables now; asked before and after each thing it does."""
    ceded: Callable[[TableActor], None] | None = None
    """
    Is told of a table that has ended here without a word, since another node may run it; None where
    there are no other nodes, and a table that somebody else has opened is parked.
    """


class Cause(Struct, frozen=True, kw_only=True):
    """Who asked for an action, and which request it answers."""

    listener: Listener
    request: str
    account: AccountId
    turn: int | None = None


class Moved(Exception):
    """
    The table is not run here any more, and nobody was answered.

    What was asked for may have been done all the same: whoever asks the table where it is run now
    says that he asks again.
    """


class Unavailable(StorageError):
    """The table cannot do it now; nothing has changed, and the text is for whoever asked."""

    is_ours = False


class Undecided(StorageError):
    """It is not known yet whether it has happened; the table answers when it is."""

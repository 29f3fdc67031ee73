"""
Which tables concern somebody: where he sits, what he hears, and where anybody waits.

Whoever comes or goes would otherwise be looked for at each table of the server, of which there may
be ten thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Protocol

from server.tables.telling import Listener
from showdown.rules.ruleset import AccountId

if TYPE_CHECKING:
    from server.tables.actor import TableActor


class Stir(Protocol):
    """Takes a table that may have changed."""

    def __call__(self, actor: TableActor, *, at_once: bool) -> None: ...


class Whereabouts:
    """Kept by all tables of a server, each for itself."""

    def __init__(self) -> None:
        self._seats: dict[AccountId, dict[TableActor, None]] = {}
        self._hears: dict[Listener, dict[TableActor, None]] = {}
        self._lines: dict[TableActor, None] = {}
        self._stir: Stir | None = None
        self._hidden: Callable[[Listener, TableActor, int], None] | None = None

    # Changes.

    def on_stir(self, stir: Stir) -> None:
        """Be told of each table that may look otherwise to who does not see it."""
        self._stir = stir

    def stirs(self, actor: TableActor, *, at_once: bool = False) -> None:
        """
        A table may look otherwise than before.

        Args:
            at_once: whether others have to know before anything else happens.
        """
        if self._stir is not None:
            self._stir(actor, at_once=at_once)

    # Seats.

    def seats_of(self, account: AccountId) -> tuple[TableActor, ...]:
        """Tables at which an account has a seat."""
        return tuple(self._seats.get(account, ()))

    def sit(
        self, actor: TableActor, before: Collection[AccountId], after: Collection[AccountId]
    ) -> None:
        """Other people sit at a table than before."""
        for account in before:
            if account not in after:
                tables = self._seats[account]
                del tables[actor]
                if not tables:
                    del self._seats[account]
        for account in after:
            self._seats.setdefault(account, {})[actor] = None
        self.stirs(actor, at_once=True)

    # Ears.

    def on_hidden(self, hidden: Callable[[Listener, TableActor, int], None]) -> None:
        """Be told of each who is told no more of a table, since he or a host has wanted that."""
        self._hidden = hidden

    def hides(self, listener: Listener, actor: TableActor, last: int) -> None:
        """Somebody is told no more by a table that goes on here, after an event."""
        if self._hidden is not None:
            self._hidden(listener, actor, last)

    def hears(self, listener: Listener, actor: TableActor) -> None:
        """Somebody may be told something by a table from now on."""
        self._hears.setdefault(listener, {})[actor] = None

    def goes(self, listener: Listener) -> tuple[TableActor, ...]:
        """Somebody is gone; the tables that may have told him something."""
        return tuple(self._hears.pop(listener, ()))

    def closes(self, actor: TableActor) -> None:
        """A table is no more; whoever stays for weeks would keep all that he ever saw."""
        for tables in self._hears.values():
            tables.pop(actor, None)

    def leaves(self, actor: TableActor, seated: Collection[AccountId]) -> None:
        """Another node runs a table now, at which these sit."""
        self.sit(actor, seated, ())
        self.closes(actor)
        self._lines.pop(actor, None)

    # Lines.

    def waits(self, actor: TableActor) -> None:
        """Somebody waits for a table."""
        self._lines[actor] = None

    @property
    def lines(self) -> Iterator[TableActor]:
        """Tables for which anybody waits."""
        for actor in tuple(self._lines):
            if actor.waiting.places:
                yield actor
            else:
                del self._lines[actor]

"""
Which tables concern somebody: where he sits, what he hears, and where anybody waits.

Whoever comes or goes would otherwise be looked for at each table of the server, of which there may
be ten thousand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from server.tables.telling import Listener
from showdown.rules.ruleset import AccountId

if TYPE_CHECKING:
    from server.tables.actor import TableActor


class Whereabouts:
    """Kept by all tables of a server, each for itself."""

    def __init__(self) -> None:
        self._seats: dict[AccountId, dict[TableActor, None]] = {}
        self._hears: dict[Listener, dict[TableActor, None]] = {}
        self._lines: dict[TableActor, None] = {}

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

    # Ears.

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

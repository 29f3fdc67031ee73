"""
Telling everybody at a table who of those seated is away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.tables.presence import Presence
from server.tables.telling import Listener
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, Seat

if TYPE_CHECKING:
    from server.tables.actor import TableActor


class Attendance:
    """Who of those seated at a table is connected; :meth:`follow` when that may have changed."""

    def __init__(self, actor: TableActor) -> None:
        self._actor = actor
        self._presence = Presence(actor.world.clock, self.follow)

    @property
    def gone(self) -> frozenset[AccountId]:
        """Who has a seat and no connection at this moment."""
        return self._presence.gone

    def follow(self, but: Listener | None = None) -> None:
        """Tell everybody, or all but one who is told otherwise, if somebody came or went."""
        actor = self._actor
        if actor.broken:
            return  # all are shown the table when it has been rebuilt
        audience = actor.audience
        seated = {each.account for each in actor.state.seating.occupants}
        connected = {account for account in seated if audience.is_connected(account)}
        told = self._presence.follow(seated, connected)
        if told:
            actor.world.whereabouts.stirs(actor)
        actor.dealing.watch_seats()
        for listener in tuple(audience.listeners) if told else ():
            if listener is not but:
                self._tell(listener)

    def away_for(self, account: AccountId | None) -> tuple[Seat, ...]:
        """Seats whose players are shown as away to this account, which is not."""
        away = self._presence.away - {account}
        occupants = self._actor.state.seating.occupants
        return tuple(each.seat for each in occupants if each.account in away)

    def is_away(self, account: AccountId) -> bool:
        """Whether somebody who is seated is shown as away."""
        return account in self._presence.away

    def stop(self) -> None:
        """Wait for nobody."""
        self._presence.stop()

    def _tell(self, listener: Listener) -> None:
        late = self._actor.late
        if late is not None and late.is_dark and self._actor.audience.is_late(listener):
            return
        away = self.away_for(listener.account)
        listener.tell(msg.Presence(table=self._actor.table, away=away))

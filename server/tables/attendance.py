"""
Telling everybody at a table who of those seated is away.
"""

from __future__ import annotations

from collections.abc import Iterable
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
        if told:
            self._tell(each for each in audience.listeners if each is not but)

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

    def _tell(self, listeners: Iterable[Listener]) -> None:
        """Tell who is away: nobody that he is himself, and the others the same."""
        actor, others = self._actor, []
        is_dark = actor.late is not None and actor.late.is_dark
        for listener in tuple(listeners):
            if is_dark and actor.audience.is_late(listener):
                continue
            if listener.account in self._presence.away:
                listener.tell(self._shown_to(listener.account))
            else:
                others.append(listener)
        actor.audience.share(self._shown_to(None), others)

    def _shown_to(self, account: AccountId | None) -> msg.Presence:
        return msg.Presence(table=self._actor.table, away=self.away_for(account))

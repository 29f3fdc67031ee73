"""
A table that a player has opened, and that is closed when nobody has sat there for a while.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from server.ports import StaleTable, StorageError
from server.tables.clock import Timer

if TYPE_CHECKING:
    from server.tables.actor import TableActor

AGAIN_AFTER = 5.0
"""Seconds until it is tried again where the database could not take the table's end."""


class Vacancy:
    """Since when one table has no people, and what is done about it."""

    def __init__(
        self, actor: TableActor, seconds: float, close: Callable[[], Awaitable[None]]
    ) -> None:
        """
        Wait for nothing yet; :meth:`follow` does.

        Args:
            seconds: so long the table stays open without people.
            close: makes an end of it, in the database first; called inside a job of the table.
        """
        self.closing = False
        """Whether its end is on its way into the database: nobody may sit down any more."""
        self._actor = actor
        self._seconds = seconds
        self._close = close
        self._timer: Timer | None = None

    @property
    def is_vacant(self) -> bool:
        """Whether no person sits here or may sit down at any moment, and no hand runs."""
        actor = self._actor
        people = {each.account for each in actor.state.seating.occupants} - actor.house
        return not people and not actor.waiting.places and actor.state.running is None

    def follow(self) -> None:
        """Wait for the end of a table that has no people, and not of any other."""
        if not self.is_vacant:
            self.stop()
        elif self._timer is None:
            self._arm(self._seconds)

    def stop(self) -> None:
        """Wait for nothing."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _arm(self, seconds: float) -> None:
        self.stop()
        self._timer = self._actor.post_later(seconds, self.end)

    async def end(self) -> None:
        """Close the table if it is vacant, its bots and their chips gone home; in a job of it."""
        actor = self._actor
        self.stop()
        if actor.unavailable is not None or not self.is_vacant:
            return
        if actor.staff is not None:
            await actor.staff.dismiss()
        if actor.state.seating.chips or actor.state.seating.occupants:
            return
        self.closing = True
        try:
            await self._close()
        except StaleTable:
            actor.cede()
        except StorageError as error:
            # It may be gone from the database all the same; nobody sits down until that is known.
            actor.log.warning("table is not closed yet", reason=str(error))
            self._arm(AGAIN_AFTER)

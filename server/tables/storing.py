"""
How what happens at a table becomes durable, and what is done when that fails.

An entry whose append failed may be in the journal all the same. So the table pauses, and the first
thing that it does is to look: what is there and was not told is told, with its reply. Only then it
tries whether the storage takes more, again and again until it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from server.ports import Entry, InsufficientFunds, StaleTable, StorageError, StoredEntry, as_stored
from server.tables.outage import Outage, paused_notice, resumed_notice
from server.tables.refusing import error_for
from server.tables.world import Cause, Moved, Unavailable, Undecided
from showdown.protocol import messages as msg
from showdown.rules.table import replay
from showdown.rules.table_view import turn_view

if TYPE_CHECKING:
    from server.tables.actor import TableActor

NOT_DONE = "The server could not store it and nothing has changed; try again."
UNKNOWN = "It is not known here whether this was done; ask again, with the same id."
TAKEN_OVER = "Another server runs this table now; connect to that one."


class _Untold(Struct):
    """An entry that is on its way into the journal."""

    entry: StoredEntry
    cause: Cause | None
    is_owed: bool = False
    """Whether the table alone answers who asked for it, since the job that should have is over."""


class Storing:
    """The way of one table's entries into the journal."""

    def __init__(self, actor: TableActor) -> None:
        self.outage = Outage(actor.world.clock, lambda: actor.post(self._try_again))
        self._actor = actor
        self._untold: _Untold | None = None
        self._never_known: Cause | None = None

    def owe_answer(self) -> bool:
        """Answer who asked for what is on its way when it is known; False if nobody did."""
        if self._untold is None or self._untold.cause is None:
            return False
        self._untold.is_owed = True
        return True

    @property
    def owed(self) -> Cause | None:
        """Who waits until the table knows what became of his request, or never came to know it."""
        return self._never_known or self._waiting

    @property
    def _waiting(self) -> Cause | None:
        untold = self._untold
        return untold.cause if untold is not None and untold.is_owed else None

    @property
    def is_under_way(self) -> bool:
        """Whether something may be in the journal that nobody was told of."""
        return self._untold is not None

    async def append(self, entry: Entry, cause: Cause | None) -> StoredEntry | None:
        """
        Make an entry durable; tell it and then say :meth:`told`. None if that was done already.

        Raises:
            InsufficientFunds: an account cannot pay; nothing has changed.
            Unavailable: it is not durable; nothing has changed.
            Undecided: that is not known yet; whoever asked is answered when it is.
            Moved: another node may run the table; it is durable or not, and is not to be told.
        """
        self._untold = _Untold(as_stored(entry), cause)
        try:
            await self._actor.world.journal.append(entry)
        except InsufficientFunds:
            self._untold = None
            raise
        except StorageError as error:
            await self._failed(error)
            return None
        if not self._actor.world.may_act():
            raise Moved
        self.outage.stored()
        return self._untold.entry

    def told(self) -> None:
        """What was on its way is durable and was told."""
        self._untold = None

    def stop(self) -> None:
        """Try no more; whoever waits for an answer has none."""
        self.outage.stop()
        cause, self._untold = self._waiting, None
        if cause is not None:
            self._answer(cause, done=False)

    def leave(self) -> None:
        """
        Another node goes on; whoever waits for an answer is to ask there.

        For one whose job is not over that is seen to by who has put it.
        """
        self.outage.stop()
        cause, self._untold = self._waiting, None
        if cause is not None:
            self._never_known = cause
            error = error_for("unavailable", UNKNOWN)
            cause.listener.tell(msg.Reply(id=cause.request, error=error))

    def pause(self, error: StorageError) -> None:
        """Wait for the storage; clocks stand still, and everybody is told."""
        actor = self._actor
        if self.outage.paused or actor.parked is not None:
            return
        actor.log.warning("table paused", reason=str(error))
        self.outage.begin()
        actor.turn_clock.stop()
        actor.audience.notify(paused_notice(actor.table))

    async def catch_up(self, *, late: bool) -> bool:
        """
        Tell what has become durable and was not told; whether what was on its way was there.

        Args:
            late: who asked for it has had no answer yet, and gets it now.

        Raises:
            StorageError: it cannot be read now.
        """
        actor, untold = self._actor, self._untold
        first = actor.seq if untold is None else min(actor.seq, untold.entry.seq - 1)
        arrived = False
        for entry in await actor.world.journal.since(actor.table, first):
            ours = untold is not None and entry == untold.entry
            arrived = arrived or ours
            if entry.seq > actor.seq:
                cause = untold.cause if untold is not None and ours else None
                actor.follow(entry, replay(actor.state, entry.events), cause, late=late)
            elif ours and untold is not None and untold.cause is not None:
                self._answer(untold.cause, done=True)
        self._untold = None
        if late and untold is not None and untold.cause is not None and not arrived:
            self._answer(untold.cause, done=False)
        return arrived

    def _answer(self, cause: Cause, *, done: bool) -> None:
        sentence = self._actor.unavailable or NOT_DONE
        error = None if done else error_for("unavailable", sentence)
        acted = error is not None and cause.turn is not None
        turn = turn_view(self._actor.state.running) if acted else None
        cause.listener.tell(msg.Reply(id=cause.request, ok=done, error=error, turn=turn))

    async def _failed(self, error: StorageError) -> None:
        """Find out what became of an entry whose append failed; returns if it was told."""
        if isinstance(error, StaleTable) and self._actor.world.ceded is not None:
            raise Moved from error
        actor, seq = self._actor, self._actor.seq
        taken_over = isinstance(error, StaleTable)
        if not taken_over:
            self.pause(error)
        try:
            arrived = await self.catch_up(late=False)
        except StorageError as failure:
            if isinstance(failure, StaleTable) and actor.world.ceded is not None:
                raise Moved from failure
            self.pause(failure)
            self.owe_answer()
            raise Undecided(str(error)) from error
        if taken_over and actor.seq == seq:
            actor.park(TAKEN_OVER)
        elif taken_over:
            # An attempt of ours that was given up has arrived after all.
            self.pause(error)
        if not arrived:
            raise Unavailable(actor.unavailable or error.sentence) from error

    async def _try_again(self) -> None:
        """Look whether the storage works: first what is there, then whether it takes more."""
        actor = self._actor
        if not self.outage.paused or actor.parked is not None:
            return
        try:
            await self.catch_up(late=True)
            await actor.world.journal.probe()
        except StaleTable:
            actor.cede()
        except StorageError as error:
            actor.log.info("table stays paused", reason=str(error))
            self.outage.wait()
        else:
            self.outage.end()
            actor.log.info("table goes on")
            actor.follow_turn(after_outage=True)
            actor.audience.notify(resumed_notice(actor.table))
            actor.audience.ask_again()
            await actor.go_on()

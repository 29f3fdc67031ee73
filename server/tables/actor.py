"""
The actor of a table: one inbox, one writer, no locks.

Everything that changes a table runs as a job of its inbox, one after the other.
:meth:`TableActor.perform` is the only way to change it: decide, make it durable, and only then
replace the state and tell.

When the storage fails the table pauses, and before anything else happens it looks in the journal
for what has become durable all the same: that is told then, with its reply. After a fault of ours
it is rebuilt from its journal. A hand that leads nowhere is given up (RULES 15.5).
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from msgspec import Struct

from server.ports import (
    Entry,
    InsufficientFunds,
    NewerForm,
    StaleTable,
    StorageError,
    StoredEntry,
    StoredTable,
    as_stored,
)
from server.tables import crash_places
from server.tables.audience import Audience
from server.tables.clock import Timer
from server.tables.dealing import Dealing
from server.tables.money import postings
from server.tables.notes import HandNotes
from server.tables.outage import Outage, paused_notice, paused_sentence, resumed_notice
from server.tables.recent import Recent
from server.tables.recovery import ABORTED, aborted_notice, recovered, refund
from server.tables.soundness import check_table
from server.tables.telling import Batch, Listener
from server.tables.turn_clock import TurnClock
from server.tables.world import Cause, Unavailable, Undecided, World
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import AccountId, Chips, HandId, OnAbort, Ruleset, Seat, TableId
from showdown.rules.seating import Seating
from showdown.rules.table import TableAction, TableState, replay

log = structlog.get_logger()

Job = Callable[[], Awaitable[None]]

OUTAGE_BASE = 15.0
"""Seconds of base time that a turn has at least after an outage of ours (RULES 15.5)."""

RETRY_AFTER = 1.0
"""Seconds until a table is rebuilt that has failed."""

MOST_FAULTS = 3
"""So often the dealer may fail at the same place until the hand is given up."""

RESTORING = "This table is being restored; try again in a moment."
NOT_DONE = "The server could not store it and nothing has changed; try again."
TAKEN_OVER = "Another server runs this table now; connect to that one."
RESTARTED = "The server was restarted, and this table gives up a hand then."


class RequestFailed(Exception):
    """A request has led to a fault of ours; it was answered."""


class _Untold(Struct, frozen=True):
    """An entry that is on its way into the journal."""

    entry: StoredEntry
    cause: Cause | None


class TableActor:
    """One table; start :meth:`run` as a task and give it jobs."""

    def __init__(self, table: TableId, ruleset: Ruleset, world: World) -> None:
        self.table = table
        self.world = world
        self._ruleset = ruleset
        self.state = TableState(seating=Seating(ruleset=ruleset))
        self.seq = 0
        """The number of the last event."""
        self.broken = False
        """After an error of ours, until the table is rebuilt from its journal."""
        self.parked: str | None = None
        """Why nothing happens here any more, if that is so."""
        self.outage = Outage(world.clock, lambda: self.post(self._try_storage))
        self.audience = Audience(self)
        self.house: frozenset[AccountId] = frozenset()
        """Accounts of house bots; they play only when a person does."""
        self.turn_clock = TurnClock(world.clock, self._turn_is_over, world.travel)
        self.dealing = Dealing(self)
        self.recent = Recent()
        """What happened last, for who comes back."""
        self._inbox: asyncio.Queue[Job | None] = asyncio.Queue()
        self.notes = HandNotes(table)
        self._untold: _Untold | None = None
        self._faults = 0
        self.log = log.bind(table=table)

    # Life.

    async def open(self) -> None:
        """
        Find the table as the journal left it, in mid-hand too.

        A hand that cannot go on is given up. A table that a newer program has stored, or of which
        not even the checkpoint can be read, is parked: others go on.

        Raises:
            StorageError: the database cannot do it now.
        """
        try:
            stored = await self.world.journal.open_table(self.table, Seating(ruleset=self._ruleset))
        except (NewerForm, CorruptHistory) as error:
            self._park(f"Table {self.table} cannot be opened: {error}")
            return
        try:
            state = recovered(stored)
        except CorruptHistory as error:
            await self._refund(stored, str(error))
            return
        self._take(state, stored)
        if state.running is not None:
            self.log.info("hand resumed", hand=state.running.hand, turn=state.running.turn)

    def _take(self, state: TableState, stored: StoredTable) -> None:
        self.state = state
        self.seq = stored.last
        self.recent = Recent(stored.entries)
        self.notes = HandNotes(self.table)
        for event in stored.events:
            self.notes.add(event)

    async def _refund(self, stored: StoredTable, reason: str) -> None:
        """Give up a hand whose journal leads nowhere."""
        given_up = refund(self.table, stored, self.world.now_s())
        self.log.error("hand given up", hand=given_up.hand, reason=reason)
        await self.world.journal.give_up(given_up.entry, reason)
        entry = as_stored(given_up.entry)
        self._take(given_up.state, StoredTable(seating=given_up.state.seating, seq=entry.last))
        self.audience.news = given_up.notice

    def _park(self, sentence: str) -> None:
        """Let nothing happen here any more."""
        self.log.error("table parked", reason=sentence)
        self.parked = sentence
        self._leave_nobody_waiting()
        self.turn_clock.stop()
        self.outage.stop()
        self.dealing.stop()

    async def run(self) -> None:
        """Do jobs until :meth:`stop`; an error of ours rebuilds the table and the rest goes on."""
        self.turn_clock.follow(self.state.running, OUTAGE_BASE)
        await self._guarded(self._begin)
        while (job := await self._inbox.get()) is not None:
            await self._guarded(job)
        self.turn_clock.stop()
        self.outage.stop()
        self.dealing.stop()

    async def _begin(self) -> None:
        if self.state.running is not None and self.state.ruleset.on_abort is OnAbort.REFUND:
            await self._abort(RESTARTED)
        await self.go_on()

    async def _abort(self, reason: str) -> None:
        hand = self.state.running
        await self.perform(rules.AbortHand(reason=reason))
        self.audience.news = aborted_notice(self.table, hand.hand if hand else None)
        self.audience.notify(self.audience.news)

    def post(self, job: Job) -> None:
        """Put a job into the inbox."""
        self._inbox.put_nowait(job)

    def stop(self) -> None:
        """Finish the jobs that are there, then end."""
        self._inbox.put_nowait(None)

    def post_later(self, seconds: float, job: Job) -> Timer:
        """Put a job into the inbox after some time."""
        clock = self.world.clock
        return clock.call_at(clock.now() + seconds, lambda: self.post(job))

    async def go_on(self) -> None:
        """Do all that the dealer does without waiting for anybody."""
        await self.dealing.go_on()

    @property
    def unavailable(self) -> str | None:
        """Why nothing can be changed here now; None if it can."""
        if self.parked is not None:
            return self.parked
        if self.broken:
            return RESTORING
        return paused_sentence(self.table) if self.outage.paused else None

    @property
    def owes_answer(self) -> bool:
        """Whether somebody waits until it is known what became of his request."""
        return self._untold is not None and self._untold.cause is not None

    # Faults.

    async def _guarded(self, job: Job) -> None:
        """Do a job; whatever goes wrong in it, the others follow."""
        if self.broken:
            await self._within_bounds(self._rebuild)
        await self._within_bounds(job)

    async def _within_bounds(self, job: Job) -> None:
        try:
            await job()
        except InsufficientFunds as error:
            self.log.warning("chips were gone", reason=str(error))
            self.post_later(RETRY_AFTER, self.go_on)
        except StorageError as error:
            self._pause(error)
            if self.broken:
                self.outage.wait()
        except Exception as error:  # noqa: BLE001 - the boundary that keeps one table from another
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self.log.error("table failed and is rebuilt from its journal", exc_info=error)
        if not isinstance(error, RequestFailed):
            self._faults += 1
        self.broken = True
        self.turn_clock.stop()
        self.post_later(RETRY_AFTER, self.go_on)

    async def _rebuild(self) -> None:
        await self.open()
        self.broken = False
        if self.parked is not None:
            return
        await self._settle()
        if self._faults >= MOST_FAULTS and self.state.running is not None:
            self._faults = 0
            self.log.error("hand given up", hand=self.state.running.hand, reason="faults")
            await self._abort(ABORTED)
        if not self.outage.paused:
            self.turn_clock.follow(self.state.running, OUTAGE_BASE)
        for listener in tuple(self.audience.listeners):
            self.audience.show(listener)
        await self.go_on()

    async def _settle(self) -> None:
        """Answer who waits for what was on its way when the table failed."""
        untold, self._untold = self._untold, None
        if untold is None or untold.cause is None:
            return
        found = await self.world.journal.since(self.table, untold.entry.seq - 1)
        self._answer(untold.cause, done=untold.entry in found)

    def _leave_nobody_waiting(self) -> None:
        untold, self._untold = self._untold, None
        if untold is not None and untold.cause is not None and self.outage.paused:
            self._answer(untold.cause, done=False)

    def _answer(self, cause: Cause, *, done: bool) -> None:
        sentence = self.unavailable or NOT_DONE
        error = None if done else msg.Error(code="unavailable", message=sentence)
        cause.listener.tell(msg.Reply(id=cause.request, ok=done, error=error))

    # When the storage fails.

    def _pause(self, error: StorageError) -> None:
        """Wait for the storage; clocks stand still, and everybody is told."""
        if self.outage.paused or self.parked is not None:
            return
        self.log.warning("table paused", reason=str(error))
        self.outage.begin()
        self.turn_clock.stop()
        self.audience.notify(paused_notice(self.table))

    async def _try_storage(self) -> None:
        """Look whether the storage works again: first what is there, then whether it takes more."""
        if not self.outage.paused or self.parked is not None:
            return
        try:
            await self._catch_up(late=True)
            await self.world.journal.probe()
        except StaleTable:
            self._park(TAKEN_OVER)
            return
        except StorageError as error:
            self.log.info("table stays paused", reason=str(error))
            self.outage.wait()
            return
        self.outage.end()
        self.log.info("table goes on")
        self.turn_clock.follow(self.state.running, OUTAGE_BASE)
        self.audience.notify(resumed_notice(self.table))
        self.audience.ask_again()
        await self.go_on()

    async def _catch_up(self, *, late: bool) -> bool:
        """
        Tell what has become durable and was not told; whether what was on its way was there.

        Args:
            late: who asked for it has had no answer yet, and gets it now.
        """
        untold = self._untold
        found = await self.world.journal.since(self.table, self.seq)
        arrived = False
        for entry in found:
            if entry.seq <= self.seq:
                continue
            ours = untold is not None and entry == untold.entry
            arrived = arrived or ours
            cause = untold.cause if untold is not None and ours else None
            self._follow(entry, replay(self.state, entry.events), cause, late=late)
        self._untold = None
        if late and untold is not None and untold.cause is not None and not arrived:
            self._answer(untold.cause, done=False)
        return arrived

    async def _not_stored(self, error: StorageError) -> None:
        """
        Find out what became of an entry whose append failed.

        Returns if it is in the journal, and was told.

        Raises:
            Unavailable: it is not.
            Undecided: that is not known yet.
        """
        seq = self.seq
        if not isinstance(error, StaleTable):
            self._pause(error)
        try:
            arrived = await self._catch_up(late=False)
        except StorageError as failure:
            self._pause(failure)
            raise Undecided(str(error)) from error
        if isinstance(error, StaleTable):
            self._gone_on_without_us(error, moved=self.seq > seq)
        if not arrived:
            raise Unavailable(self.unavailable or str(error)) from error

    def _gone_on_without_us(self, error: StaleTable, *, moved: bool) -> None:
        """Somebody has written here: an attempt of ours that was given up, or another server."""
        if moved:
            self._pause(error)
        else:
            self._park(TAKEN_OVER)

    # Changing the table.

    async def perform(self, action: TableAction, cause: Cause | None = None) -> bool:
        """
        Decide an action, make its events durable, then tell; False if nothing came of it.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
            InsufficientFunds: an account cannot pay for it; nothing has changed.
            Unavailable: it could not be made durable; nothing has changed.
            Undecided: it is not known yet whether it is durable; the table answers when it is.
        """
        if self.unavailable is not None:
            raise Unavailable(self.unavailable)
        played = rules.advance(self.state, action, self.world.now_s())
        if not played.events:
            return False
        check_table(played.state)
        entry = self._entry(played, cause)
        self._untold = _Untold(as_stored(entry), cause)
        try:
            await self.world.journal.append(entry)
        except InsufficientFunds:
            self._untold = None
            raise
        except StorageError as error:
            await self._not_stored(error)
            return True
        self.outage.stored()
        crash_places.durable(played)
        self._follow(self._untold.entry, played.state, cause)
        self._untold = None
        crash_places.told()
        return True

    def _entry(self, played: rules.Played, cause: Cause | None) -> Entry:
        after = played.state
        hand = after.hand.hand if after.hand is not None else None
        record = self.notes.record(played, self.world.now_s())
        return Entry(
            table=self.table,
            seq=self.seq + 1,
            events=played.events,
            hand=hand if after.running or record else None,
            turn=cause.turn if cause else None,
            account=cause.account if cause else None,
            action_id=cause.request if cause else None,
            postings=postings(self.table, self.seq + 1, self.state, played.events),
            record=record,
            checkpoint=after.seating if after.running is None else None,
        )

    def _follow(
        self, entry: StoredEntry, state: TableState, cause: Cause | None, *, late: bool = False
    ) -> None:
        """What is durable now becomes the table's state and is told."""
        self.state = state
        self.seq = entry.last
        self.recent.add(entry)
        for event in entry.events:
            self.notes.add(event)
        self._faults = 0
        if not self.outage.paused:
            self.turn_clock.follow(state.running)
        if any(isinstance(event, ev.HandStarted) for event in entry.events):
            self.audience.news = None
        if any(isinstance(event, ev.HandEnded | ev.HandAborted) for event in entry.events):
            self.dealing.last_ended = self.world.clock.now()
        batch = Batch(entry.seq, entry.events)
        if cause is not None and late:
            self.audience.tell_late(batch, cause)
        else:
            self.audience.tell(batch, cause)

    def show(self, listener: Listener) -> None:
        """Let somebody see the table from now on."""
        self.audience.show(listener)

    def hide(self, listener: Listener) -> None:
        """Tell somebody no more; his seat stays his."""
        self.audience.hide(listener)

    def least_buy_in(self, account: AccountId) -> Chips:
        """The least that an account may sit down with, which may be what it took away before."""
        departures, now_s = self.state.seating.departures, self.world.now_s()
        return buy_in_limits(self.state.ruleset, departures, account, now_s)[0]

    def _turn_is_over(self, hand: HandId, turn: int, seat: Seat) -> None:
        async def job() -> None:
            await self.dealing.time_out(hand, turn, seat)

        self.post(job)

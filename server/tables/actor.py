"""
The actor of a table: one inbox, one writer, no locks.

Everything that changes a table runs as a job of its inbox, one after the other.
:meth:`TableActor.perform` is the only way to change it: decide, make it durable, and only then
replace the state and tell.

After a fault of ours a table is rebuilt from its journal, and a hand that leads nowhere is given up
(RULES 15.5). What happens when the storage fails is said in :mod:`server.tables.storing`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

import structlog

from server import metrics
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
from server.tables.catching_up import CatchingUp
from server.tables.clock import Timer
from server.tables.dealing import Dealing
from server.tables.handed_over import HandedOver, TurnSoFar
from server.tables.inbox import Inbox
from server.tables.money import postings
from server.tables.notes import HandNotes
from server.tables.outage import paused_sentence
from server.tables.pots import PotsLately
from server.tables.proving import Proving
from server.tables.recent import Recent
from server.tables.recovery import ABORTED, aborted_notice, recovered, refund
from server.tables.soundness import Sound, check_table
from server.tables.storing import TAKEN_OVER, Storing
from server.tables.telling import Batch, Listener
from server.tables.turn_clock import TurnClock
from server.tables.viewers import Viewers
from server.tables.waiting import WaitingList
from server.tables.window import OpeningWindow
from server.tables.world import Cause, Moved, Unavailable, World
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.hand import HandState
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import AccountId, Chips, HandId, OnAbort, Ruleset, Seat, TableId
from showdown.rules.seat_events import GraceGiven
from showdown.rules.seating import Occupant, Seating
from showdown.rules.table import TableAction, TableState
from showdown.rules.view import Viewer

if TYPE_CHECKING:
    from server.tables.lateness import Lateness
    from server.tables.staff import Staff
    from server.tables.vacancy import Vacancy

log = structlog.get_logger()

Job = Callable[[], Awaitable[None]]

OUTAGE_BASE = 15.0
"""Seconds of base time that a turn has at least after an outage of ours (RULES 15.5)."""

RETRY_AFTER = 1.0
"""Seconds until a table is rebuilt that has failed."""

MOST_FAULTS = 3
"""So often the dealer may fail at the same place until the hand is given up."""

RESTORING = "This table is being restored; try again in a moment."
RESTARTED = "The server was restarted, and this table gives up a hand then."


def closed_sentence(table: TableId) -> str:
    """Why a table is not there any more."""
    return f"Table {table} is closed, since nobody sat there any more."


def closed_notice(table: TableId) -> msg.Notice:
    """What everybody is told who looks on at a table that is closed."""
    return msg.Notice(code="table_closed", message=closed_sentence(table), table=table)


class RequestFailed(Exception):
    """A request has led to a fault of ours; it was answered."""


class TableActor:
    """One table; start :meth:`run` as a task and give it jobs."""

    def __init__(self, table: TableId, ruleset: Ruleset, world: World) -> None:
        self.table = table
        self.world = world
        self._ruleset = ruleset
        self.state = TableState(seating=Seating(ruleset=ruleset))
        self.running: HandState | None = None
        """The hand that runs, if one does; noted, since a dozen ask for it with each action."""
        self._occupants: tuple[Occupant, ...] = ()
        """Who sits here, as others know it."""
        self.seq = 0
        """The number of the last event."""
        self.broken = False
        """After an error of ours, until the table is rebuilt from its journal."""
        self.parked: str | None = None
        """Why nothing happens here any more, if that is so."""
        self.audience = Audience(self)
        self.catching_up = CatchingUp(self)
        self.house: frozenset[AccountId] = frozenset()
        """Accounts of house bots; they play only when a person does."""
        self.staff: Staff | None = None
        """The house bots that may sit here."""
        self.waiting = WaitingList(self)
        self.vacancy: Vacancy | None = None
        """Closes the table when nobody has sat there for a while, if it is one that is closed."""
        self.closed = False
        self.handed_over: HandedOver | None = None
        """What another node has said that ran it until now, if it has let it go."""
        self.turn_so_far: TurnSoFar | None = None
        """How far the turn had come that ran when this actor ended."""
        self.has_moved = False
        """Whether another node goes on here, or may."""
        self.asking: dict[asyncio.Future[None], None] = {}
        """Who waits to be answered here."""
        self.late: Lateness | None = None
        """What onlookers know, where they see the table later than it is played."""
        self.turn_clock = TurnClock(world.clock, self._turn_is_over, world.travel)
        self.window = OpeningWindow(self)
        self.proving = Proving()
        """What the hand opens to each of its viewers."""
        self.storing = Storing(self)
        self.dealing = Dealing(self)
        self.recent = Recent()
        """What happened last, for who comes back."""
        self.pots = PotsLately()
        self._inbox: Inbox[Job | None] = Inbox()
        self.notes = HandNotes(table)
        self._viewers = Viewers()
        self.viewers: Mapping[AccountId, Viewer] = {}
        """Who sees the table otherwise than everybody: who was dealt in, and who has a seat."""
        self._sound: Sound | None = None
        """The table as it was when its chips and cards were last counted."""
        self._faults = 0
        self._giving_up: str | None = None
        """Why the hand that runs is to be given up as soon as that can be stored."""
        self.log = log.bind(table=table)
        """Says which table it is, and which hand runs."""

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
            self.park(f"Table {self.table} cannot be opened: {error}")
            return
        try:
            state = recovered(stored)
        except CorruptHistory as error:
            await self._refund(stored, str(error))
            return
        self._take(state, stored)
        if state.running is not None:
            self.log.info("hand resumed", turn=state.running.turn)

    def _become(self, state: TableState) -> None:
        self.state, self.running = state, state.running
        self.viewers = self._viewers.of(state)
        if state.seating.occupants is not self._occupants:
            before = [each.account for each in self._occupants]
            self._occupants = state.seating.occupants
            after = [each.account for each in self._occupants]
            if after != before:
                self.world.whereabouts.sit(self, before, after)
            else:
                self.world.whereabouts.stirs(self)

    def _take(self, state: TableState, stored: StoredTable) -> None:
        self._become(state)
        self.seq = stored.last
        self.recent = Recent(stored.entries)
        self.notes = HandNotes(self.table)
        self.notes.follow(Batch(self.seq, stored.events))
        self.proving = Proving()
        self.proving.follow(stored.events)
        self._bind_hand()
        if self.late is not None:
            self.late.begin(stored)

    def _bind_hand(self) -> None:
        running, bound = self.state.running, log.bind(table=self.table)
        self.log = bound if running is None else bound.bind(hand=running.hand)

    async def _refund(self, stored: StoredTable, reason: str) -> None:
        """Give up a hand whose journal leads nowhere."""
        given_up = refund(self.table, stored, self.world.now_s())
        metrics.HANDS_ABORTED.inc()
        self.log.error("hand given up", hand=given_up.hand, reason=reason)
        await self.world.journal.give_up(given_up.entry, reason)
        entry = as_stored(given_up.entry)
        self._take(given_up.state, StoredTable(seating=given_up.state.seating, seq=entry.last))
        self.audience.news = given_up.notice

    def park(self, sentence: str) -> None:
        """Let nothing happen here any more."""
        self.log.error("table parked", reason=sentence)
        self.parked = sentence
        self.storing.stop()
        self._stop_timers()

    async def run(self) -> None:
        """Do jobs until :meth:`stop`; an error of ours rebuilds the table and the rest goes on."""
        try:
            self.follow_turn(after_outage=True)
            if self.handed_over is not None and self.handed_over.turn is not None:
                self.turn_clock.go_on(self.handed_over.turn)
            self.audience.attendance.follow()
            await self._guarded(self._begin)
            while not self.has_moved and (job := await self._inbox.get()) is not None:
                await self._guarded(job)
        finally:
            self.turn_so_far = self.turn_clock.so_far()
            self._stop_timers()
            if self.has_moved:
                self.leave()

    def _stop_timers(self) -> None:
        self.turn_clock.stop()
        self.window.stop()
        self.storing.outage.stop()
        self.dealing.stop()
        self.waiting.stop()
        for each in (self.staff, self.vacancy, self.late):
            if each is not None:
                each.stop()
        self.audience.attendance.stop()

    async def _begin(self) -> None:
        refunds = self.state.ruleset.on_abort is OnAbort.REFUND and self.handed_over is None
        if self.state.running is not None and refunds:
            self._giving_up = RESTARTED
        await self.go_on()

    def post(self, job: Job) -> None:
        """Put a job into the inbox."""
        self._inbox.put(job)

    @property
    def queued(self) -> int:
        """How many jobs are in the inbox."""
        return len(self._inbox)

    def stop(self) -> None:
        """Finish the jobs that are there, then end."""
        self._inbox.put(None)

    def close(self) -> None:
        """End for good, and tell everybody who looks on; only where nobody sits."""
        self.closed = True
        self.audience.close(closed_notice(self.table))
        self.world.whereabouts.closes(self)
        self.stop()

    # Another node.

    def let_go(self) -> None:
        """
        End after the job that runs: nothing more is done or told here, since another node goes on.

        Who has asked for something that was not done gets `Moved`.
        """
        if not self.has_moved:
            self.has_moved = True
            self.stop()

    def leave(self) -> None:
        """Let all know that this actor has ended; where it runs, it does that by itself."""
        self._stop_timers()
        self.storing.leave()
        self.world.whereabouts.leaves(self, [each.account for each in self._occupants])
        self._occupants = ()
        asking, self.asking = self.asking, {}
        for each in asking:
            if not each.done():
                each.set_exception(Moved())

    def cede(self) -> None:
        """End, since another node has the table, or may; if that can be, else park."""
        if self.world.ceded is None:
            self.park(TAKEN_OVER)
        elif not self.has_moved:
            self.log.warning("table ends here, and another node goes on")
            self.let_go()
            self.world.ceded(self)

    def post_later(self, seconds: float, job: Job) -> Timer:
        """Put a job into the inbox after some time."""
        clock = self.world.clock
        return clock.call_at(clock.now() + seconds, lambda: self.post(job))

    async def go_on(self) -> None:
        """Do all that the dealer does without waiting for anybody."""
        if self.unavailable is not None:
            return
        reason = self._giving_up
        if reason is not None and self.running is not None:
            await self.perform(rules.AbortHand(reason=reason))
        self._giving_up = None
        await self.dealing.go_on()
        if self.vacancy is not None:
            self.vacancy.follow()

    @property
    def unavailable(self) -> str | None:
        """Why nothing can be changed here now; None if it can."""
        if self.closed:
            return closed_sentence(self.table)
        if self.parked is not None:
            return self.parked
        if self.broken:
            return RESTORING
        return paused_sentence(self.table) if self.storing.outage.paused else None

    # Faults.

    async def _guarded(self, job: Job) -> None:
        """Do a job; whatever goes wrong in it, the others follow."""
        if not self.world.may_act():
            self.cede()
            return
        if self.broken:
            await self._within_bounds(self._rebuild)
        await self._within_bounds(job)

    async def _within_bounds(self, job: Job) -> None:
        try:
            await job()
        except (StaleTable, Moved):
            self.cede()
        except InsufficientFunds as error:
            self.log.warning("chips were gone", reason=str(error))
            self.post_later(RETRY_AFTER, self.go_on)
        except StorageError as error:
            self.storing.pause(error)
            if self.broken:
                self.storing.outage.wait()
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
        await self.storing.catch_up(late=True)
        if self._faults >= MOST_FAULTS and self.state.running is not None:
            self._faults = 0
            self.log.error("hand given up", reason="faults")
            self._giving_up = ABORTED
        self.follow_turn(after_outage=True)
        for listener in tuple(self.audience.listeners):
            self.audience.show(listener)
        await self.go_on()

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
        self._sound = check_table(played.state, self._sound)
        entry = self._entry(played, cause)
        stored = await self.storing.append(entry, cause)
        if stored is not None:
            crash_places.durable(played)
            self.follow(stored, played.state, cause)
            self.storing.told()
            crash_places.told()
        return True

    def _entry(self, played: rules.Played, cause: Cause | None) -> Entry:
        after, running = played.state, played.state.running
        hand = after.hand.hand if after.hand is not None else None
        record = self.notes.record(played, self.world.now_s())
        return Entry(
            table=self.table,
            seq=self.seq + 1,
            events=played.events,
            hand=hand if running or record else None,
            turn=cause.turn if cause else None,
            account=cause.account if cause else None,
            action_id=cause.request if cause else None,
            postings=postings(self.table, self.seq + 1, self.state, played.events),
            record=record,
            checkpoint=after.seating if running is None else None,
        )

    def follow(
        self, entry: StoredEntry, state: TableState, cause: Cause | None, *, late: bool = False
    ) -> None:
        """What is durable now becomes the table's state and is told."""
        hand, batch = self.running, Batch(entry.seq, entry.events)
        kinds = batch.kinds
        self._become(state)
        self.seq = entry.last
        self.recent.add(entry)
        self.notes.follow(batch)
        self.proving.follow(entry.events)
        if ev.HandEnded in kinds:
            self.pots.follow(batch.of_kind(ev.HandEnded))
        if self.late is not None:
            self.late.add(entry)
        self._faults = 0
        self.follow_turn()
        if GraceGiven in kinds:
            for grace in batch.of_kind(GraceGiven):
                self.turn_clock.extend(grace.seat, grace.grace_ms / 1000)
        if ev.HandStarted in kinds:
            metrics.HANDS_DEALT.inc()
            self.world.whereabouts.stirs(self)
            self._bind_hand()
            self.audience.news = None
        if ev.HandEnded in kinds or ev.HandAborted in kinds:
            self.dealing.last_ended = self.world.clock.now()
            self._bind_hand()
        if cause is not None and late:
            self.audience.tell_late(batch, cause)
        else:
            self.audience.tell(batch, cause)
        if ev.HandAborted in kinds:
            metrics.HANDS_ABORTED.inc()
            self.audience.tell_news(aborted_notice(self.table, hand.hand if hand else None))

    def follow_turn(self, *, after_outage: bool = False) -> None:
        """Let the clock run for the turn that is open, unless the table waits."""
        if not self.storing.outage.paused:
            self.turn_clock.follow(self.running, OUTAGE_BASE if after_outage else 0)
            self.window.follow(after_outage=after_outage)

    def seats(self, account: AccountId) -> bool:
        """Whether an account has a seat here."""
        viewer = self.viewers.get(account)
        return viewer is not None and viewer.seat is not None

    def show(self, listener: Listener) -> None:
        """Let somebody see the table from now on."""
        self.audience.show(listener)

    def hide(self, listener: Listener) -> None:
        """Tell somebody no more; his seat stays his."""
        self.audience.hide(listener)

    def lost(self, listener: Listener) -> None:
        """A connection has ended; the seat is kept, and for a while the place in the line."""
        self.audience.hide(listener)
        self.waiting.lost(listener)

    def least_buy_in(self, account: AccountId) -> Chips:
        """The least that an account may sit down with, which may be what it took away before."""
        departures, now_s = self.state.seating.departures, self.world.now_s()
        return buy_in_limits(self.state.ruleset, departures, account, now_s)[0]

    def _turn_is_over(self, hand: HandId, turn: int, seat: Seat) -> None:
        async def job() -> None:
            await self.dealing.time_out(hand, turn, seat)

        self.post(job)

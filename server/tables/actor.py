"""
The actor of a table: one inbox, one writer, no locks.

Everything that changes a table runs as a job of its inbox, one after the other.
:meth:`TableActor.perform` is the only way to change it: decide, make it durable, and only then
replace the state and tell.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from msgspec import Struct
from msgspec.structs import replace

from server.ports import Accounts, Entry, Journal, StorageError, as_stored
from server.tables import crash_places
from server.tables.clock import Clock, Timer
from server.tables.idle import IdleSeats
from server.tables.money import postings
from server.tables.notes import HandNotes
from server.tables.recent import MOST_MISSED, Recent, are_whole, missed_updates
from server.tables.telling import Batch, Listener, snapshot_for
from server.tables.turn_clock import TurnClock
from showdown.errors import CorruptHistory
from showdown.protocol import messages as msg
from showdown.protocol.asking import action_request
from showdown.rules import events as ev
from showdown.rules import table as rules
from showdown.rules.actions import Timeout
from showdown.rules.carry import entrants
from showdown.rules.rejoining import buy_in_limits
from showdown.rules.ruleset import AccountId, Chips, HandId, Ruleset, Seat, TableId
from showdown.rules.seat_events import Left
from showdown.rules.seating import Seating
from showdown.rules.table import TableAction, TableState
from showdown.rules.view import hand_viewer, table_viewer

log = structlog.get_logger()

Job = Callable[[], Awaitable[None]]

OUTAGE_BASE = 15.0
"""Seconds of base time that a turn has at least after an outage of ours (RULES 15.5)."""

RETRY_AFTER = 1.0
"""Seconds until a step of the dealer is tried again that the database did not take."""


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
    travel: float = 0.5
    """
    Seconds that a request and its answer may be on their way. A turn is over so much later than its
    clock says, so that no clock at a player's end shows time that he has not.
    """


class Cause(Struct, frozen=True, kw_only=True):
    """Who asked for an action, and which request it answers."""

    listener: Listener
    request: str
    account: AccountId
    turn: int | None = None


class TableActor:
    """One table; start :meth:`run` as a task and give it jobs."""

    def __init__(self, table: TableId, ruleset: Ruleset, world: World) -> None:
        self.table = table
        self.world = world
        self._ruleset = ruleset
        self.state = TableState(seating=Seating(ruleset=ruleset))
        self.broken = False
        """After an error of ours, until the table is rebuilt from its journal."""
        self.seq = 0
        """The number of the last event."""
        self.listeners: list[Listener] = []
        self.house: frozenset[AccountId] = frozenset()
        """Accounts of house bots; they play only when a person does."""
        self.turn_clock = TurnClock(world.clock, self._turn_is_over, world.travel)
        self._inbox: asyncio.Queue[Job | None] = asyncio.Queue()
        self._idle = IdleSeats(world.clock, lambda: self.post(self._free_idle_seats))
        self._notes = HandNotes(table)
        self.recent = Recent()
        """What happened last, for who comes back."""
        self._next_hand: Timer | None = None
        self._last_ended: float | None = None
        self._log = log.bind(table=table)

    # Life.

    async def open(self) -> None:
        """Find the table as the journal left it, in mid-hand too."""
        stored = await self.world.journal.open_table(self.table, Seating(ruleset=self._ruleset))
        state = TableState(seating=stored.seating)
        self._notes = HandNotes(self.table)
        for event in stored.events:
            self._notes.add(event)
            state = rules.evolve(state, event)
        self.state = state
        self.seq = stored.last
        self.recent = Recent(stored.entries)
        if state.running is not None:
            self._log.info("hand resumed", hand=state.running.hand, turn=state.running.turn)

    async def run(self) -> None:
        """Do jobs until :meth:`stop`; an error of ours rebuilds the table and the rest goes on."""
        self.turn_clock.follow(self.state.running, OUTAGE_BASE)
        await self._guarded(self.go_on)
        while (job := await self._inbox.get()) is not None:
            await self._guarded(job)
        self.turn_clock.stop()
        self._idle.stop()
        if self._next_hand is not None:
            self._next_hand.cancel()

    def post(self, job: Job) -> None:
        """Put a job into the inbox."""
        self._inbox.put_nowait(job)

    def stop(self) -> None:
        """Finish the jobs that are there, then end."""
        self._inbox.put_nowait(None)

    async def _guarded(self, job: Job) -> None:
        try:
            if self.broken:
                await self._rebuild()
        except Exception:  # noqa: BLE001 - tried again before the next job
            self._log.exception("table cannot be rebuilt from its journal")
        try:
            await job()
        except StorageError as error:
            self._log.warning("storage is not available", reason=str(error))
            self.post_later(RETRY_AFTER, self.go_on)
        except Exception:  # noqa: BLE001 - the boundary that keeps one table from another
            self._log.exception("table failed and is rebuilt from its journal")
            self.broken = True
            self.turn_clock.stop()
            self.post_later(RETRY_AFTER, self.go_on)

    async def _rebuild(self) -> None:
        await self.open()
        self.broken = False
        self.turn_clock.follow(self.state.running, OUTAGE_BASE)
        self._show_everybody()

    def post_later(self, seconds: float, job: Job) -> Timer:
        """Put a job into the inbox after some time."""
        clock = self.world.clock
        return clock.call_at(clock.now() + seconds, lambda: self.post(job))

    # Changing the table.

    async def perform(self, action: TableAction, cause: Cause | None = None) -> bool:
        """
        Decide an action, make its events durable, then tell; False if nothing came of it.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
            StorageError: it could not be made durable; nothing has changed.
        """
        played = rules.advance(self.state, action, self.world.now_s())
        if not played.events:
            return False
        entry = self._entry(played, cause)
        await self.world.journal.append(entry)
        crash_places.durable(played)
        batch = Batch(self.seq + 1, played.events)
        self.state = played.state
        self.seq += len(played.events)
        self.recent.add(as_stored(entry))
        for event in played.events:
            self._notes.add(event)
        self.turn_clock.follow(self.state.running)
        self._tell(batch, cause)
        if any(isinstance(event, ev.HandEnded | ev.HandAborted) for event in played.events):
            self._last_ended = self.world.clock.now()
        crash_places.told()
        return True

    def _entry(self, played: rules.Played, cause: Cause | None) -> Entry:
        after = played.state
        hand = after.hand.hand if after.hand is not None else None
        record = self._notes.record(played, self.world.now_s())
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

    # Telling.

    def _tell(self, batch: Batch, cause: Cause | None) -> None:
        turn_is_new = any(isinstance(event, ev.Turn) for event in batch.events)
        running = self.state.hand
        hand = running.hand if running is not None and batch.is_of_a_hand else None
        for listener in tuple(self.listeners):
            viewer = table_viewer(self.state, listener.account)
            answers = cause is not None and cause.listener is listener
            listener.tell(
                msg.Update(
                    table=self.table,
                    seq=batch.seq,
                    events=batch.texts(viewer),
                    hand=hand,
                    request=self.request_of(listener.account) if turn_is_new else None,
                    reply=msg.Answer(id=cause.request, ok=True) if cause and answers else None,
                )
            )
        gone = {event.account for event in batch.events if isinstance(event, Left)}
        self.listeners = [each for each in self.listeners if each.account not in gone]

    def request_of(self, account: AccountId | None) -> msg.ActionRequest | None:
        """What this account has to decide now, if it is its turn."""
        hand = self.state.running
        seat = None if hand is None else hand_viewer(hand.started, account).hand_seat
        if hand is None or seat is None or hand.position(seat) not in hand.asked:
            return None
        return action_request(hand, self._notes.events, self.turn_clock.left_ms(seat), seat)

    def show(self, listener: Listener, reply: msg.Answer | None = None) -> None:
        """Let somebody see the table from now on, beginning with a snapshot."""
        if listener not in self.listeners:
            self.listeners.append(listener)
        request = self.request_of(listener.account)
        listener.tell(
            snapshot_for(self.table, self.state, self.seq, listener.account, request, reply)
        )

    async def resume(self, listener: Listener, last_seq: int | None, reply: msg.Answer) -> None:
        """Let somebody see the table again from where he was: what he missed, or a snapshot."""
        missed = None if last_seq is None else await self._missed(listener.account, last_seq)
        if missed is None:
            self.show(listener, reply)
            return
        if listener not in self.listeners:
            self.listeners.append(listener)
        for update in missed[:-1]:
            listener.tell(update)
        last, request = missed[-1], self.request_of(listener.account)
        if request is not None and self.state.running is not None:
            last = replace(last, hand=self.state.running.hand, request=request)
        listener.tell(replace(last, reply=reply))

    async def _missed(self, account: AccountId | None, seq: int) -> list[msg.Update] | None:
        """The updates that bring an account from an event to the present; None if they cannot."""
        if not 0 <= self.seq - seq <= MOST_MISSED:
            return None
        if seq == self.seq:
            return [msg.Update(table=self.table, seq=seq + 1, events=())]
        try:
            entries = self.recent.since(seq) or await self.world.journal.since(self.table, seq)
        except (StorageError, CorruptHistory) as error:
            self._log.warning("missed events cannot be read", reason=str(error))
            return None
        if not are_whole(entries):
            return None
        return missed_updates(self.table, entries, seq, account) or None

    def hide(self, listener: Listener) -> None:
        """Tell somebody no more; his seat stays his."""
        self.listeners = [each for each in self.listeners if each is not listener]

    def _show_everybody(self) -> None:
        for listener in tuple(self.listeners):
            self.show(listener)

    def least_buy_in(self, account: AccountId) -> Chips:
        """The least that an account may sit down with, which may be what it took away before."""
        departures, now_s = self.state.seating.departures, self.world.now_s()
        return buy_in_limits(self.state.ruleset, departures, account, now_s)[0]

    def is_connected(self, account: AccountId) -> bool:
        """Whether somebody listens for this account."""
        return any(each.account == account for each in self.listeners)

    # What happens by itself.

    async def go_on(self) -> None:
        """Do all that the dealer does without waiting for anybody."""
        if self.broken:
            return
        while (action := rules.dealer_action(self.state)) is not None:
            await self.perform(action)
        await self._apply_top_ups()
        await self._refill_house()
        self._arm_next_hand()
        self._idle.follow(self.state.seating, self.house)

    async def _free_idle_seats(self) -> None:
        for account in self._idle.due(self.state.seating):
            await self.perform(rules.Leave(account=account))
        await self.go_on()

    async def _apply_top_ups(self) -> None:
        for occupant in rules.pending_top_ups(self.state):
            account = await self.world.accounts.get(occupant.account)
            await self.perform(rules.ApplyTopUp(seat=occupant.seat, funds=account.chips))

    async def _refill_house(self) -> None:
        """House bots play on: they sit in again and buy chips when they are broke."""
        for occupant in self.state.seating.occupants:
            out = occupant.sitting_out and not self.state.is_dealt_in(occupant.seat)
            if occupant.account not in self.house or not out:
                continue
            if not occupant.stack:
                to = self.state.ruleset.usual_buy
                await self.world.accounts.house_player(occupant.name, to)
                await self.perform(rules.TopUp(account=occupant.account, to=to))
                await self._apply_top_ups()
            await self.perform(rules.SitIn(account=occupant.account))

    def _arm_next_hand(self) -> None:
        if self._next_hand is not None or not self._wants_hand():
            return
        now = self.world.clock.now()
        if self._last_ended is None:
            self._last_ended = now
        wait = max(0.0, self._last_ended + self.state.ruleset.hand_pause - now)
        self._next_hand = self.post_later(wait, self._start_hand)

    def _wants_hand(self) -> bool:
        seating = self.state.seating
        hoping = (*seating.ready, *entrants(seating))
        people = any(each.account not in self.house for each in hoping)
        return people and rules.can_start(self.state)

    async def _start_hand(self) -> None:
        self._next_hand = None
        if self._wants_hand():
            crash_places.between_hands()
            hand = await self.world.next_hand()
            await self.perform(rules.StartHand(hand=hand, hand_key=self.world.new_key()))
        await self.go_on()

    def _turn_is_over(self, hand: HandId, turn: int, seat: Seat) -> None:
        async def job() -> None:
            await self._time_out(hand, turn, seat)

        self.post(job)

    async def _time_out(self, hand_id: HandId, turn: int, seat: Seat) -> None:
        hand = self.state.running
        if hand is None or (hand.hand, hand.turn) != (hand_id, turn):
            return
        place = hand.seats.index(seat)
        if place not in hand.asked or not self.turn_clock.is_over(seat):
            return
        dealt = hand.started.lineup[place]
        connected = self.is_connected(dealt.account)
        if not connected and self.turn_clock.give_grace(hand, seat):
            return
        bank = hand.banks[place]
        await self.perform(rules.Play(action=Timeout(seat), overtime_ms=bank))
        if not connected:
            await self.perform(rules.SitOut(account=dealt.account))
        await self.go_on()

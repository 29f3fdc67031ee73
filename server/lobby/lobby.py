"""
The tables there are: opened, listed, found by name, stopped together.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count, islice
from typing import NamedTuple

import structlog

from server.lobby.elsewhere import Elsewhere, Nowhere, has_chips
from server.lobby.listing import PAGE, table_summary
from server.lobby.numbers import Numbers
from server.tables.actor import TableActor
from server.tables.desk import Desk
from server.tables.handed_over import HandedOver, TurnSoFar
from server.tables.lateness import Lateness
from server.tables.setup import PLAIN, TableSetup
from server.tables.staff import Staff
from server.tables.standstill import Standstill
from server.tables.telling import Listener
from server.tables.whereabouts import Whereabouts
from server.tables.world import Cause, World
from showdown.protocol import messages as msg
from showdown.rules.ruleset import AccountId, HandId, Ruleset, TableId

log = structlog.get_logger()


STOPPING = 2.5
"""Seconds in which tables finish what they are doing when the server ends."""

CUTTING = 0.5
"""Seconds more until one that was cut off is left behind."""

LETTING_GO = 1.0
"""Seconds in which a table that another node is to run finishes its job, before it is cut off."""


class Left(NamedTuple):
    """A table that is not run here any more."""

    table: TableId
    seq: int
    """The last event that was told here."""
    listeners: tuple[Listener, ...]
    """Who was told; house bots are none of them."""
    turn: TurnSoFar | None = None
    """How far the turn that ran had come."""
    doubtful: Cause | None = None
    """Who was answered that nobody knows whether it was done, if somebody was."""


class Lobby:
    """The tables there are: :meth:`open` each, then :meth:`run` them."""

    def __init__(self, world: World) -> None:
        self._bots: Mapping[str, AccountId] = {}
        self._bot_accounts: frozenset[AccountId] = frozenset()
        self.programs: set[AccountId] = set()
        """Accounts for which a program has come in; they are listed as bots."""
        self._world = world
        self._desks: dict[TableId, Desk] = {}
        self._numbers: dict[TableId, int] = {}
        """In the order in which they were opened; a page of the list begins after one of these."""
        self._counter = count(1)
        self._tasks: dict[TableActor, asyncio.Task[None]] = {}
        self.numbers: Numbers | None = None
        """In which order all nodes list all tables; where it is one node, as they were opened."""
        self.elsewhere: Elsewhere = Nowhere()
        """The tables of other nodes."""
        self._running = False
        self._standstill = Standstill(world.clock, self._stood_still)

    async def open(
        self,
        table: TableId,
        ruleset: Ruleset,
        setup: TableSetup = PLAIN,
        prepare: Callable[[TableActor], None] = lambda _: None,
        *,
        handed_over: HandedOver | None = None,
    ) -> Desk:
        """
        Open a table as the journal left it; it plays when the lobby runs.

        Where its journal leads nowhere the hand is given up, for this table alone.

        Args:
            prepare: is called before anything happens there.
            handed_over: by another node, so that no hand is given up for a fault.

        Raises:
            StorageError: the database cannot do it now, or a bot's name is a person's.
        """
        actor = TableActor(table, ruleset, self._world)
        actor.handed_over = handed_over
        if setup.spectator_delay:
            actor.late = Lateness(actor, setup.spectator_delay)
        prepare(actor)
        await actor.open()
        if actor.late is not None and self._world.hands is not None:
            await actor.late.look_back(self._world.hands)
        desk = Desk(actor)
        seated = {each.account for each in actor.state.seating.occupants}
        former = self._bot_accounts & seated
        if setup.bots or former:
            actor.staff = Staff(desk, setup.bots, setup.fill, setup.bot_delay, former)
            await actor.staff.open(self._bots)
        there = self.elsewhere.find(table)
        if there is not None:
            actor.waiting.take_over(there.line)
        self._desks[table] = desk
        self._numbers[table] = next(self._counter)
        if self.numbers is not None:
            self.numbers.add(table)
        if self._running:
            self._let_play(actor)
        return desk

    @property
    def no_people(self) -> frozenset[AccountId]:
        """Accounts of house bots, and of programs that have come in here."""
        return self._bot_accounts.union(self.programs)

    def know_bots(self, bots: Mapping[str, AccountId]) -> None:
        """Learn of all house bots there were before, who may sit where they are not to."""
        self._bots, self._bot_accounts = bots, frozenset(bots.values())

    def remove(self, table: TableId) -> None:
        """Forget a table at which nobody sits; who looks on there is told."""
        self._take_out(table).close()
        if self.numbers is not None:
            self.numbers.remove(table)

    def _take_out(self, table: TableId) -> TableActor:
        del self._numbers[table]
        return self._desks.pop(table).actor

    async def let_go(self, table: TableId) -> Left:
        """
        Let a table end here after what it is doing, so that another node goes on; nobody is told.

        One that goes on doing it is cut off: what it stores then, the other node finds.
        """
        actor = self._take_out(table)
        actor.let_go()
        task = self._tasks.get(actor)
        if task is None:
            actor.leave()
        elif not (await asyncio.wait([task], timeout=LETTING_GO))[0]:
            log.warning("table is cut off", table=table)
            task.cancel()
            await asyncio.wait([task], timeout=CUTTING)
        return _left(actor)

    def drop(self, actor: TableActor) -> Left | None:
        """Let a table end here at once, since another node may run it; None if it has ended."""
        desk = self._desks.get(actor.table)
        if desk is None or desk.actor is not actor:
            return None
        self._take_out(actor.table)
        actor.let_go()
        task = self._tasks.get(actor)
        if task is None:
            actor.leave()
        elif task is not asyncio.current_task():
            task.cancel()
        return _left(actor)

    def run(self) -> None:
        """Let all tables play, and those that are opened later."""
        self._running = True
        self._standstill.start()
        for actor in self.actors:
            self._let_play(actor)

    def _let_play(self, actor: TableActor) -> None:
        task = asyncio.create_task(actor.run(), name=f"table {actor.table}")
        self._tasks[actor] = task

        def ended(_: asyncio.Task[None]) -> None:
            self._tasks.pop(actor, None)
            if actor.has_moved:
                actor.leave()  # it may not have begun to run

        task.add_done_callback(ended)

    @property
    def whereabouts(self) -> Whereabouts:
        """Which tables here concern whom."""
        return self._world.whereabouts

    def find(self, table: TableId) -> Desk | None:
        """The front of a table."""
        return self._desks.get(table)

    @property
    def actors(self) -> Iterator[TableActor]:
        """All tables."""
        return (desk.actor for desk in self._desks.values())

    # Tables of all nodes.

    def list_by(self, numbers: Numbers) -> None:
        """List all tables in this order, which is the same at each node."""
        self.numbers = numbers
        for table in self._desks:
            numbers.add(table)

    def knows(self, table: TableId) -> bool:
        """Whether there is such a table, here or elsewhere."""
        return table in self._desks or self.elsewhere.find(table) is not None

    @property
    def tables(self) -> Iterator[TableId]:
        """All that there are, here and elsewhere."""
        yield from self._desks
        yield from (each.table for each in self.elsewhere.tables if each.table not in self._desks)

    def summary(
        self, after: int = 0, shown: Callable[[TableId], bool] = lambda _: True
    ) -> msg.Lobby:
        """A page of the tables: those that come after the one of this number."""
        later = (table for table in self._after(after) if shown(table))
        page = list(islice(later, PAGE))
        more = next(later, None) is not None
        return msg.Lobby(
            tables=tuple(filter(None, map(self._summary, page))),
            next=self._number(page[-1]) if more else None,
        )

    def _after(self, after: int) -> Iterator[TableId]:
        """All tables there are whose numbers are greater, in order."""
        if self.numbers is None:
            return (table for table, number in self._numbers.items() if number > after)
        return (table for table in self.numbers.after(after) if self.knows(table))

    def _summary(self, table: TableId) -> msg.TableSummary | None:
        desk = self._desks.get(table)
        if desk is not None:
            return table_summary(desk.actor, self.programs)
        there = self.elsewhere.find(table)
        return None if there is None else there.summary

    def seats_of(self, account: AccountId) -> tuple[msg.SeatTaken, ...]:
        """Where an account sits."""
        found = [
            msg.SeatTaken(table=actor.table, seat=occupant.seat)
            for actor in self._seats(account)
            if (occupant := actor.state.seating.of(account)) is not None
        ]
        found += [
            msg.SeatTaken(table=there.table, seat=sits.seat)
            for there in self.elsewhere.seats_of(account)
            if there.table not in self._desks and (sits := there.seat_of(account)) is not None
        ]
        return tuple(sorted(found, key=lambda each: self._number(each.table)))

    def plays(self, account: AccountId) -> bool:
        """Whether an account has a seat anywhere."""
        return bool(self._world.whereabouts.seats_of(account) or self.elsewhere.seats_of(account))

    def _number(self, table: TableId) -> int:
        return self._numbers[table] if self.numbers is None else self.numbers.of(table)

    def sits(self, account: AccountId, table: TableId) -> bool:
        """Whether an account has a seat at a table."""
        desk = self._desks.get(table)
        if desk is not None:
            viewer = desk.actor.viewers.get(account)  # with each frame that goes out
            return viewer is not None and viewer.seat is not None
        there = self.elsewhere.find(table)
        return there is not None and there.seat_of(account) is not None

    def _seats(self, account: AccountId) -> Iterator[TableActor]:
        for actor in self._world.whereabouts.seats_of(account):
            if actor.table in self._desks:
                yield actor

    def notify(self, table: TableId, notice: msg.Notice) -> None:
        """Tell everybody who sees a table something."""
        desk = self._desks.get(table)
        if desk is not None:
            desk.actor.audience.notify(notice)
        else:
            self.elsewhere.notify(table, notice)

    def goes(self, listener: Listener) -> None:
        """Somebody has no connection any more; his seats stay his."""
        for actor in self._world.whereabouts.goes(listener):
            actor.lost(listener)

    def seated(self) -> frozenset[AccountId]:
        """Everybody who has a seat at some table."""
        here = (each.account for a in self.actors for each in a.state.seating.occupants)
        return self.elsewhere.seated.union(here)

    def waits_of(self, account: AccountId) -> frozenset[TableId]:
        """For which tables an account waits."""
        here = (
            actor.table
            for actor in self._world.whereabouts.lines
            if actor.waiting.place_of(account) is not None
        )
        return frozenset(here) | (self.elsewhere.waits_of(account) - self._desks.keys())

    def come_back(self, listener: Listener) -> None:
        """Somebody has a connection again, and may have waited for seats before."""
        for actor in self._world.whereabouts.lines:
            actor.waiting.come_back(listener)

    def withheld_from(self, account: AccountId) -> frozenset[HandId]:
        """Hands that an account may not look at yet, since it sees their tables later."""
        here = (
            hand
            for actor in self.actors
            if actor.late is not None
            for hand in actor.late.withheld_from(account)
        )
        there = (
            hand
            for each in self.elsewhere.late
            if each.table not in self._desks
            for hand in each.withheld_from(account)
        )
        return frozenset(chain(here, there))

    def has_chips(self, account: AccountId) -> bool:
        """Whether an account has chips at a table, or a part of what lies in its middle."""
        return any(has_chips(actor, account) for actor in self._seats(account)) or any(
            sits.has_chips
            for there in self.elsewhere.seats_of(account)
            if there.table not in self._desks and (sits := there.seat_of(account)) is not None
        )

    async def stop(self) -> None:
        """Let every table finish what it is doing, then end; one that does not is cut off."""
        self._running = False
        self._standstill.stop()
        for actor in self.actors:
            actor.stop()
        if not self._tasks:
            return
        _, stuck = await asyncio.wait(tuple(self._tasks.values()), timeout=STOPPING)
        for task in stuck:
            log.error("table did not stop", task=task.get_name())
            task.cancel()
        if stuck:
            await asyncio.wait(stuck, timeout=CUTTING)

    def _stood_still(self, seconds: float) -> None:
        log.warning("the server stood still, and no turn ran", seconds=round(seconds, 1))
        for actor in self.actors:
            actor.turn_clock.stood_still(seconds)


def _left(actor: TableActor) -> Left:
    house = actor.house
    told = (each for each in actor.audience.listeners if each.account not in house)
    return Left(
        table=actor.table,
        seq=actor.seq,
        listeners=tuple(told),
        turn=actor.turn_so_far,
        doubtful=actor.storing.owed,
    )

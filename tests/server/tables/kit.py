"""A table in a test's hands: manual time, ports in memory, listeners that remember."""

import asyncio
import heapq
import json
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from server.tables.actor import TableActor
from server.tables.desk import Desk
from server.tables.world import World
from showdown import Ruleset
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events, encode
from showdown.protocol.session import ClientSession
from showdown.rules.ruleset import HandId, TableId
from tests.server.fakes import MemoryStorage
from tests.told import check_frame

NL = Ruleset(sb=5, bb=10)
NOON = 1_796_040_000  # 2026-11-30T12:00:00Z


class ManualTimer:
    def __init__(self):
        self.cancelled = False

    def cancel(self):
        self.cancelled = True


async def quiet():
    """Let everything happen that needs no time."""
    for _ in range(10):
        await asyncio.sleep(0)


class ManualClock:
    """Time passes only in `advance`."""

    def __init__(self, now=0.0):
        self._now = now
        self._timers = []
        self._order = count()

    def now(self):
        return self._now

    def call_at(self, when, action):
        timer = ManualTimer()
        heapq.heappush(self._timers, (max(when, self._now), next(self._order), timer, action))
        return timer

    async def pass_time(self, seconds):
        """Let time pass, and everything happen that it brings."""
        until = self._now + seconds
        while (action := self.due(until)) is not None:
            action()
            await quiet()
        await quiet()

    def jump(self, seconds):
        """Time passes and no timer goes off, as when a process is stopped."""
        self._now += seconds

    @property
    def waiting(self):
        """How many timers will go off."""
        return sum(not timer.cancelled for _, _, timer, _ in self._timers)

    def due(self, until):
        """The next timer that goes off by then, taken out."""
        while self._timers and self._timers[0][0] <= until:
            when, _, timer, action = heapq.heappop(self._timers)
            if not timer.cancelled:
                self._now = max(self._now, when)
                return action
        self._now = max(self._now, until)
        return None


class Player:
    """Somebody at the table, who remembers all that he was told."""

    def __init__(self, room, account, name):
        self.room, self.account, self.name = room, account, name
        self.gone, self.heir = False, None
        self.session = ClientSession()
        self.told = []
        self.sent_at = None
        """When something came in from him that waits to be read."""
        self.reads_slowly = False
        """What he is asked waits in his `unread` until the test hands it over."""
        self.unread = []
        self._ids = count(1)

    def has_unread(self, moment):
        return self.sent_at is not None and self.sent_at <= moment

    def tell(self, message, handed=None):
        if handed is not None and not self.reads_slowly:
            handed()
        elif handed is not None:
            self.unread.append(handed)
        frame = encode(message)
        check_frame(json.loads(frame))
        self.session.receive(frame)
        self.told.append(message)

    async def ask(self, build, arrived=None, **fields):
        """Send a request and give its reply."""
        request = build(id=fields.pop("id", None) or f"q{next(self._ids)}", **fields)
        when = self.room.clock.now() if arrived is None else arrived
        await self.room.desk.ask(self, self.name, request, when)
        await self.room.settle()
        return self.reply_to(request.id)

    def reply_to(self, request_id):
        for message in reversed(self.told):
            if isinstance(message, msg.Reply) and message.id == request_id:
                return message
            reply = getattr(message, "reply", None)
            if reply is not None and reply.id == request_id:
                return reply
        return None

    @property
    def request(self):
        """The decision he was last asked for."""
        asked = [m for m in self.told if getattr(m, "request", None) is not None]
        return asked[-1].request if asked else None

    @property
    def events(self):
        """All events he was told, as he saw them."""
        updates = [m for m in self.told if isinstance(m, msg.Update)]
        return [event for update in updates for event in decode_events(update.events)]

    async def act(self, action, **fields):
        hand = self.room.actor.state.running
        if "turn" not in fields:
            fields["turn"] = hand.turn
        if "hand" not in fields:
            fields["hand"] = hand.hand
        return await self.ask(msg.Act, table=self.room.table, action=action, **fields)


class Room:
    """A table with its world."""

    def __init__(self, ruleset=NL, storage=None, travel=0, clock=None):
        self.table = TableId("main")
        self.clock = clock or ManualClock()
        self.storage = storage or MemoryStorage()
        self.ruleset = ruleset
        self.travel = travel
        self.off = 0
        """By how many seconds the time of day is wrong."""
        keys = count(1)
        world = World(
            journal=self.storage.journal,
            accounts=self.storage.accounts,
            clock=self.clock,
            now_s=lambda: NOON + int(self.clock.now()) + self.off,
            new_key=lambda: next(keys).to_bytes(32, "big"),
            next_hand=self._next_hand,
            travel=travel,
        )
        self.actor = TableActor(self.table, ruleset, world)
        self.desk = Desk(self.actor)
        self._task: Any = None

    async def _next_hand(self):
        return HandId(await self.storage.journal.reserve_hands(1))

    async def open(self):
        await self.actor.open()
        self._task = asyncio.create_task(self.actor.run())

    async def close(self):
        self.actor.stop()
        await self._task

    async def restart(self, attach):
        """A server begins where another has ended; `attach` is called before it plays."""
        await self.close()
        self.actor = TableActor(self.table, self.ruleset, self.actor.world)
        self.desk = Desk(self.actor)
        attach()
        await self.open()

    async def player(self, name, chips=10_000):
        account, _ = await self.storage.accounts.add_guest(name, chips)
        return Player(self, account.account, name)

    def spectator(self):
        return Player(self, None, "")

    async def settle(self):
        """Wait until the inbox is empty."""
        done = asyncio.Event()

        async def job():
            done.set()

        self.actor.post(job)
        await done.wait()

    async def pass_time(self, seconds):
        """Let time pass, and everything happen that it brings."""
        until = self.clock.now() + seconds
        await self.settle()
        while (action := self.clock.due(until)) is not None:
            action()
            await self.settle()

    async def seated(self, *names, **fields):
        players = [await self.player(name) for name in names]
        for player in players:
            reply = await player.ask(msg.Sit, table=self.table, **fields)
            assert reply.ok, reply.error
        return players

    async def to_act(self, *players):
        """The player whose turn it is."""
        hand = self.actor.state.running
        account = hand.started.lineup[hand.to_act or 0].account
        return next(player for player in players if player.account == account)

    def chips(self):
        """All chips there are: accounts, stacks, the pot and a carry."""
        accounts = sum(a.chips for a in self.storage.accounts.accounts.values())
        hand = self.actor.state.running
        at_table = {o.seat: o.stack for o in self.actor.state.seating.occupants}
        if hand is not None:
            at_table.update(zip(hand.seats, hand.stacks, strict=True))
        carry = self.actor.state.seating.carry.total
        return accounts + sum(at_table.values()) + (hand.pot if hand else 0) + carry


@asynccontextmanager
async def open_room(ruleset=NL, storage=None, **options):
    room = Room(ruleset, storage, **options)
    await room.open()
    try:
        yield room
    finally:
        await room.close()

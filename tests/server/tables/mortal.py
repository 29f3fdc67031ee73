"""A table whose server can be killed after any entry, and people who play there by chance."""

import asyncio
from itertools import count

from server.tables.actor import TableActor
from server.tables.desk import Desk
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_events
from showdown.rules import actions as act
from showdown.rules import table as rules
from showdown.rules.ruleset import HandId
from showdown.testing.generators import any_action
from tests.server.tables.kit import NOON, Room

MOVES = {
    act.Fold: lambda _: msg.Fold(),
    act.Check: lambda _: msg.Check(),
    act.Call: lambda _: msg.Call(),
    act.BetTo: lambda action: msg.Bet(to=action.to),
    act.RaiseTo: lambda action: msg.Raise(to=action.to),
    act.Draw: lambda action: msg.Draw(cards=action.cards),
}


class Killed(BaseException):
    """The process is gone."""


class DeadlyJournal:
    """A journal; the process dies as soon as an entry is durable."""

    def __init__(self, journal):
        self._journal = journal

    def __getattr__(self, name):
        return getattr(self._journal, name)

    async def append(self, entry):
        await self._journal.append(entry)
        raise Killed


class Mortal(Room):
    """A room that is opened again whenever its server has died."""

    def __init__(self, ruleset, storage, *, deadly):
        super().__init__(ruleset, storage)
        keys = count(1)
        self.deaths = 0
        self.people = []
        journal = DeadlyJournal(storage.journal) if deadly else storage.journal
        self._world = type(self.actor.world)(
            journal=journal,
            accounts=storage.accounts,
            clock=self.clock,
            now_s=lambda: NOON + int(self.clock.now()),
            new_key=lambda: next(keys).to_bytes(32, "big"),
            next_hand=self._hand_id,
            travel=0,
        )

    async def _hand_id(self):
        return HandId(await self.storage.journal.reserve_hands(1))

    async def start(self):
        self.actor = TableActor(self.table, self.ruleset, self._world)
        self.desk = Desk(self.actor)
        await self.actor.open()
        self.task = asyncio.create_task(self.actor.run())
        for person in self.people:
            if person.connected:
                await person.come_back()

    async def stop(self):
        await self.settle()
        self.actor.stop()
        await self.task

    async def settle(self):
        """Wait until the inbox is empty, over as many lives as it takes."""
        while True:
            done = asyncio.Event()

            async def job(done=done):
                done.set()

            self.actor.post(job)
            waiting = asyncio.create_task(done.wait())
            await asyncio.wait({waiting, self.task}, return_when=asyncio.FIRST_COMPLETED)
            if done.is_set():
                await waiting
                return
            waiting.cancel()
            assert isinstance(self.task.exception(), Killed)
            self.deaths += 1
            await self.start()

    async def newcomer(self, name):
        player = await self.player(name)
        person = Person(player)
        self.people.append(person)
        return person


class Person:
    """Somebody who comes back where he was, and sends again what got no reply."""

    def __init__(self, player):
        self.player = player
        self.connected = True
        self._ids = count(1)

    @property
    def room(self):
        return self.player.room

    async def come_back(self):
        actor, watched = self.room.actor, self.player.session.tables.get(self.room.table)
        answer = msg.Answer(id="back", ok=True)
        if watched is not None:
            await actor.catching_up.resume(self.player, watched.seq, answer)
        elif actor.state.seating.of(self.player.account) is not None:
            actor.audience.show(self.player, answer)

    async def ask(self, build, **fields):
        """Send a request until it was answered or is in the journal."""
        await self._connect()
        request_id = f"{self.player.name}-{next(self._ids)}"
        while True:
            await self.room.settle()
            reply = await self.player.ask(build, id=request_id, table=self.room.table, **fields)
            if reply is not None:
                return reply
            entries = await self.room.storage.journal.since(self.room.table, 0)
            if build is not msg.Act and any(e.action_id == request_id for e in entries):
                return None

    async def _connect(self):
        if not self.connected:
            await self.room.settle()
            self.connected = True
            await self.come_back()

    @property
    def log(self):
        """What he was told, by number."""
        told: dict[int, object] = {}
        for update in (m for m in self.player.told if isinstance(m, msg.Update)):
            for number, event in enumerate(decode_events(update.events), update.seq):
                assert told.setdefault(number, event) == event
        return told


class Chance:
    """What people do, by chance, and the same for the same seed and the same table."""

    def __init__(self, rng, room, people):
        self.rng, self.room, self.people = rng, room, people

    async def step(self):
        hand = self.room.actor.state.running
        if hand is None:
            await self._between_hands()
        elif self.rng.random() < 0.25:
            await self._wish()
        elif len(hand.asked) == 1 and self.rng.random() < 0.1:
            # Of several who choose together it is chance who does first, so it is not time.
            await self._let_time_run(hand.hand, hand.turn)
        else:
            await self._move(hand)

    async def _between_hands(self):
        for _ in range(2):
            await self._wish()
        limit = 60
        while self.room.actor.state.running is None and limit and self._can_start():
            await self.room.pass_time(1)
            limit -= 1

    def _can_start(self):
        return rules.can_start(self.room.actor.state)

    async def _wish(self):
        person = self.rng.choice(self.people)
        draw, state = self.rng.random(), self.room.actor.state
        occupant = state.seating.of(person.player.account)
        if occupant is None:
            await person.ask(msg.Sit)
        elif occupant.sitting_out and draw < 0.8:
            if not occupant.stack:
                await person.ask(msg.TopUp, to=state.ruleset.usual_buy)
            await person.ask(msg.SitIn)
        elif draw < 0.3:
            await person.ask(msg.PostNow)
        elif draw < 0.6:
            await person.ask(msg.TopUp, to=state.ruleset.max_buy // 2)
        elif draw < 0.7:
            await person.ask(msg.SitOut)
        elif draw < 0.8:
            await person.ask(msg.Leave)
        elif draw < 0.9:
            person.connected = False
            self.room.actor.hide(person.player)

    async def _let_time_run(self, hand, turn):
        def waits():
            running = self.room.actor.state.running
            return running is not None and (running.hand, running.turn) == (hand, turn)

        while waits():
            await self.room.pass_time(1)

    async def _move(self, hand):
        action = any_action(self.rng, hand, folds=0.05)
        account = hand.started.lineup[hand.position(action.seat)].account
        person = next(each for each in self.people if each.player.account == account)
        reply = await person.ask(
            msg.Act, hand=hand.hand, turn=hand.turn, action=MOVES[type(action)](action)
        )
        assert reply.ok, reply.error

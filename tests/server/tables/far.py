"""
A player on a bad line: everything takes its time, sometimes long, and now and then he is cut off.

His client is begun anew at times, or another of his takes over and this one comes back later. All
of it happens in the time of a manual clock.
"""

import asyncio
from collections import Counter
from contextlib import suppress

from showdown.protocol import messages as msg
from showdown.protocol.codec import encode
from showdown.protocol.session import ClientSession
from tests.server.tables.kit import Player

HELD_UP = 0.04
"""How likely it is that something is held up on the way."""


class Far(Player):
    def __init__(self, room, account, name, rng, delay, held_up):
        super().__init__(room, account, name)
        self.rng, self.delay, self.held_up = rng, delay, held_up
        self.clients = [self._client()]
        """All that there are of his; the last one is connected."""
        self.did: Counter[str] = Counter()
        self._line, self._down, self._up = 0, 0.0, 0.0
        self._tasks = set()

    def _client(self):
        return ClientSession(lambda: self.rng.randbytes(32))

    @property
    def session(self):
        return self.clients[-1]

    @session.setter
    def session(self, _):
        """The kit makes one that takes no part in deals."""

    # The line: both ways in order, and gone with whatever is on it when he is cut off.

    def _on_the_way(self, before):
        delay = self.delay * self.rng.uniform(0.8, 1.2)
        if self.rng.random() < self.held_up:
            delay += self.rng.uniform(0, 2)
        return max(before, self.room.clock.now() + delay)

    def tell(self, message, handed=None):
        if handed is not None:
            handed()
        self._down = self._on_the_way(self._down)
        self._later(self._down, lambda: self._hear(message))

    def _send(self, message):
        self._up = self._on_the_way(self._up)
        self._later(self._up, lambda: self._arrive(message))

    def _later(self, when, action):
        line = self._line

        def if_still_there():
            if line == self._line:
                action()

        self.room.clock.call_at(when, if_still_there)

    def _arrive(self, message):
        match message:
            case msg.Open():
                self.room.desk.open(self.account, message)
            case msg.Ping():
                self.tell(msg.Pong(sent=message.sent))
            case _:
                self._do(message)

    def _do(self, message):
        desk, now = self.room.desk, self.room.clock.now()
        task = asyncio.create_task(desk.ask(self, self.name, message, now))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The client.

    def _hear(self, message):
        received = self.session.receive(encode(message), self.room.clock.now())
        if received is None:
            return
        for answer in received.answers:
            self._send(answer)
        if received.proven is not None:
            self._look_at(received.proven)
        request = getattr(message, "request", None)
        if request is not None:
            self._later(self.room.clock.now() + 0.05, lambda: self._play(message, request))

    def _look_at(self, found):
        self.did["hands"] += 1
        self.did["missed"] += found.missed
        self.did["dropped"] += bool(found.dropped)
        self.did["random"] += found.findings is not None and found.findings.is_random

    def _play(self, message, request):
        hand = getattr(message, "hand", None) or message.view.hand
        legal = request.legal
        action: msg.Draw | msg.Check | msg.Call = msg.Check() if legal.check else msg.Call()
        if legal.draw is not None:
            most = legal.draw - legal.keeps_ace
            action = msg.Draw(cards=tuple(self.rng.sample(request.cards, most)))
        id = self.session.next_id()
        self._send(
            msg.Act(id=id, table=self.room.table, hand=hand, turn=request.turn, action=action)
        )

    # What befalls him.

    def is_cut_off(self):
        self.did["cut off"] += 1
        self._line += 1
        self.room.actor.lost(self)
        self._later(self.room.clock.now() + self.rng.uniform(0, 4), self.comes_back)

    def begins_anew(self):
        self.did["begun anew"] += 1
        self.clients = [self._client()]
        self.is_cut_off()

    def changes_clients(self):
        """To one that he had before, or a fresh one while that one waits."""
        self.did["other client"] += 1
        if len(self.clients) > 1:
            self.clients.insert(0, self.clients.pop())
        else:
            self.clients.append(self._client())
        self.is_cut_off()

    def comes_back(self):
        self._down = self._up = self.room.clock.now()
        occupant = self.room.actor.state.seating.of(self.account)
        seats = () if occupant is None else (occupant.seat,)
        welcome = msg.Welcome(
            version="0",
            account=self.account,
            name=self.name,
            chips=0,
            limits=msg.Limits(max_frame=1, heartbeat_s=1),
            seats=tuple(msg.SeatTaken(table=self.room.table, seat=seat) for seat in seats),
        )
        self.session.receive(encode(welcome))
        for resume in self.session.resumptions(welcome):
            self._send(resume)

    async def ends(self):
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks)


async def seated(room, names, rng, delays=(0.005, 0.02, 0.1, 0.2, 0.3, 0.8), held_up=HELD_UP):
    players = []
    for name in names:
        account, _ = await room.storage.accounts.add_guest(name, 10**9)
        player = Far(room, account.account, name, rng, rng.choice(delays), held_up)
        player._do(msg.Sit(id="sit", table=room.table))
        players.append(player)
        await room.settle()
    return players


async def pass_time(room, seconds):
    """As of the room, also while the disk is slow: so nobody waits for an empty inbox."""
    until = room.clock.now() + seconds
    await yielded()
    while (action := room.clock.due(until)) is not None:
        action()
        await yielded()


async def yielded():
    for _ in range(12):
        await asyncio.sleep(0)

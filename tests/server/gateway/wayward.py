"""
Clients that take part in proven deals as badly as real ones: silent, late, cut off and begun anew.

They keep each proof as they heard it, and each as the server gives it out afterwards.
"""

import asyncio
from functools import partial

from showdown.protocol import messages as msg
from showdown.protocol.session import ClientSession
from showdown.rules import seen
from showdown.rules.fairness.record import Proof
from showdown.rules.ruleset import HandId
from showdown.sdk import Connection

PATIENCE = 60
"""Seconds: all players and the server share one process."""


class Wayward(ClientSession):
    """A session that opens as it should, most of the time."""

    def __init__(self, table, rng, did):
        super().__init__(partial(rng.randbytes, 32))
        self._table, self._rng, self._did = table, rng, did
        self._late: list[msg.Open] = []

    @property
    def heard(self):
        """The proof of the hand that ran last, as it was heard."""
        return self._contributors[self._table].heard.proof

    def receive(self, frame, now=None):
        received = super().receive(frame, now)
        if received is None:
            return None
        over = any(isinstance(each, seen.EntropyOpened) for each in received.events)
        late, self._late = (self._late, []) if over else ([], self._late)
        self._did["late"] += len(late)
        said = [each for each in received.answers if self._says(each)]
        if not any(isinstance(each, msg.Open) for each in said):
            # A ping behind what was not opened would let the server seem to have dropped it.
            said = [each for each in said if not isinstance(each, msg.Ping)]
        return received._replace(answers=(*late, *said))

    def _says(self, answer):
        """Whether it is sent now; what is kept back is sent when it is too late, or never."""
        if isinstance(answer, msg.Anchor):
            self._did["anchor"] += 1
        if not isinstance(answer, msg.Open) or self._rng.random() < 0.95:
            return True
        if self._rng.random() < 0.5:
            self._late.append(answer)
        else:
            self._did["silent"] += 1
        return False


class WaywardPlayer:
    """Sits at a table of his own, checks or calls, and draws all that he may or nothing."""

    def __init__(self, url, table, name, rng, did):
        self.heard: dict[HandId, Proof] = {}
        self.heads: dict[HandId, str] = {}
        """What the client found of each hand that it heard."""
        self.stored: dict[HandId, Proof] = {}
        self._url, self._table, self._name, self._rng, self._did = url, table, name, rng, did
        self._connection = None
        self._token = None

    async def play(self, hands):
        """Until so many hands were heard to their end."""
        await self._come()
        await self._connection.request(lambda id: msg.Sit(id=id, table=self._table))
        while len(self.heard) < hands:
            async for received in self._connection:
                found = received.proven
                heard = self._session.heard if found is not None else None
                # What was missed may come at once, with the beginning of the next hand.
                if heard is not None and heard.hand == str(found.hand):
                    self.heard[found.hand] = heard
                    self.heads[found.hand] = found.findings.head
                await self._answer(received.message)
                if len(self.heard) >= hands or self._rng.random() < 0.004:
                    break
            else:
                raise AssertionError(self._connection.close_reason)
            if len(self.heard) < hands:
                await self._begin_anew()

    async def _come(self):
        self._session = session = Wayward(self._table, self._rng, self._did)
        name = None if self._token else self._name
        connection = await Connection.open(
            self._url, name=name, token=self._token, session=session, timeout=PATIENCE
        )
        self._connection, self._token = connection, self._token or session.token

    async def _begin_anew(self):
        """As a client that was ended and started again: all that it knew is gone."""
        self._did["restart"] += 1
        await self._connection.close()
        await self._come()

    async def _answer(self, message):
        request = getattr(message, "request", None)
        hand = getattr(message, "hand", None) or getattr(
            getattr(message, "view", None), "hand", None
        )
        if request is None or hand is None:
            return
        action, id = self._choose(request), self._session.next_id()
        act = msg.Act(id=id, table=self._table, hand=hand, turn=request.turn, action=action)
        await self._connection._send(act)

    def _choose(self, request):
        legal, chance = request.legal, self._rng.random()
        if legal.draw is not None:
            most = legal.draw - legal.keeps_ace
            return msg.Draw(cards=tuple(self._rng.sample(request.cards, most * (chance < 0.8))))
        if chance < 0.06 and legal.fold:
            return msg.Fold()
        return msg.Check() if legal.check else msg.Call()

    async def look_back(self, hands):
        """Ask for hands as they are stored."""
        if not self._connection.is_open:
            await self._come()
        for hand in sorted(hands):
            reply = await self._connection.request(lambda id, hand=hand: msg.Hand(id=id, hand=hand))
            if reply.result.you is not None:
                self.stored[hand] = reply.result.proof

    async def go(self):
        """Go away."""
        if self._connection is not None:
            await self._connection.close()


async def play_all(players, hands):
    """Let the players of a table play until one of them has heard so many hands."""
    tasks = [asyncio.create_task(player.play(hands)) for player in players]
    try:
        async with asyncio.timeout(10 * PATIENCE):
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

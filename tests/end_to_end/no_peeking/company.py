"""
People who play, look on, come late, drop out and look back, all by chance, and keep what they get.
"""

import asyncio
import json
from contextlib import suppress
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from showdown.protocol import SUBPROTOCOL
from tests.end_to_end.no_peeking.checking import Heard

TABLE = "main"
WILD_GUESS = frozenset({"As"})
"""What somebody throws who may not hold it."""


class Person:
    """Somebody at the table, for as long as :meth:`live` is let run."""

    def __init__(self, url, name, rng, heard, *, plays):
        self.url, self.name, self._rng, self._heard, self._plays = url, name, rng, heard, plays
        self.hands_over = 0
        self.told = asyncio.Event()
        """Set whenever something came."""
        self._account = self._token = self._seat = None
        self._known: dict[str, int] = {}
        self._hand = 0
        self._turn: tuple | None = None
        self._number = 0

    async def live(self):
        """Come, and come back whenever the connection is gone."""
        while True:
            async with connect(
                self.url,
                proxy=None,
                compression=None,
                max_size=2**22,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
            ) as self._socket:
                with suppress(ConnectionClosed):
                    await self._converse()

    async def _converse(self):
        known = dict(self._known)
        resumes = bool(known) and self._rng.random() < 0.7
        who = {"token": self._token} if self._token else {"name": self.name}
        await self._ask("hello", resume=resumes, **who)
        await self._begin(known, resumes)
        async for text in self._socket:
            frame = json.loads(text)
            await self._take(text, frame)
            await self._react(frame)

    async def _begin(self, known, resumes):
        if resumes:
            last = self._rng.choice(
                (known[TABLE], known[TABLE], self._rng.randint(0, known[TABLE]))
            )
            await self._ask("resume", table=TABLE, last_seq=last)
        else:
            await self._ask("watch", table=TABLE)
        if self._plays:
            await self._ask("sit", table=TABLE)

    async def _take(self, text, frame):
        if frame["type"] == "welcome":
            self._account = frame["account"]
            self._token = frame.get("token", self._token)
        if frame["type"] == "snapshot":
            self._seat = frame["view"].get("you")
            self._known[TABLE] = frame["seq"]
        if frame["type"] == "update":
            last = frame["seq"] + len(frame["events"]) - 1
            self._known[TABLE] = max(self._known.get(TABLE, 0), last)
        self._heard.append(Heard(self._account or 0, text, dict(self._known), WILD_GUESS))
        self.told.set()

    async def _react(self, frame):
        self._hand = frame.get("hand") or frame.get("view", {}).get("hand") or self._hand
        for event in frame.get("events", ()):
            await self._see(event)
        request = frame.get("request")
        if request and frame["type"] != "reply":
            await self._decide(request)
        if self._rng.random() < 0.02:
            await self._wander()

    async def _see(self, event):
        kind, own = event.get("type"), event.get("seat") == self._seat
        if kind == "hand_ended":
            self.hands_over += 1
            await self._look_back()
        if kind == "seated" and event["name"] == self.name:
            self._seat = event["seat"]  # a resume tells it so, and no snapshot does
        if kind == "left" and own and self._plays:
            self._seat = None
            await self._ask("watch", table=TABLE)
            await self._ask("sit", table=TABLE)
        if kind == "sat_out" and own:
            await self._ask("top_up", table=TABLE, to=self._rng.choice((10**9, 1000)))
            await self._ask("top_up", table=TABLE, to=self._stack)
            await self._ask("sit_in", table=TABLE)
            await self._ask("post", table=TABLE)

    async def _look_back(self):
        chance = self._rng.random()
        hand = self._hand - (0 if chance < 0.1 else self._rng.randint(0, 4))
        if chance < 0.3:
            await self._ask("hand", hand=max(0, hand))
        if chance < 0.1:
            await self._ask("hands", limit=5)
        if 0.25 < chance < 0.4:
            await self._ask("show", table=TABLE, hand=self._hand)
        if chance > 0.95:
            await self._ask("leave", table=TABLE)

    async def _wander(self):
        """Look at the table anew from anywhere, or drop out."""
        chance = self._rng.random()
        if chance < 0.5:
            last = self._rng.randint(0, self._known.get(TABLE, 0))
            await self._ask("resume", table=TABLE, last_seq=last)
        elif chance < 0.7:
            await self._ask("tables")
        else:
            self._socket.transport.abort()

    async def _decide(self, request):
        self._stack = request["ruleset"]["max_buy"]
        if self._rng.random() < 0.1:
            await self._act(request, {"type": "raise", "to": 2**53 - 1})
            await self._act(request, {"type": "draw", "cards": [*WILD_GUESS] * 2})
        await self._act(request, self._choose(request))

    def _choose(self, request):
        legal, rng = request["legal"], self._rng
        if request["kind"] == "draw":
            return {"type": "draw", "cards": self._discards(request)}
        moves = [{"type": "check"} if legal.get("check") else {"type": "call"}] * 6
        moves += [{"type": "fold"}] * 1
        for kind in ("bet", "raise"):
            if kind in legal:
                least, most = legal[kind]["min"], legal[kind]["max"]
                moves += [{"type": kind, "to": least}] * 2 + [{"type": kind, "to": most}]
        return rng.choice(moves)

    def _discards(self, request):
        """Any that may go; who may throw the most only with an ace kept throws one fewer."""
        most = request["legal"]["draw"] - bool(request["legal"].get("keeps_ace"))
        return self._rng.sample(request["cards"], self._rng.randint(0, min(5, most)))

    async def _act(self, request, action):
        await self._ask("act", table=TABLE, hand=self._hand, turn=request["turn"], action=action)

    async def _ask(self, kind, **fields):
        self._number += 1
        await self._socket.send(json.dumps({"type": kind, "id": f"p{self._number}", **fields}))


def company(url, rng, heard):
    """Players and people who look on, each with chances of his own."""
    players, lookers = rng.randint(2, 6), rng.randint(1, 2)
    return [
        Person(
            url,
            f"Person {number}",
            Random(rng.random()),
            heard,
            plays=number < players,
        )
        for number in range(players + lookers)
    ]

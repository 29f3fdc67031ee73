"""A player who follows a script over a socket of his own, and tries what he may not do."""

import json
from collections import deque
from itertools import cycle

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from showdown.protocol import SUBPROTOCOL
from tests.told import check_frame

HIGHEST = 2**53 - 1


class ScriptedPlayer:
    """Asks for something illegal each turn, then does what comes next in his script."""

    SCRIPT = ("call", "raise", "call", "all", "fold", "call", "pair")

    def __init__(self, url, name):
        self.url, self.name = url, name
        self.frames = []
        self.account = None
        self.refusals = set()
        self.hands = set()
        self._script = cycle(self.SCRIPT)
        self._number = 0
        self._unread: deque[dict] = deque()
        """Frames that came while it waited for a reply."""

    async def play(self, table, hands):
        """Play so many hands at a table, then leave."""
        async with connect(self.url, proxy=None, subprotocols=[Subprotocol(SUBPROTOCOL)]) as socket:
            await self._ask(socket, "hello", name=self.name)
            self.account = next(f for f in self.frames if f["type"] == "welcome")["account"]
            await self._ask(socket, "sit", table=table)
            seat = next(f for f in self.frames if f["type"] == "snapshot")["view"]["you"]
            while len(self.hands) < hands:
                await self._step(socket, table, seat)
            await self._ask(socket, "leave", table=table)
            while not self._has_left(seat):
                await self._read(socket)

    async def _step(self, socket, table, seat):
        frame = self._unread.popleft() if self._unread else await self._read(socket)
        for event in frame.get("events", ()):
            if event.get("type") == "hand_ended":
                self.hands.add(frame["hand"])
            if event.get("type") == "sat_out" and event["seat"] == seat:
                await self._ask(socket, "top_up", table=table, to=1000)
                await self._ask(socket, "sit_in", table=table)
        if frame.get("request") and frame["type"] in ("update", "snapshot"):
            hand = frame.get("hand") or frame["view"]["hand"]
            await self._act(socket, table, hand, frame["request"])

    def _has_left(self, seat):
        updates = [f for f in self.frames if f["type"] == "update"]
        return any(e.get("type") == "left" and e["seat"] == seat for e in updates[-1]["events"])

    async def _act(self, socket, table, hand, request):
        turn = {"table": table, "hand": hand, "turn": request["turn"]}
        for action in self._illegal(request):
            refused = await self._ask(socket, "act", **turn, action=action)
            assert not refused.get("ok"), (action, request)
            self.refusals.add(refused["error"]["code"])
        done = await self._ask(socket, "act", **turn, action=self._next(request))
        assert done["ok"], done

    def _illegal(self, request):
        legal = request["legal"]
        if request["kind"] == "draw":
            foreign = "2c" if "2c" not in request["cards"] else "2d"
            yield {"type": "fold"}
            if foreign not in request["cards"]:
                yield {"type": "draw", "cards": [foreign]}
            yield {"type": "draw", "cards": [request["cards"][0]] * 2}
            return
        yield {"type": "call"} if legal.get("check") else {"type": "check"}
        yield {"type": "raise", "to": HIGHEST} if legal.get("price") else {"type": "raise", "to": 1}

    def _next(self, request):
        legal, step = request["legal"], next(self._script)
        if request["kind"] == "draw":
            count = {"fold": 0, "pair": 3}.get(step, len(step))
            return {"type": "draw", "cards": request["cards"][: min(count, 5)]}
        passive = {"type": "check"} if legal.get("check") else {"type": "call"}
        for move in ("bet", "raise"):
            if step in ("raise", "all") and move in legal:
                return {"type": move, "to": legal[move]["min" if step == "raise" else "max"]}
        return {"type": "fold"} if step == "fold" else passive

    async def _ask(self, socket, kind, **fields):
        self._number += 1
        request_id = f"s{self._number}"
        await socket.send(json.dumps({"type": kind, "id": request_id, **fields}))
        while True:
            frame = await self._read(socket)
            self._unread.append(frame)
            reply = frame if frame["type"] == "reply" else frame.get("reply") or {}
            if reply.get("id") == request_id:
                return reply

    async def _read(self, socket):
        frame = json.loads(await socket.recv())
        check_frame(frame)
        self.frames.append(frame)
        return frame

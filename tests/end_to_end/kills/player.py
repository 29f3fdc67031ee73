"""
A player over raw frames who remembers all that he was told, over as many connections as it takes.

He is a client of his own, not that of the SDK, so that what the server promises on the wire is held
against something that does not share its code: numbers without a gap, the same event at the same
number however often it comes, one reply for each request.
"""

import asyncio
import json
import secrets
from collections import Counter
from functools import partial

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from showdown.protocol import SUBPROTOCOL
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode
from showdown.protocol.session import ClientSession

RETRY_S = 0.02
UNAVAILABLE_S = 0.1
OVER = ("stale_turn", "not_your_turn", "not_in_hand", "wrong_phase", "not_seated")
"""Why a legal action is refused: a leave or the clock came first."""

LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)


class Dealing(ClientSession):
    """What the SDK does in a deal; whoever is born again knows no more which ids he has used."""

    def next_id(self):
        return f"deal-{secrets.token_hex(8)}"


class Player:
    """Sits at one table and plays whatever comes into his head."""

    def __init__(self, name, table, random, *, mute=False):
        self.name, self.table, self.random = name, table, random
        self.mute = mute
        """Whether he lets the clock play for him."""
        self.wishful = True
        """Whether he gets up, sits out and buys chips when he feels like it."""
        self.account = self.token = self.seat = None
        self.last = None
        """The last event that he knows."""
        self.seen = {}
        """Events by their number, as they came; those that were held against the log are gone."""
        self.views = []
        """Snapshots: number, view and the request that came with it."""
        self.requests = []
        """What he was asked: number of the last event before, and the request."""
        self.asked = None
        """The last hand and request that he has not answered."""
        self.notices = []
        self.paused = False
        """Whether his table has said that it waits."""
        self.sent = {}
        """Each request that he ever sent, by its id."""
        self.times_sent: Counter[str] = Counter()
        self.times_answered: Counter[str] = Counter()
        self.answers: list[tuple[dict, dict]] = []
        """Requests and their replies; those that were held against the log are gone."""
        self.out = False
        """Whether his table has let him sit out."""
        self.frames = 0
        self.connections = 0
        self.in_step = asyncio.Event()
        """Set while he is connected and knows his table."""
        self.open: dict[str, dict] = {}
        """Requests without a reply on this connection."""
        self._numbers = 0
        self._resumes = False
        """Whether he asked on this connection for what he has missed instead of a snapshot."""
        self.came_back = False
        """Whether he has been here before, in a life of which he knows nothing."""
        self.socket = None
        self._pong = None
        self.dealer = Dealing(partial(secrets.token_bytes, 32))
        """The client of the SDK beside him: it opens for deals that are proven, and checks them."""

    def reborn(self):
        """The same player as a client who has forgotten everything but his token."""
        player = Player(self.name, self.table, self.random)
        player.token, player.account, player.came_back = self.token, self.account, True
        return player

    @property
    def _life(self):
        return "again-" if self.came_back else ""

    # Connections.

    async def live(self, address):
        """Play until cancelled; ``await address()`` gives the url of a server that is up."""
        while True:
            try:
                url = await address()
                async with connect(
                    url, proxy=None, open_timeout=20, subprotocols=[Subprotocol(SUBPROTOCOL)]
                ) as socket:
                    self.socket = socket
                    self.connections += 1
                    await self._greet()
                    async for frame in socket:
                        await self._take(json.loads(frame))
            except LOST:
                pass
            finally:
                self.in_step.clear()
            await asyncio.sleep(RETRY_S * self.random.random())

    async def _greet(self):
        who = {"token": self.token} if self.token else {"name": self.name}
        self._resumes = self.last is not None and self.random.random() < 0.8
        self.paused = False
        await self._ask("hello", **who, **({"resume": True} if self._resumes else {}))

    async def _ask(self, kind, *, request_id=None, **fields):
        """Send a request and go on; its reply comes among the frames."""
        if request_id is None:
            self._numbers += 1
            request_id = f"{kind}-{self._life}{self._numbers}"
        request = {"type": kind, "id": request_id, **fields}
        assert self.sent.setdefault(request_id, request) == request
        self.open[request_id] = request
        self.times_sent[request_id] += 1
        await self.socket.send(json.dumps(request))

    async def ping(self, number):
        """Ask whether the server hears him; gives what it answers."""
        self._pong = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"type": "ping", "sent": number}))
        return await self._pong

    # What comes.

    async def _take(self, frame):
        self.frames += 1
        await self._open(frame)
        kind = frame["type"]
        if kind == "welcome":
            await self._welcome(frame)
        elif kind == "snapshot" and frame["table"] == self.table:
            await self._snapshot(frame)
        elif kind == "update" and frame["table"] == self.table:
            await self._update(frame)
        elif kind == "pong":
            self._pong.set_result(frame.get("sent", 0))
        elif kind == "notice":
            self.notices.append(frame)
            self.paused = frame["code"] == "paused"
        reply = frame if kind == "reply" else frame.get("reply")
        if reply is not None:
            await self._reply(reply)

    async def _open(self, frame):
        """Let the deal be checked, whatever has happened to the server; a wrong one raises."""
        received = self.dealer.receive(json.dumps(frame))
        for answer in () if received is None else received.answers:
            if isinstance(answer, msg.Anchor):
                self.sent[answer.id] = {"type": "anchor"}
                self.times_sent[answer.id] += 1
                await self.socket.send(encode(answer).decode())
            elif isinstance(answer, msg.Open):
                await self.socket.send(encode(answer).decode())

    async def _welcome(self, frame):
        self.account = frame["account"]
        self.token = frame.get("token") or self.token
        unanswered, self.open = self.open, {}
        if any(seat["table"] == self.table for seat in frame.get("seats", ())):
            if self._resumes:
                await self._ask("resume", table=self.table, last_seq=self.last)
            # An action is safe to send again; whatever else was asked is asked anew when wanted.
            for request in unanswered.values():
                if request["type"] == "act":
                    await self._ask(**_again(request))
        else:
            self.seat = None
            await self._ask("sit", table=self.table)

    async def _snapshot(self, frame):
        assert self.last is None or frame["seq"] >= self.last, "a snapshot goes back in time"
        self.last, view = frame["seq"], frame["view"]
        self.views.append((frame["seq"], view))
        self.seat = view.get("you")
        self.in_step.set()
        if self.seat is not None:
            own = next(each for each in view["seats"] if each["seat"] == self.seat)
            self.out = own.get("sitting_out", False)
            if self.out:
                await self._come_back()
        else:
            await self._has_no_seat()
        if request := frame.get("request"):
            await self._decide(view["hand"], request)

    async def _update(self, frame):
        first, events = frame["seq"], frame["events"]
        for number, event in enumerate(events, first):
            assert self.seen.setdefault(number, event) == event, (number, event, self.seen[number])
        if self.last is None:
            return
        assert first <= self.last + 1, f"after event {self.last} came {first}"
        fresh = events[max(0, self.last + 1 - first) :]
        self.last = max(self.last, first + len(events) - 1)
        self.in_step.set()
        for event in fresh:
            await self._happened(event)
        if request := frame.get("request"):
            await self._decide(frame["hand"], request)

    async def _has_no_seat(self):
        """What he was told when he came may have been old: he sits down, unless he is about to."""
        if not any(request["type"] == "sit" for request in self.open.values()):
            await self._ask("sit", table=self.table)

    async def _happened(self, event):
        if (event.get("type"), event.get("name")) == ("seated", self.name):
            self.seat = event["seat"]  # whose answer was lost hears of it by this alone
        if event.get("seat") != self.seat or self.seat is None:
            return
        if event["type"] in ("sat_out", "sat_in"):
            self.out = event["type"] == "sat_out"
        if event["type"] == "sat_out":
            await self._come_back()
        elif event["type"] == "left":
            self.seat = None
            await self._ask("sit", table=self.table)

    async def _reply(self, reply):
        request = self.open.pop(reply["id"], None)
        self.times_answered[reply["id"]] += 1
        assert self.times_answered[reply["id"]] <= self.times_sent[reply["id"]]
        if self.sent[reply["id"]]["type"] == "anchor":
            return
        self.answers.append((self.sent[reply["id"]], reply))
        error = reply.get("error")
        if error is None and request is not None and request["type"] == "resume" and self.out:
            await self._come_back()  # what he asked when he was cut off is lost
        if error is None or request is None:
            return
        if error["code"] == "unavailable":
            # Nothing has happened, so the same may be sent again.
            await asyncio.sleep(UNAVAILABLE_S)
            await self._ask(**_again(request))
        elif error["code"] == "already_seated":
            # What his node could not say when he came: it had just come back itself.
            await self._ask("resume", table=self.table)
        elif request["type"] == "act":
            assert error["code"] in OVER, (request, error)
        elif request["type"] == "hello":
            raise AssertionError(error)

    # What he does.

    async def _come_back(self):
        await self._ask("top_up", table=self.table, to=1000)
        await self._ask("sit_in", table=self.table)

    async def _decide(self, hand, request):
        self.requests.append((self.last, hand, request))
        self.asked = (hand, request)
        if not self.mute:
            await self.answer_now()

    async def answer_now(self):
        """Answer what he was last asked, unless he has."""
        if self.asked is None:
            return
        (hand, request), self.asked = self.asked, None
        if self.wishful and self.random.random() < 0.03:
            await self._wish()
        turn = {"table": self.table, "hand": hand, "turn": request["turn"]}
        request_id = f"{self._life}{hand}.{request['turn']}"
        earlier = self.sent.get(request_id)
        action = earlier["action"] if earlier else self._move(request)
        if request_id not in self.open:
            await self._ask("act", request_id=request_id, **turn, action=action)

    async def _wish(self):
        kind = self.random.choice(["leave", "sit_out", "top_up"])
        fields = {"to": 2000} if kind == "top_up" else {}
        await self._ask(kind, table=self.table, **fields)

    def _move(self, request):
        legal = request["legal"]
        if request["kind"] == "draw":
            cards = request["cards"]
            count = self.random.randint(0, min(len(cards), legal["draw"]))
            return {"type": "draw", "cards": self.random.sample(cards, count)}
        moves = [{"type": "check"} if legal.get("check") else {"type": "call"}] * 6
        moves += [{"type": "fold"}]
        for kind in ("bet", "raise"):
            if kind in legal:
                at_least, at_most = legal[kind]["min"], legal[kind]["max"]
                moves += [{"type": kind, "to": self.random.choice([at_least] * 4 + [at_most])}]
        return self.random.choice(moves)


def _again(request):
    fields = {key: value for key, value in request.items() if key not in ("type", "id")}
    return {"kind": request["type"], "request_id": request["id"], **fields}

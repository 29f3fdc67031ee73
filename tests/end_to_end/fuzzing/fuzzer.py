"""
A client that plays, and sends what nobody should: it counts what it gets for it.
"""

import asyncio
import json
from collections import Counter, deque
from contextlib import suppress

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from tests.end_to_end.fuzzing.messages import Author

DOCUMENTED = {1002, 1007, 1008, 1009, 1013, 4001, 4003, 4008, 4009}
"""Close codes that the protocol names for what a client does."""
PATIENCE = 60
SUBPROTOCOL = Subprotocol("showdown.v1")


class Unanswered(AssertionError):
    """Something was not answered once, or the connection ended without a reason."""


class Fuzzer:
    """One after the other connection of one player who keeps trying."""

    def __init__(self, url, name, rng, tables):
        self.url, self.name, self._rng = url, name, rng
        self.sent: Counter[str] = Counter()
        """How many messages of each sort."""
        self.closed: Counter[int] = Counter()
        self.codes: Counter[str] = Counter()
        self._tables = tuple(tables)
        self._facts = {"table": list(tables), "seat": [1, 2, 3], "buy_in": [400, 1000]}
        self._author = Author(rng, self._facts)
        self._tokens: dict[int | None, dict[str, str]] = {}
        """By account, since a hello by chance may make it another one."""
        self._account = None
        self._told: Counter[str] = Counter()
        """How many updates of each table came."""
        self._old: deque[str] = deque(maxlen=50)
        """Frames that were sent before, to be sent again."""
        self._numbers = 0
        self._request: dict | None = None
        self._logins = 0

    def reseed(self, seed):
        """Let what follows depend on the seed alone."""
        self._rng.seed(seed)

    async def run(self, messages):
        """Send so many messages, over as many connections as it takes."""
        until = sum(self.sent.values()) + messages
        while sum(self.sent.values()) < until:
            await self._connection(until)

    async def go_home(self):
        """Get up everywhere, as everybody that this client ever was."""
        for token in tuple(self._tokens.values()):
            async with self._open() as self._socket:
                self._owed = Owed()
                await self._say({"type": "hello", **token})
                await self._get_up()

    async def _get_up(self):
        """Leave every table, and wait until the hands are over that this takes."""
        for table in self._tables:
            await self._say({"type": "unwait", "table": table})
            told = self._told[table]
            while await self._done({"type": "leave", "table": table}):
                if self._told[table] == told:
                    await self._news(table)
                told = self._told[table]

    async def _done(self, message):
        """Whether a request is done; its reply is waited for."""
        await self._settle()
        request_id = await self._say(message)
        await self._settle()
        return self._owed.was_done(request_id)

    async def _news(self, table):
        """Wait for something that happens at a table."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = json.loads(await self._socket.recv())
                self._hear(frame)
                if frame["type"] == "update" and frame["table"] == table:
                    return

    def _open(self):
        return connect(
            self.url,
            proxy=None,
            compression=None,
            max_size=2**22,
            max_queue=None,
            subprotocols=[SUBPROTOCOL],
        )

    async def _connection(self, until):
        async with self._open() as self._socket:
            self._owed = Owed()
            try:
                await self._sign_in()
                while sum(self.sent.values()) < until:
                    for _ in range(self._rng.randint(1, 40)):
                        await self._one()
                    await self._settle()
                    if self._rng.random() < 0.02:
                        self._socket.transport.abort()
                        return
            except ConnectionClosed:
                await self._ended()

    async def _sign_in(self):
        """As somebody whom he was before, or somebody new; sometimes not at all."""
        if self._rng.random() < 0.03:
            return
        known = self._tokens.get(self._account)
        self._logins += 1
        name = {"name": f"{self.name}-{self._logins}"}
        await self._say({"type": "hello", **(known or name)})
        await self._settle()
        if not self._owed.signed_in:
            self._tokens.pop(self._account, None)
            await self._say({"type": "hello", **name})
        for table in self._rng.sample(self._tables, 2):
            await self._say({"type": "sit", "table": table}, "play")

    async def _one(self):
        rng, author = self._rng, self._author
        chance = rng.random()
        if self._request and chance < 0.3:
            await self._act()
        elif chance < 0.55:
            await self._say_valid(author.message())
        elif chance < 0.9:
            await self._say(author.nearly(self._numbered(self._harmless())), "nearly valid")
        elif chance < 0.94:
            await self._say_again()
        else:
            await self._garbage()

    def _harmless(self):
        """Any message but the one after which nobody can come back."""
        while (message := self._author.message())["type"] == "sign_out":
            pass
        return message

    async def _act(self):
        request, self._request = self._request or {}, None
        legal = request["legal"]
        moves = [{"type": "draw", "cards": request["cards"][: self._rng.randint(0, 3)]}]
        if request["kind"] == "bet":
            moves = [{"type": "check"} if legal.get("check") else {"type": "call"}] * 3
            moves += [
                {"type": kind, "to": legal[kind][self._rng.choice(("min", "max"))]}
                for kind in ("bet", "raise")
                if kind in legal
            ]
        place = {key: self._rng.choice(self._facts[key][-1:]) for key in ("hand", "turn")}
        table = self._rng.choice(self._facts["table"][-1:])
        await self._say(
            {"type": "act", "table": table, **place, "action": self._rng.choice(moves)}, "play"
        )

    def _numbered(self, message):
        self._numbers += 1
        return message if message["type"] == "ping" else {**message, "id": f"f{self._numbers}"}

    async def _say(self, message, sort="valid"):
        """Send a message; one that is valid gets an id of its own."""
        if sort != "nearly valid":
            message = self._numbered(message)
        self._owed.for_message(message)
        await self._write(json.dumps(message), sort)
        return message.get("id")

    async def _say_valid(self, message):
        """Say it; who signs out for good gets up first, since nobody could do it for him later."""
        if message["type"] == "sign_out":
            await self._get_up()
        await self._say(message)

    async def _say_again(self):
        if self._old:
            text = self._rng.choice(self._old)
            self._owed.for_message(json.loads(text))
            await self._write(text, "once more")

    async def _garbage(self):
        rng = self._rng
        text = json.dumps(self._numbered(self._harmless()))
        match rng.randint(0, 9):
            case 0:
                self._owed.something()
                await self._write(rng.choice((b"", b"\x00\xff", text.encode())), "binary")
            case 1:
                message = json.loads(text)
                self._owed.for_message(message)
                third = len(text) // 3
                await self._write([text[:third], text[third:-third], text[-third:]], "pieces")
            case 2:
                await self._socket.ping()
                self.sent["ping frame"] += 1
            case 3 if rng.random() < 0.1:
                self._owed.something()
                await self._write(text + " " * 9000, "too big")
            case 4 if rng.random() < 0.1:
                self.sent["not UTF-8"] += 1
                self._owed.something()
                await self._socket.send(b"\xff\xfe{", text=True)
            case _:
                self._owed.something()
                await self._write(self._author.mangled(text), "mangled")

    async def _write(self, data, sort):
        self.sent[sort] += 1
        if isinstance(data, str) and sort in ("valid", "play") and '"hello"' not in data:
            self._old.append(data)
        await self._socket.send(data)

    async def _settle(self):
        """Wait until all that was sent is answered, and count the answers."""
        self._numbers += 1
        marker = 10**9 + self._numbers
        await self._socket.send(json.dumps({"type": "ping", "sent": marker}))
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = json.loads(await self._socket.recv())
                if frame == {"type": "pong", "sent": marker}:
                    break
                self._hear(frame)
        self._owed.check(whole=True)

    def _hear(self, frame):
        self._owed.answered(frame)
        reply = frame if frame["type"] == "reply" else frame.get("reply") or {}
        if error := reply.get("error"):
            self.codes[error["code"]] += 1
        if frame["type"] == "welcome":
            self._owed.signed_in = True
            self._account = account = frame["account"]
            for kind in ("token", "resume_token"):
                if kind in frame:
                    self._tokens[account] = {kind: frame[kind]}
        if frame["type"] == "update":
            self._told[frame["table"]] += 1
        self._learn(frame)

    def _learn(self, frame):
        """Remember names and numbers, so that messages are about what there is."""
        view = frame.get("view") or {}
        for key, value in (
            ("hand", frame.get("hand") or view.get("hand")),
            ("table", frame.get("table")),
            ("last_seq", frame.get("seq")),
            ("before", frame.get("hand")),
            ("seat", view.get("you")),
        ):
            if value is not None:
                self._fact(key, value)
        if request := frame.get("request"):
            self._request = request
            for key, value in (
                ("turn", request["turn"]),
                ("to", (request["legal"].get("raise") or {}).get("min", 10)),
                ("seat", request["seat"]),
                ("cards", request["cards"][0]),
            ):
                self._fact(key, value)

    def _fact(self, key, value):
        known = self._facts.setdefault(key, [])
        known.append(value)
        del known[:-12]

    async def _ended(self):
        """The server has closed: that is fine for a reason, and if nothing was answered twice."""
        with suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    self._hear(json.loads(await self._socket.recv()))
        code = self._socket.close_code
        self.closed[code] += 1
        self._owed.check(whole=False)
        if code not in DOCUMENTED | ({1000} if self._owed.signed_out else set()):
            raise Unanswered(f"closed with {code} {self._socket.close_reason}")


class Owed:
    """The answers that a connection still gets."""

    def __init__(self):
        self._replies: Counter[str] = Counter()
        self._any = 0
        self._got: Counter[str] = Counter()
        self._done: dict[str, bool] = {}
        self.signed_in = self.signed_out = False

    def for_message(self, message):
        """One answer for a message that was sent."""
        request_id = message.get("id")
        self.signed_out |= message.get("type") == "sign_out"
        if message.get("type") != "ping" and is_readable(request_id):
            self._replies[request_id] += 1
        else:
            self._any += 1

    def something(self):
        """One answer of whatever kind."""
        self._any += 1

    def answered(self, frame):
        """An answer has come, if this is one."""
        reply = frame if frame["type"] in ("reply", "pong") else frame.get("reply")
        if reply is not None:
            self._got[reply.get("id", "pong")] += 1
            self._done[reply.get("id", "pong")] = reply.get("ok", False)

    def was_done(self, request_id):
        """Whether the last answer to a request was that it is done."""
        return self._done[request_id]

    def check(self, *, whole):
        """
        Hold what came against what was owed.

        Raises:
            Unanswered: one request has another number of answers than one.
        """
        owed, got = sum(self._replies.values()) + self._any, sum(self._got.values())
        if got > owed or (whole and got < owed):
            missing, surplus = self._replies - self._got, self._got - self._replies
            raise Unanswered(f"{got} answers to {owed}: {missing} missing, {surplus} surplus")


def is_readable(request_id):
    """Whether an id is as an id must be."""
    return isinstance(request_id, str) and 0 < len(request_id) <= 36 and "\x00" not in request_id

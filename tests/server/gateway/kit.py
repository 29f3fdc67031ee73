"""A server in this process with storage in memory, and clients that speak the wire by hand."""

import asyncio
import json
from contextlib import asynccontextmanager
from itertools import count

from argon2 import PasswordHasher
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.gateway.answering import Services
from server.gateway.attempts import Attempts
from server.gateway.gateway import Gateway
from server.gateway.guesses import Guesses
from server.gateway.inviting import Doorman
from server.gateway.readiness import no_obstacle
from server.gateway.sign_in import Reception
from server.hosts import Hosts
from server.ledger import HOUSE_PARTY, account_party
from server.limits import Limits
from server.lobby import Lobby
from server.lobby.opening import USUAL, Opening
from server.passwords import Passwords
from server.ports import Posting, PostingKind
from server.tables.clock import LoopClock
from server.tables.setup import PLAIN
from server.tables.world import World
from showdown import Ruleset
from showdown.protocol import SUBPROTOCOL
from showdown.rules.ruleset import AccountId, HandId, TableId
from tests.server.fakes import MemoryStorage
from tests.told import check_frame

QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
QUICK = Ruleset(sb=5, bb=10, hand_pause=0)

USUAL_BOUNDS = Limits()


class House:
    """A running server."""

    def __init__(self, gateway, lobby, storage, clock, hosts, codes, reach=None):
        self.gateway, self.lobby, self.storage, self.clock = gateway, lobby, storage, clock
        self.hosts, self.codes, self.reach = hosts, codes, reach

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.gateway.port}"

    @asynccontextmanager
    async def client(self, **options):
        async with connect(
            self.url,
            proxy=None,
            compression=None,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            **options,
        ) as socket:
            yield Wire(socket)

    async def pass_time(self, seconds):
        """Let time pass that is in the test's hands, and everything happen that it brings."""
        until = self.clock.now() + seconds
        await self.settle()
        while (action := self.clock.due(until)) is not None:
            action()
            await self.settle()

    async def settle(self):
        """Wait until the inboxes of all tables are empty."""
        for actor in tuple(self.lobby.actors):
            done = asyncio.Event()

            async def job(done=done):
                done.set()

            actor.post(job)
            await done.wait()

    def lose(self, token):
        """All that the account of a token has, to the house."""
        loser = AccountId(int(token.removeprefix("token-")))
        accounts = self.storage.accounts
        lost = Posting(
            key=f"lost:{len(accounts.ledger)}",
            kind=PostingKind.RAKE,
            debit=account_party(loser),
            credit=HOUSE_PARTY,
            amount=accounts.accounts[loser].chips,
        )
        accounts.post([lost])

    @asynccontextmanager
    async def guest(self, name, **fields):
        async with self.client() as wire:
            reply = await wire.ask("hello", name=name, **fields)
            assert reply["ok"], reply
            yield wire


class Wire:
    """A client that sends and reads JSON."""

    def __init__(self, socket):
        self.socket = socket
        self.frames = []
        self._ids = count(1)

    async def send(self, text):
        await self.socket.send(text)

    async def read(self):
        frame = json.loads(await self.socket.recv())
        check_frame(frame)
        self.frames.append(frame)
        return frame

    async def until(self, wanted):
        """Read until a frame is wanted; all that was read before stays in `frames`."""
        while not wanted(frame := await self.read()):
            pass
        return frame

    async def ask(self, kind, **fields):
        """Send a request and give its reply, whichever frame carries it."""
        request_id = f"w{next(self._ids)}"
        await self.send(json.dumps({"type": kind, "id": request_id, **fields}))
        return await self.reply(request_id)

    async def send_as(self, request_id, **fields):
        """Send an action by an id, and wait for nothing."""
        await self.send(json.dumps({"type": "act", "id": request_id, **fields}))

    async def reply(self, request_id):
        frame = await self.until(lambda f: reply_of(f, request_id) is not None)
        return reply_of(frame, request_id)

    async def turn(self):
        """Read until this client is asked to decide."""
        return await self.until(lambda f: f.get("request"))


def reply_of(frame, request_id):
    reply = frame if frame["type"] == "reply" else frame.get("reply")
    return {"ok": False, **reply} if reply and reply["id"] == request_id else None


async def asked(wires):
    """Read until all know the newest event; who is asked then, and in which frame."""
    last = max(last_seq(frame) for wire in wires for frame in wire.frames)
    for wire in wires:
        while max(map(last_seq, wire.frames)) < last:
            last = max(last, last_seq(await wire.read()))
    newest = [(max(wire.frames, key=last_seq), wire) for wire in wires]
    for frame, wire in newest:
        if frame.get("request"):
            return wire, frame
    await wires[0].read()
    return await asked(wires)


def last_seq(frame):
    return frame["seq"] + max(0, len(frame.get("events", ())) - 1) if "seq" in frame else 0


@asynccontextmanager
async def open_house(
    *,
    tables=(("main", QUICK),),
    storage=None,
    guest_chips=10_000,
    daily_chips=500,
    today="2026-11-30",
    templates=(),
    limits=USUAL,
    private=(),
    onlookers_speak=True,
    bounds=USUAL_BOUNDS,
    clock=None,
    resume_window=86_400,
    new_key=None,
    setup=PLAIN,
    obstacle=no_obstacle,
    reach=None,
    **options,
):
    """
    `private` are tables that only who is invited can find; `house.codes` has their codes. `reach`
    leads to other nodes.
    """
    storage = storage or MemoryStorage()
    clock = clock or LoopClock()
    keys = count(1)

    async def next_hand():
        return HandId(await storage.journal.reserve_hands(1))

    lobby = Lobby(
        World(
            journal=storage.journal,
            accounts=storage.accounts,
            clock=clock,
            now_s=lambda: 1_796_040_000,
            new_key=new_key or (lambda: next(keys).to_bytes(32, "big")),
            next_hand=next_hand,
            most_spectators=bounds.spectators_per_table,
            hands=storage.hands,
        )
    )
    for name, ruleset in tables:
        await lobby.open(TableId(name), ruleset, setup)
    hosts = Hosts(storage.hosted, await storage.hosted.load())
    opening = Opening(lobby, storage.journal, storage.opened, templates, hosts, limits)
    await opening.reopen()
    codes = {name: await hosts.be_private(TableId(name)) for name in private}
    lobby.run()
    services = Services(
        lobby=lobby,
        opening=opening,
        accounts=storage.accounts,
        hands=storage.hands,
        clock=clock,
        reception=Reception(
            accounts=storage.accounts,
            passwords=Passwords(QUICK_HASHER),
            sessions=storage.sessions,
            attempts=Guesses(LoopClock()),
            resume_window=resume_window,
            guest_chips=guest_chips,
            daily_chips=daily_chips,
            today=lambda: today,
        ),
        hosts=hosts,
        doorman=Doorman(hosts, lobby, Attempts(LoopClock())),
        host_grants=1_000,
        onlookers_speak=onlookers_speak,
        links=lambda code: (f"ws://here/#{code}",),
        storage_answers=storage.answers,
        obstacle=obstacle,
        version="0",
        reach=reach,
    )
    gateway = Gateway(services, bounds, **options)
    if reach is not None:
        reach.open(services, gateway)
    await gateway.open("127.0.0.1", 0)
    try:
        yield House(gateway, lobby, storage, clock, hosts, codes, reach)
    finally:
        await gateway.close()
        await lobby.stop()

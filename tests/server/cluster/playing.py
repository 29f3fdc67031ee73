"""
Nodes where people play, for simulations: all of a server but its sockets and its database.

The parts are put together as `server.bootstrap` does it. People are connected to some node, sit at
tables of any, and check what they are told: no event is missed, none is told in two ways, and each
request has one answer.
"""

import asyncio
import json
import sys
from collections import Counter, deque
from functools import partial
from itertools import count
from typing import Any, cast

from server.assembling import assembled
from server.cluster.membership import Membership, NodeCard
from server.cluster.owners import claimant
from server.cluster.ports import BusError
from server.cluster.post import Post
from server.config import load_settings
from server.gateway.answering import Services, answer
from server.gateway.attempts import Attempts
from server.gateway.inviting import Doorman
from server.gateway.sign_in import Reception
from server.joining import Node
from server.ports import StorageError
from server.reaching import open_reach, reach_of
from server.tables.clock import LoopClock
from server.tables.refusing import error_for
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode
from showdown.rules.seating import Seating
from tests.server.cluster.simulation import FakeClaims, Rows
from tests.server.cluster.weather import Weather
from tests.server.fakes import MemoryStorage

LATELY = 300
"""So much of what somebody has seen is told when he complains."""

ROAMS_EVERY = (1.0, 5.0)
"""Seconds after which somebody does something else than act."""

COMING = msg.Sit | msg.Watch | msg.Resume
"""What somebody asks who wants to see a table."""

AGAIN_AFTER = 0.5
"""Seconds until somebody tries again what the server could not do just now."""


ASKED_OF_A_JOURNAL = ("since", "left_after", "accepted", "probe", "reserve_hands")
"""What a journal is asked for beside the tables that it opens and the entries that it takes."""


class Slowly:
    """Some of what a storage can do, which takes its time, and fails as often as the rows do."""

    def __init__(self, storage, rows, *slow):
        self._storage, self._rows, self._slow = storage, rows, slow

    def __getattr__(self, name):
        do = getattr(self._storage, name)
        return partial(self._do, do) if name in self._slow else do

    async def _do(self, do, *arguments, **options):
        await self._rows.take_time()
        return await do(*arguments, **options)


class Journal(Slowly):
    """Fills `server.ports.Journal` for one node: it writes where the rows say that it may."""

    def __init__(self, journal, rows, claims):
        super().__init__(journal, rows, *ASKED_OF_A_JOURNAL)
        self._claims = claims

    async def open_table(self, table, seating):
        await self._rows.take_time()
        self._claims.append(table)
        return await self._storage.open_table(table, seating)

    async def append(self, entry):
        await self._rows.take_time()
        self._claims.append(entry.table)
        await self._storage.append(entry)
        await self._rows.take_time()  # it is stored, also where this fails


class Stored:
    """What a node has of the storage that all share."""

    def __init__(self, storage, rows, who):
        self.claims = FakeClaims(rows, who)
        self.journal = Journal(storage.journal, rows, self.claims)
        self.accounts, self.hands = Slowly(storage.accounts, rows, "get"), storage.hands
        self.opened, self.hosted = storage.opened, storage.hosted
        self.seatings = storage.seatings


class Gate:
    """Who is connected to a node."""

    def __init__(self):
        self.lines = {}

    def numbered(self, number):
        return self.lines.get(number)

    @property
    def all_playing(self):
        return tuple(self.lines.values())

    def playing(self, account):
        return next((each for each in self.lines.values() if each.account == account), None)

    def give_way(self, newer):
        """Nobody is connected twice, so that who gives way is gone already."""

    def turn_out(self):
        """Send away who is connected, to come back by another node."""
        lines, self.lines = self.lines, {}
        for line in lines.values():
            line.leave()

    def sign_out(self, account):
        """Nobody signs out."""

    def end_session(self, reused):
        """Nobody copies tokens."""


class Line:
    """A connection of somebody; fills `Asker`."""

    looks, invited, heir, dismissed = False, None, None, False

    def __init__(self, person, node, number, entrance):
        self.person, self.node, self.number, self.entrance = person, node, number, entrance
        self.who, self.gone = person.who, False
        self.asked = asyncio.Queue[msg.ClientMessage]()
        """What he asks, in order."""

    @property
    def account(self):
        return self.who.account

    owner = account

    def tell(self, message, handed=None):
        if self.gone:
            return
        if handed is not None:
            handed()
        self.person.hear(self, message)

    def leave(self):
        """He is connected no more, and the node knows it."""
        self.gone = True
        self.node.parts.lobby.goes(self)
        self.node.reach.goes(self)

    def has_unread(self, moment):
        return False

    def refuse(self, request_id, code, sentence, *, found=None, wanted=None):
        error = error_for(code, sentence, found=found, wanted=wanted)
        self.tell(msg.Reply(id=request_id, error=error))

    def tell_why(self, request_id, error):
        self.refuse(request_id, error.code, str(error), found=error.found, wanted=error.wanted)


class Person:
    """Somebody who plays, wherever he is connected, and checks what he is told."""

    def __init__(self, who, cluster):
        self.who, self._cluster, self._random = who, cluster, cluster.random
        self.line = None
        self.last = {}
        """The last event that he knows of each table that he sees."""
        self.seen = {}
        """What he was told of each event of a table."""
        self._known = {}
        """The last event that he was ever told of each table; others before it come twice."""
        self.pending = {}
        """What he has asked and has no answer to."""
        self.refused: Counter = Counter()
        self.wrong = []
        """What he should not have been told; whoever tells cannot be told in turn."""
        self.lately = deque[str](maxlen=LATELY)
        """What he has done and was told, for who wonders what went wrong."""
        self.done = 0
        self.plays = True
        self.looks_away = set()
        """Tables that he has seen and sees no more."""
        self._sits, self._is_out = {}, set()
        """In which seat he sits at each table, as far as he knows; where he is dealt in no more."""
        self._turns = {}
        """The turn of each table that he is asked to act in, and what he does."""
        self._ids = count(1)

    # What he does.

    def ask(self, kind, **fields):
        self._send(kind(id=f"{self.who.name}-{next(self._ids)}", **fields))

    def _send(self, request):
        self.pending[request.id] = request
        self._note("asks", request)
        self.line.asked.put_nowait(request)

    def connect(self, node):
        """Come back by another line, ask for what was missed, and again what is not answered."""
        self.line = node.connected(self)
        self._note("comes to", node.name)
        again, self.pending = self.pending, {}
        for table, last in self.last.items():
            self.ask(msg.Resume, table=table, last_seq=last)
        for request in again.values():
            if not isinstance(request, msg.Resume):
                self._send(request)

    def _think(self, table, hand, request):
        """Act soon in a turn, once."""
        turn = (hand, request.turn)
        if self._turns.get(table) != turn:
            self._turns[table] = turn
            pause = self._random.uniform(0.05, 0.6)
            asyncio.get_running_loop().call_later(pause, self._act, table, turn, request.legal)

    def _act(self, table, turn, legal):
        if not self.plays or self._turns.get(table) != turn:
            return
        action: msg.Move = msg.Draw(cards=()) if legal.draw is not None else msg.Check()
        if legal.call is not None:
            action = msg.Call() if self._random.random() < 0.8 else msg.Fold()
        self.ask(msg.Act, table=table, hand=turn[0], turn=turn[1], action=action)

    def roam(self):
        """Do something else than act, now and then."""
        if self.plays:
            request = self._random.choice(tuple(self._possible()))
            if request is not None:
                kind, table, *fields = request
                self.ask(kind, table=table, **dict(fields))
        pause = self._random.uniform(*ROAMS_EVERY)
        asyncio.get_running_loop().call_later(pause, self.roam)

    def _possible(self):
        """What he may do, or not do, anywhere."""
        for table in self._cluster.tables:
            if any(getattr(each, "table", None) == table for each in self.pending.values()):
                yield None
            elif self._sits.get(table) is not None:
                yield msg.SitIn if table in self._is_out else msg.SitOut, table
                yield msg.Leave, table
                yield msg.Chat, table, ("text", "Well played.")
                yield msg.TopUp, table, ("to", 2000)
            elif table in self.last:
                yield msg.Unwatch, table
                yield msg.Sit, table
            else:
                yield msg.Watch, table
                yield msg.Sit, table

    def tell_of(self, table):
        """Write out what he has done lately, and was told of a table."""
        of_it = [each for each in self.lately if f"={table}" in each or "table=" not in each]
        sys.stdout.write("\n".join([f"{self.who.name} at {table}:", *of_it, ""]))

    def _note(self, what, about):
        """Keep what happens, in short."""
        now, fields = asyncio.get_running_loop().time(), ("table", "seq", "last_seq", "reply", "id")
        told = [f"{each}={getattr(about, each)}" for each in fields if hasattr(about, each)]
        events = [json.loads(encode(each))["type"] for each in getattr(about, "events", ())]
        kind = about if isinstance(about, str) else type(about).__name__
        self.lately.append(f"{now:.3f} {what} {kind} {' '.join((*told, *events))}")

    # What he is told.

    def hear(self, line, message):
        if line is not self.line:
            return
        self._note("hears", message)
        table = getattr(message, "table", None)
        if table in self.looks_away and not self._is_coming(table) and self._is_news(message):
            self.wrong.append(f"{self.who.name} is told of {table}, at which he looks no more")
            self.tell_of(table)
        match message:
            case msg.Snapshot():
                self._sees(message.table, message.seq)
                self._sits[message.table] = message.view.you
                self._asked(message.table, message.view.hand, message.request)
            case msg.Update():
                self._follow(message)
                self._asked(message.table, message.hand, message.request)
        if isinstance(message, msg.Reply):
            self._answered(message)
        elif getattr(message, "reply", None) is not None:
            self._answered(message.reply)

    def _is_catching_up(self, table):
        """Whether he has asked for what he missed there, and has no answer yet."""
        return any(
            isinstance(each, msg.Resume) and each.table == table for each in self.pending.values()
        )

    def _is_coming(self, table):
        """Whether he has asked to see a table, and has no answer yet."""
        return any(
            isinstance(each, COMING) and each.table == table for each in self.pending.values()
        )

    def _is_news(self, message):
        """Whether it is more than what he knows, and may come again after a break."""
        if not isinstance(message, msg.Update):
            return True
        return bool(message.events) and message.seq > self._known.get(message.table, -1)

    def _sees(self, table, seq):
        self.last[table] = seq
        self._known[table] = max(seq, self._known.get(table, -1))
        self.looks_away.discard(table)

    def _sees_no_more(self, table):
        self.last.pop(table, None)
        self._sits.pop(table, None)
        self.looks_away.add(table)

    def _follow(self, update):
        table = update.table
        for number, event in enumerate(update.events, update.seq):
            place, told = (table, number), encode(event)
            last = self.last.get(table)
            if last is not None and number > last + 1:
                if self._is_catching_up(table):
                    return  # it comes again with the answer
                self.wrong.append(f"{self.who.name} misses what is between {last} and {place}")
                self.tell_of(table)
            if self.seen.setdefault(place, told) != told:
                self.wrong.append(f"{self.who.name} is told {place} in two ways")
            if number > self._known.get(table, -1):
                self._hears_of(table, number, event)
            elif last is not None:
                self._sees(table, max(last, number))

    def _hears_of(self, table, number, event):
        """Something has happened at a table that he sees."""
        self._known[table] = number
        if table in self.looks_away and not self._is_coming(table):
            return  # it has come with what he was to hear last
        self._sees(table, number)
        if self._leaves(table, event):
            self._sits[table] = None
            if not self._is_coming(table):
                self._sees_no_more(table)

    def _leaves(self, table, event):
        told = json.loads(encode(event))
        return told["type"] == "left" and told["seat"] == self._sits.get(table)

    def _asked(self, table, hand, request):
        if request is not None:
            self._think(table, hand, request)

    def _answered(self, reply):
        request = self.pending.pop(reply.id, None)
        if request is None:
            self.wrong.append(f"{self.who.name} has {reply}, which answers nothing, or again")
            return
        if reply.ok:
            self.done += 1
            self._has(request)
            return
        self.refused[reply.error.code] += 1
        if reply.error.code == "unavailable":
            asyncio.get_running_loop().call_later(AGAIN_AFTER, self._again, request)

    def _has(self, request):
        """Something that he has asked for is done."""
        match request:
            case msg.Sit():
                self._is_out.discard(request.table)
            case msg.SitOut():
                self._is_out.add(request.table)
            case msg.SitIn():
                self._is_out.discard(request.table)
            case msg.Unwatch():
                self._sees_no_more(request.table)

    def _again(self, request):
        if request.id not in self.pending:
            self._send(request)


class PlayedNode:
    """A process with all of a node's parts."""

    def __init__(self, cluster, name, boot):
        self.cluster, self.name, self.boot = cluster, name, str(boot)
        self.leases = cluster.weather.leases(name)
        self.stored = Stored(cluster.storage, cluster.rows, claimant(name, self.boot))
        self.gate = Gate()
        self._numbers = count(1)
        self._tasks = {}
        self.is_up = False
        self.clock = LoopClock()
        self._begin()
        self.starting = asyncio.create_task(self._start())

    def _begin(self):
        """Be a process of which others do not know yet."""
        card, bus = NodeCard(boot=self.boot), self.cluster.weather.bus(self.name)
        self.membership = Membership(self.leases, self.clock, self.name, card)
        self.post = Post(bus, self.name, self.boot, self.clock)

    async def _assembled(self):
        """All parts; an operator starts it anew until its database answers."""
        while True:
            self._begin()
            try:
                return await assembled(
                    self.cluster.settings, self._node, cast(Any, self.stored), self.clock
                )
            except StorageError:
                await asyncio.sleep(AGAIN_AFTER)

    @property
    def _node(self):
        return Node(
            members=self.membership,
            post=self.post,
            claimant="",
            is_alone=False,
            join=self.membership.join,
            leave=self.membership.leave,
            obstacle=lambda: None,
            lease_age=lambda: self.membership.lease_age,
        )

    async def _start(self):
        parts, clock = await self._assembled(), self.clock
        self.parts = parts
        self.services = Services(
            lobby=parts.lobby,
            opening=parts.opening,
            accounts=self.stored.accounts,
            hands=self.stored.hands,
            clock=clock,
            reception=Reception(
                accounts=self.stored.accounts,
                passwords=cast(Any, None),
                sessions=self.cluster.storage.sessions,
                attempts=cast(Any, None),
                resume_window=60,
                guest_chips=0,
                daily_chips=0,
                today=lambda: "2026-11-30",
            ),
            hosts=parts.hosts,
            doorman=Doorman(parts.hosts, parts.lobby, Attempts(clock)),
            host_grants=0,
            onlookers_speak=False,
            links=lambda code: (),
            storage_answers=self.cluster.storage.answers,
            version="0",
            reach=reach_of(parts),
        )
        open_reach(parts, self.services, cast(Any, self.gate), self.cluster.settings)
        await self.post.open()
        await self._at_last(self.membership.join)
        await self._at_last(parts.steward.start)
        parts.lobby.run()
        self.is_up = True

    async def _at_last(self, step):
        while True:
            try:
                await step()
            except (StorageError, BusError):
                await asyncio.sleep(AGAIN_AFTER)
            else:
                return

    def connected(self, person):
        """Let somebody in, as a gateway does."""
        line = Line(person, self, next(self._numbers), next(self.cluster.entrances))
        self.gate.lines[line.number] = line
        task = asyncio.create_task(self.converse(line))
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        self.reach.sign_ins.entered(line)
        self.parts.lobby.come_back(cast(Any, line))
        self.reach.come_back(line)
        return line

    @property
    def reach(self):
        return self.services.reach

    async def converse(self, line):
        """Answer what somebody asks, one request after the other, as a connection does."""
        while not line.gone:
            request = await line.asked.get()
            await answer(self.services, line, request, self.services.clock.now())

    async def end(self):
        """End in order: close the door, hand all tables over, go."""
        if not self.is_up:
            await self.kill()
            return
        self.is_up = False
        await self.parts.steward.drain()
        self.gate.turn_out()
        await self.parts.lobby.stop()
        await self.membership.leave()
        await self.post.close()
        self._drop_requests()

    def _drop_requests(self):
        for task in tuple(self._tasks):
            task.cancel()

    async def kill(self):
        """Do nothing any more, without a word."""
        self.is_up = False
        self.starting.cancel()
        await asyncio.wait([self.starting])
        self.cluster.weather.listen(self.name, None)
        self.cluster.weather.mute(self.name)
        await self.leases.close()
        for timer in (self.membership._lapse, self.post._heads):
            if timer is not None:
                timer.cancel()
        if self.membership._keeping is not None:
            self.membership._keeping.cancel()
        for line in self.gate.lines.values():
            line.gone = True
        self._drop_requests()
        if hasattr(self, "parts"):
            await self.parts.steward.stop()
            for actor in tuple(self.parts.lobby.actors):
                self.parts.lobby.drop(actor)


class PlayedCluster:
    """Nodes, tables and people, and what befalls them."""

    def __init__(self, random, names, tables, people):
        self.random, self.names, self.tables = random, names, tables
        self.weather = Weather(random)
        self.rows = Rows(tables, random)
        self.storage = MemoryStorage()
        self.entrances = count(1)
        self._boots = count(1)
        self.nodes = {}
        self._people = people
        self.people = []
        self.settings = load_settings(
            database="postgresql://nobody@nowhere/none",
            nats="nats://nowhere",
            tables=[{"name": table, "sb": 5, "bb": 10, "hand_pause": 0} for table in tables],
        )

    async def start(self):
        for each in self.settings.tables:
            await self.storage.journal.open_table(each.table, Seating(ruleset=each.ruleset()))
        for name in self.names:
            self.begin(name)
        await self.all_started()
        for number in range(self._people):
            who, _ = await self.storage.accounts.add_guest(f"Guest{number}", 100_000)
            person = Person(who, self)
            self.people.append(person)
            person.connect(self.nodes[self.random.choice(self.names)])
            for table in self.random.sample(self.tables, 2):
                person.ask(msg.Sit, table=table)
            person.roam()

    def begin(self, name):
        self.weather.unmute(name)
        self.nodes[name] = PlayedNode(self, name, next(self._boots))

    async def all_started(self):
        await asyncio.gather(*(node.starting for node in self.nodes.values()))
        self.reconnect()

    def reconnect(self):
        """Let who has no connection have one where there is a node."""
        up = [node for node in self.nodes.values() if node.is_up]
        for person in self.people:
            if up and (person.line is None or person.line.gone):
                person.connect(self.random.choice(up))

    async def pass_time(self, seconds):
        until = self.weather.clock.now() + seconds
        while self.weather.clock.now() < until:
            await asyncio.sleep(0.25)
            self.reconnect()

    def actor(self, table):
        """The one that runs a table."""
        (found,) = [
            actor
            for node in self.nodes.values()
            for actor in node.parts.lobby.actors
            if actor.table == table
        ]
        return found

    async def end(self):
        for node in self.nodes.values():
            await node.end()

"""
Tables of other nodes, for the clients of this one.

A request goes whole to the node that runs its table. What comes back is told as it is. When a table
moves, when a node dies, or when something may have been lost between two nodes, whoever sees the
table goes on from the last event that he was told, and what was asked is asked again.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol, cast

import structlog
from msgspec.structs import replace

from server import metrics
from server.cluster.owners import Changed, Owner
from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.answering import Asker, OfTable, Services
from server.gateway.encoded import ENCODED
from server.gateway.remote.asker import RemoteAsker
from server.gateway.remote.client import Client, Seen, Viewers, card_of
from server.gateway.remote.hall import Hall
from server.gateway.remote.messages import (
    Astray,
    Back,
    ConnectionNumber,
    Gone,
    Handed,
    Heir,
    Hidden,
    Known,
    Look,
    Present,
    Resync,
    Return,
    Told,
)
from server.gateway.remote.requests import RETRY_AFTER, Requests
from server.gateway.remote.sign_ins import Door, SignIns
from server.lobby.lobby import Left
from server.tables.actor import TableActor
from server.tables.clock import Timer
from server.tables.telling import Listener
from server.tables.world import Moved
from showdown.errors import ProtocolError
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_message
from showdown.rules.ruleset import AccountId, TableId

log = structlog.get_logger()

SHOWN_WITHIN = 1.0
"""Seconds in which somebody who comes back is shown where he sits, before anything else."""


class Owners(Protocol):
    """What `server.cluster.owners.Owners` is to clients; it says what each means."""

    def find(self, table: TableId) -> Owner | None: ...

    def on_change(self, changed: Changed) -> None: ...


class Gate(Door, Protocol):
    """Who is connected to this node."""

    def numbered(self, number: ConnectionNumber) -> Asker | None:
        """The connection of a number."""


class Reach:
    """What clients here have to do with tables elsewhere; :meth:`open` it once."""

    def __init__(self, post: Post, owners: Owners, exists: Callable[[TableId], bool]) -> None:
        """``exists`` says whether there is such a table, whichever node runs it."""
        self.hall: Hall
        """Clients of other nodes at the tables here; there is one since :meth:`open`."""
        self.sign_ins: SignIns
        """Who is signed in elsewhere; since then, too."""
        self._post, self._owners, self.exists = post, owners, exists
        self._services: Services
        self._gate: Gate
        self._clients: dict[ConnectionNumber, Client] = {}
        self._viewers: Viewers = {}
        self._requests: Requests
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, services: Services, gate: Gate) -> None:
        """Begin to hear of other nodes; before the post is opened."""
        self._services, self._gate = services, gate
        self.hall = Hall(self._post, services, gate.numbered)
        self.sign_ins = SignIns(self._post, gate, self.hall)
        self._post.on(Known, self._known)
        self._post.on(Told, self._told)
        self._requests = Requests(self._post, services, self)
        self._post.on(Astray, self._astray)
        self._post.on(Hidden, self._hidden)
        self._post.on(Resync, lambda node, _: self._say_again(node))
        self._post.on_break(self._broken)
        self._owners.on_change(self._moved)
        services.lobby.whereabouts.on_hidden(self._hides)

    @property
    def guests(self) -> int:
        """How many connections of other nodes have to do with tables here."""
        return self.hall.count

    # Requests.

    async def answer(self, asker: Asker, request: OfTable | msg.Open, arrived: float) -> None:
        """Answer a request of a table, exactly once, wherever that is run."""
        await self._requests.answer(asker, request, arrived)

    # What clients are told.

    def _told(self, node: NodeId, told: Told) -> None:
        try:
            message = decode_message(told.frame)
        except ProtocolError as error:
            log.warning("what another node tells cannot be read", node=node, reason=str(error))
            return
        if message is None:
            log.warning("another node tells what is not known here", node=node)
            return
        ENCODED.is_known(message, told.frame)
        handed = partial(self._handed, node, told.token) if told.token else None
        for number in told.to:
            client = self._clients.get(number)
            news = None if client is None else self._news(client, node, message)
            if client is not None and news is not None:
                client.asker.tell(news, handed)
            elif handed is not None:
                handed()

    def _news(
        self, client: Client, node: NodeId, message: msg.ServerMessage
    ) -> msg.ServerMessage | None:
        """
        What is news to a client of what a node tells; None if its word counts no more, too.

        What was asked twice may be answered twice, and he has one answer to each request.
        """
        table: TableId | None = getattr(message, "table", None)
        if table is not None and self._services.lobby.find(table) is not None:
            return None  # it has come here, and that was said before it did
        reply = message if isinstance(message, msg.Reply) else getattr(message, "reply", None)
        asked = None if reply is None else self._requests.waited_for(client, node, reply.id)
        is_again = reply is not None and asked is None
        if is_again and client.knows(node, message):
            return None
        if asked is not None:
            self._see_on_at(client, node, asked.table)
        if isinstance(message, msg.Update):
            self._begin(client, node, message.table)
        told = client.follow(node, message)
        if not told and not self._ask_for_missed(client, node, message):
            return None
        if asked is not None and reply is not None:
            self._requests.replied(asked, reply)
        if not told:
            return None if asked is None or reply is None else _alone(reply)
        if is_again and isinstance(message, msg.Update | msg.Snapshot):
            return replace(message, reply=None)
        return message

    def _see_on_at(self, client: Client, node: NodeId, table: TableId) -> None:
        """Go on where somebody is answered, if nobody has told him of the table for a while."""
        seen = client.seen(table)
        if seen is not None and seen.node is None:
            self._return(client, table, seen, node)

    def _begin(self, client: Client, node: NodeId, table: TableId) -> None:
        """Know from which event on somebody goes on, of whom a node tells for the first time."""
        seen = client.seen(table)
        if seen is not None and seen.last is not None:
            return
        resume = self._requests.resume_of(client, node, table)
        if resume is not None:
            client.see(table, Seen(node, resume.last_seq))

    def _ask_for_missed(self, client: Client, node: NodeId, message: msg.ServerMessage) -> bool:
        """Ask for what was lost of what a node tells, if it was; what follows comes with it."""
        table: TableId | None = getattr(message, "table", None)
        seen = None if table is None else client.seen(table)
        if table is None or seen is None or seen.node != node:
            return False
        if not seen.asks:
            self._return(client, table, seen, node)
        return True

    def _handed(self, node: NodeId, token: int) -> None:
        self._post.send(node, Handed(tokens=(token,)))

    def _hidden(self, node: NodeId, hidden: Hidden) -> None:
        for number in hidden.connections:
            client = self._clients.get(number)
            seen = None if client is None else client.seen(hidden.table)
            if client is None or seen is None or seen.node != node:
                continue
            if seen.last is None or seen.last >= hidden.last:
                client.look_away(hidden.table)
            elif not seen.asks:
                self._return(client, hidden.table, seen, node)  # the end is lost of what he saw

    def _hides(self, listener: Listener, actor: TableActor, last: int) -> None:
        """A table here tells somebody no more, after an event."""
        if isinstance(listener, RemoteAsker):
            listener.sees_no_more(actor.table, last)
            return
        for client in tuple(self._viewers.get(actor.table, ())):
            if client.asker is listener:
                client.look_away(actor.table)

    def show(self, asker: Asker, table: TableId) -> None:
        """Let somebody who has missed something of another node's table see it as it is now."""
        node = self.owner(table)
        if node is not None:
            client = self.client(asker)
            self.send(client, node, Look(card=client.card, table=table))

    async def show_seat(self, asker: Asker, table: TableId) -> None:
        """Let somebody who comes back see where he sits at another node, soon or later."""
        client, node = self.client(asker), self.owner(table)
        client.see(table, Seen(node, None))
        if node is None:
            return
        shown = client.shown[table] = asyncio.Event()
        self.send(client, node, Look(card=client.card, table=table, anew=True))
        try:
            await asyncio.wait_for(shown.wait(), SHOWN_WITHIN)
        except TimeoutError:
            log.info("table is shown later", table=table, node=node)
        finally:
            client.shown.pop(table, None)

    # Who is there.

    def client(self, asker: Asker) -> Client:
        """What is known of a connection."""
        client = self._clients.get(asker.number)
        if client is None:
            client = self._clients[asker.number] = Client(asker, self._viewers)
        return client

    def _known(self, node: NodeId, known: Known) -> None:
        """A node knows of a connection that has never asked anything there."""
        asker = self._gate.numbered(known.connection)
        if asker is None or asker.gone:
            self._post.send(node, Gone(connection=known.connection))
        else:
            self.client(asker).nodes[node] = None

    def goes(self, asker: Asker) -> None:
        """Somebody has no connection any more."""
        client = self._clients.pop(asker.number, None)
        if client is None:
            return
        client.close()
        self._requests.forget_all(client)
        for node in client.nodes:
            self._post.send(node, Gone(connection=asker.number))

    def give_way(self, older: Asker, newer: Asker) -> None:
        """A newer connection of an account has taken the place of one of this node."""
        client = self._clients.get(older.number)
        where = newer.node if isinstance(newer, RemoteAsker) else self._post.node
        for node in () if client is None else client.nodes:
            heir = Heir(connection=older.number, heir=card_of(newer), node=where)
            self._post.send(node, heir)

    def send(self, client: Client, node: NodeId, message: Message) -> None:
        """Say something of a client to a node, which knows of him from then on."""
        client.nodes[node] = None
        self._post.send(node, message)

    # Moves.

    def left(self, left: Left) -> None:
        """A table has ended here without a word; whoever saw it here sees it on elsewhere."""
        if left.doubtful is not None and not isinstance(left.doubtful.listener, RemoteAsker):
            place = left.doubtful.account, left.table, left.doubtful.request
            self._requests.doubt(place, since=left.seq)
        for listener in left.listeners:
            if not isinstance(listener, RemoteAsker) and not listener.gone:
                client = self.client(cast("Asker", listener))
                client.see(left.table, Seen(None, left.seq))

    def _moved(self, table: TableId, owner: Owner | None) -> None:
        """A table has another owner, or none."""
        node = None if owner is None else owner.node
        for client in tuple(self._viewers.get(table, ())):
            seen = client.seen(table)
            if seen is not None and (seen.node, node) != (None, None):
                self._return(client, table, seen, node)  # also where a node has claimed it anew
        for account in () if node is None else self._line(table):
            asker = self._gate.playing(account)
            if asker is not None:
                self._come_back(asker, table)
        self._requests.moved(table, node)

    def _line(self, table: TableId) -> tuple[AccountId, ...]:
        """Who waits for a table, as far as is known."""
        desk, there = self._services.lobby.find(table), self._services.lobby.elsewhere.find(table)
        if desk is not None:
            return tuple(each.account for each in desk.actor.waiting.places)
        return () if there is None else there.line

    def come_back(self, asker: Asker) -> None:
        """Somebody has a connection again, and may have waited for seats before."""
        for table in self._services.lobby.waits_of(asker.owner):
            self._come_back(asker, table)

    def _come_back(self, asker: Asker, table: TableId) -> None:
        node, desk = self.owner(table), self._services.lobby.find(table)
        if desk is not None:
            desk.actor.waiting.come_back(asker)
        elif node is not None:
            client = self.client(asker)
            self.send(client, node, Back(card=client.card, table=table))

    def _return(self, client: Client, table: TableId, seen: Seen, node: NodeId | None) -> None:
        seen.node, seen.asks = node, node is not None
        if node is None:
            return
        if node != self._post.node:
            self.send(client, node, Return(card=client.card, table=table, last_seq=seen.last))
            self._requests.open_again(client, table)
            return
        task = asyncio.create_task(self._see_on_here(client, table, seen))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _see_on_here(self, client: Client, table: TableId, seen: Seen) -> None:
        """Show a table that has come here to a client, or wherever it has gone meanwhile."""
        desk = self._services.lobby.find(table)
        try:
            if desk is None:
                raise Moved
            await desk.resumed(client.asker, seen.last)
            if self._waits_here(client, table, seen):
                client.look_away(table)
            self._requests.open_again(client, table)
        except Moved:
            if self._waits_here(client, table, seen):
                seen.node, seen.asks = None, False
                self.later(RETRY_AFTER, partial(self._find_again, client, table))

    def _waits_here(self, client: Client, table: TableId, seen: Seen) -> bool:
        """Whether a client is about to see a table here, and has not looked away, nor it gone."""
        return client.seen(table) is seen and seen.node == self._post.node

    def _find_again(self, client: Client, table: TableId) -> None:
        seen, node = client.seen(table), self.owner(table)
        if seen is not None and seen.node is None and node is not None:
            self._return(client, table, seen, node)

    def _astray(self, node: NodeId, astray: Astray) -> None:
        """A node does not run a table that we thought it does."""
        table = astray.table

        def again() -> None:
            found = self.owner(table)
            for client in tuple(self._viewers.get(table, ())):
                seen = client.seen(table)
                if seen is not None and seen.node in (None, node) and found is not None:
                    self._return(client, table, seen, found)

        self.later(RETRY_AFTER, again)

    def gone(self, node: NodeId) -> None:
        """A node is there no more: what was asked of it waits for the next owner."""
        self.hall.left(node)
        for client in self._clients.values():
            client.nodes.pop(node, None)

    # Breaks.

    def _broken(self, node: NodeId) -> None:
        """Something that was said between us and a node may be lost."""
        metrics.LANES_BROKEN.inc()
        self._post.send(node, Resync())
        self._say_again(node)

    def _say_again(self, node: NodeId) -> None:
        """Say to a node all that is still true, and ask what it has not answered."""
        self.sign_ins.say_all(node)
        clients = [each for each in self._clients.values() if node in each.nodes]
        numbers = tuple(each.asker.number for each in clients)
        self._post.send(node, Present(connections=numbers))
        for client in clients:
            for table, seen in client.tables:
                if seen.node == node:
                    self._return(client, table, seen, node)
        self._requests.ask_again(node)

    def owner(self, table: TableId) -> NodeId | None:
        """Which node runs a table; None if none does that lives."""
        owner = self._owners.find(table)
        if owner is None:
            return None
        # One that is being handed over ends here before all know that it has another owner.
        leaves = owner.node == self._post.node and self._services.lobby.find(table) is None
        return None if leaves else owner.node

    def now(self) -> float:
        """The time of our clock."""
        return self._services.clock.now()

    def later(self, seconds: float, do: Callable[[], None]) -> Timer:
        """Do something after some time."""
        return self._services.clock.call_at(self.now() + seconds, do)


def _alone(reply: msg.Reply | msg.Answer) -> msg.Reply:
    """The answer to a request, without what it has led to, which is told later."""
    return msg.Reply(id=reply.id, ok=reply.ok, error=reply.error, turn=reply.turn)

"""
Requests of clients here for tables of other nodes: each is answered exactly once, wherever that is.

A request that is under way while its table moves, while a node dies or while a letter is lost is
asked again, and whoever answers it is told that it is again.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Protocol

from server import metrics
from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.answering import Asker, OfTable, Services, answer_here
from server.gateway.remote.asked import AllAsked, Asked
from server.gateway.remote.client import Client
from server.gateway.remote.messages import Answered, Ask, Elsewhere
from server.gateway.remote.recalling import Unseen, answered_before
from server.tables.clock import Timer
from server.tables.world import Moved
from showdown.protocol import messages as msg
from showdown.protocol.codec import encode
from showdown.rules.ruleset import AccountId, TableId

PATIENCE = 10.0
"""Seconds in which somebody has to run a table that something is asked of."""

RETRY_AFTER = 0.2
"""Seconds until it is asked again who runs a table that was not where we looked."""

MOST_DOUBTFUL = 1_000
"""So many requests are remembered of which nobody knows whether they were done."""

NOBODY = "Table {table} goes to another machine of this server; try again in a moment."


class Ways(Protocol):
    """How tables and their nodes are found; :class:`server.gateway.remote.reach.Reach` fills it."""

    exists: Callable[[TableId], bool]

    def owner(self, table: TableId) -> NodeId | None: ...

    def client(self, asker: Asker) -> Client: ...

    def send(self, client: Client, node: NodeId, message: Message) -> None: ...

    def now(self) -> float: ...

    def later(self, seconds: float, do: Callable[[], None]) -> Timer: ...


class Requests:
    """Those that are under way."""

    def __init__(self, post: Post, services: Services, reach: Ways) -> None:
        """Hear what becomes of them; before the post is opened."""
        self._post, self._services, self._reach = post, services, reach
        self._asked = AllAsked()
        self._doubtful: dict[tuple[AccountId, TableId, str], int | None] = {}
        """Requests that may have been done though their answer denied it, and since when."""
        self._commands = count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        post.on(Answered, self._answered)
        post.on(Elsewhere, self._elsewhere)

    async def answer(self, asker: Asker, request: OfTable | msg.Open, arrived: float) -> None:
        """Answer a request of a table, exactly once, wherever that is run."""
        table = request.table
        desk = self._services.lobby.find(table)
        if isinstance(request, msg.Open):
            self._open(asker, request)
        elif (place := (asker.owner, table, request.id)) in self._doubtful:
            since = self._doubtful.pop(place)
            await self._ask(asker, request, arrived, again=True, since=since)
        elif desk is not None or not self._reach.exists(table):
            try:
                await answer_here(self._services, asker, request, arrived)
            except Moved:
                since = None if desk is None else desk.actor.seq
                await self._ask(asker, request, arrived, again=True, since=since)
        else:
            await self._ask(asker, request, arrived)

    def _open(self, asker: Asker, request: msg.Open) -> None:
        """Put an opening to its table, and to whoever runs that while it counts."""
        if self._reach.exists(request.table):
            client = self._reach.client(asker)
            client.opened[request.table] = request
            self.open_again(client, request.table)

    def open_again(self, client: Client, table: TableId) -> None:
        """Put to a table what a client has opened there last; nobody is answered."""
        request, desk = client.opened.get(table), self._services.lobby.find(table)
        node = self._reach.owner(table)
        if request is None:
            return
        if desk is not None:
            if client.asker.account is not None:
                desk.open(client.asker.account, request)
        elif node is not None:
            ask = Ask(card=client.card, command=0, request=encode(request))
            self._reach.send(client, node, ask)

    async def _ask(
        self,
        asker: Asker,
        request: OfTable,
        arrived: float,
        *,
        again: bool = False,
        since: int | None = None,
    ) -> None:
        """
        Ask until it is answered, here or elsewhere.

        Args:
            again: whether it may have been done already, here, after the event ``since``.
        """
        asked = Asked(next(self._commands), self._reach.client(asker), request, arrived)
        if again:
            asked.again, asked.since = True, since
        self._asked.add(asked)
        try:
            self._try(asked)
            await self._follow(asked)
        except asyncio.CancelledError:
            self._forget(asked)
            raise

    async def _follow(self, asked: Asked) -> None:
        """Answer it here as often as its table has come here."""
        while not await asked.done:
            asked.begin_again()
            await self._do_here(asked)

    def _try(self, asked: Asked) -> None:
        """Ask the node that runs the table, or wait for one; not for what was answered already."""
        if asked.replied:
            self._forget(asked)
            return
        exists = self._reach.exists(asked.table)
        asked.node = self._reach.owner(asked.table) if exists else self._post.node
        if asked.node is None:
            self._be_patient(asked)
        elif asked.node == self._post.node:
            self._bring_here(asked)
        else:
            asked.be_patient(None)
            if asked.again:
                metrics.REMOTE_REPEATED.inc()
            self._reach.send(asked.client, asked.node, asked.message(self._reach.now()))
            asked.again = True

    def _be_patient(self, asked: Asked) -> None:
        if asked.patience is None:
            asked.be_patient(self._reach.later(PATIENCE, partial(self._give_up, asked)))

    def _bring_here(self, asked: Asked) -> None:
        if not asked.done.done():
            asked.end(elsewhere=False)
            return
        asked.begin_again()  # the node where it was did not know whether it is done
        asked.end(elsewhere=False)
        task = asyncio.create_task(self._follow(asked), name="request that came again")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do_here(self, asked: Asked) -> None:
        """Its table has come to this node."""
        if asked.node != self._post.node:
            return  # and has gone already
        asker, desk = asked.client.asker, self._services.lobby.find(asked.table)
        try:
            done = (
                asked.again
                and desk is not None
                and await answered_before(desk, asker, asked.request, asked.since)
            )
            if not done:
                await answer_here(self._services, asker, asked.request, asked.arrived)
        except Moved:
            asked.again = True
            self._try(asked)
        except Unseen:
            self._forget(asked)
            self._doubt(asked)
        else:
            self._forget(asked)

    def _forget(self, asked: Asked) -> None:
        """There is no more to do for it."""
        self._asked.remove(asked)
        asked.end(elsewhere=True)

    def _give_up(self, asked: Asked) -> None:
        """Nobody runs the table; who asks again, by the same id, may have been heard before."""
        self._forget(asked)
        if asked.again:
            self._doubt(asked)
        sentence = NOBODY.format(table=asked.table)
        asked.client.asker.refuse(asked.request.id, "unavailable", sentence)

    def _answered(self, node: NodeId, answered: Answered) -> None:
        asked = self._asked.find(answered.command)
        if asked is not None and asked.node == node:
            if not asked.done.done():
                metrics.REMOTE_SECONDS.observe(self._reach.now() - asked.arrived)
            if asked.replied:
                self._asked.remove(asked)
            asked.end(elsewhere=True)

    def _elsewhere(self, node: NodeId, elsewhere: Elsewhere) -> None:
        asked = self._asked.find(elsewhere.command)
        if asked is None or asked.node != node:
            return
        asked.node = None
        self._be_patient(asked)
        self._reach.later(RETRY_AFTER, partial(self._retry, asked))

    def _retry(self, asked: Asked) -> None:
        if self._asked.find(asked.command) is asked and asked.node is None:
            self._try(asked)

    # What is known of them.

    def waited_for(self, client: Client, node: NodeId, request_id: str) -> Asked | None:
        """What a client has asked of a node by this id, if he has no answer yet."""
        for asked in self._asked.of_client(client):
            if asked.request.id == request_id and asked.node == node:
                return None if asked.replied else asked
        return None

    def _doubt(self, asked: Asked) -> None:
        place = asked.client.asker.owner, asked.table, asked.request.id
        self.doubt(place, since=asked.since)

    def doubt(self, place: tuple[AccountId, TableId, str], *, since: int | None) -> None:
        """Look whether something was done after an event, if the client asks for it again."""
        self._doubtful[place] = since
        if len(self._doubtful) > MOST_DOUBTFUL:
            del self._doubtful[next(iter(self._doubtful))]

    def replied(self, asked: Asked, reply: msg.Reply | msg.Answer) -> None:
        """The client has his answer."""
        asked.replied = True
        if reply.ok and isinstance(asked.request, msg.Unwatch):
            asked.client.look_away(asked.table)
        if reply.error is not None and reply.error.code == "unavailable":
            self._doubt(asked)
        if asked.done.done():  # nobody knew until now whether it is done
            self._asked.remove(asked)

    def resume_of(self, client: Client, node: NodeId, table: TableId) -> msg.Resume | None:
        """By what a client has asked a node to see a table again."""
        for asked in self._asked.of_client(client):
            request = asked.request
            if isinstance(request, msg.Resume) and (asked.table, asked.node) == (table, node):
                return request
        return None

    def moved(self, table: TableId, node: NodeId | None) -> None:
        """A table has another owner, or none, or the same one has claimed it anew."""
        for asked in self._asked.of_table(table):
            if (asked.node, node) != (None, None):
                self._try(asked)

    def ask_again(self, node: NodeId) -> None:
        """Something may be lost of what was asked of a node, or of its answers."""
        for asked in self._asked.all:
            if asked.node == node:
                self._try(asked)

    def forget_all(self, client: Client) -> None:
        """A client is there no more."""
        for asked in self._asked.of_client(client):
            self._forget(asked)

"""
Clients of other nodes at the tables of this one: they ask, and are told, as if they were here.
"""

import asyncio
from collections.abc import Callable
from typing import cast

import structlog

from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.answering import AT_TABLES, OfTable, Services, answer_here
from server.gateway.remote.asker import RemoteAsker
from server.gateway.remote.messages import (
    Answered,
    Ask,
    Astray,
    Back,
    Card,
    ConnectionNumber,
    Elsewhere,
    Gone,
    Handed,
    Heir,
    Known,
    Look,
    Present,
    Return,
)
from server.gateway.remote.parcel import Parcel
from server.gateway.remote.recalling import Unseen, answered_before
from server.tables.telling import Listener
from server.tables.world import Moved
from showdown.protocol import messages as msg
from showdown.protocol.codec import BadRequest, decode_request

log = structlog.get_logger()

FAULT = "This led to a fault of the server; whether it was done is not known."

Here = Callable[[ConnectionNumber], Listener | None]
"""Finds a connection of this node, by its number."""


class _Guests:
    """Those of one node."""

    def __init__(self, boot: str, parcel: Parcel) -> None:
        self.boot = boot
        self.parcel = parcel
        self.askers: dict[ConnectionNumber, RemoteAsker] = {}


class Hall:
    """Who is connected to other nodes and has to do with tables of this one."""

    def __init__(self, post: Post, services: Services, here: Here = lambda _: None) -> None:
        """``here`` finds connections of this node, which may be heirs of those of others."""
        self._post, self._services, self._here = post, services, here
        self._guests: dict[NodeId, _Guests] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        post.on(Ask, self._asked)
        post.on(Return, self._returns)
        post.on(Look, self._looks)
        post.on(Back, self._comes_back)
        post.on(Handed, self._handed)
        post.on(Heir, self._inherits)
        post.on(Gone, self._gone)
        post.on(Present, self._present)
        post.on_break(self._broken)

    @property
    def count(self) -> int:
        """How many connections of other nodes have to do with tables here."""
        return sum(len(each.askers) for each in self._guests.values())

    def asker(self, node: NodeId, card: Card) -> RemoteAsker:
        """Somebody of another node, as the tables here know him."""
        guests = self._of(node)
        asker = guests.askers.get(card.connection)
        if asker is None:
            asker = RemoteAsker(node, card, guests.parcel)
            guests.askers[card.connection] = asker
            if card.is_program and not card.looks:
                self._services.lobby.programs.add(card.account)
        return asker

    def left(self, node: NodeId) -> None:
        """A node is there no more, and neither are its clients."""
        guests = self._guests.pop(node, None)
        for asker in () if guests is None else tuple(guests.askers.values()):
            self._goes(asker)

    def _of(self, node: NodeId) -> _Guests:
        guests = self._guests.get(node)
        if guests is None:
            parcel = Parcel(self._post, node)
            guests = self._guests[node] = _Guests(self._post.boots.get(node, ""), parcel)
        return guests

    def _broken(self, node: NodeId) -> None:
        """Something that the node has said may be lost; if it has started anew, so are clients."""
        guests = self._guests.get(node)
        if guests is None:
            return
        if guests.boot != self._post.boots.get(node, ""):
            self.left(node)
        else:
            guests.parcel.all_handed()

    # Requests.

    def _asked(self, node: NodeId, ask: Ask) -> None:
        asker = self.asker(node, ask.card)
        try:
            request = decode_request(ask.request)
        except BadRequest as error:
            log.warning("request of another node cannot be read", node=node, reason=str(error))
            asker.refuse(error.request_id or "", error.code, str(error))
            self._say(node, Answered(command=ask.command))
            return
        if type(request) not in AT_TABLES:
            return
        if isinstance(request, msg.Open):
            self._open(asker, request)
            return
        desk = self._services.lobby.find(cast("OfTable", request).table)
        says_again = desk is not None and asker.says_again(ask.command, desk.actor)
        if asker.is_being_answered(ask.command):
            return  # also where he has his answer: the table goes on by it
        if says_again:
            self._say(node, Answered(command=ask.command))
            return
        asker.begin(ask.command)
        answering = self._answer(node, asker, ask, cast("OfTable", request))
        task = asyncio.create_task(answering, name=f"request of node {node}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, node: NodeId, asker: RemoteAsker, ask: Ask, request: OfTable) -> None:
        try:
            await self._do(asker, ask, request)
        except Moved:
            self._say(node, Elsewhere(command=ask.command))
            return
        except Unseen:
            pass  # he has been told, and what he asks again is looked for again
        except Exception:
            log.exception(
                "request of another node failed", table=request.table, account=asker.owner
            )
            asker.refuse(request.id, "unavailable", FAULT)
        finally:
            asker.end(ask.command)
        self._say(node, Answered(command=ask.command))

    async def _do(self, asker: RemoteAsker, ask: Ask, request: OfTable) -> None:
        """Do what was asked, if it was not done before, and answer it."""
        desk = self._services.lobby.find(request.table)
        if desk is None:
            raise Moved
        asker.answered_by = desk.actor
        arrived = self._services.clock.now() - ask.age_ms / 1000
        if not (ask.again and await answered_before(desk, asker, request, ask.since)):
            await answer_here(self._services, asker, request, arrived)

    def _open(self, asker: RemoteAsker, request: msg.Open) -> None:
        """An opening is put to its table at once, and nobody is answered."""
        desk = self._services.lobby.find(request.table)
        if desk is not None and asker.account is not None:
            desk.open(asker.account, request)

    # Who sees a table.

    def _returns(self, node: NodeId, returning: Return) -> None:
        desk = self._services.lobby.find(returning.table)
        if desk is None:
            self._say(node, Astray(table=returning.table))
            return
        desk.resume(self.asker(node, returning.card), returning.last_seq)

    def _looks(self, node: NodeId, look: Look) -> None:
        desk = self._services.lobby.find(look.table)
        asker = self.asker(node, look.card)
        if desk is None:
            self._say(node, Astray(table=look.table))
        elif desk.actor.parked is None and (look.anew or desk.actor.audience.is_listening(asker)):
            desk.actor.show(asker)

    def _comes_back(self, node: NodeId, back: Back) -> None:
        desk = self._services.lobby.find(back.table)
        if desk is not None:
            desk.actor.waiting.come_back(self.asker(node, back.card))

    def _handed(self, node: NodeId, handed: Handed) -> None:
        guests = self._guests.get(node)
        if guests is not None:
            guests.parcel.handed(handed.tokens)

    # Who is there.

    def _inherits(self, node: NodeId, said: Heir) -> None:
        guests = self._guests.get(node)
        asker = None if guests is None else guests.askers.get(said.connection)
        if asker is None:
            return
        if said.node == self._post.node:
            asker.heir = self._here(said.heir.connection)
        else:
            asker.heir = self.heir(said.node, said.heir)
        self._pass_on(asker)

    def _pass_on(self, asker: RemoteAsker) -> None:
        """Show the heir a seat that was given while nobody here knew of him."""
        shown, heir = asker.replied, asker.heir
        desk = self._services.lobby.find(shown.table) if isinstance(shown, msg.Snapshot) else None
        if desk is None or heir is None or not desk.actor.seats(asker.owner):
            return
        if not desk.actor.audience.is_listening(heir):
            desk.actor.show(heir)

    def _gone(self, node: NodeId, gone: Gone) -> None:
        guests = self._guests.get(node)
        asker = None if guests is None else guests.askers.pop(gone.connection, None)
        if asker is not None:
            self._goes(asker)

    def heir(self, node: NodeId, card: Card) -> RemoteAsker:
        """A connection of another node that takes the place of one that tables here know."""
        self._say(node, Known(connection=card.connection))
        return self.asker(node, card)

    def _present(self, node: NodeId, present: Present) -> None:
        guests = self._guests.get(node)
        there = set(present.connections)
        for number in () if guests is None else set(guests.askers) - there:
            self._gone(node, Gone(connection=number))

    def _goes(self, asker: RemoteAsker) -> None:
        asker.gone = True
        self._services.lobby.goes(asker)

    def _say(self, node: NodeId, message: Message) -> None:
        self._of(node).parcel.send(message)

"""
Messages between nodes, numbered: a bus may lose some, and whoever hears must know.

What one node says to another in a turn of the loop travels together. Each such letter has a number,
and the last number is said again every second, so that also a lost last letter is noticed. Nothing
is sent twice: whoever may have missed something asks for what is true now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import msgspec
import structlog
from msgspec import Struct

from server import metrics
from server.cluster.ports import Bus, NodeId
from server.tables.clock import Clock, Timer

log = structlog.get_logger()

HEADS_EVERY = 1.0
"""Seconds between two times that the last number is said again."""

MOST_BYTES = 256 * 1024
"""So long a letter is at most, but for one message that is longer by itself."""

ALL = NodeId("")
"""Stands for every other node."""


class Message(Struct, frozen=True, kw_only=True):
    """
    Something that a node says; each kind has a tag of its own.

    Nodes of two versions talk to each other while they are upgraded one by one. So a field is only
    ever added with a default, and a kind that is not known is passed over.
    """


class Letter(Struct, frozen=True, array_like=True):
    """What travels at once."""

    sender: NodeId
    boot: str
    """Another one each time that the node starts."""
    to: NodeId
    number: int
    """Of those that were sent there, counted from 1; one without messages repeats the last."""
    messages: tuple[msgspec.Raw, ...]


M = TypeVar("M", bound=Message)
Handler = Callable[[NodeId, Any], None]
Broken = Callable[[NodeId], None]

_LETTER = msgspec.msgpack.Decoder(Letter)
_TAGGED = msgspec.msgpack.Decoder(dict[str, Any])


class Post:
    """A node's letters to others and theirs to it; :meth:`open` it once, :meth:`close` it once."""

    def __init__(self, bus: Bus, node: NodeId, boot: str, clock: Clock) -> None:
        self.node, self.boot = node, boot
        self.boots: dict[NodeId, str] = {}
        """Which boot of each node was heard last."""
        self._bus, self._clock = bus, clock
        self._handlers: dict[str, tuple[msgspec.msgpack.Decoder[Any], Handler]] = {}
        self._broken: list[Broken] = []
        self._waiting: dict[NodeId, list[bytes]] = {}
        self._sent: dict[NodeId, int] = {}
        """The number of the last letter to each."""
        self._silent: set[NodeId] = set()
        """Those who are gone, to whom nothing is said."""
        self._heard: dict[tuple[NodeId, NodeId], tuple[str, int]] = {}
        """From whom, and to whom: boot and number of the last letter."""
        self._heads: Timer | None = None
        self._flushing = False

    # Hearing.

    def on(self, kind: type[M], hear: Callable[[NodeId, M], None]) -> None:
        """Let messages of a kind be heard; it neither waits nor raises."""
        tag = str(kind.__struct_config__.tag)
        self._handlers[tag] = (msgspec.msgpack.Decoder(kind), hear)

    def on_break(self, broken: Broken) -> None:
        """
        Be told of a node from which something may have been missed, before more is heard from it.

        That is so, too, when it is heard for the first time.
        """
        self._broken.append(broken)

    async def open(self) -> None:
        """
        Begin to hear.

        Raises:
            BusError: the bus cannot be used as it is.
        """
        await self._bus.open(self._hear)
        self._say_heads()

    async def close(self) -> None:
        """Let what was said go out, then hear nothing more."""
        if self._heads is not None:
            self._heads.cancel()
            self._heads = None
        self._flush()
        await self._bus.close()

    def _hear(self, payload: bytes) -> None:
        try:
            letter = _LETTER.decode(payload)
        except msgspec.MsgspecError as error:
            log.warning("letter cannot be read", reason=str(error))
            return
        if letter.sender != self.node:
            self._take(letter)

    def _take(self, letter: Letter) -> None:
        lane = (letter.sender, letter.to)
        first = letter.number if letter.messages else letter.number + 1
        boot, last = self._heard.get(lane, ("", 0))
        starts_anew = boot != letter.boot
        self._heard[lane] = (letter.boot, letter.number)
        self.boots[letter.sender] = letter.boot
        if starts_anew and not (letter.to == self.node and first == 1):
            self._tell_broken(letter.sender)
        elif not starts_anew and first != last + 1:
            log.warning("letters were lost", sender=letter.sender, count=first - last - 1)
            metrics.LETTERS_LOST.inc(max(0, first - last - 1))
            self._tell_broken(letter.sender)
        for message in letter.messages:
            self._deliver(letter.sender, message)

    def _tell_broken(self, node: NodeId) -> None:
        for broken in self._broken:
            with _faults_told(node):
                broken(node)

    def _deliver(self, sender: NodeId, raw: msgspec.Raw) -> None:
        try:
            tag = _TAGGED.decode(raw).get("type")
            handled = self._handlers.get(tag) if isinstance(tag, str) else None
            if handled is None:
                log.debug("message of a kind that is not known", sender=sender, kind=tag)
                return
            decoder, hear = handled
            message = decoder.decode(raw)
        except msgspec.MsgspecError as error:
            log.warning("message cannot be read", sender=sender, reason=str(error))
            return
        with _faults_told(sender, kind=tag):
            hear(sender, message)

    # Saying.

    def send(self, to: NodeId, message: Message) -> None:
        """Say something to one node; it goes out at the end of this turn of the loop."""
        self._silent.discard(to)
        self._waiting.setdefault(to, []).append(msgspec.msgpack.encode(message))
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def tell_all(self, message: Message) -> None:
        """Say something to every other node."""
        self.send(ALL, message)

    def _flush(self) -> None:
        self._flushing = False
        waiting, self._waiting = self._waiting, {}
        for to, messages in waiting.items():
            letter: list[bytes] = []
            size = 0
            for message in messages:
                if letter and size + len(message) > MOST_BYTES:
                    self._post(to, letter)
                    letter, size = [], 0
                letter.append(message)
                size += len(message)
            self._post(to, letter)

    def _post(self, to: NodeId, messages: list[bytes]) -> None:
        number = self._sent.get(to, 0) + bool(messages)
        self._sent[to] = number
        raw = tuple(msgspec.Raw(message) for message in messages)
        payload = msgspec.msgpack.encode(Letter(self.node, self.boot, to, number, raw))
        metrics.LETTERS_SENT.inc(bool(messages))
        metrics.LETTER_BYTES.inc(len(payload))
        if to == ALL:
            self._bus.send_to_all(payload)
        else:
            self._bus.send(to, payload)

    def forget(self, node: NodeId) -> None:
        """
        A node is gone: say no more to it what the last number was.

        If it was only thought to be, that is a break. What is said to it then has the next number,
        so that a letter that is lost is noticed.
        """
        self._silent.add(node)
        self._waiting.pop(node, None)
        self._heard = {lane: last for lane, last in self._heard.items() if lane[0] != node}

    def _say_heads(self) -> None:
        self._flush()
        spoken_to = [to for to in self._sent if to not in self._silent and to != ALL]
        for to in (ALL, *spoken_to):
            self._post(to, [])
        self._heads = self._clock.call_at(self._clock.now() + HEADS_EVERY, self._say_heads)


@contextmanager
def _faults_told(sender: NodeId, **about: str | None) -> Iterator[None]:
    """Let a fault of ours in what one message leads to be told, and keep it from all others."""
    try:
        yield
    except Exception:
        log.exception("what another node says led to a fault", sender=sender, **about)

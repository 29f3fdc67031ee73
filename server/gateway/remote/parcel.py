"""
What clients at one other node are told in a turn of the loop: each frame once, with all who get it.
"""

import asyncio
from itertools import count

from server.cluster.ports import NodeId
from server.cluster.post import Message, Post
from server.gateway.encoded import ENCODED
from server.gateway.remote.messages import ConnectionNumber, Told
from server.tables.telling import Handed
from showdown.protocol import messages as msg


class _Frame:
    """A frame, and who gets it."""

    __slots__ = ("handed", "message", "text", "to")

    def __init__(self, message: msg.ServerMessage, to: ConnectionNumber, handed: int) -> None:
        self.message, self.text = message, ENCODED.text(message)
        self.to, self.handed = [to], handed


class Parcel:
    """What goes to one node, in the order in which each of its clients is told."""

    def __init__(self, post: Post, node: NodeId) -> None:
        self._post, self._node = post, node
        self._waiting: list[_Frame | Message] = []
        self._places: dict[int, int] = {}
        """By the identity of a message: where its frame waits."""
        self._last: dict[ConnectionNumber, int] = {}
        """The place of the last frame of each."""
        self._tokens = count(1)
        self._handed: dict[int, Handed] = {}
        self._flushing = False

    def tell(self, to: ConnectionNumber, message: msg.ServerMessage, handed: Handed | None) -> None:
        """Let a client be told something."""
        token = 0
        if handed is not None:
            token = next(self._tokens)
            self._handed[token] = handed
        place = self._places.get(id(message))
        if place is not None and not token and self._last.get(to, -1) < place:
            frame = self._waiting[place]
            assert isinstance(frame, _Frame)
            frame.to.append(to)
        else:
            place = len(self._waiting)
            self._waiting.append(_Frame(message, to, token))
            if not token:
                self._places[id(message)] = place
        self._last[to] = place
        self._flush_soon()

    def send(self, message: Message) -> None:
        """Say something to the node, after what its clients are told."""
        self._waiting.append(message)
        self._flush_soon()

    def handed(self, tokens: tuple[int, ...]) -> None:
        """Frames are at the socket."""
        for token in tokens:
            handed = self._handed.pop(token, None)
            if handed is not None:
                handed()

    def all_handed(self) -> None:
        """Nobody will say any more whether frames that were told are at the socket."""
        self.handed(tuple(self._handed))

    def _flush_soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        waiting, self._waiting = self._waiting, []
        self._places.clear()
        self._last.clear()
        for each in waiting:
            if isinstance(each, _Frame):
                each_told = Told(frame=each.text, to=tuple(each.to), token=each.handed)
                self._post.send(self._node, each_told)
            else:
                self._post.send(self._node, each)

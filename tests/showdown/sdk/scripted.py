"""
A server whose side of the conversation is written in the test: real sockets, no game.

The test holds both ends, so each step waits for the other one and nothing sleeps.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Self, TypeVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.typing import Subprotocol

from showdown.protocol import SUBPROTOCOL
from showdown.protocol import messages as msg
from showdown.protocol.codec import decode_request, encode
from showdown.rules.ruleset import AccountId

Asked = TypeVar("Asked", bound=msg.Request)
LIMITS = msg.Limits(max_frame=8192, heartbeat_s=15)


def welcome(
    name: str = "Ada", *, token: str | None = None, resume_token: str | None = None, seats=()
) -> msg.Welcome:
    return msg.Welcome(
        version="0.1.0",
        account=AccountId(7),
        name=name,
        chips=1000,
        limits=LIMITS,
        token=token,
        resume_token=resume_token,
        resume_window_s=None if resume_token is None else 3_600,
        seats=tuple(seats),
    )


class Peer:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket
        self.over = asyncio.Event()

    async def receive(self, kind: type[Asked]) -> Asked:
        message = decode_request(await self.socket.recv())
        assert isinstance(message, kind), f"{message} came instead of a {kind.__name__}"
        return message

    async def send(self, *messages: msg.ServerMessage) -> None:
        for message in messages:
            await self.socket.send(encode(message), text=True)

    async def greet(self, message: msg.Welcome | None = None) -> msg.Hello:
        hello = await self.receive(msg.Hello)
        await self.send(message or welcome(hello.name or "Ada"))
        await self.send(msg.Reply(id=hello.id, ok=True))
        return hello

    async def answer(self, kind: type[Asked]) -> Asked:
        asked = await self.receive(kind)
        assert isinstance(asked, msg.Numbered)
        await self.send(msg.Reply(id=asked.id, ok=True))
        return asked

    async def refuse(self, kind: type[Asked], code: str, sentence: str, **details) -> Asked:
        asked = await self.receive(kind)
        assert isinstance(asked, msg.Numbered)
        error = msg.Error(code=code, message=sentence, details=msg.Details(**details))
        await self.send(msg.Reply(id=asked.id, error=error))
        return asked

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self.socket.close(code, reason)
        self.over.set()

    def abort(self) -> None:
        """Cut the line without a word."""
        self.socket.transport.abort()
        self.over.set()


class ScriptedServer:
    def __init__(self) -> None:
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._server: Server | None = None
        self.accepted: list[Peer] = []

    async def start(self, subprotocols: Sequence[str] = (SUBPROTOCOL,)) -> Self:
        names = [Subprotocol(each) for each in subprotocols] or None
        self._server = await serve(
            self._connected, "127.0.0.1", 0, subprotocols=names, compression=None, close_timeout=1
        )
        return self

    @property
    def url(self) -> str:
        assert self._server is not None
        port = next(iter(self._server.sockets)).getsockname()[1]
        return f"ws://127.0.0.1:{port}"

    async def accept(self) -> Peer:
        return await self._peers.get()

    def refuse_newcomers(self) -> None:
        """Listen no more; who is connected stays."""
        assert self._server is not None
        self._server.close(close_connections=False)

    def hang_up(self) -> None:
        """Cut all lines, so that nobody waits for an answer."""
        for peer in self.accepted:
            peer.abort()

    async def stop(self) -> None:
        assert self._server is not None
        for peer in self.accepted:
            peer.over.set()
        self._server.close()
        await self._server.wait_closed()

    async def _connected(self, socket: ServerConnection) -> None:
        peer = Peer(socket)
        self.accepted.append(peer)
        self._peers.put_nowait(peer)
        await peer.over.wait()


@asynccontextmanager
async def scripted(
    *, subprotocols: Sequence[str] = (SUBPROTOCOL,)
) -> AsyncIterator[ScriptedServer]:
    server = await ScriptedServer().start(subprotocols)
    try:
        yield server
    finally:
        await server.stop()

"""A socket that listens to a client who can send any bytes, and remembers all that it heard."""

import asyncio
import struct
from contextlib import asynccontextmanager

from server.gateway.entrance import Entrance
from server.gateway.socket import Ended
from server.gateway.wire import listening, reference
from server.gateway.wire.terms import Terms
from server.limits import Limits
from server.tables.clock import LoopClock

LISTENERS = {"own": listening.listen, "reference": reference.listen}
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
LOST = 1006

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: showdown.v1\r\n\r\n"
)
PATIENT = Terms(heartbeat=60, ping_timeout=60, open_timeout=60, close_timeout=60)
GENEROUS = Limits(messages_per_second=10**6, message_burst=10**6)


def frame(opcode, data=b"", *, fin=True, reserved=0, mask=b"\x01\x02\x03\x04", length=None):
    """A frame of a client; without a mask it is against the rules, and ``length`` may lie."""
    length = len(data) if length is None else length
    masked = 0x80 if mask else 0
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    if length < 126:
        head += bytes([masked | length])
    elif length < 2**16:
        head += struct.pack("!BH", masked | 126, length)
    else:
        head += struct.pack("!BQ", masked | 127, length)
    if not mask:
        return head + data
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def good_bye(code=1000, reason=b""):
    return frame(CLOSE, struct.pack("!H", code) + reason)


class Host:
    """Hears what clients say, and may answer with the same."""

    def __init__(self, *, limits=GENEROUS, echoes=False):
        self.reception = Entrance(limits, LoopClock())
        self.heard, self.statuses, self.sockets = [], [], []
        self.echoes = echoes
        self.server = None
        self.over = asyncio.Event()
        """Nobody says anything any more."""
        self.may_come = asyncio.Event()
        self.may_come.set()

    async def asked(self, socket, asking):
        await self.may_come.wait()
        if asking.path == "/plain":
            return socket.respond(200, "plain\n")
        self.reception.asks(socket, ())
        return None

    def answered(self, asking, status):
        self.statuses.append(status)

    async def attend(self, socket):
        self.sockets.append(socket)
        try:
            while True:
                self.heard.append(message := await socket.recv())
                if self.echoes:
                    data = message.encode() if isinstance(message, str) else message
                    socket.write(data)
        except Ended:
            self.over.set()


class Client:
    """Bytes out, frames in."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    def send(self, *parts):
        self.writer.write(b"".join(parts))

    async def drip(self, data, sizes):
        """Send some bytes, then some more, each in a turn of the loop of its own."""
        for size in sizes:
            self.writer.write(data[:size])
            data = data[size:]
            for _ in range(3):
                await asyncio.sleep(0)
        self.writer.write(data)

    async def status(self):
        """The status of the answer to a request, and its body if it has one."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = next((int(h[16:]) for h in head.split(b"\r\n") if h[:15] == b"Content-Length:"), 0)
        return int(head.split()[1]), await self.reader.readexactly(size)

    async def frame(self):
        """The next frame: opcode and data."""
        first, length = await self.reader.readexactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
        assert first & 0xF0 == 0x80, "a server sends whole frames without reserved bits"
        return first & 0x0F, await self.reader.readexactly(length)

    async def rest(self):
        """All frames until the server ends the connection: those before its close, and its code."""
        frames = []
        code: int | None = LOST
        try:
            while True:
                opcode, data = await self.frame()
                if opcode == CLOSE:
                    code = struct.unpack("!H", data[:2])[0] if data else None
                else:
                    frames.append((opcode, data))
        except (asyncio.IncompleteReadError, ConnectionError):
            return frames, code
        finally:
            self.writer.close()

    def cut(self):
        self.writer.transport.abort()


@asynccontextmanager
async def listens(listen, terms=PATIENT, **options):
    """A host, and how to connect to it."""
    host = Host(**options)
    server = await listen(host, "127.0.0.1", 0, terms)
    port = server.port
    clients = []

    async def connect(*, shakes_hands=True):
        client = Client(*await asyncio.open_connection("127.0.0.1", port))
        clients.append(client)
        if shakes_hands:
            client.send(REQUEST)
            assert await client.status() == (101, b"")
        return client

    host.server = server
    try:
        yield host, connect
    finally:
        server.close()
        for client in clients:
            client.cut()
        while host.reception.door.strangers:
            await asyncio.sleep(0)


async def heard_of(listen, data, sizes=()):
    """What a host hears, which pongs come, and how it ends."""
    async with listens(listen) as (host, connect):
        client = await connect()
        await client.drip(data, sizes)
        frames, code = await client.rest()
        await host.over.wait()
        return host.heard, [data for opcode, data in frames if opcode == PONG], code

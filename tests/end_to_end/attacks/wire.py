"""A websocket spoken by hand: thousands of them are cheap, and they can do what is forbidden."""

import asyncio
import json
import select
import socket
import struct

TEXT, CONTINUATION, CLOSE, PING = 0x1, 0x0, 0x8, 0x9
LOST = 1006
"""What is said of a connection that ended without a word."""

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: showdown.v1\r\n\r\n"
)


class Closed(Exception):
    """The server has closed the connection, with this code and reason."""

    def __init__(self, code, reason=""):
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class TurnedAway(Exception):
    """The server has refused the handshake with this status of HTTP."""

    def __init__(self, status):
        super().__init__(str(status))
        self.status = status


def frame(opcode, payload=b"", *, fin=True, length=None):
    """A frame of a client; ``length`` is what it says of itself."""
    length = len(payload) if length is None else length
    first = opcode | (0x80 if fin else 0)
    if length < 126:
        head = struct.pack("!BB", first, 0x80 | length)
    elif length < 2**16:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return head + bytes(4) + payload


def message(kind, **fields):
    """A message in a frame."""
    return frame(TEXT, json.dumps({"type": kind, **fields}).encode())


class Wire:
    """A connection that does only what it is told to."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, port, *, address="127.0.0.1", receive_buffer=None):
        """Connect, from one of the addresses of the loopback, and say nothing yet."""
        endpoint = socket.socket()
        endpoint.setblocking(False)
        if receive_buffer is not None:
            endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            # The system takes no word of an end where nothing more fits in, unless it asks for it.
            endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
            endpoint.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
        try:
            endpoint.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(endpoint, ("127.0.0.1", port))
        except BaseException:
            endpoint.close()
            raise
        return cls(*await asyncio.open_connection(sock=endpoint))

    @classmethod
    async def open(cls, port, **options):
        """Connect and shake hands."""
        wire = await cls.connect(port, **options)
        wire.write(HANDSHAKE)
        try:
            await wire.accepted()
        except BaseException:
            wire.abort()
            raise
        return wire

    async def accepted(self):
        """Read the answer to a handshake."""
        try:
            head = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Closed(LOST) from None
        status = int(head.split(b" ", 2)[1])
        if status != 101:
            raise TurnedAway(status)

    def write(self, data):
        """Send bytes, whatever they are."""
        self._writer.write(data)

    async def drain(self):
        """Wait until they are on their way."""
        try:
            await self._writer.drain()
        except ConnectionError:
            raise Closed(LOST) from None

    async def read(self):
        """The next message."""
        while True:
            opcode, payload = await self._frame()
            if opcode == TEXT:
                return json.loads(payload)
            if opcode == PING:
                self.write(frame(0xA, payload))
            if opcode == CLOSE:
                (code,) = struct.unpack("!H", payload[:2])
                raise Closed(code, payload[2:].decode())

    async def ask(self, kind, **fields):
        """Send a request and give its reply, whichever message carries it."""
        self.write(message(kind, id=kind, **fields))
        while True:
            told = await self.read()
            reply = told if told["type"] == "reply" else told.get("reply") or {}
            if reply.get("id") == kind:
                return told

    async def end(self):
        """Read until the server closes; how it did."""
        try:
            while True:
                await self.read()
        except Closed as closed:
            return closed
        finally:
            self.abort()

    def stop_reading(self):
        """Let everything that comes lie where it is."""
        self._writer.transport.pause_reading()

    def is_cut(self):
        """Whether the server has cut the line, seen without reading."""
        look = select.poll()
        look.register(self._writer.get_extra_info("socket"), 0)
        return bool(look.poll(0))

    def abort(self):
        """Drop the connection."""
        self._writer.transport.abort()

    async def _frame(self):
        try:
            first, length = await self._reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self._reader.readexactly(8))
            return first & 0x0F, await self._reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Closed(LOST) from None


def address_of(number):
    """One of many addresses of the loopback."""
    return f"127.1.{number // 200}.{number % 200 + 1}"

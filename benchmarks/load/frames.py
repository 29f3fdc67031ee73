"""
Frames of a websocket as a client sends and reads them, and nothing that it could do without.
"""

from collections.abc import Iterator

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL = 0x80
MASKED = 0x80
NO_MASK = bytes(4)
"""A mask of zeros is one, too: the payload goes as it is."""

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: showdown.v1\r\n\r\n"
)


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """
    A frame of a client.

    >>> frame(b"hi").hex(" ")
    '81 82 00 00 00 00 68 69'
    """
    size = len(payload)
    if size < 126:
        head = bytes((FINAL | opcode, MASKED | size))
    else:
        head = bytes((FINAL | opcode, MASKED | 126)) + size.to_bytes(2)
    return head + NO_MASK + payload


class Frames:
    """Cuts what a server sends into frames."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """
        The frames that are whole now: their opcode and payload. Take all of them.

        >>> frames = Frames()
        >>> list(frames.feed(bytes((0x81, 2, 0x68))))
        []
        >>> list(frames.feed(b"i" + bytes((0x89, 0))))
        [(1, b'hi'), (9, b'')]
        """
        data = self._rest + data if self._rest else data
        at, size = 0, len(data)
        while size - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == 127:
                length, begin = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if begin + length > size:
                break
            yield data[at] & 0x0F, data[begin : begin + length]
            at = begin + length
        self._rest = data[at:]

"""
A client who has connected and not shaken hands yet.

What the library keeps of a request is kilobytes; all of it goes when hands are shaken.
"""

from http import HTTPStatus

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

HEAD_END = b"\r\n\r\n"
MOST_EARLY = 16 * 1024
"""Bytes that may come before a handshake is answered; then nothing more is read."""


class Knocking:
    """What has come in of a client until he has a websocket."""

    __slots__ = ("_tail", "early", "library")

    def __init__(self, library: ServerProtocol) -> None:
        self.library = library
        self.early: bytes | None = None
        """What came behind a request that is not answered yet."""
        self._tail = b""
        """The last bytes of a request that is not whole."""

    @property
    def is_enough(self) -> bool:
        """Whether nothing more is to be read before the request is answered."""
        return self.early is not None and len(self.early) > MOST_EARLY

    def hear(self, data: bytes) -> Request | None:
        """
        Give data to the library up to the end of a request, and keep what comes behind it.

        Returns:
            The request, once, when it is whole. The library may have an answer to one that is none.
        """
        if self.early is not None:
            self.early += data
            return None
        seen = self._tail + data
        end = seen.find(HEAD_END)
        if end < 0:
            self._tail = seen[1 - len(HEAD_END) :]
        else:
            size = end + len(HEAD_END) - len(self._tail)
            data, self.early, self._tail = data[:size], data[size:], b""
        self.library.receive_data(data)
        events = self.library.events_received()
        if not events:
            return None
        assert isinstance(events[0], Request)
        return events[0]

    def answer(self, request: Request, *, is_open: bool) -> Response:
        """The answer to who wants a websocket, which he has if the server is open to new ones."""
        response = self.library.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS and not is_open:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            return self.library.reject(status, "Server is shutting down.\n")
        return response

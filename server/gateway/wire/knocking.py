"""
A client who has connected and not shaken hands yet.

What the library keeps of a request is kilobytes; it is made only for a request that is not plain,
and all of it goes when hands are shaken.
"""

from collections.abc import Callable, Collection
from http import HTTPStatus

from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from server.gateway.socket import Asking, asking_of
from server.gateway.wire.plain import Plain, plain_request

HEAD_END = b"\r\n\r\n"
MOST_EARLY = 16 * 1024
"""Bytes that may come before a handshake is answered; then nothing more is read."""


class Knocking:
    """What has come in of a client until he has a websocket."""

    __slots__ = ("_make", "_origins", "_plain", "_request", "_tail", "early", "kept")

    def __init__(self, make: Callable[[], ServerProtocol], origins: Collection[str]) -> None:
        """
        Begin with nothing.

        Args:
            make: what the library keeps of a client.
            origins: the pages that may connect.
        """
        self._make, self._origins = make, origins
        self._plain: Plain | None = None
        self._request: Request | None = None
        self.kept: ServerProtocol | None = None
        """What the library keeps of him, if it has had to look at anything."""
        self.early: bytes | None = None
        """What came behind a request that is not answered yet."""
        self._tail = b""
        """The last bytes of a request that is not whole."""

    @property
    def library(self) -> ServerProtocol:
        """What the library keeps of him, made when it is first needed."""
        if self.kept is None:
            self.kept = self._make()
        return self.kept

    @property
    def is_enough(self) -> bool:
        """Whether nothing more is to be read before the request is answered."""
        return self.early is not None and len(self.early) > MOST_EARLY

    def hear(self, data: bytes) -> Asking | None:
        """
        Take a request up to its end, and keep what comes behind it.

        Returns:
            What is asked, once, when the request is whole. The library may have an answer to one
            that is none.
        """
        if self.early is not None:
            self.early += data
            return None
        if self.kept is None:
            self._plain = plain_request(data, self._origins)
        if self._plain is None:
            return self._hear_with_library(data)
        self.early = data[len(self._plain.head) :]
        return self._plain.asking

    def _hear_with_library(self, data: bytes) -> Asking | None:
        seen = self._tail + data
        end = seen.find(HEAD_END)
        if end < 0:
            self._tail = seen[1 - len(HEAD_END) :]
        else:
            size = end + len(HEAD_END) - len(self._tail)
            data, self.early, self._tail = data[:size], data[size:], b""
        self._request = self._read(data)
        return None if self._request is None else asking_of(self._request)

    def _read(self, data: bytes) -> Request | None:
        """Let the library read a request; None as long as it is not whole, or if it is none."""
        self.library.receive_data(data)
        events = self.library.events_received()
        if not events:
            return None
        assert isinstance(events[0], Request)
        return events[0]

    def answer(self, *, is_open: bool) -> bytes | Response:
        """
        The answer to who wants a websocket, which he has if the server is open to new ones.

        Returns:
            The bytes that grant it to who has asked for it plainly, or what the library says.
        """
        if self._plain is not None and is_open:
            return self._plain.answer
        request = self._request
        if request is None:
            assert self._plain is not None
            request = self._read(self._plain.head)
            assert request is not None
        response = self.library.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS and not is_open:
            status = HTTPStatus.SERVICE_UNAVAILABLE
            return self.library.reject(status, "Server is shutting down.\n")
        return response

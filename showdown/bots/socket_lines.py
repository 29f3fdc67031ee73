"""
Lines to a program that its author serves on a websocket: each message is a line.
"""

import contextlib

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from showdown.bots.lines import LONGEST_LINE, PROTOCOL, ProgramEnded

OPEN_SECONDS = 5.0
"""Until a server that does not answer counts as gone."""


class SocketLines:
    """
    A connection to a program that listens there.

    Raises:
        ProgramEnded: nobody listens there, or nobody who speaks so.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._open = contextlib.ExitStack()
        try:
            self._socket = self._open.enter_context(
                connect(
                    url,
                    subprotocols=[Subprotocol(PROTOCOL)],
                    compression=None,
                    proxy=None,
                    max_size=LONGEST_LINE,
                    open_timeout=OPEN_SECONDS,
                    close_timeout=1,
                )
            )
        except (OSError, InvalidHandshake, InvalidURI, ValueError) as error:
            raise ProgramEnded(
                f"No bot answers at {url}: {str(error) or type(error).__name__}.", found=url
            ) from error
        if self._socket.subprotocol != PROTOCOL:
            self.close()
            raise ProgramEnded(f"What answers at {url} does not speak {PROTOCOL}.", found=url)

    def write(self, lines: bytes) -> None:
        """Send each line as a message."""
        try:
            for line in lines.splitlines():
                self._socket.send(line, text=True)
        except ConnectionClosed:
            raise self._ended() from None

    def read(self, seconds: float) -> bytes:
        """The next message."""
        try:
            message = self._socket.recv(seconds)
        except ConnectionClosed:
            raise self._ended() from None
        return message.encode() if isinstance(message, str) else message

    def close(self) -> None:
        """End the connection."""
        self._open.close()

    def _ended(self) -> ProgramEnded:
        return ProgramEnded(f"The bot at {self._url} has closed the connection.", found=self._url)
